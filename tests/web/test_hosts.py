"""The hosts under which the server answers where ALLOWED_HOSTS is not given."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings

NOT_GIVEN = {"ALLOWED_HOSTS": ["*"], "ALLOWED_HOSTS_GIVEN": False}


@pytest.fixture(autouse=True)
def on_a_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop")


ALLOWED = ["localhost", "127.0.0.1", "192.168.1.20:8000", "203.0.113.7", "[::1]", "[fe80::1]:8000", "[2001:db8::7]"]
NAMES = ["laptop", "laptop.local", "Laptop.local:8000", "laptop.local."]
FOREIGN = ["evil.example", "other.local", "laptop.local.evil.example", "192.168.1.20.evil.example", "1.2.3", "[::g]"]


@pytest.mark.parametrize(
    ("host", "status"), [*[(host, 200) for host in [*ALLOWED, *NAMES]], *[(host, 400) for host in FOREIGN]]
)
def test_any_address_and_the_computers_own_names_are_allowed(host: str, status: int) -> None:
    with override_settings(**NOT_GIVEN):
        assert Client().get("/offline/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize("host", ["192.168.1.20", "laptop.local", "localhost"])
def test_where_hosts_are_given_no_other_is_allowed(host: str) -> None:
    with override_settings(ALLOWED_HOSTS=["cards.example.org"], ALLOWED_HOSTS_GIVEN=True):
        assert Client().get("/offline/", headers={"Host": "cards.example.org"}).status_code == 200
        assert Client().get("/offline/", headers={"Host": host}).status_code == 400
