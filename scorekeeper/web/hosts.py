"""The hosts under which the server answers where ALLOWED_HOSTS is not given: addresses, and this computer's own names.

A site that makes its own name point to this server (DNS rebinding) needs a name, so any address is safe, also that of a
network to which a laptop moves later. Django can list names only.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from scorekeeper.web.local_network import host_names

GetResponse = Callable[[HttpRequest], HttpResponse]


def require_allowed(request: HttpRequest) -> None:
    """Raise `DisallowedHost` if the server doesn't answer under the host of this request."""
    domain, _port = split_domain_port(request.get_host())  # refuses what ALLOWED_HOSTS doesn't list
    names = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    if settings.ALLOWED_HOSTS_GIVEN or validate_host(domain, names):
        return
    if not (is_address(domain) or domain in ("localhost", *host_names())):
        raise DisallowedHost(f"Invalid HTTP_HOST header: {domain!r}. You may need to add it to ALLOWED_HOSTS.")


def is_address(domain: str) -> bool:
    """Return whether the host in a URL is an IP address.

    >>> is_address("192.168.1.20"), is_address("[fe80::1]"), is_address("192.168.1.20.example")
    (True, True, False)
    """
    try:
        ip_address(domain[1:-1] if domain.startswith("[") else domain)
    except ValueError:
        return False
    return True


def allowed_hosts(get_response: GetResponse) -> GetResponse:
    """Refuse requests for other hosts (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        require_allowed(request)
        return get_response(request)

    return middleware
