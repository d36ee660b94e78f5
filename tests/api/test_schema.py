"""The schema matches the responses, and keeps every address and field of version 1.0.0."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.urls import get_resolver
from jsonschema import Draft202012Validator

from games import registry
from scorekeeper.api import urls
from scorekeeper.evenings.models import Evening
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Hand, Session
from tests.api.addresses import SCHEMA
from tests.api.api_client import BASE, FIVE, Full, Program
from tests.desk.club_evening import ClubEvening
from tests.fuzz_values import ODD

pytestmark = pytest.mark.django_db

SLUGS = registry.slugs()
HANDS = {name for name in SCHEMA["components"]["schemas"] if name.endswith("Hand")} - {"LedgerHand", "StretchHand"}


PROMISED = {
    "/club": ("language", "Club"),
    "/members": ("language", "Members"),
    "/seasons": ("language", "Seasons"),
    "/standings": ("language season game rules by minimum best sort", "Standings"),
    "/evenings": ("language after limit", "Evenings"),
    "/evenings/{evening}": ("language", "EveningInFull"),
    "/sessions": ("language after limit since until game state evening", "Sessions"),
    "/sessions/{session}": ("language", "Session"),
    "/sessions/{session}/document": ("language", "SessionDocument"),
    "/sessions/{session}/ledger": ("language", "LedgerDocument"),
    "/openapi.json": ("language", ""),
}
"""The addresses of version 1.0.0, each with its query parameters and the object that it returns."""
PROMISED_FIELDS = {
    "Club": "name short_name members time_zone",
    "Problem": "type title status detail",
    "BadParameter": "name detail",
    "BadParameters": "type title status detail errors",
    "Member": "id name nickname guest retired_at sessions hands last_played_at",
    "Members": "members",
    "Season": "id name starts ends game rules minimum best current",
    "Seasons": "seasons",
    "Standing": "place member name sessions counted hands total average by_game",
    "Standings": "terms adds_games ranked below guests",
    "Terms": "season game rules by minimum best sort",
    "Evening": "id date name currency kitty rounding settled_at tables people",
    "Evenings": "evenings next",
    "Balance": "member name played amount",
    "EveningInFull": "id date name currency kitty rounding settled_at tables people presences sessions settlement",
    "OwnTariff": "name version figures",
    "Payment": "debtor creditor amount",
    "Presence": "member name came_at left_at",
    "Seated": "member name total gain money",
    "Session": (
        "id game rules options tariff evening table_number state locked started_at closed_at revision "
        "stake currency players"
    ),
    "Settlement": "balances payments kitty",
    "Sessions": "sessions next",
    "SessionDocument": "format version game rules options tariff players first_dealer hands",
    "LedgerDocument": "format version game rules options tariff players hands totals state transfers",
    "LedgerHand": "number dealer amounts lines state",
    "Line": "label rule amounts",
    "Transfer": "from to amount",
}
"""The objects of version 1.0.0 with their fields."""


def test_the_addresses_of_1_0_0_are_all_there() -> None:
    missing = {}
    for path, (parameters, returned) in PROMISED.items():
        operation = SCHEMA["paths"][f"{BASE}{path}"]["get"]
        taken = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "query"}
        answer = operation["responses"]["200"]["content"]["application/json"]["schema"]
        first, *_of_changed_players = answer.get("anyOf", [answer])
        if not set(parameters.split()) <= taken or first.get("$ref", "").rpartition("/")[2] != returned:
            missing[path] = (parameters, returned)
    assert missing == {}


def test_the_fields_of_1_0_0_are_all_there() -> None:
    schemas = SCHEMA["components"]["schemas"]
    missing = {name: set(fields.split()) - set(schemas[name]["properties"]) for name, fields in PROMISED_FIELDS.items()}
    assert {name: fields for name, fields in missing.items() if fields} == {}


def test_the_schema_documents_every_address_and_no_other() -> None:
    routed = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"{BASE}/{route.pattern}") for route in urls.of_version_1}
    assert routed == set(SCHEMA["paths"])
    known: list[Any] = urls.urlpatterns
    assert [str(route.pattern) for route in known] == ["v1/", ""]  # the last one refuses whatever else is requested
    below: Any = next(route for route in get_resolver().url_patterns if str(route.pattern) == "api/")
    assert below.url_patterns == known
    assert below.url_patterns[0].url_patterns == urls.of_version_1


def test_the_schema_documents_only_get() -> None:
    assert {method for path in SCHEMA["paths"].values() for method in path} == {"get"}


def objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if part.get("type") == "object" and "properties" in part:
            yield part
        for inner in part.values():
            yield from objects(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from objects(inner)


def test_objects_have_no_undocumented_fields() -> None:
    answers = {name: part for name, part in SCHEMA["components"]["schemas"].items() if name not in HANDS}
    schemas = list(objects(answers))
    assert len(schemas) >= 20
    assert [schema["title"] for schema in schemas if schema.get("additionalProperties") is not False] == []
    optional = {
        (schema["title"], name) for schema in schemas for name in schema["properties"] if name not in schema["required"]
    }
    assert optional == {
        ("LedgerDocument", "transfers"),
        ("LedgerDocument", "tariff"),
        ("SessionDocument", "tariff"),
        *(("SessionDocumentOfStretches", name) for name in ("tariff", "title", "stake")),
        *(("LedgerDocumentOfStretches", name) for name in ("tariff", "title", "stake", "transfers")),
        ("LedgerStretch", "shared"),
        *(("RankedGroup", name) for name in ("match_rounds", "match_points")),
        *(("RankedEntry", name) for name in ("won", "lost", "loss_money", "prize")),
        *(("TournamentRanking", name) for name in ("teams", "tandems", "cash")),
    }


def test_the_hands_of_a_document_have_the_fields_of_their_game() -> None:
    schemas = SCHEMA["components"]["schemas"]
    hands = Draft202012Validator(
        {**schemas["SessionDocument"]["properties"]["hands"], "components": SCHEMA["components"]}
    )
    hand = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
    assert len(HANDS) == len(SLUGS)
    assert hands.is_valid([hand])
    assert not hands.is_valid([{**hand, "colour": "red"}])


def operation_of(name: str) -> dict[str, Any]:
    """Return the schema of an operation."""
    operation: dict[str, Any] = next(
        path["get"] for path in SCHEMA["paths"].values() if path["get"]["operationId"] == name
    )
    return operation


def fits(operation: str, response: Any) -> str:
    """Return what is wrong with a response by the schema of its operation; nothing if it is valid."""
    expected = operation_of(operation)["responses"].get(str(response.status_code))
    if expected is None:
        return f"{response.status_code} is not documented"
    media_type, wanted = next(iter(expected["content"].items()))
    if response["Content-Type"].partition(";")[0] != media_type:
        return f"{response['Content-Type']} is not {media_type}"
    schema = {**wanted["schema"], "components": SCHEMA["components"]}
    return "; ".join(error.message for error in Draft202012Validator(schema).iter_errors(response.json()))


def requests(full: Full) -> Iterator[tuple[str, str, dict[str, Any], int]]:
    """Every operation, with requests for it and their status: each possible status at least once."""
    evening, session = full.club_evening.evening.public_id, full.settled.public_id
    yield "club", "club", {}, 200
    yield "members", "members", {"language": "de"}, 200
    yield "seasons", "seasons", {}, 200
    yield "standings", "standings", {}, 200
    yield "standings", "standings", {"season": full.season.pk, "best": "all", "minimum": 0, "sort": "average"}, 200
    yield "standings", "standings", {"game": "skat", "rules": "isko", "by": "points"}, 200
    yield "championship", "championship", {}, 200
    yield "championship", "championship", {"season": full.season.pk, "scoring": "place_points", "best": "1"}, 200
    yield "evenings", "evenings", {"limit": 1}, 200
    yield "evening", f"evenings/{evening}", {}, 200
    yield "sessions", "sessions", {"limit": 3}, 200
    yield "sessions", "sessions", {"limit": 3, "after": full.open.public_id, "evening": evening}, 200
    yield "sessions", "sessions", {"since": "2020-01-01", "until": "2030-01-01", "game": "skat", "state": "closed"}, 200
    for listed in (*full.closed.values(), full.settled, full.open):
        for part in ("", "/document", "/ledger", "/journal"):
            yield f"session{part.replace('/', '_')}", f"sessions/{listed.public_id}{part}", {"language": "fr"}, 200
    yield "tournaments", "tournaments", {"limit": 1}, 200
    yield "tournament_entries", f"tournaments/{evening}/entries", {}, 200
    yield "tournament_ranking", f"tournaments/{evening}/ranking", {}, 200
    yield "schema", "openapi.json", {}, 200
    for operation, address in addresses(evening, session).items():
        yield operation, address, {"nonsense": "x"}, 422
        yield operation, address, {"language": "nl"}, 422
        if "{" in next(
            path for path, path_item in SCHEMA["paths"].items() if path_item["get"]["operationId"] == operation
        ):
            yield operation, address.replace(evening, "nowhere").replace(session, "nowhere"), {}, 404


def addresses(evening: str, session: str) -> dict[str, str]:
    """Return the address of each operation."""
    return {
        path_item["get"]["operationId"]: path.removeprefix(f"{BASE}/").format(evening=evening, session=session)
        for path, path_item in SCHEMA["paths"].items()
    }


def test_every_response_matches_the_schema() -> None:
    full, wrong, seen = Full(), {}, set()
    for operation, address, parameters, status in requests(full):
        response = full.program.ask(address, **parameters)
        seen.add((operation, status))
        problem = fits(operation, response)
        if problem or response.status_code != status:
            wrong[address, str(parameters)] = f"{response.status_code} {problem}"
    assert wrong == {}
    operations = {path_item["get"]["operationId"] for path_item in SCHEMA["paths"].values()}
    assert {operation for operation, status in seen if status == 200} == operations
    assert {operation for operation, status in seen if status == 422} == operations


def test_every_documented_parameter_is_tried() -> None:
    full = Full(name="Parameters")
    given = {name for _operation, _address, parameters, _status in requests(full) for name in parameters} - {"nonsense"}
    documented = {
        parameter["name"]
        for path in SCHEMA["paths"].values()
        for parameter in path["get"]["parameters"]
        if parameter["in"] == "query"
    }
    assert given == documented


def test_the_sample_club_has_every_game_and_every_kind_of_object() -> None:
    full = Full(name="Everything")
    get_json = full.program.get_json
    assert set(full.closed) == set(SLUGS)
    people = get_json("members")["members"]
    assert {(person["guest"], person["retired_at"] is not None) for person in people} == {
        (False, False),
        (True, False),
        (False, True),
    }
    evening = get_json(f"evenings/{full.club_evening.evening.public_id}")
    assert evening["settlement"]["balances"]
    assert evening["settlement"]["payments"]
    assert evening["presences"]
    assert len(evening["sessions"]) == len(SLUGS) + 1
    for session in full.closed.values():
        assert len(get_json(f"sessions/{session.public_id}/document")["hands"]) >= 5


@pytest.mark.thorough
def test_responses_to_odd_parameters_match_the_schema() -> None:
    """Every tenth value for each parameter, and others in each operation: parameters of a kind share their checks."""
    club_evening = ClubEvening(members=FIVE)
    session, program = club_evening.played(*FIVE[:4]), Program(club_evening.club)
    wrong = {}
    found = addresses(club_evening.evening.public_id, session.public_id)
    for number, (operation, address) in enumerate(found.items()):
        names = {parameter["name"] for parameter in operation_of(operation)["parameters"] if parameter["in"] == "query"}
        for name, value in product(sorted(names), ODD[number % 10 :: 10]):
            response = program.ask(address, **{name: value})
            if response.status_code not in (200, 422) or fits(operation, response):
                wrong[operation, name, value[:40]] = response.status_code
    assert wrong == {}


@pytest.mark.parametrize(
    "operation", ["club", "members", "seasons", "standings", "championship", "evenings", "evening", "sessions"]
)
def test_a_response_without_a_token_matches_the_schema(operation: str) -> None:
    response = Program().ask(addresses("x", "y")[operation])
    assert (response.status_code, fits(operation, response)) == (401, "")


@pytest.mark.parametrize("operation", ["session", "session_document", "session_ledger", "session_journal"])
def test_no_session_is_returned_without_a_token(operation: str) -> None:
    response = Program().ask(addresses("x", "y")[operation])
    assert (response.status_code, fits(operation, response)) == (401, "")


def test_a_rate_limited_response_matches_the_schema(settings: Any) -> None:
    program = Program(Full(name="Hasty").club, name="hasty")
    settings.LIMITS = {**settings.LIMITS, "api": (2, 60)}
    responses = [program.ask("club") for _time in range(3)]
    assert [response.status_code for response in responses] == [200, 200, 429]
    assert fits("club", responses[2]) == ""
    assert 1 <= int(responses[2]["Retry-After"]) <= 30


def refuse_a_hand(session: Session) -> None:
    """Refuse the hand as if the rules had changed since."""
    hand = Hand.objects.filter(session=session).first()
    assert hand
    Hand.objects.filter(pk=hand.pk).update(outcome={**hand.outcome, "call": "nothing"})
    forget_ledgers()


@pytest.mark.parametrize("place", ["document", "ledger"])
def test_the_response_for_an_unscorable_session_matches_the_schema(place: str) -> None:
    full = Full(name="Old rules")
    refuse_a_hand(full.open)
    Session.objects.filter(pk=full.settled.pk).update(game="gone")
    forget_ledgers()
    for session in (full.open, full.settled):
        response = full.program.ask(f"sessions/{session.public_id}/{place}")
        assert (response.status_code, fits(f"session_{place}", response)) == (409, "")
    rows = {session["id"]: session["players"] for session in full.program.get_json("sessions")["sessions"]}
    assert {row["total"] for row in rows[full.open.public_id]} == {None}
    assert None not in {row["total"] for row in rows[full.settled.public_id]}
    assert Evening.objects.count() == 1
