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
from scorekeeper.play.ledger import ledgers
from scorekeeper.standings.models import Season
from scorekeeper.web.device_cookie import COOKIE
from tests.api.api_client import BASE, FIVE, Program, played_through, refused
from tests.clubs.clubs import House, own_tariff
from tests.evenings.club_evening import Night
from tests.play.browsers import words_of
from tests.play.tables import FOUR, GARDE
from tests.standings.stored_results import NEW_YEAR, played

pytestmark = pytest.mark.django_db

ABC = ("Anne", "Bruno", "Chloé")


@pytest.fixture
def house() -> House:
    return House("Coupe-file", ABC)


def key(house: House, name: str) -> int:
    return house.club.players.get(name=name).pk


# The club and its people


def test_the_club_says_whose_token_it_is(house: House) -> None:
    house.member("Zoé", guest=True)
    told = Program(house.club).told("club")
    assert told == {"name": "Coupe-file", "short_name": "coupe-file", "members": 3, "time_zone": "Europe/Berlin"}


def test_members_guests_and_who_has_retired_by_name(house: House) -> None:
    house.member("Zoé Zorn", "Zozo", guest=True)
    old = house.member("Old Tom", retired=True)
    session = played(house.club, {"Bruno": 5, "Anne": -5}, hands=7)
    rows = Program(house.club).told("members")["members"]
    assert [(one["name"], one["nickname"], one["guest"], one["sessions"], one["hands"]) for one in rows] == [
        ("Anne", "", False, 1, 7),
        ("Bruno", "", False, 1, 7),
        ("Chloé", "", False, 0, 0),
        ("Zoé Zorn", "Zozo", True, 0, 0),
        ("Old Tom", "", False, 0, 0),
    ]
    assert datetime.fromisoformat(rows[4]["retired_at"]).utcoffset() == timedelta(0)
    assert (rows[4]["id"], rows[0]["retired_at"]) == (old.pk, None)
    assert datetime.fromisoformat(rows[0]["last_played_at"]) == session.started_at


def test_a_record_that_was_merged_is_no_member(house: House) -> None:
    kept, gone = house.member("Anne A."), house.member("Ann")
    gone.merged_into = kept
    gone.save()
    names = [one["name"] for one in Program(house.club).told("members")["members"]]
    assert names == ["Anne", "Anne A.", "Bruno", "Chloé"]


def test_seasons_are_told_with_their_terms(house: House) -> None:
    of_2025 = {"name": "2025", "starts": date(2025, 1, 1), "ends": date(2025, 12, 31), "game": "skat", "rules": "isko"}
    Season.objects.create(club=house.club, **of_2025, minimum=4, best=10)
    now = Season.objects.create(club=house.club, name="Now", starts=date(2026, 1, 1))
    first, second = Program(house.club).told("seasons")["seasons"]
    assert first == {
        "id": now.pk,
        "name": "Now",
        "starts": "2026-01-01",
        "ends": None,
        "game": None,
        "rules": None,
        "minimum": 0,
        "best": None,
        "current": True,
    }
    assert (second["ends"], second["game"], second["rules"], second["minimum"]) == ("2025-12-31", "skat", "isko", 4)
    assert (second["best"], second["current"]) == (10, False)


# Standings


def table(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(one["place"], one["name"], one["total"], one["average"], one["sessions"], one["hands"]) for one in rows]


def test_standings_have_the_numbers_of_the_page(house: House) -> None:
    played(house.club, {"Anne": 60, "Bruno": -40, "Chloé": -20}, hands=12)
    played(house.club, {"Anne": -25, "Bruno": 25}, hands=8)
    told = Program(house.club).told("standings")
    assert table(told["ranked"]) == [
        (1, "Anne", 35, "1.8", 2, 20),
        (2, "Bruno", -15, "-0.8", 2, 20),
        (3, "Chloé", -20, "-1.7", 1, 12),
    ]
    words = words_of(house.phone.get("/club/standings/"))
    assert "1 Anne +35 +1.8 2 20 2 Bruno −15 −0.8 2 20 3 Chloé −20 −1.7 1 12" in words
    assert told["ranked"][0]["member"] == key(house, "Anne")
    assert told["terms"] == {
        "season": None,
        "game": None,
        "rules": None,
        "by": "total",
        "minimum": 0,
        "best": None,
        "sort": "total",
    }


