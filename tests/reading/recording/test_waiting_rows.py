"""The rows of a photographed sheet on the page for typing a paper list: what is asked, and what is recorded."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from scorekeeper.devtools.demo_data import example_hands
from scorekeeper.play.models import PhotographedPage, SessionSheet
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import marked_sheet, sheet_layout
from scorekeeper.reading import kept_pages
from scorekeeper.reading.models import WrittenTotal
from scorekeeper.reading.observations import NumberSeen, RowSeen, TickSeen
from scorekeeper.reading.transcript import totals, waiting_rows
from scorekeeper.reading.transcript.waiting_rows import WaitingRows
from tests.clubs.clubs import SampleClub
from tests.games.marked_rows import can_be_marked
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.tables import FOUR, GARDE, PASSED, Scorer, fresh
from tests.reading.decoder.rows import blank, digit, in_words, number, unclear
from tests.reading.pages import pages_of
from tests.reading.reader import PRISE, THREE, Reader, keep, other_sheet, reader_of, say_done

pytestmark = pytest.mark.django_db

TOTALS = ((198, -66, -66, -66), (170, 18, -94, -94), (170, 18, -94, -94))
"""The totals after each of the three hands, worked out by hand."""


# How rows can look


def points_unclear(row: RowSeen) -> RowSeen:
    """A row whose points may be 49 or 44, and whose totals may be those of either."""
    points = NumberSeen(places=(digit(4), digit(9, d4=0.4)))
    losses = {seat: replace(unclear(None, None, 6, 6, d5=0.4), minus=0.99) for seat in (1, 2, 3)}
    return replace(row, numbers={**row.numbers, "points": points}, totals={0: unclear(None, 1, 9, 8, d6=0.4), **losses})


def scribbled(row: RowSeen) -> RowSeen:
    """A row with too many ticks and no totals."""
    return replace(blank(row), ticks={key: TickSeen(ticked=0.9) for key in row.ticks})


def wrong_sum(row: RowSeen) -> RowSeen:
    """A row in which Anne's total is 208 in place of 198."""
    total = NumberSeen(places=tuple(digit(figure) for figure in (None, 2, 0, 8)), minus=0.0)
    return replace(row, totals={**row.totals, 0: total})


def smudged(row: RowSeen) -> RowSeen:
    return replace(row, ticks={key: replace(tick, astray=True) for key, tick in row.ticks.items()})


# Rows that are sure


def test_certain_rows_are_listed_and_recorded_together() -> None:
    reader = Reader(*THREE)
    words = reader.look()
    assert "Record 3 hands" in words
    assert "Garde" in words
    assert reader.page.content.decode().count('alt="Row ') == 3
    words = reader.record()
    assert "Hand 3: no change" in words
    assert "12 totals on the sheet, and all match." in words
    ledger = fresh(reader.scorer.session)
    assert [hand.scored.totals for hand in ledger.hands if hand.scored] == list(TOTALS)
    assert [change.verb for change in reader.scorer.session.changes.order_by("revision")][1:] == ["record"] * 3
    assert {(row.hand_number, row.place): row.total for row in WrittenTotal.objects.all()} == {
        (number, place): total for number, after in enumerate(TOTALS, 1) for place, total in enumerate(after)
    }


def test_a_double_tap_records_nothing_twice() -> None:
    reader = Reader(*THREE)
    reader.look()
    answers = [reader.send(), reader.send(), reader.client.post(f"{reader.here}sheet/", reader.fields, headers=HTMX)]
    assert [answer.status_code for answer in answers] == [302, 302, 200]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert reader.calls == ["garde", "prise", "passed"]
    assert WrittenTotal.objects.count() == 12


