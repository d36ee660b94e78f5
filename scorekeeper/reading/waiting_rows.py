"""The hands of a session's photographed sheet that aren't recorded yet, for the page where a paper list is typed in.

The next row is the first one whose hand isn't recorded. Blank rows are skipped, and so are rows that somebody marked as
holding no hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Any

from django.db import transaction

from games import registry
from games.notes import with_remarks
from games.scoring.types import Amounts
from games.ui.marked_sheet import MarkedSheet
from scorekeeper.play.errors import ConflictError, require_scorer
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.ledgers import PlayedHand, SessionLedger
from scorekeeper.play.models import Access, Session
from scorekeeper.play.screens.table_screen import IgnoredByCache
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.printing.transcript import totals
from scorekeeper.printing.transcript.page import paper_list, shorthand_of
from scorekeeper.printing.transcript.sheet_drafts import SheetDraft, WaitingRows
from scorekeeper.reading import kept_pages, matching, questions
from scorekeeper.reading.alignment import aligned, hands_left_out
from scorekeeper.reading.decoder.evidence import number_guesses
from scorekeeper.reading.decoder.hands import ReadHand, read_hands
from scorekeeper.reading.lists.comparison import compared
from scorekeeper.reading.models import PhotographedPage
from scorekeeper.reading.observations import BLANK, CLEAR, RowSeen
from scorekeeper.reading.progress import (
    known_of,
    outcomes_of,
    progress_of,
    recorded_rows,
    row_above,
    rows_with_hands,
)
from scorekeeper.reading.sheet.seen_sheet import SeenPage, SeenSheet, parted, same_sheet


def waiting(session: Session, ledger: SessionLedger, offsets: Amounts) -> WaitingRows:
    """Return the rows of a session's sheet that aren't recorded; none if there is no photo."""
    sheet = kept_pages.sheet_of(session)
    if sheet is None:
        return WaitingRows()
    now = progress_of(session, sheet, ledger, offsets)
    last, following = max(now.done, default=0), min(now.rows, default=inf)
    drafts = _drafts(session, ledger, sheet, now.rows, offsets, now.done, now.out, now.instead)
    if now.instead is None:
        drafts = [_asked_if_recorded_once(sheet, draft, last) for draft in drafts]
    if drafts and ledger.next_number - 1 in now.known.restarts:
        drafts[0] = replace(drafts[0], questions=[questions.begins_at_0(), *drafts[0].questions])
    return WaitingRows(
        drafts=drafts,
        left_out=sorted(row for row in now.out if last < row < following),
        shape=sheet.shape,
        photo=sheet.photo,
    )


def _asked_if_recorded_once(sheet: SeenSheet, draft: SheetDraft, last: int) -> SheetDraft:
    """Ask about a row that waits although its hand, or that of a row below it up to the `last`, was recorded once."""
    if draft.row <= sheet.code.printed:
        question = questions.printed_once(draft.row)
    elif draft.row < last:
        question = questions.recorded_below(draft.row)
    else:
        return draft
    return replace(draft, asked=True, questions=[question, *draft.questions])


def waiting_now(session: Session) -> WaitingRows:
    """Return the rows of a session's sheet that aren't recorded, with the totals that the paper shows by now."""
    ledger = ledgers.of(session)
    return waiting(session, ledger, _offsets(session, ledger))


def _offsets(session: Session, ledger: SessionLedger) -> Amounts:
    shorthand = shorthand_of(ledger)
    assert shorthand is not None  # every game with a sheet has one
    return paper_list(session, ledger, shorthand, totals.of(session)).offsets()


def _drafts(
    session: Session,
    ledger: SessionLedger,
    sheet: SeenSheet,
    rows: Sequence[int],
    offsets: Amounts,
    done: Mapping[int, int],
    out: Collection[int],
    instead: PlayedHand | None,
) -> list[SheetDraft]:
    """Return the hands in these rows, with a question about blank rows between them; other rows aren't read.

    A different hand may have been recorded `instead` of the one in the first row.
    """
    game = registry.get(ledger.rules.slug)
    if game.marked_sheet is None or ledger.refusal or not rows:
        return []
    marked, settled = marked_sheet(game, ledger.table), {*done, *out}
    numbers = tuple(row for row in range(rows[0], rows[-1] + 1) if row not in settled)
    read = _read(
        IgnoredByCache(sheet), IgnoredByCache(ledger), numbers, offsets, id(sheet), session.pk, ledger.revision
    )
    expected = _expected_on_paper(ledger, marked, offsets)
    confirmed = _confirmed_before(sheet, rows[0], expected)
    drafts, above = [], max((sheet.before, confirmed, *(row for row in settled if row < rows[0])))
    for hand in read:
        number = numbers[hand.row]
        unfit = instead if hand.raw is None and number == rows[0] else None
        other = unfit.number if unfit and _is_different(sheet, number, unfit, done, ledger, offsets) else None
        draft = _draft(session, marked, number, sheet.row(number), hand, other)
        if blank := [row for row in range(above + 1, number) if row not in settled]:
            draft = replace(draft, questions=[questions.blank_above(blank, number), *draft.questions])
        drafts.append(draft)
        above = number
    if drafts and (different := list(_carried_otherwise(sheet, rows[0], ledger, expected))):
        first = drafts[0]
        drafts[0] = replace(first, asked=True, questions=[*different, *first.questions])
    return drafts


def _is_different(
    sheet: SeenSheet,
    row: int,
    hand: PlayedHand,
    done: Mapping[int, int],
    ledger: SessionLedger,
    offsets: Amounts,
) -> bool:
    """Return whether a row can be read in place of a recorded hand, and then is a different one."""
    above = row_above(row, hand.number, done)
    ways = [([row], [hand])]
    if above:
        ways.append(([above, row], [ledger.hand(done[above]), hand]))
    return any(matching.is_another(sheet, rows, hands, ledger, offsets) for rows, hands in ways)


def _expected_on_paper(ledger: SessionLedger, marked: MarkedSheet, offsets: Amounts) -> Sequence[int]:
    """Return the totals that the paper should show after the last hand; empty if that hand has no score."""
    last = ledger.counting[-1].scored if ledger.counting else None
    if last is None:
        return ()
    return [total + off for total, off in zip(marked.running(last), offsets, strict=True)]


def _confirmed_before(sheet: SeenSheet, row: int, expected: Sequence[int]) -> int:
    """Return the last row of the earlier pages if the totals carried over show that no hand is missing, otherwise 0."""
    page = max((page for page in sheet.pages if page.first_row <= row), key=lambda page: page.first_row)
    return page.first_row - 1 if expected and matching.are_written(page.carried, expected) else 0


def _carried_otherwise(sheet: SeenSheet, row: int, ledger: SessionLedger, expected: Sequence[int]) -> Iterator[str]:
    """Yield a sentence for each wrong total carried over to the page that begins with this row.

    No row of the earlier pages waits, so either the session has all their hands, or one of them was never recorded.
    """
    for page in sheet.pages if expected else ():
        for seat, number in page.carried.items() if page.first_row == row else ():
            if (
                not matching.are_written({seat: number}, expected)
                and (there := number_guesses(number)[0].number) is not None
            ):
                yield questions.carried_over(ledger.table.players[seat], there, expected[seat])


def restarts(session: Session) -> Sequence[int]:
    """Return the numbers of the hands after which a sheet begins whose totals begin at 0 again."""
    return kept_pages.restarts(session)


def totals_beside(session: Session, hand: PlayedHand, offsets: Amounts, *, row: int, photo: str) -> Mapping[int, int]:
    """Return the totals written in a row of a photo, by seat, after the hand that somebody typed for it."""
    sheet = kept_pages.sheet_of(session)
    if sheet is None or not _is_kept(session, photo) or row not in sheet.numbers or hand.scored is None:
        return {}
    return matching.totals_as_written(sheet, row, hand.scored, offsets)


def recorded(session: Session, hands: Mapping[int, int], *, photo: str) -> None:
    """Save the numbers of the hands in these rows of a photo, and whether they were the last ones."""
    if _is_kept(session, photo):
        _note(session, hands)
    else:
        match_recorded(session)
    _finish_unless_rows_wait(session)


def tick_off(session: Session) -> None:
    """Save which rows hold hands that were recorded at the table, and whether they were the last ones.

    Pages work that out anyway. It is saved so that a row stays recorded when its hand is amended or voided later.
    """
    if _note_those_at_table(session):
        _finish_unless_rows_wait(session)


def _note_those_at_table(session: Session) -> bool:
    """Save which rows hold hands that were recorded at the table; return whether there are any."""
    sheet = kept_pages.sheet_of(session)
    if sheet is None:
        return False
    ledger = ledgers.of(session)
    at_table = progress_of(session, sheet, ledger, _offsets(session, ledger)).at_table
    if at_table:
        _note(session, at_table)
    return bool(at_table)


def _finish_unless_rows_wait(session: Session) -> None:
    if not waiting_now(session).drafts:
        finished(session)


def _is_kept(session: Session, photo: str) -> bool:
    """Return whether the rows of a photo are still the waiting ones; pages may have been added since."""
    sheet = kept_pages.sheet_of(session)
    return sheet is not None and bool(photo) and sheet.photo.startswith(photo)


@transaction.atomic(durable=True)
def _note(session: Session, hands: Mapping[int, int]) -> None:
    """Save the numbers of the hands in these rows, even if somebody leaves one out at the same moment."""
    Session.objects.select_for_update(no_key=True).only("pk").get(pk=session.pk)
    sheet = kept_pages.seen_of(session, "")
    if sheet is None:
        return
    known, outcomes = known_of(session, sheet), outcomes_of(session, hands.values())
    known.left_out = [row for row in known.left_out if row not in hands]
    others = [one for one in known.recorded if one[0] not in hands and one[1] not in hands.values()]
    now = [[row, number, outcomes[number]] for row, number in hands.items() if number in outcomes]
    known.recorded = [*others, *now]
    known.save(update_fields=["left_out", "recorded"])
    PhotographedPage.objects.filter(session=session).exclude(recorded_at=None).update(recorded_at=None)


def finished(session: Session) -> None:
    """Keep the photo only while its last hand can be undone; continue with one that was set aside, if there is one."""
    kept_pages.finish(session)
    if kept_pages.pages_here(session, "", set_aside=True):
        use_set_aside(session, "")


def use_set_aside(session: Session | None, device: str) -> None:
    """Replace the photo with the one that was set aside."""
    kept_pages.use_set_aside(session, device)
    if session is not None:
        match_recorded(session)


def match_recorded(session: Session) -> None:
    """Find and save the rows of a newly photographed sheet whose hands are recorded already.

    What is known of the sheet is kept unless its rows hold different hands: then it is another copy of a blank sheet.
    """
    sheet = kept_pages.seen_of(session, "")
    if sheet is None:
        return
    session = Session.objects.get(pk=session.pk)  # others may have recorded hands while the photo was read
    ledger = ledgers.of(session)
    known, last, anew = known_of(session, sheet), len(ledger.hands), kept_pages.restarts(session)
    numbers = {
        row: number
        for row, number in sorted(recorded_rows(session, known).items())
        if row in sheet.numbers and number <= last
    }
    if numbers and not sheet.code.session:
        hands = [ledger.hand(number) for number in numbers.values()]
        if not matching.have_the_same_hands(sheet, list(numbers), hands, ledger, anew):
            kept_pages.session_sheet(session, sheet.code).update(recorded=[], left_out=[], done=0)
            known, numbers = known_of(session, sheet), {}
    if numbers:
        _note_those_at_table(session)
        return
    rows = rows_with_hands(sheet, known.left_out)
    start = matching.start_of(sheet, rows, ledger, known, anew)
    if start is None:
        return
    if not sheet.before:
        number = ledger.counting[start].number if start < len(ledger.counting) else ledger.next_number
        seen, before = [sheet.row(row) for row in rows], [after for after in anew if after < number - 1]
        at_0 = matching.first_rows_begin_at_0(seen, ledger, number, matching.offsets_before(ledger, number, before))
        kept_pages.begin(session, sheet.code, after=number - 1, at_0=at_0)
    kept_pages.session_sheet(session, sheet.code).update(done=max(known.done, sheet.before))
    if start < len(ledger.counting):
        in_order = {row: hand.number for row, hand in zip(rows, ledger.counting[start:], strict=False)}
        _note(session, aligned(sheet, rows, ledger) if sheet.code.session and not sheet.before else in_order)


def pages_recorded(new: SeenSheet, session: Session) -> list[int]:
    """Return the numbers of the new pages on which every hand is recorded."""
    known = known_of(session, new)
    recorded, numbers = recorded_rows(session, known), []
    for page in new.pages:
        rows = rows_with_hands(SeenSheet(pages=(page,)), known.left_out)
        if rows and recorded.keys() >= set(rows):
            numbers.append(page.code.page)
    return numbers


def hands_not_on_sheet(session: Session) -> list[int]:
    """Return the numbers of the hands that are missing between those on the session's own sheet."""
    sheet = kept_pages.sheet_of(session)
    if sheet is None or not sheet.code.session or sheet.before:
        return []
    return hands_left_out(ledgers.of(session), recorded_rows(session, known_of(session, sheet)).values())


