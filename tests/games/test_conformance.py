"""Whatever is played at any registered game satisfies what is true of every game."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.game import Game
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.documents import DocumentError, ledger_document, read, session_document
from games.scoring.errors import Code, RuleError
from games.scoring.fields import OF_ANY_HAND
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from games.scoring.settlement import fewest_transfers
from games.scoring.types import CORRECTION, Correction
from games.ui.forms import NextHand as FormPosition
from tests.games import worked_examples
from tests.games.registry_cases import every_game
from tests.games.strategies import BRACES, JSON, Position, Session, any_attempt, sessions, spoilt, tables
from tests.property_tests import examples


def same(one: Ledger, other: Ledger) -> bool:
    """Return whether two ledgers of one table agree on every hand."""
    return (one.hands, one.state, one.totals, one.table) == (other.hands, other.state, other.totals, other.table)


def replayed(session: Session, raws: list[Any]) -> Ledger:
    """Return the ledger of other hands at the same table."""
    return replay(session.rules, session.table, raws, session.naming)


def filled_in(words: str) -> bool:
    """Check that there are words without missing values; notes may contain braces of their own."""
    return bool(words.strip()) and "{" not in words.replace(BRACES, "")


# True of every session


@every_game
@examples(40)
@given(st.data())
def test_totals_are_the_sum_of_the_amounts(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    table, ledger = session.table, session.ledger
    assert ledger.refusal is None
    totals = [0] * table.size
    for scored in ledger.hands:
        assert len(scored.entry.amounts) == table.size
        sums = [sum(column) for column in zip(*(line.amounts for line in scored.entry.lines), strict=True)]
        assert list(scored.entry.amounts) == (sums or [0] * table.size)
        totals = [total + amount for total, amount in zip(totals, scored.entry.amounts, strict=True)]
        assert list(scored.totals) == totals
    assert list(ledger.totals) == totals


@every_game
@examples(40)
@given(st.data())
def test_a_zero_sum_game_sums_to_zero_and_can_be_settled(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    rules, table, ledger = game.rules, session.table, session.ledger
    document = ledger_document(ledger)
    assert ("transfers" in document) == rules.zero_sum(table)
    if not rules.zero_sum(table):
        return
    settled = list(rules.settled(table, ledger.state, ledger.totals))
    assert sum(settled) == 0
    for transfer in fewest_transfers(settled):
        settled[transfer.debtor] += transfer.amount
        settled[transfer.creditor] -= transfer.amount
    assert settled == [0] * table.size


@every_game
@examples(40)
@given(st.data())
def test_every_derivation_line_has_a_paragraph_and_a_text(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    for scored in session.ledger.hands:
        for line in scored.entry.lines:
            assert line.rule in game.rules.paragraphs
            words = line.label.render(session.table.players)
            assert filled_in(words)
            # Where something carries over, a line may say what moved there while no counters did. A club's own figure
            # can be 0.
            may_be_nothing = game.position_template or session.table.tariff
            assert any(line.amounts) or may_be_nothing or isinstance(scored.hand.outcome, Correction)


@every_game
@examples(40)
@given(st.data())
def test_dealers_are_correct_and_players_who_sit_out_do_not_score(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    rules, table = game.rules, session.table
    state = rules.opening(table)
    for scored in session.ledger.hands:
        if isinstance(scored.hand.outcome, Correction):
            assert scored.dealer is None
            assert rules.dealer(table, scored.state) == rules.dealer(table, state)
        else:
            stated = scored.hand.dealer
            assert scored.dealer == (rules.dealer(table, state) if stated is None else stated)
        assert rules.dealer(table, scored.state) in table.seats
        assert json.dumps(rules.state_document(table, scored.state))
        state = scored.state


@every_game
@examples(30)
@given(st.data())
def test_a_replay_gives_the_same_as_hand_by_hand(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    grown = replay(game.rules, session.table, [], session.naming)
    for raw in session.raws:
        before = grown
        grown = grown.then(raw, session.naming)
        assert grown.hands[:-1] == before.hands
    assert same(grown, session.ledger)


@every_game
@examples(30)
@given(st.data())
def test_a_replay_stops_at_and_names_the_first_refused_hand(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    place = data.draw(st.integers(0, len(session.raws)))
    raws = [*session.raws[:place], {"call": "no such call"}, *session.raws[place:], {"call": 7}]
    stopped = replay(game.rules, session.table, raws, session.naming)
    assert stopped.refusal is not None
    assert stopped.refusal.number == place + 1
    assert stopped.refusal.error.field in ("call", None)
    assert same(stopped, replayed(session, session.raws[:place]))


@every_game
@examples(30)
@given(st.data())
def test_amending_a_hand_back_restores_everything(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    before = session.ledger
    kept = copy.deepcopy(session.raws)
    place = data.draw(st.integers(0, max(0, len(session.raws) - 1)))
    amended = data.draw(attempts_before(session, place))
    other = replayed(session, [*session.raws[:place], amended, *session.raws[place + 1 :]])
    assert other.hands[:place] == before.hands[:place]
    assert same(replayed(session, session.raws), before)
    assert session.raws == kept


def attempts_before(session: Session, place: int) -> st.SearchStrategy[Any]:
    """Another hand in the same place; it may well be refused."""
    state = replayed(session, session.raws[:place]).state
    here = Position(session.rules, session.table, state, session.naming)
    return any_attempt(here)


@every_game
@examples(30)
@given(st.data())
def test_encoding_and_decoding_a_hand_by_seat_or_name_changes_nothing(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    rules, table = game.rules, session.table
    by_seat = Naming(table.players, by_seat=True)
    stored = [
        json.loads(json.dumps(encode_hand(rules, table, scored.hand, by_seat))) for scored in session.ledger.hands
    ]
    assert same(replay(rules, table, stored, by_seat), session.ledger)
    state = rules.opening(table)
    for scored in session.ledger.hands:
        named = json.loads(json.dumps(encode_hand(rules, table, scored.hand, session.naming)))
        again, _position = decode_hand(rules, table, state, named, session.naming)
        assert again == scored.hand
        assert encode_hand(rules, table, again, session.naming) == named
        state = scored.state


@every_game
@examples(20)
@given(st.data())
def test_renaming_a_player_changes_no_stored_hand(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules, by_seat=True))
    renamed = replace(session.table, players=tuple(f"{name} Müller" for name in session.table.players))
    ledger = replay(game.rules, renamed, session.raws, Naming(renamed.players, by_seat=True))
    assert ledger.refusal is None
    assert ledger.hands == session.ledger.hands


@every_game
@examples(30)
@given(st.data())
def test_a_session_document_reads_back_the_same(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    written = json.loads(json.dumps(session_document(session.ledger)))
    again = read(written, registry.find_rules)
    assert same(again.ledger(), session.ledger)
    assert session_document(again.ledger()) == written
    assert ledger_document(again.ledger()) == ledger_document(session.ledger)


# What is refused


@every_game
@examples(60)
@given(st.data())
def test_an_error_names_a_field_of_the_hand_and_the_reason(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.rules))
    by_seat = Naming(table.players, by_seat=True)
    ledger = replay(game.rules, table, [], by_seat)
    here = Position(game.rules, table, ledger.state, by_seat)
    raw = data.draw(any_attempt(here))
    spoil = data.draw(st.none() | st.sampled_from([*raw, "note", "dealer", "what"]))
    if spoil is not None:
        raw[spoil] = data.draw(JSON)
    error = refusal(ledger, raw, by_seat)
    if error is None:
        return
    assert error.code in Code
    assert error.field is not None
    call = str(raw.get("call", game.rules.ordinary_call))
    assert error.field.split(".")[0] in {*raw, *OF_ANY_HAND, *game.rules.fields(table, call, raw).names}
    words = error.message.render(table.players)
    assert filled_in(words.replace(str(raw[spoil]) if spoil else BRACES, ""))
    assert words[-1] in ".?!"


def refusal(ledger: Ledger, raw: Any, naming: Naming) -> RuleError | None:
    """Return why that hand can't follow; any other exception is a bug."""
    try:
        ledger.then(raw, naming)
    except RuleError as error:
        return error
    return None