def test_rows_that_were_recorded_before_the_answer_was_lost_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stopped after the second hand, before its totals were written; the form is sent again."""
    reader = Reader(*THREE)
    reader.look()
    write = totals.write

    def stop(*args: Any, number: int, **arguments: Any) -> None:
        if number == 2:
            raise RuntimeError
        write(*args, number=number, **arguments)

    with monkeypatch.context() as patch:
        patch.setattr(totals, "write", stop)
        with pytest.raises(RuntimeError):
            reader.send()
    assert reader.calls == ["garde", "prise"]
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]
    assert WrittenTotal.objects.count() == 12


def test_the_rows_up_to_one_are_recorded_and_the_next_can_be_typed() -> None:
    """The second row was read wrongly, so only the first is recorded; then the second is typed."""
    reader = Reader(*THREE)
    reader.look()
    words = reader.record(**reader.button("until", "(row 1)"))
    assert reader.calls == ["garde"]
    assert "Hand 2 · Anne deals" in words
    assert reader.type("2 p 2 44").status_code == 302
    assert reader.calls == ["garde", "prise"]
    assert "Record 1 hand" in reader.look()


def test_going_back_to_record_more_rows_skips_those_that_are_recorded() -> None:
    reader = Reader(*THREE)
    reader.look()
    for until in (reader.button("until", "(row 2)"), {}):
        assert reader.send(**until).status_code == 302
    assert reader.calls == ["garde", "prise", "passed"]


def test_going_back_after_an_undo_records_nothing() -> None:
    reader = Reader(*THREE)
    reader.look()
    before = reader.fields
    reader.record()
    undo = Form(reader.page, "/undo/").fields
    assert reader.client.post(f"{reader.here}undo/", undo).status_code == 302
    assert reader.client.post(f"{reader.here}sheet/", before).status_code == 409
    assert reader.calls == ["garde", "prise"]


def test_if_two_record_the_rows_one_is_refused_and_nothing_is_duplicated() -> None:
    reader = Reader(*THREE)
    other = Reader()
    other.here, other.client = reader.here, reader.client
    reader.look()
    other.look()
    reader.record(**reader.button("until", "(row 1)"))
    response = other.send()
    assert response.status_code == 409
    assert "The session has changed in the meantime." in words_of(response)
    assert "Record 2 hands" in words_of(response)
    other.page = response
    other.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_rows_on_the_page_are_recorded_even_if_the_photo_is_gone() -> None:
    reader = Reader(*THREE)
    reader.look()
    PhotographedPage.objects.all().delete()
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_another_photo_is_never_recorded_unseen() -> None:
    reader = Reader(*THREE)
    reader.look()
    keep(reader.scorer, [PRISE, PRISE])
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_rows_recorded_from_an_old_page_are_not_taken_for_those_of_another_sheet() -> None:
    reader = Reader(*THREE)
    reader.look()
    other_sheet(reader, PASSED, GARDE, PRISE)
    words = reader.record()
    assert reader.calls == ["garde", "prise", "passed"]
    assert "Row 1 is recorded already" in words
    assert 'name="row" value="1"' in reader.page.content.decode()
    other = Reader(*THREE)
    other.look()
    other_sheet(other, PASSED, GARDE, PRISE)
    words = other.record(**other.button("until", "(row 1)"))
    assert other.calls == ["garde"]
    assert 'name="row" value="1"' in other.page.content.decode()


def test_a_hand_typed_on_an_old_page_is_not_taken_for_a_row_of_another_sheet() -> None:
    reader = reader_of([GARDE, PRISE], {1: in_words})
    reader.look()
    other_sheet(reader, PASSED, PRISE)
    assert reader.type("2 p 2 44").status_code == 302
    reader.look()
    assert 'name="row" value="1"' in reader.page.content.decode()


@pytest.mark.parametrize("sealed", ["", "x", "W10:1rABC:xyz"])
def test_rows_that_this_page_never_showed_are_refused(sealed: str) -> None:
    reader = Reader(*THREE)
    reader.look()
    assert reader.send(drafts=sealed).status_code == 409
    assert reader.calls == []


def test_rows_of_another_session_are_refused() -> None:
    reader, other = Reader(*THREE), Reader(*THREE)
    reader.look()
    other.look()
    assert reader.send(drafts=other.fields["drafts"]).status_code == 409
    assert reader.calls == []


# Rows that are asked


def test_rows_are_recorded_up_to_the_next_question() -> None:
    reader = reader_of([GARDE, PRISE, PASSED], {2: in_words})
    assert "Record 1 hand" in reader.look()
    words = reader.record()
    assert "Row 2 on the sheet: what does it say?" in words
    assert (
        "This hand is written in words. From the totals, it could be the one below: compare them, or type it." in words
    )
    assert reader.type("2 p 2 44").status_code == 302
    assert "Record 1 hand" in reader.look()
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]


def test_a_number_in_doubt_is_asked_with_the_other_hands_as_buttons() -> None:
    reader = reader_of([GARDE], {1: points_unclear})
    words = reader.look()
    assert "Points: 49 or 44?" in words
    assert "doubt=points" in reader.page.content.decode()
    response = reader.send(**reader.button("instead", "44"))
    assert response.status_code == 302
    assert [hand.raw["points"] for hand in fresh(reader.scorer.session).hands] == [44]


def test_the_likeliest_hand_is_recorded_as_it_is_shown() -> None:
    reader = reader_of([GARDE], {1: points_unclear})
    reader.look()
    reader.record()
    assert [hand.raw for hand in fresh(reader.scorer.session).hands] == [GARDE]


def test_a_wrong_sum_is_reported_and_later_rows_follow_it_without_a_question() -> None:
    """Anne's first total is ten too high, and so are those after it, because the writer added to it."""

    def ten_more(row: RowSeen) -> RowSeen:
        total = NumberSeen(places=tuple(digit(figure) for figure in (None, 1, 8, 0)), minus=0.0)
        return replace(row, totals={**row.totals, 0: total})

    reader = reader_of(THREE, {1: wrong_sum, 2: ten_more, 3: ten_more})
    assert "Hand 1: Anne has 208 on the sheet, 198 here." in reader.look()
    words = reader.record()
    assert "Record 2 hands" in words
    assert "Anne: the sheet is 10 higher from hand 1 on." in words
    reader.record()
    assert fresh(reader.scorer.session).totals == TOTALS[-1]


