"""The hands of a session's photographed sheet that aren't recorded yet, for the page where a paper list is typed in.

The rows up to a number are done; blank rows below it are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import transaction

from games import registry
from games.notes import with_remarks
from games.scoring.types import Amounts, ScoredHand
from games.ui.marked_sheet import MarkedSheet
from scorekeeper.play.errors import ConflictError, require_scorer
from scorekeeper.play.ledger import PlayedHand, SessionLedger, session_ledger
from scorekeeper.play.models import Access, Session
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading import kept_pages, progress, questions
from scorekeeper.reading.decoder.evidence import LOOKS_DIFFERENT, number_cost, number_guesses
from scorekeeper.reading.decoder.hands import ReadHand, read_hands
from scorekeeper.reading.decoder.search import at_0, begins_at_0
from scorekeeper.reading.lists.comparison import compared
from scorekeeper.reading.observations import BLANK, RowSeen, TotalsOnPaper
from scorekeeper.reading.sheet.seen_sheet import SeenPage, SeenSheet
from scorekeeper.reading.transcript import totals
from scorekeeper.reading.transcript.page import PaperList, shorthand_of
from scorekeeper.web.memory_cache import Kept


@dataclass(frozen=True, kw_only=True)
class SheetDraft:
    """A hand that was read from a photographed sheet and isn't recorded yet.

    * `row` is its row on the sheet, from 1. `picture` is the URL of the row's picture.
    * `raw` is the likeliest hand, with a note on what the sheet leaves open; None if it can't be told. `others` are
      hands that it may be as well, the likeliest first.
    * `written` are the running totals on the sheet, by seat.
    * If the hand is `asked`, a person has to look at it before it is recorded; `questions` are sentences on what is in
      doubt, in the page's language.
    """

    row: int
    raw: Mapping[str, Any] | None
    written: Mapping[int, int]
    asked: bool
    questions: Sequence[str]
    others: Sequence[Mapping[str, Any]]
    picture: str


@dataclass(frozen=True, kw_only=True)
class WaitingRows:
    """The rows of a sheet that wait to be recorded.

    `drafts` has one for each of them, in their order. The rows up to `done` are recorded or hold no hand, and the
    `last` row is that of the sheet. The rows up to `again` hold the last hands that were recorded; 0 if they don't.
    `shape` is that of the rows' pictures: how often their height goes into their width. `photo` says which photo they
    are in.
    """

    drafts: Sequence[SheetDraft] = ()
    done: int = 0
    again: int = 0
    last: int = 0
    shape: float = 0
    photo: str = ""


def waiting(session: Session, ledger: SessionLedger, offsets: Amounts) -> WaitingRows:
    """Return the rows of a session's sheet that aren't recorded; none if there is no photo."""
    sheet = kept_pages.sheet_of(session)
    if sheet is None:
        return WaitingRows()
    known = progress.known_of(session, sheet.code)
    done = progress.rows_done(known, ledger)
    reading = _reading(session, ledger, sheet, done, offsets)
    drafts = _drafts(session, ledger, sheet, reading)
    same = _recorded_already(ledger, reading.hands) if progress.may_be_recorded(known, ledger) else 0
    again = drafts[same - 1].row if same else 0
    if again:
        drafts[0] = _asked(drafts[0], questions.recorded_already(drafts[0].row, again))
    elif reading.is_at_0:
        drafts[0] = replace(drafts[0], questions=[questions.begins_at_0(), *drafts[0].questions])
    return WaitingRows(
        drafts=drafts, done=done, again=again, last=sheet.numbers[-1], shape=sheet.shape, photo=sheet.photo
    )


def waiting_now(session: Session) -> WaitingRows:
    """Return the rows of a session's sheet that aren't recorded, with the totals that the paper shows by now."""
    ledger = session_ledger(session)
    shorthand = shorthand_of(ledger)
    return waiting(session, ledger, PaperList(ledger.last, shorthand, totals.written_totals(session)).offsets())


def is_blank(pages: Sequence[SeenPage]) -> bool:
    """Return whether nothing is written in the rows of these pages, apart from the hands that were printed."""
    return not any(
        row.ink > BLANK
        for page in pages
        for number, row in enumerate(page.rows, page.first_row)
        if number > page.code.printed
    )


# Changes


@transaction.atomic(durable=True)
def set_done(access: Access, row: int, *, photo: str, revision: int) -> None:
    """Save that the rows up to this one are done, and no others.

    Raise `ConflictError` if the photo is no longer kept, or if the session is no longer at this revision.
    """
    session = access.session
    require_scorer(session, access)
    now = Session.objects.select_for_update(no_key=True).only("revision").get(pk=session.pk)
    sheet = _kept(session, photo)
    if now.revision != revision or sheet is None:
        raise ConflictError
    progress.set_done(progress.known_of(session, sheet.code), min(row, sheet.numbers[-1]))
    _finish_unless_rows_wait(session)


@transaction.atomic(durable=True)
def recorded(session: Session, hands: Mapping[int, int], *, photo: str) -> None:
    """Save the numbers of the hands in these rows of a photo, and whether they were the last ones."""
    Session.objects.select_for_update(no_key=True).only("pk").get(pk=session.pk)
    sheet, now = _kept(session, photo), Session.objects.get(pk=session.pk)
    if sheet is None or not hands:
        return
    known, last = progress.known_of(now, sheet.code), max(hands)
    progress.recorded(known, session_ledger(now), row=last, hand=hands[last])
    _finish_unless_rows_wait(now)


def _kept(session: Session, photo: str) -> SeenSheet | None:
    """Return the sheet if the rows of a photo are still the waiting ones; pages may have been added since."""
    sheet = kept_pages.seen_of(session, "")
    return sheet if sheet is not None and photo and sheet.photo.startswith(photo) else None


def _finish_unless_rows_wait(session: Session) -> None:
    sheet = kept_pages.sheet_of(session)
    if sheet is not None and not waiting_now(session).drafts:
        kept_pages.set_finished(session, sheet)
    else:
        session.photographed_pages.update(recorded_at=None)


def throw_away(access: Access) -> None:
    """Delete the photo."""
    require_scorer(access.session, access)
    access.session.photographed_pages.all().delete()


# The rows


class _Reading(NamedTuple):
    """The hands in the waiting rows with these `numbers`, and whether the totals begin at 0 again in the first.

    `offsets` are by how much the totals on the sheet are higher before them.
    """

    numbers: Sequence[int] = ()
    hands: Sequence[ReadHand] = ()
    offsets: Amounts = ()
    is_at_0: bool = False


_readings = Kept[_Reading](most=kept_pages.SHEETS_AT_HAND)


def _reading(session: Session, ledger: SessionLedger, sheet: SeenSheet, done: int, offsets: Amounts) -> _Reading:
    """Return the hands in the rows below those that are done."""
    rows = sheet.written_rows(done)
    if ledger.refusal or not rows:
        return _Reading()
    numbers = range(done + 1, rows[-1] + 1) if done >= sheet.before else range(rows[0], rows[-1] + 1)
    key = (sheet, session.pk, ledger.revision, numbers, offsets)
    return _readings.get(key, lambda: _read(sheet, ledger, numbers, offsets))


def _read(sheet: SeenSheet, ledger: SessionLedger, numbers: range, offsets: Amounts) -> _Reading:
    """Read the rows with these numbers, which takes a while."""
    code, seen = sheet.code, [sheet.row(row) for row in numbers]
    marked, last = marked_sheet(registry.get(ledger.rules.slug), ledger.table), _last_scored(ledger)
    is_at_0 = False
    if last and code.session is None and numbers[0] == 1:
        running = marked.running(last)
        is_at_0 = begins_at_0(marked, ledger.state, ledger.last.totals, running, seen, offsets)
        offsets = at_0(running) if is_at_0 else offsets
    read = read_hands(marked, ledger.state, ledger.last.totals, seen, offsets)
    hands = [compared(marked, hand, seen[hand.row]) for hand in read] if code.list else read
    return _Reading(numbers, hands, offsets, is_at_0)


def _last_scored(ledger: SessionLedger) -> ScoredHand | None:
    counting = ledger.last.counting
    return counting[-1].scored if counting else None


def _recorded_already(ledger: SessionLedger, hands: Sequence[ReadHand]) -> int:
    """Return how many of the first hands that were read are the last ones recorded, in the same order."""
    if not hands:
        return 0
    marked = marked_sheet(registry.get(ledger.rules.slug), ledger.table)
    raws = [hand.raw or next(iter(hand.others), None) for hand in hands]
    on_paper = [None if raw is None else marked.marks(raw) for raw in raws]
    recorded = [marked.marks(hand.raw) for hand in ledger.last.counting[-len(hands) :]]
    for count in range(min(len(hands), len(recorded)), 0, -1):
        if None not in on_paper[:count] and on_paper[:count] == recorded[-count:]:
            return count
    return 0


def _drafts(session: Session, ledger: SessionLedger, sheet: SeenSheet, reading: _Reading) -> list[SheetDraft]:
    """Return the hands that were read, with questions about blank rows and about totals carried over to a page."""
    if not reading.hands:
        return []
    marked = marked_sheet(registry.get(ledger.rules.slug), ledger.table)
    drafts: list[SheetDraft] = []
    above, before, offsets = reading.numbers[0] - 1, _last_scored(ledger), list(reading.offsets)
    for hand in reading.hands:
        number = reading.numbers[hand.row]
        draft = _draft(session, marked, number, sheet.row(number), hand)
        if number > above + 1:
            blank = questions.blank_above(range(above + 1, number), number)
            draft = replace(draft, questions=[blank, *draft.questions])
        if before:
            expected = [total + off for total, off in zip(marked.running(before), offsets, strict=True)]
            for page in (page for page in sheet.pages if above < page.first_row <= number):
                for question in _carried_otherwise(page.carried, expected, ledger.table.players):
                    draft = _asked(draft, question)
        drafts.append(draft)
        above, before = number, hand.scored
        if before:
            running = marked.running(before)
            for seat, written in hand.written.items():
                offsets[seat] = written - running[seat]
    return drafts


def _asked(draft: SheetDraft, question: str) -> SheetDraft:
    return replace(draft, asked=True, questions=[question, *draft.questions])


def _carried_otherwise(carried: TotalsOnPaper, expected: Sequence[int], players: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each total that was carried over to a page and isn't the expected one."""
    for seat, number in carried.items():
        there = number_guesses(number)[0].number
        if there is not None and not _are_written({seat: number}, expected):
            yield questions.carried_over(players[seat], there, expected[seat])