def test_an_average_that_rounds_to_nothing_is_nothing(house: House) -> None:
    played(house.club, {"Anne": -1, "Bruno": 1}, hands=40)
    assert [one["average"] for one in Program(house.club).told("standings")["ranked"]] == ["0.0", "0.0"]


def test_who_played_too_little_and_guests_are_apart(house: House) -> None:
    for _time in range(2):
        played(house.club, {"Anne": 10, "Bruno": -4, "Zoé": -6})
    played(house.club, {"Anne": 5, "Chloé": -5})
    told = Program(house.club).told("standings", minimum=2)
    assert [(one["place"], one["name"]) for one in told["ranked"]] == [(1, "Anne"), (2, "Bruno")]
    assert [(one["place"], one["name"]) for one in told["below"]] == [(None, "Chloé")]
    assert [(one["place"], one["name"], one["total"]) for one in told["guests"]] == [(None, "Zoé", -12)]


@pytest.mark.parametrize(
    ("asked", "anne"),
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
def test_terms_are_those_of_the_page(house: House, asked: dict[str, Any], anne: tuple[int, int, int]) -> None:
    played(house.club, {"Anne": 30, "Bruno": -30})
    played(house.club, {"Anne": -5, "Bruno": 5}, rules="classic")
    played(house.club, {"Anne": 8, "Bruno": -8}, game="skat", rules="isko", points={"Anne": 90, "Bruno": 10})
    season = Season.objects.create(club=house.club, name="2026", starts=NEW_YEAR, best=1)
    given = {**asked, **({"season": season.pk} if "season" in asked else {})}
    rows = {one["name"]: one for one in Program(house.club).told("standings", **given)["ranked"]}
    assert (rows["Anne"]["total"], rows["Anne"]["sessions"], rows["Anne"]["counted"]) == anne
    assert house.phone.get("/club/standings/", given).status_code == 200


def test_counters_of_different_games_are_said_to_be_added(house: House) -> None:
    played(house.club, {"Anne": 30, "Bruno": -30})
    played(house.club, {"Anne": 8, "Bruno": -8}, game="skat", rules="isko")
    told = Program(house.club).told("standings", sort="name")
    assert (told["adds_games"], told["ranked"][0]["by_game"]) == (True, {"tarot": 30, "skat": 8})
    assert Program(house.club, name="2").told("standings", game="skat")["adds_games"] is False


# Evenings


def test_an_evening_says_who_came_and_who_paid_whom() -> None:
    night = Night(members=("Anne", "Bruno", "Chloé", "David"), kitty=Decimal("0.50"))
    session = night.played("Anne", "Bruno", "Chloé", "David")  # +198 −66 −66 −66 at 0.05
    night.settle()
    program = Program(night.club)
    told = program.told(f"evenings/{night.evening.public_id}")
    assert [one["name"] for one in told["presences"]] == ["Anne", "Bruno", "Chloé", "David"]
    assert [one["id"] for one in told["sessions"]] == [session.public_id]
    settled = told["settlement"]
    assert [(one["name"], one["played"], one["amount"]) for one in settled["balances"]] == [
        ("Anne", "9.90", "9.40"),
        ("Bruno", "-3.30", "-3.80"),
        ("Chloé", "-3.30", "-3.80"),
        ("David", "-3.30", "-3.80"),
    ]
    assert sum(Decimal(one["amount"]) for one in settled["payments"] if one["creditor"] is None) == 2
    assert (settled["kitty"], told["kitty"], told["rounding"], told["currency"]) == ("2.00", "0.50", "0.01", "€")
    assert (told["tables"], told["people"]) == (1, 4)
    assert told["settled_at"] is not None
    in_list = program.told("evenings")["evenings"]
    assert in_list == [{name: told[name] for name in in_list[0]}]


def test_an_evening_that_is_not_settled_has_no_settlement() -> None:
    night = Night(members=("Anne", "Bruno", "Chloé", "David"))
    night.table("Anne", "Bruno", "Chloé", "David").record(GARDE)
    told = Program(night.club).told(f"evenings/{night.evening.public_id}")
    assert (told["settlement"], told["settled_at"], told["kitty"]) == (None, None, None)
    assert [one["total"] for one in told["sessions"][0]["players"]] == [198, -66, -66, -66]


def test_evenings_come_page_by_page_the_latest_first(house: House) -> None:
    days = [date(2026, 11, day) for day in (3, 10, 10, 17, 24)]
    for place, day in enumerate(days):
        Evening.objects.create(club=house.club, date=day, name=f"{place}")
    program = Program(house.club)
    pages: list[list[str]] = []
    after = None
    while after or not pages:
        told = program.told("evenings", limit=2, **({"after": after} if after else {}))
        pages.append([one["name"] for one in told["evenings"]])
        after = told["next"]
    assert pages == [["4", "3"], ["2", "1"], ["0"]]


# Sessions


def test_a_session_says_who_sat_where_and_what_it_came_to() -> None:
    night = Night(members=("Anne", "Bruno", "Chloé", "David"))
    session = night.played("Anne", "Bruno", "Chloé", "David", hands=2)
    told = Program(night.club).told(f"sessions/{session.public_id}")
    assert [(one["name"], one["total"]) for one in told["players"]] == [
        ("Anne", 396),
        ("Bruno", -132),
        ("Chloé", -132),
        ("David", -132),
    ]
    assert [one["member"] for one in told["players"]] == [
        key(night, name) for name in ("Anne", "Bruno", "Chloé", "David")
    ]
    assert (told["game"], told["rules"], told["state"], told["locked"]) == ("tarot", "fft", "closed", False)
    assert (told["stake"], told["currency"], told["evening"]) == ("0.05", "€", night.evening.public_id)
    assert (told["id"], told["revision"]) == (session.public_id, 3)
    assert datetime.fromisoformat(told["started_at"]).utcoffset() is not None


def of_days(house: House) -> dict[str, str]:
    """Sessions by date, one of them at an evening of another date than that on which it was started."""
    evening = Evening.objects.create(club=house.club, date=date(2026, 3, 31))
    after_midnight = datetime.fromisoformat("2026-04-01T00:30:00+02:00")
    return {
        played(house.club, {"Anne": 1, "Bruno": -1}, day=date(2026, 3, 1)).public_id: "first",
        played(
            house.club, {"Anne": 1, "Bruno": -1}, day=date(2026, 3, 15), game="skat", rules="isko"
        ).public_id: "skat",
        played(house.club, {"Anne": 1, "Bruno": -1}, started=after_midnight, evening=evening).public_id: "late",
        house.start(*ABC).public_id: "open",
    }


@pytest.mark.parametrize(
    ("asked", "found"),
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
def test_sessions_of_a_span_of_dates_a_game_or_a_state(house: House, asked: dict[str, Any], found: list[str]) -> None:
    known = of_days(house)
    told = Program(house.club).told("sessions", **asked)
    assert ([known[one["id"]] for one in told["sessions"]], told["next"]) == (found, None)


def test_a_page_of_sessions_stays_the_same_when_others_are_begun(house: House) -> None:
    same = datetime.fromisoformat("2026-03-01T20:00:00+01:00")
    known = {played(house.club, {"Anne": 1, "Bruno": -1}, started=same).public_id: number for number in range(5)}
    program = Program(house.club)
    first = program.told("sessions", limit=2)
    house.start(*ABC)
    second = program.told("sessions", limit=2, after=first["next"])
    third = program.told("sessions", limit=2, after=second["next"])
    pages = [[known[one["id"]] for one in page["sessions"]] for page in (first, second, third)]
    assert pages == [[4, 3], [2, 1], [0]]
    assert third["next"] is None


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_document_of_a_session_read_again_gives_its_ledger(slug: str) -> None:
    night = Night(members=FIVE)
    session, program = played_through(night, slug), Program(night.club)
    again = load(program.ask(f"sessions/{session.public_id}/document").content, registry.find_rules).ledger()
    assert again.hands == ledgers.of(session).ledger.hands
    ledger = program.told(f"sessions/{session.public_id}/ledger")
    players = program.told(f"sessions/{session.public_id}")["players"]
    assert [one["name"] for one in players] == ledger["players"]
    assert [hand["amounts"] for hand in ledger["hands"]] == [
        dict(zip(again.table.players, scored.entry.amounts, strict=True)) for scored in again.hands
    ]


def test_a_session_says_which_tariff_of_the_club_it_is_played_for() -> None:
    night = Night(members=FOUR)
    tariff = own_tariff(night.club, "Thursdays", {FigurePlace("stake", "solo", "each"): 12})
    asked: dict[str, Any] = {"game": "solo_whist", "rules": "foster", "evening": ""}
    own, printed = (night.start(*FOUR, tariff=key, **asked) for key in (str(tariff.pk), ""))
    program, said = Program(night.club), {"name": "Thursdays", "version": 1, "figures": {"stake.solo.each": 12}}
    for kind in ("", "/document", "/ledger"):
        assert program.told(f"sessions/{own.public_id}{kind}")["tariff"] == said
    assert program.told(f"sessions/{printed.public_id}")["tariff"] is None
    for kind in ("/document", "/ledger"):
        assert "tariff" not in program.told(f"sessions/{printed.public_id}{kind}")


@pytest.mark.parametrize(
    ("asked", "label"),
    [
        ({"language": "en"}, "(25 + 8) × 2, Garde made by 8"),
        ({"language": "fr"}, "(25 + 8) × 2, Garde faite de 8"),
        ({}, "(25 + 8) × 2, Garde made by 8"),
    ],
)
def test_the_ledger_speaks_the_language_that_is_asked_for(asked: dict[str, str], label: str) -> None:
    night = Night(members=("Anne", "Bruno", "Chloé", "David"))
    session = night.played("Anne", "Bruno", "Chloé", "David")
    answer = Program(night.club).ask(f"sessions/{session.public_id}/ledger", **asked)
    assert answer.json()["hands"][0]["lines"][0]["label"] == label
    assert answer.json()["transfers"][0] == {"from": "Bruno", "to": "Anne", "amount": 66}
    assert answer["Content-Language"] == asked.get("language", "en")


# What is refused


@pytest.mark.parametrize(
    ("address", "asked", "said"),
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
        ("standings", {"game": "bridge"}, [("game", "The club has no such entry.")]),
        ("standings", {"game": "tarot", "rules": "isko"}, [("rules", "The club has no such entry.")]),
        ("standings", {"rules": "isko"}, [("rules", "The club has no such entry.")]),
        ("standings", {"by": "points"}, [("by", "Points are available only for a game that counts them.")]),
        ("standings", {"best": "0"}, [("best", "This value is not valid.")]),
        ("standings", {"best": "1001"}, [("best", "Ensure this value is less than or equal to 1000.")]),
        ("standings", {"minimum": "1001"}, [("minimum", "This must be at most 1000.")]),
        ("standings", {"sort": "luck"}, [("sort", "This must be one of: total, average, sessions, hands or name.")]),
        ("club", {"token": "x", "a": "1"}, [(name, "Unknown parameter.") for name in ("a", "token")]),
    ],
)
def test_a_bad_parameter_is_named(house: House, address: str, asked: dict[str, str], said: list[Any]) -> None:
    assert refused(Program(house.club).ask(address, **asked)) == (422, said)


def test_what_is_wrong_is_said_in_the_language_asked_for(house: House) -> None:
    program = Program(house.club)
    in_english = refused(program.ask("sessions", limit="many"))
    in_french = refused(program.ask("sessions", limit="many", language="fr"))
    in_german = refused(program.client.get(f"{BASE}/sessions?limit=many", headers={"accept-language": "de"}))
    assert len({said[1][0][1] for said in (in_english, in_french, in_german)}) == 3


@pytest.mark.parametrize(
    "address", ["", "nowhere", "club/", "sessions/x/y", "../v2/club", "sessions/%00", "evenings/%00"]
)
def test_an_address_that_is_none_is_answered_as_json(house: House, address: str) -> None:
    assert refused(Program(house.club).client.get(f"{BASE}/{address}"))[0] == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
@pytest.mark.parametrize("address", ["club", "sessions/x/document", "openapi.json"])
def test_nothing_is_written(house: House, address: str, method: str) -> None:
    answer = getattr(Program(house.club).client, method)(f"{BASE}/{address}")
    assert (refused(answer)[0], answer["Allow"]) == (405, "GET, HEAD")


# Response headers


def test_head_is_answered_as_get_without_the_body(house: House) -> None:
    program = Program(house.club)
    whole, head = program.ask("members"), program.client.head(f"{BASE}/members")
    assert (head.status_code, head.content) == (200, b"")
    assert (head["ETag"], head["Content-Type"]) == (whole["ETag"], "application/json; charset=utf-8")


def test_what_has_not_changed_is_answered_by_304() -> None:
    night = Night(members=("Anne", "Bruno", "Chloé", "David"))
    scribe = night.table("Anne", "Bruno", "Chloé", "David")
    scribe.record(GARDE)
    program = Program(night.club)
    address = f"{BASE}/sessions/{scribe.session.public_id}/document"
    first = program.client.get(address)
    same = program.client.get(address, headers={"if-none-match": first["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    scribe.record(GARDE)
    later = program.client.get(address, headers={"if-none-match": first["ETag"]})
    assert (later.status_code, len(later.json()["hands"])) == (200, 2)


def test_an_answer_is_for_its_token_alone_and_has_nothing_of_a_browser(house: House) -> None:
    program = Program(house.club)
    program.client.cookies["django_language"] = "fr"
    program.client.cookies[COOKIE] = signing.get_cookie_signer(salt=COOKIE).sign("x")
    answers = [program.ask("club"), program.ask("nowhere"), Program().ask("club"), program.client.post(f"{BASE}/club")]
    for answer in answers:
        assert answer["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept-Language"} <= {one.strip() for one in answer["Vary"].split(",")}
        assert not answer.cookies
        assert "Access-Control-Allow-Origin" not in answer
        assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert answers[2]["WWW-Authenticate"] == 'Bearer realm="scorekeeper"'


def test_a_phone_of_the_club_is_no_program(house: House) -> None:
    assert refused(house.phone.get(f"{BASE}/club"))[0] == 401


def test_the_schema_is_there_for_everybody() -> None:
    answer = Client().get(f"{BASE}/openapi.json")
    assert (answer.status_code, answer.json()["openapi"]) == (200, "3.1.0")


# Number of queries


def filled(number: int) -> tuple[Program, dict[str, str]]:
    """A club with this many of everything; its client, and the addresses of one evening."""
    night = Night(f"Club {number}", tuple(f"M{place}" for place in range(4 * number)))
    evening = night.evening
    for place in range(number):
        night.played(*(f"M{4 * place + seat}" for seat in range(4)))
        night.table(*(f"M{4 * place + seat}" for seat in range(4))).record(GARDE)
        Evening.objects.create(club=night.club, date=date(2025, 1, 1 + place))
        Season.objects.create(club=night.club, name=f"{place}", starts=NEW_YEAR)
    return Program(night.club), {"evening": evening.public_id}


@pytest.mark.parametrize("address", ["members", "seasons", "standings", "evenings", "evenings/{evening}", "sessions"])
def test_a_list_asks_as_much_for_three_rows_as_for_one(address: str) -> None:
    counts = []
    for number in (1, 3):
        program, names = filled(number)
        program.told("club")  # the use of the token is written down
        ledgers.forget()
        with CaptureQueriesContext(connection) as asked:
            told = program.told(address.format(**names))
        counts.append(len(asked))
        assert max(len(rows) for rows in told.values() if isinstance(rows, list)) >= number
    assert counts[0] == counts[1]
    assert counts[0] <= 9
