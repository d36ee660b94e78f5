"""Every game's marked sheet: a row fits on the paper, and a hand scores the same when its marks are read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games import common_hands, examples, notes
from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay, score_hand
from games.scoring.text import SeatName, Text
from games.scoring.types import CORRECTION, Option, OptionValue, RuleSet, ScoredHand, Table
from games.ui.marked_sheet import Field, MarkedSheet, Marks, TickBox, Ticks
from tests.games.registry_cases import GAMES, each, each_rule_set, every_game_of_ours
from tests.games.strategies import NAMES, Drawing, Session, any_attempt, sessions
from tests.property_tests import examples as tried

MARKED = [game for game in GAMES if game.marked_sheet]
every_marked_game, every_marked_rule_set = each(MARKED), each_rule_set(MARKED)

A4_LANDSCAPE, A4_UPRIGHT = 270, 186
"""The width of a row, in millimetres."""
NUMBER, GAP, TICK, DIGIT = 8, 2, 5, 5.5
MOST_LETTERS = 4

MOST_MARKS, MOST_OF_DIFFERENZLER = 6, 16
"""Ticks and digits of a common hand: five, and one more with a partner; or two digits in each of eight fields."""
SAYABLE, SAYABLE_OF_TAROT = 0.9, 0.75
"""The least share of the hands in a game's worked examples that its boxes can say. Those of Tarot have many slams."""


def sheet_of(game: Game, table: Table) -> MarkedSheet:
    assert game.marked_sheet
    return game.marked_sheet(game.rules, table)


def values_of(option: Option) -> list[OptionValue]:
    """The values of an option; of a number, the fewest and more than anybody plays."""
    if option.choices:
        return [value for value, _label in option.choices]
    return [True, False] if option.low is None else [option.low, option.low + 20]


def all_tables(game: Game, rule_set: RuleSet) -> Iterator[Table]:
    """Yield a table for every number of players with every combination of options that the rules allow."""
    names = [option.name for option in rule_set.options]
    for size in rule_set.players:
        for values in product(*map(values_of, rule_set.options)):
            options = dict(zip(names, values, strict=True))
            try:
                yield game.rules.table(NAMES[:size], rules=rule_set.slug, options=options)
            except RuleError:
                continue  # options that exclude each other


def width_of(field: Field) -> float:
    if isinstance(field, Ticks):
        return TICK * len(field.boxes)
    return DIGIT * field.places + (TICK if field.signed else 0)


@every_game_of_ours
def test_every_game_has_a_marked_sheet(game: Game) -> None:
    assert game.marked_sheet


@every_marked_rule_set
def test_a_row_fits_on_the_paper(game: Game, rule_set: RuleSet) -> None:
    for table in all_tables(game, rule_set):
        sheet = sheet_of(game, table)
        total = TICK + DIGIT * sheet.total_places
        parts = [NUMBER, *map(width_of, sheet.fields()), TICK, *[total] * table.size]
        width = sum(parts) + GAP * (len(parts) - 1)
        assert width <= (A4_LANDSCAPE if sheet.landscape else A4_UPRIGHT), (table.size, table.options)


@every_marked_rule_set
def test_fields_and_boxes_can_be_told_apart(game: Game, rule_set: RuleSet) -> None:
    for table in all_tables(game, rule_set):
        fields = sheet_of(game, table).fields()
        names = [field.name for field in fields]
        assert len(set(names)) == len(names)
        assert not [name for name in names if name == "in-words" or name.startswith("total-")]
        for field in fields:
            if isinstance(field, Ticks):
                assert 1 <= field.most <= len({box.key for box in field.boxes}) == len(field.boxes)
            else:
                assert field.places >= 1


