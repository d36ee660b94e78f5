"""Path converters for URL patterns."""

from django.urls import register_converter


class SecretConverter:
    """One path segment of any characters but NUL, which PostgreSQL can't look up."""

    regex = r"[^/\x00]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SecretConverter, "secret")