def test_ink_beside_a_box_is_mentioned_if_the_rest_leaves_no_doubt() -> None:
    reader = reader_of([GARDE, PASSED], {1: smudged})
    words = reader.look()
    assert "There is ink in or beside a box where none belongs." in words
    assert reader.page.content.decode().count("doubt=") >= 1


def test_a_hand_that_this_session_refuses_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(GARDE)
    found = waiting_rows.waiting(reader.scorer.session, fresh(reader.scorer.session), (0, 0, 0, 0)).drafts
    refused = [replace(found[0], raw={**GARDE, "points": 92}, others=[GARDE, {**GARDE, "bouts": 9}])]
    monkeypatch.setattr(waiting_rows, "waiting", lambda *_: WaitingRows(drafts=refused, photo="1,"))
    reader.look()
    assert reader.fields["drafts"] == ""
    assert reader.page.content.decode().count('name="instead"') == 1


def test_an_unreadable_row_has_to_be_typed() -> None:
    def words_alone(row: RowSeen) -> RowSeen:
        return in_words(blank(row))

    reader = reader_of([PASSED, GARDE, PASSED], {1: words_alone, 2: scribbled})
    assert "This hand is written in words: type it." in reader.look()
    assert ">Record</button>" in reader.page.content.decode()  # of the line
    assert reader.fields["drafts"] == ""
    assert reader.type("--").status_code == 302
    assert "This row can’t be read: type what it says." in reader.look()


@pytest.mark.parametrize(
    ("look", "says"),
    [
        (lambda row: in_words(blank(row)), "This hand is written in words: type it."),
        (lambda row: blank(row, ("taker", "0")), "There is ink in this row, but no hand."),
    ],
)
def test_a_last_row_with_ink_is_never_dropped(look: Any, says: str) -> None:
    reader = reader_of([GARDE, PASSED], {2: look})
    reader.look()
    assert says in reader.record()


# Rows without a hand


def test_a_row_that_was_left_empty_is_skipped() -> None:
    reader = reader_of([PASSED, PASSED, GARDE], {2: blank})
    words = reader.look()
    assert "Record 2 hands" in words
    assert "Row 2 is empty and was skipped. If a hand belongs there, add it before row 3." in words
    words = reader.record()
    assert reader.calls == ["passed", "garde"]
    assert "Read from the sheet" not in words


def test_rows_that_were_left_empty_are_still_named_when_those_above_are_recorded() -> None:
    reader = reader_of([PASSED, PASSED, PASSED, GARDE], {1: blank, 3: blank})
    words = reader.look()
    assert "Row 1 is empty and was skipped." in words
    assert "Row 3 is empty and was skipped." in words
    words = reader.record(**reader.button("until", "(row 2)"))
    assert "Row 1 is empty" not in words
    assert "Row 3 is empty and was skipped. If a hand belongs there, add it before row 4." in words