def is_another(new: SeenSheet, session: Session | None, device: str) -> bool:
    """Return whether a new photo is of a different sheet from the one that it would replace."""
    old = kept_pages.seen_of(session, device)
    return old is not None and _differ(new, old)


def parted_from(new: SeenSheet, session: Session | None, device: str) -> int | None:
    """Return the page whose carried totals differ from those at the end of the previous page; None if there is none."""
    old = kept_pages.seen_of(session, device)
    return _parted(new, old) if old is not None and same_sheet(new.code, old.code) else None


def rows_lost(new: SeenSheet, session: Session | None, device: str) -> int:
    """Return how many rows wait on the sheet that a new photo would replace; 0 if it is of the same sheet."""
    old = kept_pages.seen_of(session, device)
    if old is None or not _differ(new, old):
        return 0
    if session is not None and kept_pages.sheet_of(session):
        return len(waiting_now(session).drafts)
    return len(rows_with_hands(old, ()))


def _differ(new: SeenSheet, old: SeenSheet) -> bool:
    """Return whether two sheets differ.

    Copies of a blank sheet have the same code, but different ticks in most rows, or different totals carried over.
    """
    if not same_sheet(new.code, old.code):
        return True
    rows = set(new.numbers) & set(rows_with_hands(old, ()))
    alike = sum(_ticked(new.row(row)) == _ticked(old.row(row)) for row in rows)
    return 2 * alike < len(rows) or (not rows and _parted(new, old) is not None)


