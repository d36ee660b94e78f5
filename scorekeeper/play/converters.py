"""Kinds of arguments in addresses."""

from django.urls import register_converter


class SecretConverter:
    """Whatever can stand between two slashes, but for the character that no database looks up."""

    regex = r"[^/\x00]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SecretConverter, "secret")
