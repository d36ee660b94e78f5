"""The rules as decoder: a sheet is read as hands that are possible and whose totals add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from games.scoring.naming import Naming
from games.scoring.replay import replay
from scorekeeper.reading.decoder.hands import SURE, SURE_IN_SPITE, ReadHand, read_hands
from scorekeeper.reading.decoder.search import MOST_POSITIONS, Search
from scorekeeper.reading.observations import DigitSeen, NumberSeen, RowSeen, TickSeen
from tests.games import marked_rows
from tests.reading.decoder.rows import TICKED, digit, number, places_of, row
from tests.reading.decoder.tarot_session import (
    HANDS,
    MARKS,
    NO_TOTALS,
    NOTHING,
    OPENING,
    SHEET,
    TOTALS,
    raws,
    unreadable,
    with_number,
    with_total,
    written,
)


def read(rows: Sequence[RowSeen]) -> list[ReadHand]:
    return read_hands(SHEET, OPENING, NO_TOTALS, rows)


def test_the_session_is_worth_what_the_rules_say():
    ledger = replay(SHEET.rules, SHEET.table, HANDS, Naming(SHEET.table.players, by_seat=True))
    assert [scored.totals for scored in ledger.hands] == TOTALS


def test_a_clear_sheet_is_read_without_a_question():
    hands = read([written(at) for at in range(4)])
    assert raws(hands) == HANDS
    assert [hand.written for hand in hands] == [dict(enumerate(totals)) for totals in TOTALS]
    assert not [hand for hand in hands if hand.asked or hand.slips or hand.doubtful or hand.astray or hand.others]


def test_totals_with_more_digits_than_boxes_are_left_out_and_the_hands_are_read():
    """Of five, there are three boxes: (25 + 40) × 6 = 390 from each, twice for the taker, once for the partner."""
    sheet = marked_rows.marked_sheet("tarot", "fft", size=5)
    marks = marked_rows.row("call=garde_contre taker=0 partner=1 bouts:2 points:81")
    rows = []
    for number_of_hands in range(1, 5):
        totals = [number_of_hands * gain for gain in (780, 390, -390, -390, -390)]
        rows.append(row(sheet, marks, {seat: total for seat, total in enumerate(totals) if abs(total) < 1000}))
    hands = read_hands(sheet, sheet.rules.opening(sheet.table), (0,) * 5, rows)
    raw = {"call": "garde_contre", "taker": 0, "partner": 1, "bouts": 2, "points": 81}
    assert raws(hands) == [raw] * 4
    assert [hand.row for hand in hands if hand.asked] == [2, 3], "no total confirms these"
    assert not [hand for hand in hands if hand.slips]


# What the rules decide


@pytest.mark.parametrize(("points", "totals"), [(49, (99, -33, -33, -33)), (44, (84, -28, -28, -28))])
def test_a_running_total_decides_a_digit_that_is_hard_to_read(points: int, totals: tuple[int, ...]):
    """With 49 points the hand is worth 25 + 8 to each, with 44 it is 25 + 3."""
    seen = with_number(written(0, dict(enumerate(totals))), "points", NumberSeen(places=(digit(4), digit(4, d9=0.49))))
    (hand,) = read([seen])
    assert (hand.raw, hand.asked) == ({**HANDS[0], "points": points}, False)


def test_a_hand_decides_a_running_total_that_is_hard_to_read():
    seen = written(0)
    anne = NumberSeen(places=(digit(None), digit(None), digit(9), digit(4, d9=0.2)), minus=0.01)
    (hand,) = read([replace(seen, totals={**seen.totals, 0: anne})])
    assert (hand.raw, hand.written[0], hand.slips) == (HANDS[0], 99, {})


def test_the_totals_of_the_row_below_decide_a_hand_whose_own_are_unreadable():
    doubtful = NumberSeen(places=(digit(4), digit(4, d9=0.49)))
    first = with_number(unreadable(written(0)), "points", doubtful)
    assert read([first])[0].raw == {**HANDS[0], "points": 44}
    assert raws(read([first, written(1)])) == HANDS[:2]


def test_a_hand_that_the_rules_forbid_is_not_chosen():
    """A deal has only three bouts, and a 1 can look like a 4 or a 7."""
    seen = with_number(unreadable(written(1)), "bouts", NumberSeen(places=(digit(4, d1=0.2, d7=0.3),)))
    (hand,) = read([seen])
    assert hand.raw == HANDS[1]


def test_marks_without_a_meaning_are_not_chosen():
    """A passed hand has no taker, so a stroke that may be a tick isn't one."""
    passed = row(SHEET, {"call": frozenset({"passed"})}, dict.fromkeys(range(4), 0))
    (hand,) = read([replace(passed, ticks={**passed.ticks, ("taker", "0"): TickSeen(ticked=0.9)})])
    assert hand.raw == {"call": "passed"}