def boxes_of(game: Game, rule_set: RuleSet) -> Iterator[TickBox]:
    for table in all_tables(game, rule_set):
        for field in sheet_of(game, table).fields():
            if isinstance(field, Ticks):
                yield from field.boxes


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@every_marked_rule_set
def test_heads_are_short_and_abbreviations_are_explained(game: Game, rule_set: RuleSet, language: str) -> None:
    with translation.override(language):
        for box in boxes_of(game, rule_set):
            if isinstance(box.head, SeatName):
                continue
            head = box.head.render((), translation) if isinstance(box.head, Text) else str(box.head)
            means = box.means.render((), translation) if isinstance(box.means, Text) else box.means
            assert 1 <= len(head.strip(".")) <= MOST_LETTERS, head
            assert means or not head.isupper(), head


@every_marked_rule_set
def test_what_the_headings_omit_is_explained_in_sentences(game: Game, rule_set: RuleSet) -> None:
    for table in all_tables(game, rule_set):
        for sentence in sheet_of(game, table).explained():
            words = str(sentence)
            assert words[0].isupper()
            assert words.endswith(".")


@pytest.mark.parametrize("language", ["fr", "de"])
@every_marked_game
def test_remarks_in_notes_are_shown_in_the_readers_language(game: Game, language: str) -> None:
    assert game.marked_sheet
    for remark in game.marked_sheet.remarks:
        stored_note = notes.with_remarks("late", [remark])
        with translation.override(language):
            shown = notes.translated(stored_note, translation)
        assert shown.startswith("late; ")
        assert shown != stored_note


# From a hand to marks and back


def stored(ledger: Ledger) -> list[dict[str, Any]]:
    by_seat = Naming(ledger.table.players, by_seat=True)
    return [encode_hand(ledger.rules, ledger.table, scored.hand, by_seat) for scored in ledger.hands]


def read_back(game: Game, ledger: Ledger) -> Iterator[tuple[Mapping[str, Any], ScoredHand, ScoredHand | None]]:
    """Yield every hand as it is stored, as it was scored, and as it is scored when read from its marks, if it has any.

    The marks of each are put to the test in the position in which the hand was played.
    """
    table, by_seat, sheet = ledger.table, Naming(ledger.table.players, by_seat=True), sheet_of(game, ledger.table)
    state, totals = game.rules.opening(table), (0,) * table.size
    for raw, scored in zip(stored(ledger), ledger.hands, strict=True):
        marks, again = sheet.marks(raw), None
        if marks is not None:
            assert_can_be_marked(sheet, marks)
            outcome = sheet.outcome(state, marks)
            assert all(remark in sheet.remarks for remark in sheet.left_open(outcome))
            again = score_hand(game.rules, table, state, totals, outcome, by_seat)
        yield raw, scored, again
        state, totals = scored.state, scored.totals


def assert_can_be_marked(sheet: MarkedSheet, marks: Marks) -> None:
    """Check that the boxes of the sheet can have these marks."""
    fields = {field.name: field for field in sheet.fields()}
    for name, mark in marks.items():
        field = fields[name]
        if isinstance(field, Ticks):
            assert isinstance(mark, frozenset)
            assert mark <= {box.key for box in field.boxes}
            assert 1 <= len(mark) <= field.most
        else:
            assert isinstance(mark, int)
            assert 0 <= mark < 10**field.places or (field.signed and -(10**field.places) < mark < 0)


def assert_scores_the_same(scored: ScoredHand, again: ScoredHand) -> None:
    assert again.entry.amounts == scored.entry.amounts
    assert (again.totals, again.state, again.dealer) == (scored.totals, scored.state, scored.dealer)


@every_marked_game
def test_a_hand_of_the_worked_examples_scores_the_same_when_its_marks_are_read(game: Game) -> None:
    said = left_to_words = 0
    for document in examples.documents(game.slug):
        for raw, scored, again in read_back(game, document.ledger()):
            if again is not None:
                assert_scores_the_same(scored, again)
                said += 1
            elif raw.get("call") != CORRECTION:
                left_to_words += 1
    assert said / (said + left_to_words) >= (SAYABLE_OF_TAROT if game.slug == "tarot" else SAYABLE)


