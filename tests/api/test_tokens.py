"""Tokens: invalid ones, what is stored of one, and that each token gives access to its own club only."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.api import auth
from scorekeeper.api.models import ApiToken
from scorekeeper.web import throttling
from tests.api.addresses import addresses_of
from tests.api.api_client import BASE, Full, Program, refused
from tests.api.stored_secrets import whole_database
from tests.clubs.clubs import SampleClub

pytestmark = pytest.mark.django_db


def test_a_token_has_256_random_bits_and_only_its_hash_is_kept() -> None:
    club = SampleClub().club
    made = [auth.issue(club, f"website {number}", by="marion") for number in range(3)]
    secrets = {secret for _token, secret in made}
    assert len(secrets) == 3
    assert all(re.fullmatch(r"score_[-\w]{43}", secret) for secret in secrets)  # 43 × 6 bits hold 256
    kept = whole_database()
    for token, secret in made:
        assert secret.startswith(token.prefix)
        assert len(token.prefix) == 10
        assert secret not in kept
        assert secret[12:] not in kept
        assert token.hash in kept


@pytest.mark.parametrize(
    "authorization",
    [
        *("", "Bearer", "Bearer ", "Basic {}", "Token {}", "{}", "Bearer {}x", "Bearer x{}", "Bearer {} {}"),
        *("Bearer score_", "Bearer \0", "Bearer é", "Bearer score_" + "A" * 43, "Bearer " + "x" * 5000),
        'Bearer "{}"',
    ],
)
def test_an_invalid_token_is_refused_and_not_logged(authorization: str, caplog: Any, settings: Any) -> None:
    sample_club, settings.DEBUG = SampleClub(), True
    _token, secret = auth.issue(sample_club.club, "website")
    response = Program(authorization=authorization.format(secret, secret)).ask("club")
    assert refused(response)[0] == 401
    assert secret not in caplog.text + response.content.decode()
    assert response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_authorization_scheme_is_case_insensitive(scheme: str) -> None:
    _token, secret = auth.issue(SampleClub().club, "website")
    assert Program(authorization=f"{scheme} {secret}").ask("club").status_code == 200


def test_the_token_is_accepted_only_in_the_header() -> None:
    program = Program(SampleClub().club)
    stranger = Program()
    stranger.client.cookies["token"] = stranger.client.cookies["Authorization"] = program.secret
    for name in ("token", "access_token", "key", "Authorization"):
        assert stranger.ask("club", **{name: program.secret}).status_code == 401
    assert stranger.client.get(f"{BASE}/club", headers={"x-api-key": program.secret}).status_code == 401


def test_a_revoked_token_is_refused_at_once() -> None:
    program = Program(SampleClub().club)
    assert program.ask("club").status_code == 200
    assert program.token
    assert auth.revoke(program.token)
    assert refused(program.ask("club"))[0] == 401
    first = ApiToken.objects.get().revoked_at
    assert not auth.revoke(program.token)
    assert ApiToken.objects.get().revoked_at == first


def test_the_last_use_is_stored_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(SampleClub().club)
    writes = []
    for second in (5, 30, 59, 60, 70, 300):
        now = datetime(2026, 11, 20, 20, 0, tzinfo=UTC) + timedelta(seconds=second)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        with CaptureQueriesContext(connection) as captured:
            program.get_json("club")
        writes.append(any('UPDATE "api_apitoken"' in query["sql"] for query in captured))
    assert writes == [True, False, False, True, False, True]
    assert ApiToken.objects.get().last_used_at == datetime(2026, 11, 20, 20, 5, tzinfo=UTC)


def test_a_name_can_be_reused_after_its_token_is_revoked() -> None:
    club = SampleClub().club
    first, _secret = auth.issue(club, "website")
    auth.revoke(first)
    auth.issue(club, "website")
    auth.issue(SampleClub("Other", ()).club, "website")
    assert ApiToken.objects.filter(name="website", revoked_at=None).count() == 2


def test_wrong_tokens_are_rate_limited_but_right_ones_at_the_same_address_are_not(settings: Any) -> None:
    throttling.forget()
    settings.LIMITS = {**settings.LIMITS, "misses": (3, 60)}
    program = Program(SampleClub().club)
    tries = [Program(authorization="Bearer score_" + "A" * 43) for _time in range(4)]
    assert [program.ask("club").status_code for program in tries] == [401, 401, 401, 429]
    assert program.ask("club").status_code == 200
    throttling.forget()


def test_every_token_has_its_own_rate_limit(settings: Any) -> None:
    throttling.forget()
    settings.LIMITS = {**settings.LIMITS, "api": (1, 60)}
    sample_club = SampleClub()
    first, second = Program(sample_club.club, name="1"), Program(sample_club.club, name="2")
    assert [program.ask("club").status_code for program in (first, second, first)] == [200, 200, 429]
    throttling.forget()


# Whose is what


OURS = ("Adèle", "Boris", "Clara", "Denis", "Odile")
THEIRS = ("Xaver", "Yvonne", "Zita", "Wanda", "Viktor")


def test_a_token_grants_access_to_no_other_club() -> None:
    ours, theirs = Full("Ours", OURS), Full("Theirs", THEIRS)
    secrets = {*OURS, "Ours", ours.settled.public_id, ours.open.public_id, ours.club_evening.evening.public_id}
    shown = 0
    for address in addresses_of(ours):
        own = ours.program.client.get(f"{BASE}/{address}")
        assert own.status_code in (200, 422), address
        shown += any(secret in own.content.decode() for secret in secrets)
        other = theirs.program.client.get(f"{BASE}/{address}")
        assert not {secret for secret in secrets if secret in other.content.decode()}, address
        named = {ours.settled.public_id, ours.club_evening.evening.public_id}
        if any(f"/{public_id}" in address for public_id in named):
            assert refused(other)[0] == 404, address
        if any(f"={public_id}" in address for public_id in named) and "after" in address:
            assert refused(other)[0] == 422, address
    assert shown >= 30
    assert theirs.program.ask("standings", season=ours.season.pk).status_code == 422
    assert theirs.program.get_json("sessions", evening=ours.club_evening.evening.public_id)["sessions"] == []


def test_a_session_without_a_club_is_not_returned() -> None:
    home = SampleClub("Home", ())
    alone = Full("Alone", OURS).settled
    alone.club = alone.evening = None
    alone.save()
    assert refused(Program(home.club).ask(f"sessions/{alone.public_id}"))[0] == 404