def test_only_one_of_two_boxes_that_exclude_each_other_is_ticked():
    """The first of these ticks was scribbled over, and the totals say so."""
    seen = written(0)
    ticks = {**seen.ticks, ("taker", "1"): TickSeen(ticked=0.9), ("taker", "0"): TickSeen(ticked=0.9)}
    assert raws(read([replace(seen, ticks=ticks)])) == HANDS[:1]


def overruling() -> RowSeen:
    """The first row, with points and a total that look like others than those that the other totals need."""
    seen = with_number(written(0), "points", NumberSeen(places=(digit(4), digit(1, d9=0.003))))
    anne = NumberSeen(places=(digit(None), digit(None), digit(9), digit(4, d9=0.003)), minus=0.001)
    return replace(seen, totals={**seen.totals, 0: anne})


def test_a_hand_that_overrules_one_written_field_is_not_asked_about():
    seen = with_number(written(0), "points", NumberSeen(places=(digit(4), digit(1, d9=0.01))))
    (hand,) = read([seen])
    assert (hand.raw, hand.overruled, hand.asked) == (HANDS[0], ("points",), False)


def test_a_hand_that_overrules_two_written_fields_is_asked_about():
    """The totals say that Anne took, and that she had 49 points."""
    seen = with_number(written(0), "points", NumberSeen(places=(digit(4), digit(1, d9=0.01))))
    ticks = {**seen.ticks, ("taker", "1"): TickSeen(ticked=0.9), ("taker", "0"): TickSeen(ticked=0.2)}
    (hand,) = read([replace(seen, ticks=ticks)])
    assert (hand.raw, hand.overruled, hand.asked) == (HANDS[0], ("taker", "points"), True)


def test_sureness_counts_the_hands_that_the_search_left_out():
    """It leaves out those that cost 10 more than the likeliest boxes; this hand costs more with its total."""
    (hand,) = read([overruling()])
    assert hand.sure < SURE


# Slips of the writer


def test_a_wrong_sum_is_reported_and_later_totals_are_off_by_as_much():
    """After the second hand, Anne has 39; 49 is written, and 31 is added to that."""
    hands = read([written(0), written(1, with_total(1, 0, 49)), written(2, with_total(2, 0, 80))])
    assert raws(hands) == HANDS[:3]
    assert [hand.slips for hand in hands] == [{}, {0: 10}, {}]
    assert [hand.asked for hand in hands] == [False, True, False]
    assert [hand.written[0] for hand in hands] == [99, 49, 80]
    assert [hand.scored.totals for hand in hands if hand.scored] == TOTALS[:3]


def test_a_total_that_is_corrected_later_is_reported():
    hands = read([written(0), written(1, with_total(1, 0, 51)), written(2), written(3)])
    assert raws(hands) == HANDS
    assert [hand.slips for hand in hands] == [{}, {0: 12}, {0: -12}, {}]
    assert [hand.asked for hand in hands] == [False, True, True, False]


def test_a_total_that_may_be_misread_as_well_as_a_slip_is_asked_about():
    """In the last row, nothing says whether Anne's 49 is a 39 that was misread."""
    hands = read([written(0), written(1, with_total(1, 0, 49))])
    assert raws(hands) == HANDS[:2]
    assert [hand.asked for hand in hands] == [False, True]
    assert {*hands[1].slips, *hands[1].maybe_slips} == {0}
    assert hands[1].doubtful == ("total-0",)


def test_a_total_that_looks_wrong_but_is_right_in_the_next_row_is_only_mentioned():
    """Anne's 49 is a 39 that was misread, or written wrong and not added to: her next total is 39 and 31."""
    hands = read([written(0), written(1, with_total(1, 0, 49)), written(2)])
    assert raws(hands) == HANDS[:3]
    assert [(hand.asked, hand.slips, hand.overruled) for hand in hands] == [
        (False, {}, ()),
        (False, {}, ("total-0",)),
        (False, {}, ()),
    ]
    assert hands[1].written[0] == 39


