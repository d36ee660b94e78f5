"""Every error of a tournament document: its round, table, field and code."""

from __future__ import annotations

from typing import Any

import pytest

from tests.desk.document.changed_documents import DELETED, PLAYED, SEATS, SESSION, SKAT, TAROT, changed
from tests.desk.documents import NAMES, Document, score, seat, table, tournament

SKAT["entries"][0].update(team="Asse", tandem="Paar", category="women", withdrawn_after=1)

Where = tuple[int | None, int | None, str | None, str]
"""Round, table, field and code."""


def where(answer: Document) -> Where:
    error = answer["error"]
    assert error["message"]
    assert "hand" not in error
    return error["round"], error["table"], error["field"], error["code"]


def of_document(field: str | None, code: str) -> Where:
    return None, None, field, code


def of_table(field: str | None, code: str) -> Where:
    return 1, 1, field, code


IN_TABLE = "rounds.0.tables.0"
RESULT = f"{IN_TABLE}.results.Anne"

DOCUMENT_ERRORS: list[tuple[str, Any, Where]] = [
    # The document
    ("format", "scorekeeper.session", of_document("format", "invalid_document")),
    ("version", 2, of_document("version", "invalid_document")),
    ("version", True, of_document("version", "invalid_document")),
    *[
        (name, DELETED, of_document(name, "required"))
        for name in ("format", "version", "game", "kind", "entries", "terms", "rounds")
    ],
    *[
        (name, 8, of_document(name, "invalid_document"))
        for name in ("game", "rules", "options", "kind", "entries", "terms", "rounds")
    ],
    ("players", [], of_document("players", "unknown_field")),
    ("game", "piquet", of_document("game", "unknown_game")),
    ("rules", "fft", of_document("rules", "unknown_rules")),
    ("options.tournees", 1, of_document("options.tournees", "unknown_option")),
    ("options.seeger", 1, of_document("options.seeger", "invalid")),
    ("options.contra", True, of_document("options.seeger", "impossible")),
    ("kind", "duplicate", of_document("kind", "unknown_choice")),
    ("kind", "whist_drive", of_document("kind", "unknown_choice")),
    # Entries
    ("entries.1", "Bruno", of_document("entries.1", "invalid")),
    ("entries.1.number", DELETED, of_document("entries.1.number", "required")),
    ("entries.1.name", DELETED, of_document("entries.1.name", "required")),
    ("entries.1.number", 0, of_document("entries.1.number", "out_of_range")),
    ("entries.1.number", "2", of_document("entries.1.number", "invalid")),
    ("entries.1.number", 2.5, of_document("entries.1.number", "invalid")),
    ("entries.1.number", True, of_document("entries.1.number", "invalid")),
    ("entries.1.number", 1, of_document("entries.1.number", "same_player")),
    ("entries.1.name", "Anne", of_document("entries.1.name", "same_player")),
    ("entries.1.name", " ", of_document("entries.1.name", "invalid")),
    ("entries.1.name", None, of_document("entries.1.name", "invalid")),
    ("entries.1.name", "x" * 61, of_document("entries.1.name", "invalid")),
    ("entries.1.name", "a\nb", of_document("entries.1.name", "invalid")),
    ("entries.1.team", 7, of_document("entries.1.team", "invalid")),
    ("entries.1.tandem", "", of_document("entries.1.tandem", "invalid")),
    ("entries.1.category", None, of_document("entries.1.category", "invalid")),
    ("entries.1.club", "SC", of_document("entries.1.club", "unknown_field")),
    ("entries.1", {"number": 2, "nane": "Bruno"}, of_document("entries.1.nane", "unknown_field")),
    ("entries.1.withdrawn_after", -1, of_document("entries.1.withdrawn_after", "out_of_range")),
    ("entries.1.withdrawn_after", 4, of_document("entries.1.withdrawn_after", "out_of_range")),
    ("entries.1.withdrawn_after", None, of_document("entries.1.withdrawn_after", "invalid")),
    # Terms
    ("terms.rounds", DELETED, of_document("terms.rounds", "required")),
    ("terms.rounds", 0, of_document("terms.rounds", "out_of_range")),
    ("terms.rounds", "3", of_document("terms.rounds", "invalid")),
    ("terms.fee", "1.00", of_document("terms.fee", "unknown_field")),
    ("terms.movers", "losers", of_document("terms.movers", "unknown_field")),
    ("terms.odd_tables", 3, of_document("terms.odd_tables", "unknown_field")),
    ("terms.hands", 48, of_document("terms.hands", "invalid")),
    ("terms.hands.5", 60, of_document("terms.hands.5", "unknown_field")),
    ("terms.hands.4", 0, of_document("terms.hands.4", "out_of_range")),
    ("terms.hands.4", 47.5, of_document("terms.hands.4", "invalid")),
    ("terms.seating", "random", of_document("terms.seating", "unknown_choice")),
    ("terms.seating", None, of_document("terms.seating", "invalid")),
    ("terms.seating.1", "random", of_document("terms.seating.1", "unknown_choice")),
    ("terms.seating.1", 1, of_document("terms.seating.1", "invalid")),
    ("terms.seating.3", "rank", of_document("terms.seating", "invalid")),
    ("terms.seating", ["rank"], of_document("terms.seating", "invalid")),
    ("terms.keep_apart", "tandem", of_document("terms.keep_apart", "unknown_choice")),
    ("terms.keep_apart", True, of_document("terms.keep_apart", "invalid")),
    ("terms.seed", "7", of_document("terms.seed", "invalid")),
    ("terms.seed", 7.5, of_document("terms.seed", "invalid")),
    ("terms.seed", DELETED, of_document("terms.seed", "required")),
    ("terms.missed", "zero", of_document("terms.missed", "unknown_choice")),
    ("terms.tie_breaks", "won", of_document("terms.tie_breaks", "invalid")),
    ("terms.tie_breaks.1", "age", of_document("terms.tie_breaks.1", "unknown_choice")),
    ("terms.match_points", [0, 1], of_document("terms.match_points", "out_of_range")),
    ("terms.match_points", [3, -1], of_document("terms.match_points.1", "out_of_range")),
    ("terms.match_points", {"won": 2}, of_document("terms.match_points", "invalid")),
    ("terms.match_points", [1.5], of_document("terms.match_points.0", "invalid")),
    ("terms.team_size", 1, of_document("terms.team_size", "out_of_range")),
    ("terms.team_size", None, of_document("terms.team_size", "invalid")),
    ("terms.entry_fee", 10, of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", "10", of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", "10.0", of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", "10.005", of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", "10,00", of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", " 10.00", of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", "010.00", of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", "١٠.٠٠", of_document("terms.entry_fee", "invalid")),
    ("terms.entry_fee", "-10.00", of_document("terms.entry_fee", "out_of_range")),
    ("terms.entry_fee", "1000000001.00", of_document("terms.entry_fee", "out_of_range")),
    ("terms.house_share", "10.01", of_document("terms.house_share", "out_of_range")),
    ("terms.loss_money", "0.50", of_document("terms.loss_money", "invalid")),
    ("terms.loss_money", None, of_document("terms.loss_money", "invalid")),
    ("terms.loss_money.1", [4], of_document("terms.loss_money.1", "invalid")),
    ("terms.loss_money.0.0", 0, of_document("terms.loss_money.0.0", "out_of_range")),
    ("terms.loss_money.1.0", 1, of_document("terms.loss_money.1.0", "out_of_range")),
    ("terms.loss_money.1.1", 1, of_document("terms.loss_money.1.1", "invalid")),
    ("terms.loss_money_to", "bank", of_document("terms.loss_money_to", "unknown_choice")),
    ("terms.prizes", [], of_document("terms.prizes", "invalid")),
    ("terms.prizes", None, of_document("terms.prizes", "invalid")),
    ("terms.prizes.first", "1.00", of_document("terms.prizes.first", "unknown_field")),
    ("terms.prizes.amounts.0", 20, of_document("terms.prizes.amounts.0", "invalid")),
    ("terms.prizes.percent", [50], of_document("terms.prizes.percent", "unknown_field")),
    ("terms.prizes", {"percent": [50, 30, 21]}, of_document("terms.prizes.percent", "total")),
    ("terms.prizes", {"percent": [-1]}, of_document("terms.prizes.percent.0", "out_of_range")),
    ("terms.prizes", {"percent": [50, 101]}, of_document("terms.prizes.percent.1", "out_of_range")),
    ("terms.prizes", {"percent": [33.3]}, of_document("terms.prizes.percent.0", "invalid")),
    ("terms.prizes.every", 0, of_document("terms.prizes.every", "out_of_range")),
    ("terms.prizes.special.0.for", DELETED, of_document("terms.prizes.special.0.for", "required")),
    ("terms.prizes.special.0.for", "first_half", of_document("terms.prizes.special.0.for", "unknown_choice")),
    ("terms.prizes.special.0.amount", DELETED, of_document("terms.prizes.special.0.amount", "required")),
    ("terms.prizes.special.0.amount", "5", of_document("terms.prizes.special.0.amount", "invalid")),
    ("terms.prizes.special.0.category", 1, of_document("terms.prizes.special.0.category", "invalid")),
    # Rounds
    ("terms", {"rounds": 1}, of_document("rounds", "over")),
    ("rounds.1", [], of_document("rounds.1", "invalid")),
    ("rounds.1.tables", DELETED, of_document("rounds.1.tables", "required")),
    ("rounds.1.tables", {}, of_document("rounds.1.tables", "invalid")),
    ("rounds.1.number", 2, of_document("rounds.1.number", "unknown_field")),
    ("rounds.0.out", "Emil", (1, None, "out", "invalid")),
    ("rounds.0.out.0", "Zoé", (1, None, "out.0", "unknown_player")),
    ("rounds.0.out.0", 5, (1, None, "out.0", "invalid")),
    ("rounds.0.out.1", "Anne", (1, None, "out.1", "same_player")),
    ("rounds.1.out", ["Anne"], (2, None, "out.0", "not_playing")),
    # Tables
    (IN_TABLE, "Anne", of_table(None, "invalid")),
    (f"{IN_TABLE}.table", DELETED, of_table("table", "required")),
    (f"{IN_TABLE}.table", 2, of_table("table", "out_of_range")),
    (f"{IN_TABLE}.table", "1", of_table("table", "invalid")),
    (f"{IN_TABLE}.seats", DELETED, of_table("seats", "required")),
    (f"{IN_TABLE}.seats", "Anne", of_table("seats", "invalid")),
    (f"{IN_TABLE}.seats.1", 2, of_table("seats.1", "invalid")),
    (f"{IN_TABLE}.seats.1", "Zoé", of_table("seats.1", "unknown_player")),
    (f"{IN_TABLE}.seats.1", "Anne", of_table("seats.1", "same_player")),
    ("rounds.1.tables.0.seats.2", "Anne", (2, 1, "seats.2", "not_playing")),
    ("rounds.1.tables.1", table(2, ["Emil"]), (2, 2, "seats.0", "same_player")),
    (f"{IN_TABLE}.seats", ["Anne", "Bruno"], of_table("players", "players")),
    (f"{IN_TABLE}.seats", [*SEATS, "Emil"], of_table("players", "players")),
    (f"{IN_TABLE}.seats", [], of_table("players", "players")),
    (f"{IN_TABLE}.boards", [], of_table("boards", "unknown_field")),
    (f"{IN_TABLE}.session", SESSION, of_table("session", "unknown_field")),
    # Results
    (f"{IN_TABLE}.results", [], of_table("results", "invalid")),
    (f"{IN_TABLE}.results", None, of_table("results", "invalid")),
    (f"{IN_TABLE}.results", {}, of_table("results.Anne", "required")),
    (f"{IN_TABLE}.results.Emil", {}, of_table("results.Emil", "unknown_player")),
    (RESULT, DELETED, of_table("results.Anne", "required")),
    (RESULT, 7, of_table("results.Anne", "invalid")),
    *[
        (f"{RESULT}.{name}", DELETED, of_table(f"results.Anne.{name}", "required"))
        for name in ("points", "won", "lost")
    ],
    *[(f"{RESULT}.{name}", "7", of_table(f"results.Anne.{name}", "invalid")) for name in ("points", "won", "lost")],
    (f"{RESULT}.points", 0.5, of_table("results.Anne.points", "invalid")),
    (f"{RESULT}.points", False, of_table("results.Anne.points", "invalid")),
    (f"{RESULT}.points", 10**9 + 1, of_table("results.Anne.points", "out_of_range")),
    (f"{RESULT}.won", -1, of_table("results.Anne.won", "out_of_range")),
    (f"{RESULT}.tricks", 8, of_table("results.Anne.tricks", "unknown_field")),
    (f"{RESULT}.lost", 49, of_table("results", "total")),
]

TAROT_ERRORS: list[tuple[str, Any, Where]] = [
    ("terms.loss_money", [], of_document("terms.loss_money", "unknown_field")),
    ("terms.loss_money_to", "pool", of_document("terms.loss_money_to", "unknown_field")),
    ("terms.tie_breaks", ["won"], of_document("terms.tie_breaks.0", "unknown_choice")),
    ("terms.odd_tables", 4, of_document("terms.odd_tables", "out_of_range")),
    ("terms.table_size", 6, of_document("terms.table_size", "out_of_range")),
    ("terms.tables", 0, of_document("terms.tables", "out_of_range")),
    (f"{RESULT}.won", 1, of_table("results.Anne.won", "unknown_field")),
    (f"{RESULT}.points", 10, of_table("results", "total")),
]


def named(path: str, value: Any) -> str:
    words = {id(DELETED): "missing", id(SESSION): "session"}.get(id(value), str(value)[:20])
    return f"{path}={words}".encode("ascii", "replace").decode()


@pytest.mark.parametrize(
    ("path", "value", "expected"), DOCUMENT_ERRORS, ids=[named(path, value) for path, value, _where in DOCUMENT_ERRORS]
)
def test_an_error_of_a_document(path: str, value: Any, expected: Where) -> None:
    assert where(score(changed(SKAT, path, value))) == expected


@pytest.mark.parametrize(
    ("path", "value", "expected"), TAROT_ERRORS, ids=[named(path, value) for path, value, _where in TAROT_ERRORS]
)
def test_an_error_of_a_tournament_of_tarot(path: str, value: Any, expected: Where) -> None:
    assert where(score(changed(TAROT, path, value))) == expected


@pytest.mark.parametrize("document", [SKAT, PLAYED, TAROT], ids=["results", "session", "Tarot"])
def test_the_documents_of_these_tests_have_no_error(document: Document) -> None:
    assert score(document)["format"] == "scorekeeper.ranking"


@pytest.mark.parametrize(
    ("path", "value", "hand", "field", "code"),
    [
        ("hands.1.bid", 19, 2, "bid", "out_of_range"),
        ("hands.1.declarer", "Emil", 2, "declarer", "unknown_player"),
        ("hands.1.declarer", "Anne", 2, "declarer", "not_playing"),
        ("hands.0", 8, 1, None, "invalid"),
        ("hands", DELETED, None, "session.hands", "required"),
        ("format", "scorekeeper.tournament", None, "session.format", "invalid_document"),
        ("options.tournees", 1, None, "session.options.tournees", "unknown_option"),
        ("players", ["Anne", "Anne", "Chloé", "David"], None, "session.players", "players"),
        # What differs from the tournament
        ("game", "tarot", None, "session.game", "invalid"),
        ("rules", DELETED, None, "session.options.seeger", "unknown_option"),
        ("options", DELETED, None, "session.options.seeger", "invalid"),
        ("players", ["Bruno", "Anne", "Chloé", "David"], None, "session.players", "invalid"),
        ("players", ["Anne", "Bruno", "Chloé"], None, "session.players", "invalid"),
        ("tariff", {"name": "Thursdays", "version": 1, "figures": {}}, None, "session.tariff", "invalid"),
    ],
)
def test_an_error_of_a_session_adds_the_hand(path: str, value: Any, hand: int | None, field: str, code: str) -> None:
    error = score(changed(PLAYED, f"{IN_TABLE}.session.{path}", value))["error"]
    assert error.pop("message")
    assert error == {"round": 1, "table": 1, "hand": hand, "field": field, "code": code}


def test_a_session_of_another_rule_set_is_refused() -> None:
    document = changed(PLAYED, f"{IN_TABLE}.session.rules", "foster")
    document = changed(document, f"{IN_TABLE}.session.options", {})
    assert score(document)["error"]["field"] == "session.rules"


def test_a_session_has_no_more_games_than_the_table_has_hands() -> None:
    assert where(score(changed(PLAYED, "terms.hands.4", 1))) == of_table("session", "total")


@pytest.mark.parametrize("hands", [DELETED, {"3": 36}], ids=["none", "of another size"])
def test_a_table_whose_hands_are_not_planned_has_any_number_of_games(hands: Any) -> None:
    document = changed(SKAT, "terms.hands", hands)
    assert "error" not in score(changed(document, f"{RESULT}.lost", 10_000))


def test_anything_but_an_object_is_refused() -> None:
    assert where(score([SKAT])) == of_document(None, "invalid_document")


# Messages


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("entries.1.name", "Anne", "Start number 1 has the same name."),
        ("entries.1.number", 1, "Anne has the same start number."),
        ("terms.seating", ["draw"], "This must be one word for all rounds, or a list of 3, not of 1."),
        ("terms.entry_fee", f"{'9' * 5000}.00", "This amount is too large."),
        ("terms.entry_fee", "99999999999.00", "This amount is too large."),
        (f"{IN_TABLE}.seats", [*SEATS, "Emil"], "International (ISkO) is for 3 or 4 players, not 5."),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_message_says_what_is_wrong(path: str, value: Any, message: str) -> None:
    assert score(changed(SKAT, path, value))["error"]["message"] == message


@pytest.mark.parametrize("size", [2, 4, 6])
def test_a_size_of_odd_tables_that_cannot_be_chosen_is_refused_with_those_that_can(size: int) -> None:
    error = score(changed(TAROT, "terms.odd_tables", size))["error"]
    assert (error["code"], error["message"]) == ("out_of_range", f"This must be 3 or 5, not {size}.")


def test_a_session_document_is_refused_as_not_a_tournament() -> None:
    error = score(SESSION)["error"]
    assert (error["field"], error["code"]) == ("format", "invalid_document")
    assert error["message"] == "This is not a tournament document."


# Seating


def test_more_tables_than_the_players_fill_are_refused() -> None:
    document = tournament(SEATS, terms={"seating": "rank", "tables": 2})
    assert where(seat(document)) == of_document("terms.tables", "out_of_range")


def test_a_draw_needs_a_seed_and_a_ranking_without_lots_does_not() -> None:
    document = tournament(SEATS)
    assert where(seat(document)) == of_document("terms.seed", "required")
    assert "error" not in score(document)


def test_no_round_is_seated_after_the_last() -> None:
    document = tournament(SEATS, terms={"rounds": 1, "seed": 1}, rounds=[{"tables": [table(1, SEATS)]}])
    assert where(seat(document)) == of_document("rounds", "over")


def test_a_missing_fixed_round_is_required() -> None:
    document = tournament(SEATS, terms={"seating": "fixed"}, rounds=[{"tables": [table(1, SEATS, [1, 2, 3, 4])]}])
    assert where(seat(document)) == of_document("rounds", "required")


def test_too_few_players_for_a_table_are_refused() -> None:
    assert where(seat(tournament(SEATS[:2], terms={"seed": 1}))) == of_document("players", "players")


def test_a_cyclic_plan_ends_after_as_many_rounds_as_there_are_tables() -> None:
    names = [f"Player {number}" for number in range(1, 21)]
    document = tournament(names, terms={"rounds": 9, "seating": "cyclic"})
    for _number in range(5):
        document = seat(document)
    assert score(document)["meetings"] == {"most": 1, "repeated": 0}
    assert where(seat(document)) == of_document("rounds", "over")


@pytest.mark.parametrize(
    ("seating", "field"), [("cyclic", "terms.seating"), (["cyclic", "rank"], "terms.seating.0")], ids=["word", "list"]
)
def test_a_cyclic_plan_needs_full_tables_in_a_number_that_suits(seating: Any, field: str) -> None:
    document = tournament(NAMES[:8], terms={"rounds": 2, "seating": seating})
    assert where(seat(document)) == of_document(field, "unknown_choice")