def test_a_row_left_out_by_a_person_is_not_called_empty() -> None:
    reader = reader_of([PASSED, PASSED, GARDE], {2: in_words})
    reader.look()
    reader.record()
    assert say_done(reader, 2).status_code == 302
    words = reader.look()
    assert "Record 1 hand" in words
    assert "is empty" not in words


def test_a_faint_mark_among_other_rows_is_asked_about() -> None:
    def faint(row: RowSeen) -> RowSeen:
        nothing = blank(row)
        return replace(nothing, ticks={**nothing.ticks, ("taker", "0"): TickSeen(ticked=0.15)})

    reader = reader_of([PASSED, PASSED, GARDE], {2: faint})
    assert "Record 1 hand" in reader.look()
    assert "There is ink in this row, but no hand. If there is one, type it." in reader.record()
    assert "doubt=taker" in reader.page.content.decode()


def test_a_row_that_is_struck_out_is_named_and_can_be_left_out() -> None:
    reader = reader_of([PASSED, PASSED, GARDE], {2: lambda row: row.struck_out()})
    assert "Record 1 hand" in reader.look()
    words = reader.record()
    assert "This row is struck out. If it has a hand all the same, type it." in words
    assert "Row 2 has no hand" in words


def test_writing_that_is_too_faint_is_named() -> None:
    reader = reader_of([PASSED, PASSED, GARDE], {2: lambda row: replace(blank(row), faint=True)})
    assert "Record 1 hand" in reader.look()
    assert "The writing in this row is too faint to read." in reader.record()


def photo_of(reader: Reader) -> str:
    sheet = kept_pages.sheet_of(reader.scorer.session)
    assert sheet is not None
    return sheet.photo


def test_a_crossed_out_row_is_left_out_and_the_next_one_is_asked() -> None:
    reader = reader_of([PASSED, GARDE, PRISE], {2: in_words})
    reader.look()
    reader.record()
    assert say_done(reader, 2).status_code == 302
    words = reader.look()
    assert "Row 3 on the sheet" in reader.page.content.decode()
    assert "Hand 2 ·" in words
    assert reader.type("2 p 2 44").status_code == 302
    assert reader.calls == ["passed", "prise"]
    assert "Read from the sheet" not in reader.look()


# The photo


def later(**times: Any) -> None:
    """Let the photos grow older, and what was recorded from them."""
    for page in PhotographedPage.objects.exclude(recorded_at=None):
        assert page.recorded_at
        page.recorded_at -= timedelta(**times)
        page.save()
    PhotographedPage.objects.expired().delete()


def test_the_photo_is_deleted_soon_after_the_last_row() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record(**reader.button("until", "(row 2)"))
    later(minutes=11)
    assert PhotographedPage.objects.count() == 1
    assert "All rows of this sheet are done." in reader.record()
    later(minutes=9)
    assert PhotographedPage.objects.count() == 1
    later(minutes=2)
    assert not PhotographedPage.objects.exists()


def test_the_photo_is_deleted_soon_after_the_last_row_was_typed() -> None:
    reader = Reader(GARDE)
    reader.look()
    assert reader.type("1 g 2 49").status_code == 302
    later(minutes=11)
    assert not PhotographedPage.objects.exists()


def undo(reader: Reader) -> None:
    form = Form(reader.page, "/undo/").fields
    assert reader.client.post(f"{reader.here}undo/", form).status_code == 302


def test_the_last_row_waits_again_after_an_undo() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record()
    undo(reader)
    assert "Record 1 hand" in reader.look()
    reader.record()
    assert reader.calls == ["garde", "prise", "passed"]
    later(minutes=11)
    assert not PhotographedPage.objects.exists()


def test_a_row_whose_hand_was_amended_stays_recorded() -> None:
    reader = Reader(GARDE, PRISE)
    reader.look()
    reader.record()
    reader.scorer.session.refresh_from_db()
    reader.scorer.amend(2, {**PRISE, "points": 40})
    reader.look()
    assert 'name="row"' not in reader.page.content.decode()


def test_the_photo_can_be_discarded() -> None:
    reader = Reader(*THREE)
    reader.look()
    response = reader.client.post(f"{reader.here}sheet/thrown-away/", Form(reader.page, "/thrown-away/").fields)
    assert response.headers["Location"] == reader.here
    assert not PhotographedPage.objects.exists()
    assert "Record 3 hands" not in reader.look()