def test_a_last_total_that_looks_wrong_in_two_digits_is_asked_about():
    """No later total shows whether Anne's 51 is a sum that is wrong, or a 39 of which two digits were misread."""
    hands = read([written(0), written(1, with_total(1, 0, 51))])
    assert [hand.asked for hand in hands] == [False, True]
    assert {*hands[1].slips, *hands[1].maybe_slips} == {0}


def test_two_wrong_sums_in_a_row_are_both_reported():
    totals = {**with_total(1, 0, 49), 3: -94}
    hands = read([written(0), written(1, totals), written(2, {**with_total(2, 0, 80), 3: -63})])
    assert raws(hands) == HANDS[:3]
    assert [hand.slips for hand in hands] == [{}, {0: 10, 3: -1}, {}]


def test_a_hand_whose_totals_all_differ_is_offered_and_the_rows_below_continue_from_them():
    """Every total of the second row is 7 too high, and the third row continues from there."""
    wrong = written(1, {seat: total + 7 for seat, total in enumerate(TOTALS[1])})
    below = written(2, {seat: total + 7 for seat, total in enumerate(TOTALS[2])})
    _first, second, third = read([written(0), wrong, below])
    assert (second.raw, second.scored, second.asked) == (None, None, True)
    assert second.others == (HANDS[1],)
    assert second.slips == dict.fromkeys(range(4), 7)
    assert (third.raw, third.slips) == (HANDS[2], {})


@pytest.mark.parametrize(
    "change",
    [
        lambda seen: replace(seen, in_words=TICKED),
        lambda seen: with_number(seen, "points", NumberSeen(places=(digit(5), digit(6, d2=0.3)))),
        lambda seen: with_number(seen, "points", NumberSeen(places=(digit(9), digit(9)))),
        lambda seen: replace(seen, ticks={box: replace(tick, ticked=0.99) for box, tick in seen.ticks.items()}),
    ],
    ids=["in words", "a digit that may be another", "a hand that the rules refuse", "every box ticked"],
)
def test_no_hand_is_offered_if_its_boxes_are_unclear_too(change: Callable[[RowSeen], RowSeen]):
    wrong = change(written(1, {seat: total + 7 for seat, total in enumerate(TOTALS[1])}))
    _first, second = read([written(0), wrong])
    assert (second.raw, second.slips) == (None, {})


def test_a_missing_total_is_not_a_slip():
    totals = dict(enumerate(TOTALS[1]))
    del totals[2]
    hands = read([written(0), written(1, totals), written(2)])
    assert raws(hands) == HANDS[:3]
    assert [hand.slips for hand in hands] == [{}, {}, {}]
    assert [set(hand.written) for hand in hands] == [{0, 1, 2, 3}, {0, 1, 3}, {0, 1, 2, 3}]


def test_a_total_that_is_hard_to_read_is_not_a_slip_if_the_sum_fits():
    """An 8 with a gap looks most like a 6, but only 178 is a sum."""
    seen = written(2)
    bruno = NumberSeen(places=(digit(None), digit(1), digit(7), digit(6, d8=0.1)), minus=0.01)
    hands = read([written(0), written(1), replace(seen, totals={**seen.totals, 1: bruno})])
    assert (hands[2].raw, hands[2].slips, hands[2].written[1]) == (HANDS[2], {}, 178)


def test_digits_that_are_not_right_aligned_are_read():
    seen = written(0)
    anne = NumberSeen(places=(digit(None), digit(9), digit(9), digit(None)), minus=0.01)
    (hand,) = read([replace(seen, totals={**seen.totals, 0: anne})])
    assert (hand.raw, hand.written[0], hand.slips) == (HANDS[0], 99, {})


def test_hands_whose_totals_are_all_left_out_are_read():
    """Some people add up later: the totals of the third row confirm the two hands before it."""
    hands = read([written(0, {}), written(1, {}), written(2)])
    assert raws(hands) == HANDS[:3]
    assert not [hand for hand in hands if hand.asked]


def test_without_later_totals_only_digits_are_in_doubt():
    """One digit can be taken for another, but nothing makes a completely different hand likely."""
    hands = read([written(0, {}), written(1, {})])
    assert raws(hands) == HANDS[:2]
    assert {field for hand in hands for field in hand.doubtful} <= {"bouts", "points"}


