"""Whatever is played at any registered game satisfies what is true of every game."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.game import Game
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.document_details import DocumentDetails
from games.scoring.documents import DocumentError, ledger_document, read, session_document
from games.scoring.errors import Code, RuleError
from games.scoring.fields import OF_ANY_HAND
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from games.scoring.sessions import combined
from games.scoring.settlement import fewest_transfers
from games.scoring.types import CORRECTION, Correction
from games.ui.forms import Choices, OutcomeForm, Position
from games.ui.hand_form import HandForm
from tests.games import worked_examples
from tests.games.registry_cases import every_game
from tests.games.strategies import BRACES, JSON, Drawing, Session, any_attempt, sessions, spoilt, tables
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


# True of every session. To draw one takes longer than to check it, so each is put through all checks.


def totals_are_the_sum_of_the_amounts(session: Session) -> None:
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


def a_zero_sum_game_sums_to_zero_and_can_be_settled(session: Session) -> None:
    rules, table, ledger = session.rules, session.table, session.ledger
    document = ledger_document(ledger)
    assert ("transfers" in document) == rules.zero_sum(table)
    assert not (rules.zero_sum(table) and rules.rule_set(table).lowest_wins)  # or else the winner would pay
    if not rules.zero_sum(table):
        return
    settled = list(rules.settled(table, ledger.state, ledger.totals))
    assert sum(settled) == 0
    for transfer in fewest_transfers(settled):
        settled[transfer.debtor] += transfer.amount
        settled[transfer.creditor] -= transfer.amount
    assert settled == [0] * table.size


def the_ranks_follow_the_totals(session: Session) -> None:
    """Whoever has more ranks first, or whoever has less where the lowest total wins; a game may break ties."""
    rules, table, ledger = session.rules, session.table, session.ledger
    totals = rules.settled(table, ledger.state, ledger.totals)
    ranks = rules.ranks(table, ledger.state, totals)
    if len(ranks[0]) > 1:  # ranked by more than the total
        return
    by_rank = sorted(table.seats, key=lambda seat: ranks[seat], reverse=True)
    by_total = [totals[seat] for seat in by_rank]
    assert by_total == sorted(by_total, reverse=not rules.rule_set(table).lowest_wins)


def sides_cover_the_table_and_partners_share(session: Session) -> None:
    rules, table = session.rules, session.table
    sides = rules.sides(table)
    seats = [seat for side in sides for seat in side]
    assert sorted(seats) == (list(table.seats) if sides else [])
    assert all(len(side) > 1 for side in sides)
    if rules.partners_share:
        for scored in session.ledger.hands:
            assert all(len({scored.entry.amounts[seat] for seat in side}) == 1 for side in sides)


def a_game_with_a_planned_number_of_hands_is_over_after_them(session: Session) -> None:
    rules, table = session.rules, session.table
    planned, played = rules.hands_planned(table), 0
    for raw, scored in zip(session.raws, session.ledger.hands, strict=True):
        played += rules.counts_in_round(raw.get("call"))
        if planned is not None:
            assert rules.over(table, scored.state) == (played >= planned)


def a_correction_taken_back_leaves_the_end_as_it_was(session: Session) -> None:
    rules, table, ledger = session.rules, session.table, session.ledger
    one, other, *_more = rules.sides(table) or [(seat,) for seat in table.seats]
    for amount in (1, 1000):
        moved = {**dict.fromkeys(one, amount), **dict.fromkeys(other, -amount)}
        raws = [
            {
                "call": CORRECTION,
                "amounts": {session.naming.key(seat): sign * gain for seat, gain in moved.items()},
                "note": "and back",
            }
            for sign in (1, -1)
        ]
        once = ledger.then(raws[0], session.naming)
        after = once.then(raws[1], session.naming)
        if rules.counted(once.state) == rules.counted(ledger.state):  # or else the correction won a game for good
            assert rules.over(table, after.state) == rules.over(table, ledger.state)
        assert rules.dealer(table, after.state) == rules.dealer(table, ledger.state)


def every_derivation_line_has_a_paragraph_and_a_text(session: Session) -> None:
    game = registry.get(session.rules.slug)
    for scored in session.ledger.hands:
        for line in scored.entry.lines:
            assert line.rule in session.rules.paragraphs
            assert filled_in(line.label.render(session.table.players))
            # Where something carries over, a line may say what moved there while no counters did. A club's own figure
            # can be 0.
            may_be_nothing = game.position_template or session.table.tariff
            assert any(line.amounts) or may_be_nothing or isinstance(scored.hand.outcome, Correction)


def dealers_are_correct_and_players_who_sit_out_do_not_score(session: Session) -> None:
    rules, table = session.rules, session.table
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


def preselected(form: OutcomeForm) -> dict[str, str]:
    """Return what a new form posts of its own, shown or not."""
    groups = [shown.group for shown in form.shown.values()] if isinstance(form, HandForm) else []
    chips = [(group.name, chip) for group in groups if isinstance(group, Choices) for chip in group]
    return {name: chip.value for name, chip in chips if chip.usual}


def the_deal_goes_on_as_hands_that_wait_on_a_phone_have_it(session: Session) -> None:
    """A phone without a connection knows what was tapped and in which order the players deal, but not the score."""
    rules, table, by_seat = session.rules, session.table, Naming(session.table.players, by_seat=True)
    for scored, state in session.ledger.played():
        if isinstance(scored.hand.outcome, Correction):
            continue
        raw = encode_hand(rules, table, scored.hand, by_seat)
        position = Position(rules=rules, table=table, state=state)
        form = registry.get(rules.slug).form
        posted = {**preselected(form(position)), **form.from_raw(position, raw).data}
        conditions = [parse_qsl(condition, keep_blank_values=True) for condition in rules.deals_again(table, state)]
        is_again = any(all(posted.get(name, "") == value for name, value in pairs) for pairs in conditions)
        dealers, after = rules.next_dealers(table, state), rules.dealer(table, scored.state)
        assert dealers[0] == scored.dealer
        # In Mort, the next Vivant deals the next game.
        assert after == dealers[0 if is_again else 1] or getattr(scored.state, "game", 0) != getattr(state, "game", 0)


def a_replay_gives_the_same_as_hand_by_hand(session: Session) -> None:
    grown = replayed(session, [])
    for raw in session.raws:
        before = grown
        grown = grown.then(raw, session.naming)
        assert grown.hands[:-1] == before.hands
    assert same(grown, session.ledger)


def encoding_and_decoding_a_hand_by_seat_or_name_changes_nothing(session: Session) -> None:
    rules, table = session.rules, session.table
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


def a_session_document_reads_back_the_same(session: Session) -> None:
    written = json.loads(json.dumps(session_document(session.ledger)))
    assert ("tariff" in written) == (session.table.tariff is not None)
    again = read(written, registry.find_rules).single()
    assert same(again.ledger(), session.ledger)
    assert again.table.figures == session.table.figures
    assert session_document(again.ledger()) == written
    assert ledger_document(again.ledger()) == ledger_document(session.ledger)


def a_session_with_a_date_scores_the_same(session: Session) -> None:
    details = DocumentDetails(date=date(2026, 11, 27))
    written = json.loads(json.dumps(session_document(session.ledger, details=details)))
    assert written["version"] == 2
    document = read(written, registry.find_rules)
    assert document.details == details
    (again,) = document.ledgers()
    assert same(again, session.ledger)
    assert session_document(again, details=details) == written
    ledger, plain = ledger_document(again, details=details), ledger_document(again)
    for hand in ledger["hands"]:
        assert hand.pop("stretch") == 1
    for name in ("players", "hands", "totals", "state", "transfers"):
        assert ledger.get(name) == plain.get(name)


def two_stretches_come_to_twice_as_much(session: Session) -> None:
    written = json.loads(json.dumps(session_document(session.ledger, session.ledger)))
    document = read(written, registry.find_rules)
    assert session_document(*document.ledgers()) == written
    whole, once = combined(document.ledgers()), combined([session.ledger])
    assert whole.people == session.table.players
    assert whole.settled == tuple(2 * amount for amount in once.settled)
    assert whole.gains == tuple(2 * amount for amount in once.gains)
    assert whole.counted == {name: tuple(2 * number for number in counted) for name, counted in once.counted.items()}
    assert [hand.number for hand in whole.hands()] == list(range(1, 2 * len(session.raws) + 1))


def a_replay_stops_at_and_names_the_first_refused_hand(session: Session, place: int) -> None:
    raws = [*session.raws[:place], {"call": "no such call"}, *session.raws[place:], {"call": 7}]
    stopped = replayed(session, raws)
    assert stopped.refusal is not None
    assert stopped.refusal.number == place + 1
    assert stopped.refusal.error.field in ("call", None)
    assert same(stopped, replayed(session, session.raws[:place]))


def amending_a_hand_back_restores_everything(session: Session, place: int, amended: Any) -> None:
    """The other hand in its place may well be refused."""
    kept = copy.deepcopy(session.raws)
    other = replayed(session, [*session.raws[:place], amended, *session.raws[place + 1 :]])
    assert other.hands[:place] == session.ledger.hands[:place]
    assert same(replayed(session, session.raws), session.ledger)
    assert session.raws == kept


@every_game
@examples(20)
@given(st.data())
def test_any_session_is_consistent(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules))
    totals_are_the_sum_of_the_amounts(session)
    a_zero_sum_game_sums_to_zero_and_can_be_settled(session)
    the_ranks_follow_the_totals(session)
    sides_cover_the_table_and_partners_share(session)
    a_game_with_a_planned_number_of_hands_is_over_after_them(session)
    a_correction_taken_back_leaves_the_end_as_it_was(session)
    every_derivation_line_has_a_paragraph_and_a_text(session)
    dealers_are_correct_and_players_who_sit_out_do_not_score(session)
    the_deal_goes_on_as_hands_that_wait_on_a_phone_have_it(session)
    a_replay_gives_the_same_as_hand_by_hand(session)
    encoding_and_decoding_a_hand_by_seat_or_name_changes_nothing(session)
    a_session_document_reads_back_the_same(session)
    a_session_with_a_date_scores_the_same(session)
    two_stretches_come_to_twice_as_much(session)
    place = data.draw(st.integers(0, len(session.raws)))
    a_replay_stops_at_and_names_the_first_refused_hand(session, place)
    here = Drawing(session.rules, session.table, replayed(session, session.raws[:place]).state, session.naming)
    amending_a_hand_back_restores_everything(session, place, data.draw(any_attempt(here)))


# What is refused


@every_game
@examples(13)
@given(st.data())
def test_an_error_names_a_field_of_the_hand_and_the_reason(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.rules))
    by_seat = Naming(table.players, by_seat=True)
    ledger = replay(game.rules, table, [], by_seat)
    here = Drawing(game.rules, table, ledger.state, by_seat)
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
@examples(26)
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


@examples(50)
@given(JSON | st.dictionaries(st.sampled_from(["format", "version", "game", "players", "hands", "rules"]), JSON))
def test_text_that_is_not_a_document_is_refused(raw: Any) -> None:
    with pytest.raises(DocumentError):
        read(raw, registry.find_rules)


# True of every session as it is stored: its players are named by their seats


def renaming_a_player_changes_no_stored_hand(session: Session) -> None:
    renamed = replace(session.table, players=tuple(f"{name} Müller" for name in session.table.players))
    ledger = replay(session.rules, renamed, session.raws, Naming(renamed.players, by_seat=True))
    assert ledger.refusal is None
    assert ledger.hands == session.ledger.hands


def a_hand_filled_into_its_form_scores_the_same(session: Session) -> None:
    game, rules, table = registry.get(session.rules.slug), session.rules, session.table
    ledger = replayed(session, [])
    for raw in session.raws:
        grown = ledger.then(raw, session.naming)
        if raw.get("call") != CORRECTION:
            form = game.form.from_raw(Position(rules=rules, table=table, state=ledger.state), raw)
            again = ledger.then(form.raw(), session.naming).hands[-1]
            now = grown.hands[-1]
            assert (again.entry.amounts, again.dealer, again.state) == (now.entry.amounts, now.dealer, now.state)
            assert form.missing == []
        words = game.describe(table, raw).render(table.players)
        assert filled_in(words)
        ledger = grown


@every_game
@examples(13)
@given(st.data())
def test_any_stored_session_can_be_renamed_and_amended(game: Game, data: st.DataObject) -> None:
    session = data.draw(sessions(game.rules, by_seat=True))
    renaming_a_player_changes_no_stored_hand(session)
    a_hand_filled_into_its_form_scores_the_same(session)