def _draft(session: Session, marked: MarkedSheet, row: int, seen: RowSeen, hand: ReadHand) -> SheetDraft:
    return SheetDraft(
        row=row,
        raw=None if hand.raw is None else _with_remarks(marked, hand.raw),
        written=hand.written,
        asked=hand.asked,
        questions=list(questions.about(marked, hand, seen)),
        others=[_with_remarks(marked, other) for other in hand.others],
        picture=kept_pages.picture_url(session, row, doubt=questions.fields_in_doubt(hand)),
    )


def _with_remarks(marked: MarkedSheet, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a hand with remarks in its note on what the sheet leaves open."""
    note = with_remarks(raw.get("note", ""), marked.left_open(raw))
    return {**raw, "note": note} if note else raw


# The totals beside a row


def totals_beside(session: Session, hand: PlayedHand, offsets: Amounts, *, row: int, photo: str) -> Mapping[int, int]:
    """Return the totals written in a row of a photo, by seat, after the hand that somebody typed for it.

    Those after this hand where they fit, otherwise the likeliest.
    """
    sheet = _kept(session, photo)
    if sheet is None or row not in sheet.numbers or hand.scored is None:
        return {}
    marked, seen = marked_sheet(*sheet.game_at_table), sheet.row(row).totals
    after = [total + more for total, more in zip(marked.running(hand.scored), offsets, strict=True)]
    written = {}
    for seat in sheet.game_at_table[1].seats:
        likeliest = number_guesses(seen[seat])[0].number
        if likeliest is not None and marked.writes_total(hand.scored, seat):
            written[int(seat)] = after[seat] if _are_written({seat: seen[seat]}, after) else likeliest
    return written


def _are_written(on_paper: TotalsOnPaper, totals: Sequence[int]) -> bool:
    """Return whether the written totals may be these; False if none are written."""
    readings = {seat: number_guesses(number)[0] for seat, number in on_paper.items()}
    written = [seat for seat, best in readings.items() if best.number is not None]
    return bool(written) and all(
        number_cost(on_paper[seat], totals[seat]) <= readings[seat].cost + LOOKS_DIFFERENT for seat in written
    )