# Rows that say no hand


def test_after_a_hand_in_words_the_totals_continue_as_written():
    """The second hand is in words: nobody can tell what it was, only what it was worth."""
    in_words = row(SHEET, {}, dict(enumerate(TOTALS[1])), in_words=True)
    hands = read([written(0), in_words, written(2)])
    assert raws(hands) == [HANDS[0], None, HANDS[2]]
    assert [hand.asked for hand in hands] == [False, True, False]
    assert hands[1].written == dict(enumerate(TOTALS[1]))
    assert hands[2].scored
    assert hands[2].scored.totals == TOTALS[2]


def test_a_hand_in_words_is_not_left_out_if_it_has_no_totals():
    hands = read([written(0), row(SHEET, {}, {}, in_words=True), written(1)])
    assert raws(hands) == [HANDS[0], None, HANDS[1]]
    assert [hand.asked for hand in hands] == [False, True, False]


def test_a_hand_in_words_that_is_marked_as_well_is_read_if_its_totals_fit():
    hands = read([written(0), replace(written(1), in_words=TickSeen(ticked=0.9))])
    assert raws(hands) == HANDS[:2]
    assert [hand.asked for hand in hands] == [False, True]


@pytest.mark.parametrize("ticked", [0.15, 0.45, 0.9, 0.9999])
@pytest.mark.parametrize("below", [[], [written(1)]], ids=["last", "among others"])
def test_a_tick_for_a_hand_in_words_is_never_taken_for_an_empty_row(ticked: float, below: list[RowSeen]):
    hands = read([written(0), replace(NOTHING, in_words=TickSeen(ticked=ticked)), *below])
    assert [(hand.row, hand.raw, hand.asked) for hand in hands[:2]] == [(0, HANDS[0], False), (1, None, True)]
    assert raws(hands[2:]) == HANDS[1 : 1 + len(below)]


def test_a_faint_tick_without_a_hand_is_asked_about_with_the_boxes_it_may_be_in():
    faint = replace(NOTHING, ticks={**NOTHING.ticks, ("taker", "0"): TickSeen(ticked=0.3)})
    hands = read([written(0), faint, written(1)])
    assert [(hand.row, hand.raw, hand.asked, hand.empty) for hand in hands] == [
        (0, HANDS[0], False, False),
        (1, None, True, True),
        (2, HANDS[1], False, False),
    ]
    assert hands[1].doubtful == ("taker",)


def test_a_speck_far_below_the_last_hand_is_not_a_hand():
    speck = replace(NOTHING, ticks={**NOTHING.ticks, ("taker", "0"): TickSeen(ticked=0.3)})
    assert raws(read([written(0), NOTHING, speck, NOTHING])) == HANDS[:1]
    assert [hand.row for hand in read([written(0), NOTHING, replace(NOTHING, in_words=TickSeen(ticked=0.9))])] == [0, 2]


def test_a_row_that_is_struck_out_is_asked_about_and_its_totals_count_for_nothing():
    hands = read([written(0), written(2).struck_out(), written(1)])
    assert [(hand.row, hand.raw, hand.asked, hand.empty) for hand in hands] == [
        (0, HANDS[0], False, False),
        (1, None, True, True),
        (2, HANDS[1], False, False),
    ]
    assert (hands[1].written, hands[1].others, hands[1].slips) == ({}, (), {})


def test_of_rows_that_are_struck_out_after_the_last_hand_only_the_next_is_asked_about():
    struck = NOTHING.struck_out()
    assert [hand.row for hand in read([written(0), struck, struck, struck])] == [0, 1]


def test_a_row_whose_writing_is_too_faint_is_asked_about_anywhere():
    faint = replace(NOTHING, faint=True)
    hands = read([written(0), faint, NOTHING, faint])
    assert [(hand.row, hand.raw, hand.asked) for hand in hands] == [
        (0, HANDS[0], False),
        (1, None, True),
        (3, None, True),
    ]


def test_totals_without_a_hand_continue_as_written_and_the_row_is_asked_about():
    hands = read([written(0), row(SHEET, {}, dict(enumerate(TOTALS[1]))), written(2)])
    assert raws(hands) == [HANDS[0], None, HANDS[2]]
    assert [hand.asked for hand in hands] == [False, True, False]
    assert hands[1].written == dict(enumerate(TOTALS[1]))


