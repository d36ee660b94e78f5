"""What all requests and pages share."""

from django.urls import register_converter


class SecretConverter:
    """One segment of a path of any characters but NUL, which PostgreSQL can't look up: `<secret:token>` in URLs."""

    regex = r"[^/\x00]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SecretConverter, "secret")