# Totals that differ

UNREADABLE = "This row can’t be read: type what it says."


def other_totals(row: RowSeen) -> RowSeen:
    """A row whose totals are all 7 too high."""
    after = [total + 7 for total in TOTALS[1]]
    return replace(row, totals={seat: number(total, 4, signed=True) for seat, total in enumerate(after)})


def test_a_row_whose_totals_all_differ_says_so_and_offers_its_hand() -> None:
    reader = reader_of([GARDE, PRISE], {2: other_totals})
    reader.look()
    words = reader.record()
    assert "All totals in this row differ from those expected after its hand." in words
    assert UNREADABLE not in words
    words = reader.record(**reader.button("instead", "Prise"))
    assert reader.calls == ["garde", "prise"]
    assert "Hand 2: Anne has 177 on the sheet, 170 here." in words
    assert "Hand 2: David has −87 on the sheet, −94 here." in words


def test_a_voided_hand_does_not_bring_a_recorded_row_back() -> None:
    reader = Reader(*THREE)
    reader.look()
    reader.record(until="2")
    reader.scorer.session.refresh_from_db()
    reader.scorer.void(1)
    assert "Row 3 has no hand" in reader.look()


# A sheet whose totals begin at 0 again

# A hand that is corrected


def test_rows_are_read_again_after_a_hand_was_corrected() -> None:
    """The totals of row 2 fit the hands as they were played, but not the one that was typed for row 1."""
    reader = Reader(GARDE, GARDE)
    reader.look()
    reader.type("2 p 2 44")
    assert "Anne: the sheet is 226 higher from hand 1 on." in reader.look()
    reader.scorer.session.refresh_from_db()
    reader.scorer.amend(1, GARDE)
    words = reader.look()
    assert "Record 1 hand" in words
    assert "the sheet is" not in words


# Who may


def test_strangers_and_watchers_record_nothing() -> None:
    reader, other_club = Reader(*THREE), SampleClub()
    reader.look()
    for rest in ("sheet/", "sheet/done/", "sheet/thrown-away/"):
        form = {**reader.fields, "row": "1"}
        for client, status in ((browser(), 404), (other_club.phone, 404), (watcher_of(reader.scorer.session), 403)):
            assert client.post(reader.here + rest, form).status_code == status, rest
        assert reader.client.get(reader.here + rest).status_code == 302
    assert reader.calls == []
    assert [sheet.done for sheet in SessionSheet.objects.all()] == [0]


def test_rows_are_not_recorded_in_a_closed_session() -> None:
    reader = Reader(*THREE)
    reader.look()
    fields = reader.fields
    reader.scorer.record(GARDE)
    reader.scorer.close()
    for rest in ("sheet/", "sheet/done/"):
        response = reader.client.post(reader.here + rest, {**fields, "row": "1"})
        assert "?unwritten" in response.headers["Location"]
    assert reader.calls == ["garde"]


# All games


@pytest.mark.parametrize("slug", [slug for slug in registry.slugs() if registry.get(slug).marked_sheet])
def test_a_sheet_of_every_game_is_recorded_as_it_was_played(slug: str) -> None:
    """All hands pass through the form unchanged, and the page compares the totals on the sheet."""
    game = registry.get(slug)
    chosen = game.rules.default_rules
    names = FOUR[: min(4, max(game.rules.rule_sets[chosen].players))]
    sheet, naming = marked_sheet(game, game.rules.table(names, rules=chosen)), Naming(names, by_seat=True)
    played = example_hands.session_of(slug, chosen, names, 8, only=lambda raw: can_be_marked(sheet, raw))
    dealer = int(played.table.first_dealer)
    scorer = Scorer(game=slug, rules=chosen, players=names, first_dealer=dealer)
    hands = [encode_hand(game.rules, played.table, scored.hand, naming) for scored in played.hands]
    across = sheet_layout(game, played.table, paper="a4", rows=8).landscape
    code = SheetCode(game=slug, rules=chosen, names=names, first_dealer=dealer, rows=8, landscape=across)
    pages = pages_of(code, hands)
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    reader = Reader(scorer=scorer)
    reader.look()
    while "drafts" in reader.fields:
        words = reader.record()
    assert "and all match." in words
    assert fresh(scorer.session).totals == played.totals