def test_an_unreadable_hand_does_not_affect_the_others():
    seen = written(1)
    smudged = replace(seen, ticks={key: TickSeen(ticked=0.5) for key in seen.ticks})
    hands = read([written(0), with_number(smudged, "points", NumberSeen(places=(digit(9), digit(9)))), written(2)])
    assert [hands[0].raw, hands[2].raw] == [HANDS[0], HANDS[2]]
    assert [hand.asked for hand in hands] == [False, True, False]


def test_an_empty_row_in_the_middle_is_left_out():
    hands = read([written(0), NOTHING, written(1), NOTHING, NOTHING])
    assert raws(hands) == HANDS[:2]
    assert [hand.row for hand in hands] == [0, 2]


def test_a_row_that_may_be_empty_is_asked_about():
    """A misdeal is one tick, and changes no total."""
    sheet = marked_rows.marked_sheet("mort", size=3)
    blank = row(sheet, {}, {})
    faint = replace(blank, ticks={**blank.ticks, ("call", "misdeal"): TickSeen(ticked=0.6)})
    (hand,) = read_hands(sheet, sheet.rules.opening(sheet.table), (0, 0, 0), [blank, faint, blank])
    assert (hand.row, hand.asked) == (1, True)
    assert {"call": "misdeal"} in (hand.raw, *hand.others)


# What is asked


def test_a_hand_in_doubt_is_asked_and_the_others_it_may_be_are_offered():
    doubtful = NumberSeen(places=(digit(4), digit(9, d4=0.3)))
    (hand,) = read([with_number(unreadable(written(0)), "points", doubtful)])
    assert (hand.raw, hand.asked) == (HANDS[0], True)
    assert hand.others == ({**HANDS[0], "points": 44},)
    assert "points" in hand.doubtful
    assert not {"call", "taker"} & set(hand.doubtful)
    assert 0.6 < hand.sure < 0.8


TENS = marked_rows.marked_sheet("tarot", "fft", round_to_ten=True)
"""By tens, 46 to 55 points with two bouts are all worth 25 + 10, which the taker of a prise wins from each."""


@pytest.mark.parametrize(
    ("points", "asked"),
    [
        (digit(9), False),
        (digit(9, d7=0.05), True),
        (replace(digit(9), astray=True), True),
    ],
    ids=["clear", "in doubt", "crossed out"],
)
def test_a_digit_that_no_total_can_confirm_is_asked_about_only_if_it_is_not_clear(points: DigitSeen, asked: bool):
    seen = row(TENS, MARKS[0], {0: 105, 1: -35, 2: -35, 3: -35})
    seen = with_number(seen, "points", NumberSeen(places=(digit(4), points)))
    (hand,) = read_hands(TENS, OPENING, NO_TOTALS, [seen])
    assert (hand.raw, hand.asked) == (HANDS[0], asked)


def test_without_totals_a_digit_in_doubt_is_asked_about_even_if_it_is_clear():
    """Here 9 and 4 are worth 35 and 25 to each, and no total says which."""
    seen = unreadable(row(TENS, MARKS[0], {}))
    seen = with_number(seen, "points", NumberSeen(places=(digit(4), digit(9, d4=0.007))))
    (hand,) = read_hands(TENS, OPENING, NO_TOTALS, [seen])
    assert (hand.raw, hand.asked) == (HANDS[0], True)


def test_the_likeliest_of_the_other_hands_comes_first():
    doubtful = NumberSeen(places=(digit(4), digit(9, d4=0.1, d8=0.3)))
    (hand,) = read([with_number(unreadable(written(0)), "points", doubtful)])
    assert [other["points"] for other in hand.others] == [48, 44]


@pytest.mark.parametrize("place", ["points", "taker", "total-2"])
def test_stray_ink_is_mentioned_but_not_asked_about_if_the_totals_leave_no_doubt(place: str):
    seen = written(0)
    match place:
        case "points":
            crossed_out = replace(digit(9), astray=True)
            seen = with_number(seen, "points", NumberSeen(places=(digit(4), crossed_out)))
        case "taker":
            seen = replace(seen, ticks={**seen.ticks, ("taker", "3"): TickSeen(ticked=0.01, astray=True)})
        case _:
            boxes = number(-33, SHEET.total_places, signed=True)
            boxes = replace(boxes, places=(*boxes.places[:-1], replace(digit(3), astray=True)))
            seen = replace(seen, totals={**seen.totals, 2: boxes})
    (hand,) = read([seen])
    assert (hand.raw, hand.astray, hand.asked) == (HANDS[0], (place,), False)


