"""A token, from the organiser's tap to the program that is refused; and what axe finds on the way."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from scorekeeper.api import auth
from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.panel import sign_in, wide
from tests.standings.stored_results import played

pytestmark = pytest.mark.django_db(transaction=True)


def fetch_json(site: str, secret: str, address: str) -> tuple[int, Any]:
    request = Request(f"{site}/api/v1/{address}", headers={"Authorization": f"Bearer {secret}"})
    try:
        with urlopen(request) as response:
            return response.status, json.load(response)
    except HTTPError as refused:
        return refused.code, json.load(refused)


def test_a_token_is_created_shown_once_used_and_revoked(phones: Phones, site: str, javascript: bool) -> None:
    sample_club = SampleClub(members=("Anne", "Bruno"))
    played(sample_club.club, {"Anne": 77, "Bruno": -77})
    sample_club.organiser("marion")
    phone = phones(javascript=javascript)
    page = phone.page
    sign_in(phone, "marion")
    page.get_by_role("link", name="API tokens", exact=True).tap()
    page.get_by_role("link", name="Add API token").tap()
    page.get_by_label("Name").fill("Website")
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).tap()
    secret = page.locator("#secret").inner_text()
    assert auth.TOKEN.fullmatch(secret)
    assert secret not in page.url
    assert wide(phone) == []
    if javascript:  # axe is a script itself
        assert violations(page) + complaints_of(page) == []

    status, body = fetch_json(site, secret, "standings")
    assert (status, [(row["name"], row["total"]) for row in body["ranked"]]) == (200, [("Anne", 77), ("Bruno", -77)])

    page.reload()  # which sends the form again
    expect(page.get_by_text("There is already a token with this name.")).to_be_visible()
    assert secret not in page.content()
    page.goto("/admin/api/apitoken/")
    expect(page.get_by_role("row", name="Website")).to_contain_text(secret[:10])
    assert secret not in page.content()

    page.get_by_role("link", name="Website", exact=True).tap()
    page.get_by_role("link", name="Revoke the token").tap()
    page.get_by_role("link", name="Keep it").tap()
    assert fetch_json(site, secret, "club")[0] == 200
    page.get_by_role("link", name="Website", exact=True).tap()
    page.get_by_role("link", name="Revoke the token").tap()
    page.get_by_role("button", name="Revoke it").tap()
    expect(page.get_by_text("“Website” has been revoked.")).to_be_visible()
    status, body = fetch_json(site, secret, "club")
    assert (status, body["detail"]) == (401, "Invalid token: it was never created, or it has been revoked.")