def _parted(new: SeenSheet, old: SeenSheet) -> int | None:
    """Return the page whose carried totals differ from those at the end of the previous page; None if there is none."""
    return parted(sorted((*new.pages, *old.pages), key=lambda page: page.code.page))


def _ticked(row: RowSeen) -> set[tuple[str, str]]:
    return {box for box, tick in row.ticks.items() if tick.ticked > CLEAR}


@transaction.atomic(durable=True)
def leave_out(access: Access, row: int, *, photo: str, revision: int, back: bool = False) -> None:
    """Mark a row as holding no hand, or put it `back`.

    Raise `ConflictError` if the photo is no longer kept, or if the session is no longer at this revision.
    """
    session = access.session
    require_scorer(session, access)
    now = Session.objects.select_for_update(no_key=True).only("revision").get(pk=session.pk)
    if now.revision != revision or not _is_kept(session, photo):
        raise ConflictError
    sheet = kept_pages.sheet_of(session)
    if sheet is None or row not in sheet.numbers:
        return
    known = known_of(session, sheet)
    known.left_out = [*(one for one in known.left_out if one != row), *([] if back else [row])]
    known.save(update_fields=["left_out"])


def throw_away(access: Access) -> None:
    """Delete the photo; continue with one that was set aside, if there is one."""
    session = access.session
    require_scorer(session, access)
    if kept_pages.pages_here(session, "", set_aside=True):
        use_set_aside(session, "")
    else:
        kept_pages.throw_away(session)