def test_an_extra_tick_is_mentioned_even_if_the_totals_say_which_one_counts():
    seen = written(0)
    (hand,) = read([replace(seen, ticks={**seen.ticks, ("taker", "3"): TICKED})])
    assert (hand.raw, hand.astray, hand.asked) == (HANDS[0], ("taker",), False)


def test_stray_ink_is_asked_about_if_no_total_confirms_the_hand():
    crossed_out = NumberSeen(places=(digit(4), replace(digit(9, d7=0.004), astray=True)))
    (hand,) = read([with_number(unreadable(written(0)), "points", crossed_out)])
    assert (hand.raw, hand.astray, hand.asked) == (HANDS[0], ("points",), True)


def test_stray_ink_among_the_totals_does_not_make_the_hand_uncertain():
    seen = written(0, {})
    (clear,) = read([seen])
    *empty, last = places_of(seen.totals[2])
    blot = NumberSeen(places=(*empty, replace(last, astray=True)), minus=0.01)
    (hand,) = read([replace(seen, totals={**seen.totals, 2: blot})])
    assert clear.sure < SURE_IN_SPITE
    assert (hand.raw, hand.astray, hand.asked) == (HANDS[0], ("total-2",), clear.asked)


def test_a_digit_that_the_totals_overrule_is_mentioned():
    looks_like_7 = NumberSeen(places=(digit(4), digit(7, d9=0.03)))
    (hand,) = read([with_number(written(0), "points", looks_like_7)])
    assert (hand.raw, hand.overruled) == (HANDS[0], ("points",))
    (hand,) = read([written(0)])
    assert hand.overruled == ()


# Sheets that go on


def test_a_sheet_that_begins_mid_session_continues_its_state_and_totals():
    ledger = replay(SHEET.rules, SHEET.table, HANDS[:2], Naming(SHEET.table.players, by_seat=True))
    hands = read_hands(SHEET, ledger.state, ledger.totals, [written(2), written(3)])
    assert raws(hands) == HANDS[2:]
    assert not [hand for hand in hands if hand.asked]
    assert [hand.scored.totals for hand in hands if hand.scored] == TOTALS[2:]


def test_the_totals_of_another_session_do_not_fit():
    hands = read([written(2), written(3)])
    assert hands[0].asked
    assert hands[0].slips or hands[0].raw is None


# Probabilities


@pytest.mark.parametrize(
    "rows",
    [
        [written(0), written(1), NOTHING, written(2)],
        [written(0), written(1, with_total(1, 0, 49)), written(2, with_total(2, 0, 80))],
        [unreadable(written(0)), unreadable(written(1))],
    ],
    ids=["clear", "with a slip", "unreadable totals"],
)
def test_the_probabilities_of_all_ways_over_a_row_add_up_to_one(rows: list[RowSeen]):
    search = Search(SHEET, OPENING, NO_TOTALS)
    search.read(rows)
    for at in range(len(rows)):
        assert sum(step.probability for step in search.steps(at)) == pytest.approx(1)


def test_a_sheet_without_rows_has_no_hands():
    assert read([]) == []


# Input that says nothing


def test_a_completely_unreadable_sheet_is_asked_about_row_by_row():
    """Every box may be ticked or not, and hold any digit; the search is bounded and gives up on each row."""
    nothing = unreadable(NOTHING)
    any_digit = places_of(nothing.totals[0])[0]
    noise = replace(
        nothing,
        ticks={box: TickSeen(ticked=0.5) for box in nothing.ticks},
        numbers={
            name: NumberSeen(places=(any_digit,) * len(places_of(boxes))) for name, boxes in nothing.numbers.items()
        },
        in_words=TickSeen(ticked=0.5),
    )
    search = Search(SHEET, OPENING, NO_TOTALS)
    search.read([noise] * 3)
    assert all(len(layer) <= MOST_POSITIONS for layer in search.layers)
    assert [(hand.row, hand.asked) for hand in read([noise] * 3)] == [(0, True), (1, True), (2, True)]
