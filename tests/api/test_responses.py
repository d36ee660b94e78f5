"""The API's responses, compared with what was played, worked out by hand."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import registry
from games.scoring.documents import load
from games.scoring.tariffs import FigurePlace
from scorekeeper.evenings.models import Evening
from scorekeeper.play.ledger import forget_ledgers, session_ledger
from scorekeeper.play.models import Payment, Session
from scorekeeper.standings.models import Season
from scorekeeper.web.cookies import DEVICE_COOKIE
from tests.api.api_client import BASE, FIVE, Program, played_through, refused
from tests.clubs.clubs import SampleClub, own_tariff
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import words_of
from tests.play.tables import FOUR, GARDE
from tests.standings.stored_results import NEW_YEAR, at, played

pytestmark = pytest.mark.django_db

ABC = ("Anne", "Bruno", "Chloé")


@pytest.fixture
def sample_club() -> SampleClub:
    return SampleClub("Coupe-file", ABC)


def key(sample_club: SampleClub, name: str) -> int:
    return sample_club.club.players.get(name=name).pk


# The club and its people


def test_the_club_of_the_token_is_returned(sample_club: SampleClub) -> None:
    sample_club.member("Zoé", guest=True)
    body = Program(sample_club.club).get_json("club")
    assert body == {"name": "Coupe-file", "short_name": "coupe-file", "members": 3, "time_zone": "Europe/Berlin"}


def test_members_guests_and_retired_members_are_listed_by_name(sample_club: SampleClub) -> None:
    sample_club.member("Zoé Zorn", "Zozo", guest=True)
    old = sample_club.member("Old Tom", retired=True)
    session = played(sample_club.club, {"Bruno": 5, "Anne": -5}, hands=7)
    rows = Program(sample_club.club).get_json("members")["members"]
    assert [(row["name"], row["nickname"], row["guest"], row["sessions"], row["hands"]) for row in rows] == [
        ("Anne", "", False, 1, 7),
        ("Bruno", "", False, 1, 7),
        ("Chloé", "", False, 0, 0),
        ("Zoé Zorn", "Zozo", True, 0, 0),
        ("Old Tom", "", False, 0, 0),
    ]
    assert datetime.fromisoformat(rows[4]["retired_at"]).utcoffset() == timedelta(0)
    assert (rows[4]["id"], rows[0]["retired_at"]) == (old.pk, None)
    assert datetime.fromisoformat(rows[0]["last_played_at"]) == session.started_at


def test_a_merged_record_is_not_listed_as_a_member(sample_club: SampleClub) -> None:
    kept, merged_away = sample_club.member("Anne A."), sample_club.member("Ann")
    merged_away.merged_into = kept
    merged_away.save()
    names = [member["name"] for member in Program(sample_club.club).get_json("members")["members"]]
    assert names == ["Anne", "Anne A.", "Bruno", "Chloé"]


def test_seasons_are_listed_with_their_terms(sample_club: SampleClub) -> None:
    of_2025 = {"name": "2025", "starts": date(2025, 1, 1), "ends": date(2025, 12, 31), "game": "skat", "rules": "isko"}
    Season.objects.create(club=sample_club.club, **of_2025, minimum=4, best=10)
    now = Season.objects.create(club=sample_club.club, name="Now", starts=date(2026, 1, 1))
    first, second = Program(sample_club.club).get_json("seasons")["seasons"]
    assert first == {
        "id": now.pk,
        "name": "Now",
        "starts": "2026-01-01",
        "ends": None,
        "game": None,
        "rules": None,
        "minimum": 0,
        "best": None,
        "counted_by": "evenings",
        "scoring": "sum",
        "only_tournaments": False,
        "current": True,
    }
    assert (second["ends"], second["game"], second["rules"], second["minimum"]) == ("2025-12-31", "skat", "isko", 4)
    assert (second["best"], second["current"]) == (10, False)


# Standings


def table(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["place"], row["name"], row["total"], row["average"], row["sessions"], row["hands"]) for row in rows]


def test_standings_have_the_same_numbers_as_the_page(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 60, "Bruno": -40, "Chloé": -20}, hands=12)
    played(sample_club.club, {"Anne": -25, "Bruno": 25}, hands=8)
    body = Program(sample_club.club).get_json("standings")
    assert table(body["ranked"]) == [
        (1, "Anne", 35, "1.8", 2, 20),
        (2, "Bruno", -15, "-0.8", 2, 20),
        (3, "Chloé", -20, "-1.7", 1, 12),
    ]
    words = words_of(sample_club.phone.get("/club/standings/"))
    assert "1 Anne +35 +1.8 2 20 2 Bruno −15 −0.8 2 20 3 Chloé −20 −1.7 1 12" in words
    assert body["ranked"][0]["member"] == key(sample_club, "Anne")
    assert body["terms"] == {
        "season": None,
        "game": None,
        "rules": None,
        "by": "total",
        "minimum": 0,
        "best": None,
        "counted_by": "evenings",
        "sort": "total",
    }


def test_an_average_that_rounds_to_zero_has_no_minus_sign(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": -1, "Bruno": 1}, hands=40)
    assert [row["average"] for row in Program(sample_club.club).get_json("standings")["ranked"]] == ["0.0", "0.0"]


def test_players_below_the_minimum_and_guests_are_listed_separately(sample_club: SampleClub) -> None:
    for _time in range(2):
        played(sample_club.club, {"Anne": 10, "Bruno": -4, "Zoé": -6})
    played(sample_club.club, {"Anne": 5, "Chloé": -5})
    body = Program(sample_club.club).get_json("standings", minimum=2)
    assert [(standing["place"], standing["name"]) for standing in body["ranked"]] == [(1, "Anne"), (2, "Bruno")]
    assert [(standing["place"], standing["name"]) for standing in body["below"]] == [(None, "Chloé")]
    assert [(guest["place"], guest["name"], guest["total"]) for guest in body["guests"]] == [(None, "Zoé", -12)]


@pytest.mark.parametrize(
    ("params", "anne"),
    [
        ({}, (30 + 8 - 5, 3, 3)),
        ({"game": "tarot"}, (30 - 5, 2, 2)),
        ({"game": "tarot", "rules": "classic"}, (-5, 1, 1)),
        ({"game": "skat"}, (8, 1, 1)),
        ({"game": "skat", "by": "points"}, (90, 1, 1)),
        ({"best": 2}, (38, 3, 2)),
        ({"season": True}, (30, 3, 1)),
        ({"season": True, "best": "all"}, (33, 3, 3)),
    ],
    ids=json.dumps,
)
def test_standings_take_the_same_parameters_as_the_page(
    sample_club: SampleClub, params: dict[str, Any], anne: tuple[int, int, int]
) -> None:
    played(sample_club.club, {"Anne": 30, "Bruno": -30})
    played(sample_club.club, {"Anne": -5, "Bruno": 5}, rules="classic")
    played(sample_club.club, {"Anne": 8, "Bruno": -8}, game="skat", rules="isko", points={"Anne": 90, "Bruno": 10})
    season = Season.objects.create(club=sample_club.club, name="2026", starts=NEW_YEAR, best=1)
    given = {**params, **({"season": season.pk} if "season" in params else {})}
    rows = {
        standing["name"]: standing for standing in Program(sample_club.club).get_json("standings", **given)["ranked"]
    }
    assert (rows["Anne"]["total"], rows["Anne"]["sessions"], rows["Anne"]["counted"]) == anne
    assert sample_club.phone.get("/club/standings/", given).status_code == 200


def test_standings_say_when_they_add_up_different_games(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 30, "Bruno": -30})
    played(sample_club.club, {"Anne": 8, "Bruno": -8}, game="skat", rules="isko")
    body = Program(sample_club.club).get_json("standings", sort="name")
    assert (body["adds_games"], body["ranked"][0]["by_game"]) == (True, {"tarot": 30, "skat": 8})
    assert Program(sample_club.club, name="2").get_json("standings", game="skat")["adds_games"] is False


# Evenings


def test_an_evening_lists_attendance_and_payments() -> None:
    club_evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David"), kitty=Decimal("0.50"))
    session = club_evening.played("Anne", "Bruno", "Chloé", "David")  # +198 −66 −66 −66 at 0.05
    club_evening.settle()
    program = Program(club_evening.club)
    body = program.get_json(f"evenings/{club_evening.evening.public_id}")
    assert [presence["name"] for presence in body["presences"]] == ["Anne", "Bruno", "Chloé", "David"]
    assert [session["id"] for session in body["sessions"]] == [session.public_id]
    settled = body["settlement"]
    assert [(balance["name"], balance["played"], balance["amount"]) for balance in settled["balances"]] == [
        ("Anne", "9.90", "9.40"),
        ("Bruno", "-3.30", "-3.80"),
        ("Chloé", "-3.30", "-3.80"),
        ("David", "-3.30", "-3.80"),
    ]
    assert sum(Decimal(payment["amount"]) for payment in settled["payments"] if payment["creditor"] is None) == 2
    assert (settled["kitty"], body["kitty"], body["rounding"], body["currency"]) == (
        "2.00",
        "0.50",
        "0.01",
        "€",
    )
    assert (body["tables"], body["people"]) == (1, 4)
    assert body["settled_at"] is not None
    assert body["sessions"][0]["payments"] == []
    assert {(payment["ticked_at"], payment["ticked_by"]) for payment in settled["payments"]} == {(None, "")}
    Payment.objects.update(ticked_at=at(date(2026, 11, 22)), ticked_by="Rosa")
    paid = program.get_json(f"evenings/{club_evening.evening.public_id}")["settlement"]["payments"]
    assert {(payment["ticked_at"], payment["ticked_by"]) for payment in paid} == {("2026-11-22T19:00:00Z", "Rosa")}
    in_list = program.get_json("evenings")["evenings"]
    assert in_list == [{name: body[name] for name in in_list[0]}]


def test_an_unsettled_evening_has_no_settlement() -> None:
    club_evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David"))
    club_evening.table("Anne", "Bruno", "Chloé", "David").record(GARDE)
    body = Program(club_evening.club).get_json(f"evenings/{club_evening.evening.public_id}")
    assert (body["settlement"], body["settled_at"], body["kitty"]) == (None, None, None)
    assert [player["total"] for player in body["sessions"][0]["players"]] == [198, -66, -66, -66]


def test_evenings_are_paginated_newest_first(sample_club: SampleClub) -> None:
    days = [date(2026, 11, day) for day in (3, 10, 10, 17, 24)]
    for place, day in enumerate(days):
        Evening.objects.create(club=sample_club.club, date=day, name=f"{place}")
    program = Program(sample_club.club)
    pages: list[list[str]] = []
    after = None
    while after or not pages:
        body = program.get_json("evenings", limit=2, **({"after": after} if after else {}))
        pages.append([evening["name"] for evening in body["evenings"]])
        after = body["next"]
    assert pages == [["4", "3"], ["2", "1"], ["0"]]


# Sessions


def test_a_session_lists_seats_and_totals() -> None:
    club_evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David"))
    session = club_evening.played("Anne", "Bruno", "Chloé", "David", hands=2)
    body = Program(club_evening.club).get_json(f"sessions/{session.public_id}")
    assert [(player["name"], player["total"]) for player in body["players"]] == [
        ("Anne", 396),
        ("Bruno", -132),
        ("Chloé", -132),
        ("David", -132),
    ]
    assert [player["member"] for player in body["players"]] == [
        key(club_evening, name) for name in ("Anne", "Bruno", "Chloé", "David")
    ]
    assert (body["game"], body["rules"], body["state"], body["locked"]) == (
        "tarot",
        "fft",
        "closed",
        False,
    )
    assert (body["stake"], body["currency"], body["evening"]) == (
        "0.05",
        "€",
        club_evening.evening.public_id,
    )
    assert (body["id"], body["revision"]) == (session.public_id, 3)
    assert datetime.fromisoformat(body["started_at"]).utcoffset() is not None


def of_days(sample_club: SampleClub) -> dict[str, str]:
    """Sessions by date, one of them at an evening of another date than that on which it was started."""
    evening = Evening.objects.create(club=sample_club.club, date=date(2026, 3, 31))
    after_midnight = datetime.fromisoformat("2026-04-01T00:30:00+02:00")
    return {
        played(sample_club.club, {"Anne": 1, "Bruno": -1}, day=date(2026, 3, 1)).public_id: "first",
        played(
            sample_club.club, {"Anne": 1, "Bruno": -1}, day=date(2026, 3, 15), game="skat", rules="isko"
        ).public_id: "skat",
        played(sample_club.club, {"Anne": 1, "Bruno": -1}, started=after_midnight, evening=evening).public_id: "late",
        sample_club.start(*ABC).public_id: "open",
    }


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({}, ["open", "late", "skat", "first"]),
        ({"since": "2026-03-15", "until": "2026-03-31"}, ["late", "skat"]),
        ({"since": "2026-04-01", "until": "2026-04-01"}, []),
        ({"until": "2026-03-01"}, ["first"]),
        ({"state": "open"}, ["open"]),
        ({"state": "closed", "game": "tarot"}, ["late", "first"]),
        ({"game": "mort"}, []),
        ({"game": "nothing-such"}, []),
    ],
    ids=json.dumps,
)
def test_sessions_are_filtered_by_dates_game_and_state(
    sample_club: SampleClub, params: dict[str, Any], found: list[str]
) -> None:
    known = of_days(sample_club)
    body = Program(sample_club.club).get_json("sessions", **params)
    assert ([known[session["id"]] for session in body["sessions"]], body["next"]) == (found, None)


def test_pages_of_sessions_do_not_shift_when_others_are_started(sample_club: SampleClub) -> None:
    same = datetime.fromisoformat("2026-03-01T20:00:00+01:00")
    known = {played(sample_club.club, {"Anne": 1, "Bruno": -1}, started=same).public_id: number for number in range(5)}
    program = Program(sample_club.club)
    first = program.get_json("sessions", limit=2)
    sample_club.start(*ABC)
    second = program.get_json("sessions", limit=2, after=first["next"])
    third = program.get_json("sessions", limit=2, after=second["next"])
    pages = [[known[session["id"]] for session in page["sessions"]] for page in (first, second, third)]
    assert pages == [[4, 3], [2, 1], [0]]
    assert third["next"] is None


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_document_of_a_session_scores_to_the_same_ledger(slug: str) -> None:
    club_evening = ClubEvening(members=FIVE)
    session, program = played_through(club_evening, slug), Program(club_evening.club)
    again = load(program.ask(f"sessions/{session.public_id}/document").content, registry.find_rules).single().ledger()
    assert again.hands == session_ledger(session).last.ledger.hands
    ledger = program.get_json(f"sessions/{session.public_id}/ledger")
    players = program.get_json(f"sessions/{session.public_id}")["players"]
    assert [player["name"] for player in players] == ledger["players"]
    assert [hand["amounts"] for hand in ledger["hands"]] == [
        dict(zip(again.table.players, scored.entry.amounts, strict=True)) for scored in again.hands
    ]


def test_a_session_names_its_club_tariff() -> None:
    club_evening = ClubEvening(members=FOUR)
    tariff = own_tariff(club_evening.club, "Thursdays", {FigurePlace("stake", "solo", "each"): 12})
    params: dict[str, Any] = {"game": "solo_whist", "rules": "foster", "evening": ""}
    own, printed = (club_evening.start(*FOUR, tariff=key, **params) for key in (str(tariff.pk), ""))
    program, expected = (
        Program(club_evening.club),
        {"name": "Thursdays", "version": 1, "figures": {"stake.solo.each": 12}},
    )
    for kind in ("", "/document", "/ledger"):
        assert program.get_json(f"sessions/{own.public_id}{kind}")["tariff"] == expected
    assert program.get_json(f"sessions/{printed.public_id}")["tariff"] is None
    for kind in ("/document", "/ledger"):
        assert "tariff" not in program.get_json(f"sessions/{printed.public_id}{kind}")


@pytest.mark.parametrize(
    ("params", "label"),
    [
        ({"language": "en"}, "(25 + 8) × 2, Garde made by 8"),
        ({"language": "fr"}, "(25 + 8) × 2, Garde faite de 8"),
        ({}, "(25 + 8) × 2, Garde made by 8"),
    ],
)
def test_the_ledger_is_in_the_requested_language(params: dict[str, str], label: str) -> None:
    club_evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David"))
    session = club_evening.played("Anne", "Bruno", "Chloé", "David")
    response = Program(club_evening.club).ask(f"sessions/{session.public_id}/ledger", **params)
    assert response.json()["hands"][0]["lines"][0]["label"] == label
    assert response.json()["transfers"][0] == {"from": "Bruno", "to": "Anne", "amount": 66}
    assert response["Content-Language"] == params.get("language", "en")


def test_a_session_outside_an_evening_lists_its_title_and_payments(sample_club: SampleClub) -> None:
    """A garde made by 8 is +132 for the taker and −66 for each of two others."""
    scorer = sample_club.table(*ABC, stake=Decimal("0.05"))
    scorer.record(GARDE)
    scorer.close()
    Session.objects.update(title="At Anne’s")
    program, address = Program(sample_club.club), f"sessions/{scorer.session.public_id}"
    body = program.get_json(address)
    anne, bruno, chloe = (key(sample_club, name) for name in ABC)
    owed = {"creditor": anne, "amount": 66, "money": "3.30", "ticked_at": None}
    assert (body["title"], body["payments"]) == ("At Anne’s", [{"debtor": name, **owed} for name in (bruno, chloe)])
    Payment.objects.filter(debtor=bruno).update(ticked_at=at(date(2026, 11, 22)))
    assert [payment["ticked_at"] for payment in program.get_json(address)["payments"]] == ["2026-11-22T19:00:00Z", None]


def test_the_journal_says_who_corrected_what_and_when() -> None:
    club_evening = ClubEvening(members=FOUR)
    scorer = club_evening.table(*FOUR)
    scorer.record(GARDE)
    scorer.amend(1, {**GARDE, "points": 45})
    scorer.void(1)
    program, address = Program(club_evening.club), f"sessions/{scorer.session.public_id}/journal"
    changes = program.get_json(address)["changes"]
    assert [(change["verb"], change["hand"], change["what"]) for change in changes] == [
        ("void", 1, "voided hand 1"),
        ("amend", 1, "amended hand 1"),
        ("record", 1, "recorded hand 1"),
        ("start", None, "started the session"),
    ]
    words = words_of(club_evening.phone.get(f"/s/{scorer.session.public_id}/journal/"))
    for change in changes:
        assert change["what"] in words
        assert (change["before"] in words, change["after"] in words, change["who"] in words) == (True, True, True)
        assert datetime.fromisoformat(change["at"]).utcoffset() == timedelta(0)
    assert "45" in changes[1]["after"]
    assert changes[1]["before"] == changes[2]["after"]
    assert program.get_json(address, language="fr")["changes"][0]["what"] != "voided hand 1"
    Session.objects.update(game="gone")
    forget_ledgers()
    assert program.ask(address).status_code == 409


# What is refused


@pytest.mark.parametrize(
    ("address", "params", "expected"),
    [
        ("sessions", {"since": "soon"}, [("since", "This must be a date, such as 2026-11-20.")]),
        ("sessions", {"until": "9999-12-31"}, [("until", "This must be at most 2200-01-01.")]),
        ("sessions", {"since": "0001-01-01"}, [("since", "This must be at least 1990-01-01.")]),
        ("sessions", {"limit": "0"}, [("limit", "This must be at least 1.")]),
        ("sessions", {"limit": "201"}, [("limit", "This must be at most 200.")]),
        ("sessions", {"limit": "many"}, [("limit", "This must be a whole number.")]),
        ("sessions", {"state": "ajar"}, [("state", "This must be one of: open or closed.")]),
        ("sessions", {"after": "nowhere"}, [("after", "The club has no such entry.")]),
        ("sessions", {"after": "\0"}, [("after", "This value is not valid.")]),
        ("sessions", {"game": "\0"}, [("game", "This value is not valid.")]),
        ("evenings", {"after": "nowhere"}, [("after", "The club has no such entry.")]),
        ("standings", {"season": "1" * 30}, [("season", "The club has no such entry.")]),
        ("standings", {"season": "last"}, [("season", "This must be a whole number.")]),
        ("standings", {"game": "piquet"}, [("game", "The club has no such entry.")]),
        ("standings", {"game": "tarot", "rules": "isko"}, [("rules", "The club has no such entry.")]),
        ("standings", {"rules": "isko"}, [("rules", "The club has no such entry.")]),
        ("standings", {"by": "points"}, [("by", "Points are available only for a game that counts them.")]),
        ("standings", {"best": "0"}, [("best", "This value is not valid.")]),
        ("standings", {"best": "1001"}, [("best", "Ensure this value is less than or equal to 1000.")]),
        ("standings", {"minimum": "1001"}, [("minimum", "This must be at most 1000.")]),
        (
            "standings",
            {"sort": "luck"},
            [("sort", "This must be one of: total, average, units, sessions, hands or name.")],
        ),
        ("club", {"token": "x", "a": "1"}, [(name, "Unknown parameter.") for name in ("a", "token")]),
    ],
)
def test_a_bad_parameter_is_named_in_the_error(
    sample_club: SampleClub, address: str, params: dict[str, str], expected: list[Any]
) -> None:
    assert refused(Program(sample_club.club).ask(address, **params)) == (422, expected)


def test_errors_are_in_the_requested_language(sample_club: SampleClub) -> None:
    program = Program(sample_club.club)
    in_english = refused(program.ask("sessions", limit="many"))
    in_french = refused(program.ask("sessions", limit="many", language="fr"))
    in_german = refused(program.client.get(f"{BASE}/sessions?limit=many", headers={"accept-language": "de"}))
    assert len({expected[1][0][1] for expected in (in_english, in_french, in_german)}) == 3


@pytest.mark.parametrize(
    "address", ["", "nowhere", "club/", "sessions/x/y", "../v2/club", "sessions/%00", "evenings/%00"]
)
def test_an_unknown_address_returns_a_json_error(sample_club: SampleClub, address: str) -> None:
    assert refused(Program(sample_club.club).client.get(f"{BASE}/{address}"))[0] == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
@pytest.mark.parametrize("address", ["club", "sessions/x/document", "openapi.json"])
def test_the_api_is_read_only(sample_club: SampleClub, address: str, method: str) -> None:
    response = getattr(Program(sample_club.club).client, method)(f"{BASE}/{address}")
    assert (refused(response)[0], response["Allow"]) == (405, "GET, HEAD")


# Response headers


def test_head_returns_the_headers_of_get_without_the_body(sample_club: SampleClub) -> None:
    program = Program(sample_club.club)
    get_response, head_response = program.ask("members"), program.client.head(f"{BASE}/members")
    assert (head_response.status_code, head_response.content) == (200, b"")
    assert (head_response["ETag"], head_response["Content-Type"]) == (
        get_response["ETag"],
        "application/json; charset=utf-8",
    )


def test_an_unchanged_response_is_304() -> None:
    club_evening = ClubEvening(members=("Anne", "Bruno", "Chloé", "David"))
    scorer = club_evening.table("Anne", "Bruno", "Chloé", "David")
    scorer.record(GARDE)
    program = Program(club_evening.club)
    address = f"{BASE}/sessions/{scorer.session.public_id}/document"
    first = program.client.get(address)
    same = program.client.get(address, headers={"if-none-match": first["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    scorer.record(GARDE)
    later = program.client.get(address, headers={"if-none-match": first["ETag"]})
    assert (later.status_code, len(later.json()["hands"])) == (200, 2)


def test_a_response_is_private_to_its_token_and_ignores_browser_cookies(sample_club: SampleClub) -> None:
    program = Program(sample_club.club)
    program.client.cookies["django_language"] = "fr"
    program.client.cookies[DEVICE_COOKIE] = signing.get_cookie_signer(salt=DEVICE_COOKIE).sign("x")
    responses = [
        program.ask("club"),
        program.ask("nowhere"),
        Program().ask("club"),
        program.client.post(f"{BASE}/club"),
    ]
    for response in responses:
        assert response["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept-Language"} <= {header.strip() for header in response["Vary"].split(",")}
        assert not response.cookies
        assert "Access-Control-Allow-Origin" not in response
        assert "default-src 'self'" in response["Content-Security-Policy"]
    assert responses[2]["WWW-Authenticate"] == 'Bearer realm="scorekeeper"'


def test_the_device_cookie_of_a_phone_is_not_a_token(sample_club: SampleClub) -> None:
    assert refused(sample_club.phone.get(f"{BASE}/club"))[0] == 401


def test_the_schema_is_public() -> None:
    response = Client().get(f"{BASE}/openapi.json")
    assert (response.status_code, response.json()["openapi"]) == (200, "3.1.0")


# Number of queries


def filled(number: int) -> tuple[Program, dict[str, str]]:
    """A club with this many of everything; its client, and the addresses of one evening."""
    club_evening = ClubEvening(f"Club {number}", tuple(f"M{place}" for place in range(4 * number)))
    evening = club_evening.evening
    for place in range(number):
        club_evening.played(*(f"M{4 * place + seat}" for seat in range(4)))
        club_evening.table(*(f"M{4 * place + seat}" for seat in range(4))).record(GARDE)
        club_evening.begin_round({"4": 8})
        Evening.objects.create(club=club_evening.club, date=date(2025, 1, 1 + place))
        Season.objects.create(club=club_evening.club, name=f"{place}", starts=NEW_YEAR)
    return Program(club_evening.club), {"evening": evening.public_id}


def test_a_list_of_three_takes_as_many_queries_as_a_list_of_one() -> None:
    lists = ("members", "seasons", "standings", "evenings", "evenings/{evening}", "sessions")
    counts = []
    for number in (1, 3):
        program, names = filled(number)
        counts.append({address: queries_of(program, address.format(**names), number) for address in lists})
    assert counts[0] == counts[1]
    assert max(counts[0].values()) <= 12


def queries_of(program: Program, address: str, number: int) -> int:
    """Return how many queries a list takes that has at least this many rows."""
    forget_ledgers()
    program.get_json("club")  # once a minute, the use of the token is written down
    with CaptureQueriesContext(connection) as captured:
        body = program.get_json(address)
    assert max(len(rows) for rows in body.values() if isinstance(rows, list)) >= number
    return len(captured)