@every_marked_game
def test_every_common_hand_can_be_marked_with_few_marks(game: Game) -> None:
    for hand in common_hands.common_hands(game.slug).hands:
        ((raw, scored, again),) = read_back(game, hand.document.ledger())
        assert again is not None
        assert_scores_the_same(scored, again)
        marks = sheet_of(game, hand.document.table).marks(raw)
        assert marks is not None
        marked = sum(len(str(mark)) if isinstance(mark, int) else len(mark) for mark in marks.values())
        assert marked <= (MOST_OF_DIFFERENZLER if hand.id == "differenzler" else MOST_MARKS), hand.id


@every_marked_game
@tried(10)
@given(st.data())
def test_any_hand_that_can_be_marked_scores_the_same_and_a_changed_total_is_written(
    game: Game, data: st.DataObject
) -> None:
    ledger = data.draw(sessions(game.rules, by_seat=True)).ledger
    for _raw, scored, again in read_back(game, ledger):
        if again is not None:
            assert_scores_the_same(scored, again)
    sheet, before = sheet_of(game, ledger.table), (0,) * ledger.table.size
    for scored in ledger.hands:
        running = sheet.running(scored)
        for seat in ledger.table.seats:
            assert running[seat] == before[seat] or sheet.writes_total(scored, seat)
        before = running


# Whatever is marked


@st.composite
def any_marks(draw: st.DrawFn, sheet: MarkedSheet, usual: Marks) -> Marks:
    """Draw a row with anything marked, or the marks of a hand with some fields changed."""
    fields = sheet.fields()
    start: Mapping[str, Any] = draw(st.sampled_from([usual, {}]))
    some = draw(st.lists(st.sampled_from(fields), max_size=len(fields) if not start else 2))
    marks = {**start, **{field.name: draw(any_mark(field)) for field in some}}
    return {name: mark for name, mark in marks.items() if mark is not None}


def any_mark(field: Field) -> st.SearchStrategy[Any]:
    if isinstance(field, Ticks):
        return st.frozensets(st.sampled_from([box.key for box in field.boxes]), max_size=3)
    most = 10**field.places - 1
    return st.none() | st.integers(-most if field.signed else 0, most)


@every_marked_game
@tried(20)
@given(st.data())
def test_any_marks_are_a_hand_or_refused_at_a_field(game: Game, data: st.DataObject) -> None:
    session: Session = data.draw(sessions(game.rules, most=2, by_seat=True))
    table, ledger, sheet = session.table, session.ledger, sheet_of(game, session.table)
    usual = sheet.marks(data.draw(any_attempt_that_scores(game, ledger))) or {}
    marks = data.draw(any_marks(sheet, usual))
    raw, error = read(sheet, ledger, marks)
    if error is not None:
        assert error.field in {field.name for field in sheet.fields()}
        assert str(error.message).endswith((".", "?"))
        return
    try:
        scored = score_hand(game.rules, table, ledger.state, ledger.totals, raw, session.naming)
    except RuleError:
        return  # whether the hand is possible is for the rules
    again = sheet.marks(raw)
    assert again is not None
    assert_can_be_marked(sheet, again)
    assert_scores_the_same(
        scored,
        score_hand(game.rules, table, ledger.state, ledger.totals, sheet.outcome(ledger.state, again), session.naming),
    )


def read(sheet: MarkedSheet, ledger: Ledger, marks: Marks) -> tuple[dict[str, Any], RuleError | None]:
    """Return the hand that the marks mean, or why they mean none; any other exception is a bug."""
    try:
        return sheet.outcome(ledger.state, marks), None
    except RuleError as error:
        return {}, error


def any_attempt_that_scores(game: Game, ledger: Ledger) -> st.SearchStrategy[dict[str, Any]]:
    """A hand that can follow, or else one that was passed or played before."""
    by_seat = Naming(ledger.table.players, by_seat=True)
    here = Drawing(game.rules, ledger.table, ledger.state, by_seat)
    usual = [*stored(ledger), {"call": CORRECTION}]

    def or_usual(raw: dict[str, Any]) -> dict[str, Any]:
        scores = replay(game.rules, ledger.table, [*stored(ledger), raw], by_seat).refusal is None
        return raw if scores else usual[0]

    return any_attempt(here).map(or_usual)
