"""The contests of every game's hands are consistent."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.game import Game
from games.scoring.documents import load
from games.scoring.replay import Ledger
from tests.games import worked_examples
from tests.games.contest_checks import contests
from tests.games.registry_cases import every_game, usual_tables
from tests.games.strategies import sessions
from tests.property_tests import examples


def check(game: Game, ledger: Ledger) -> set[str]:
    """Check the contests of every hand; return the calls that somebody undertook."""
    table, undertaken = ledger.table, set()
    for scored, state, found in contests(ledger):
        playing = set(game.rules.playing(table, state))
        call = scored.hand.outcome.call  # type: ignore[attr-defined] # every outcome has its call
        assert not (found and call in game.rules.misdeals)
        for contest in found:
            assert contest.side
            assert len({*contest.side, *contest.opponents}) == len(contest.side) + len(contest.opponents)
            assert playing >= {*contest.side, *contest.opponents}
            assert (contest.made is None) == (contest.call == "")
            assert contest.call in ("", call) or contest.call in game.rules.parts
            if contest.call:
                undertaken.add(contest.call)
    return undertaken


@every_game
@examples(6)
@given(st.data())
def test_the_contests_of_random_hands_are_consistent(game: Game, data: st.DataObject) -> None:
    check(game, data.draw(sessions(game.rules)).ledger)


@every_game
def test_every_call_in_the_worked_examples_has_a_name(game: Game) -> None:
    undertaken: set[str] = set()
    for example in worked_examples.examples(game.slug):
        if "error" not in example["expect"]:
            undertaken |= check(game, load(json.dumps(example["document"]), registry.find_rules).single().ledger())
    assert undertaken <= set(game.contest_names)
    for call in game.contest_names:
        assert str(game.call_name(call)).strip()


@every_game
def test_no_two_calls_have_the_same_name(game: Game) -> None:
    words = [str(text) for text in game.contest_names.values()]
    assert len(set(words)) == len(words)


@every_game
def test_parts_are_not_calls_and_have_their_own_headings(game: Game) -> None:
    rules = game.rules
    assert rules.paid_later <= rules.parts <= set(game.contest_names)
    assert (game.of_calls is not None) is bool(rules.parts)
    for rule_set in rules.rule_sets.values():
        table = rules.table([f"P{place}" for place in range(max(rule_set.players))], rules=rule_set.slug)
        assert not rules.parts & set(rules.calls(table))


@every_game
def test_misdeals_and_deals_that_do_not_count_in_a_round_are_calls(game: Game) -> None:
    """A rule set can lack a misdeal, such as that of a whist drive; every one belongs to some rule set."""
    tables = [table for rules in game.rules.rule_sets.values() for table in usual_tables(game, rules)]
    calls = {call for table in tables for call in game.rules.calls(table)}
    assert game.rules.misdeals | game.rules.dealt_again <= calls


@every_game
def test_an_unknown_call_is_shown_as_stored(game: Game) -> None:
    assert str(game.call_name("grand {duchess}")) == "grand {duchess}"


@every_game
@examples(4)
@given(st.data())
def test_tournament_points_are_per_seat_and_from_hands_only(game: Game, data: st.DataObject) -> None:
    ledger = data.draw(sessions(game.rules)).ledger
    points = game.rules.tournament_points(ledger.table, *ledger.table_list())
    assert points is None or len(points) == ledger.table.size
    nothing = (0,) * ledger.table.size
    assert game.rules.tournament_points(ledger.table, nothing, nothing, nothing) in (None, nothing)