# The rows


def is_blank(pages: Sequence[SeenPage]) -> bool:
    """Return whether nothing is written in the rows of these pages, apart from the hands that were printed."""
    return not any(
        row.ink > BLANK
        for page in pages
        for number, row in enumerate(page.rows, page.first_row)
        if number > page.code.printed
    )


@lru_cache(maxsize=kept_pages.SHEETS_AT_HAND)
def _read(
    sheet: IgnoredByCache[SeenSheet],
    ledger: IgnoredByCache[SessionLedger],
    rows: tuple[int, ...],
    offsets: Amounts,
    *_key: int,
) -> list[ReadHand]:
    """Return the hands of these rows. Cached, since it takes a while."""
    now, seen = ledger.taken(), [sheet.value.row(row) for row in rows]
    marked = marked_sheet(registry.get(now.rules.slug), now.table)
    read = read_hands(marked, now.state, now.totals, seen, offsets)
    return [compared(marked, hand, seen[hand.row]) for hand in read] if sheet.value.code.list else read


def _draft(
    session: Session, marked: MarkedSheet, row: int, seen: RowSeen, hand: ReadHand, recorded_instead: int | None
) -> SheetDraft:
    return SheetDraft(
        row=row,
        raw=None if hand.raw is None else _with_remarks(marked, hand.raw),
        written=hand.written,
        asked=hand.asked,
        questions=list(questions.about(marked, hand, seen, recorded_instead)),
        others=[_with_remarks(marked, other) for other in hand.others] if recorded_instead is None else [],
        picture=kept_pages.picture_url(session, row, doubt=questions.fields_in_doubt(hand)),
    )


def _with_remarks(marked: MarkedSheet, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a hand with remarks in its note on what the sheet leaves open."""
    note = with_remarks(raw.get("note", ""), marked.left_open(raw))
    return {**raw, "note": note} if note else raw