@every_game
@examples(80)
@given(st.data())
def test_any_document_is_either_read_or_refused(game: Game, data: st.DataObject) -> None:
    valid_document = data.draw(st.sampled_from(worked_examples.examples(game.slug)))["document"]
    document = data.draw(spoilt(valid_document))
    result = worked_examples.score(document)
    error = result.get("error")
    if error:
        assert error["message"]
        assert error["hand"] is None or 1 <= error["hand"] <= len(document["hands"])
    assert json.dumps(result)


@examples(150)
@given(JSON | st.dictionaries(st.sampled_from(["format", "version", "game", "players", "hands", "rules"]), JSON))
def test_text_that_is_not_a_document_is_refused(raw: Any) -> None:
    with pytest.raises(DocumentError):
        read(raw, registry.find_rules)


# Form and journal of a hand


@every_game
@examples(40)
@given(st.data())
def test_a_hand_filled_into_its_form_scores_the_same(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules, by_seat=True))
    rules, table = game.rules, session.table
    ledger = replay(rules, table, [], session.naming)
    for raw in session.raws:
        grown = ledger.then(raw, session.naming)
        if raw.get("call") != CORRECTION:
            form = game.form.of_raw(FormPosition(rules=rules, table=table, state=ledger.state), raw)
            again = ledger.then(form.raw(), session.naming).hands[-1]
            now = grown.hands[-1]
            assert (again.entry.amounts, again.dealer, again.state) == (now.entry.amounts, now.dealer, now.state)
            assert form.missing == []
        words = game.describe(table, raw).render(table.players)
        assert filled_in(words)
        ledger = grown
