"""The rows of a photographed sheet that aren't recorded yet, as plain values for the page that types a paper list.

Rows that are sure are listed together, up to the next one that is asked. What a button records is *sealed* in its form:
exactly the hands that the page shows, whatever happens to the photo or the session in the meantime.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.scoring.errors import RuleError
from games.scoring.replay import score_hand
from games.scoring.types import ScoredHand
from games.ui.shorthand import Shorthand
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Session
from scorekeeper.reading.transcript import page, totals, waiting_rows
from scorekeeper.reading.transcript.page import PaperList, TranscriptRow
from scorekeeper.reading.transcript.waiting_rows import SheetDraft

SALT = "rows of a photographed sheet"
UPRIGHT, TALL = 24, 17
"""How often the height of a picture goes into its width, at most: it is 28 times across, 20 upright and 16 if tall."""

ScoredDraft = tuple[SheetDraft, ScoredHand]
Seal = Callable[[Sequence[SheetDraft]], str]


@dataclass(frozen=True, kw_only=True)
class SealedHand:
    """A hand as it was shown: its row on the sheet, its outcome, the totals beside it, by seat, and in which photo."""

    row: int
    raw: Mapping[str, Any]
    written: Mapping[int, int]
    photo: str

    def token(self, of_form: str) -> str:
        """Return the token that recording this row spends, always the same for a form."""
        return hashlib.sha256(f"{of_form} {self.row}".encode()).hexdigest()[:32]


@dataclass(frozen=True, kw_only=True)
class DraftRow:
    """A row of the sheet: its number and picture, what it says, and the sentences on what is in doubt.

    `hand` is None if nobody can tell which hand it is.
    """

    number: int
    picture: str
    hand: TranscriptRow | None
    questions: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class DraftChoice:
    """A hand that the row may have, as a button: what it says, and what it records."""

    words: str
    sealed: str


@dataclass(frozen=True, kw_only=True)
class DraftRows:
    """The next rows of the sheet: either some to record `together`, or one that is `asked`.

    A button with these `words` records them as `sealed`; it is missing if nobody can tell the hand. `others` are what
    the asked row may say instead. `first` is the row of the next hand, 0 if there is none, and `count` is the number of
    rows that wait. The rows up to `done` don't; `last` is the last row of the sheet. The rows up to `again` may be
    recorded already; 0 if they aren't. `shape` is a word for the pictures of rows: `long`, or `upright` or `tall` on
    upright paper. Forms send the `photo` that the rows are in.
    """

    first: int = 0
    together: Sequence[DraftRow] = ()
    asked: DraftRow | None = None
    words: str = ""
    sealed: str = ""
    others: Sequence[DraftChoice] = ()
    count: int = 0
    done: int = 0
    again: int = 0
    last: int = 0
    shape: str = ""
    photo: str = ""


def totals_beside(session: Session, shorthand: Shorthand, number: int, *, row: int, photo: str) -> Mapping[int, int]:
    """Return the totals written in a row, by seat, after the hand that was just typed for it."""
    ledger = session_ledger(session)
    others = {hand: written for hand, written in totals.written_totals(session).items() if hand != number}
    offsets = PaperList(ledger.last, shorthand, others).offsets()
    return waiting_rows.totals_beside(session, ledger.hand(number), offsets, row=row, photo=photo)


def next_rows(session: Session, ledger: SessionLedger, paper: PaperList) -> DraftRows | None:
    """Return what the page shows of the session's photographed sheet; None if there is none."""
    waiting = waiting_rows.waiting(session, ledger, paper.offsets())
    drafts = waiting.drafts
    if not waiting.photo:
        return None
    if not drafts:
        return DraftRows(done=waiting.done, last=waiting.last, photo=waiting.photo)
    sure = list(_scored_in_turn(ledger, _before_the_next_question(drafts)))
    seal = partial(_sealed, session, waiting.photo)
    rows = _together(seal, ledger, paper, sure) if sure else _asked(seal, ledger, paper, drafts[0])
    return replace(
        rows,
        count=len(drafts),
        done=waiting.done,
        again=waiting.again,
        last=waiting.last,
        shape=_shape(waiting.shape),
        photo=waiting.photo,
    )


def _shape(shape: float) -> str:
    """Return the word by which the page chooses the parts in which it shows a picture."""
    return "long" if shape > UPRIGHT else "upright" if shape > TALL else "tall"


def _before_the_next_question(drafts: Sequence[SheetDraft]) -> Iterator[SheetDraft]:
    for draft in drafts:
        if draft.asked:
            return
        yield draft


def _scored_in_turn(ledger: SessionLedger, drafts: Iterable[SheetDraft]) -> Iterator[ScoredDraft]:
    """Score drafts one after the other, up to the first that the rules of this session refuse."""
    stretch = ledger.last
    state, totals = stretch.state, stretch.totals
    for draft in drafts:
        if draft.raw is None:
            return
        try:
            scored = score_hand(stretch.rules, stretch.table, state, totals, draft.raw, stretch.naming)
        except RuleError:
            return
        yield draft, scored
        state, totals = scored.state, scored.totals


def _together(seal: Seal, ledger: SessionLedger, paper: PaperList, sure: Sequence[ScoredDraft]) -> DraftRows:
    words = ngettext("Record %(count)s hand", "Record %(count)s hands", len(sure)) % {"count": len(sure)}
    drafts = [draft for draft, _scored in sure]
    rows = _in_words(ledger, paper, sure)
    return DraftRows(first=drafts[0].row, together=rows, words=words, sealed=seal(drafts))


def _asked(seal: Seal, ledger: SessionLedger, paper: PaperList, draft: SheetDraft) -> DraftRows:
    likeliest = list(_scored_in_turn(ledger, [draft]))
    shown = _in_words(ledger, paper, likeliest)
    nobody_can_tell = DraftRow(number=draft.row, picture=draft.picture, hand=None, questions=draft.questions)
    return DraftRows(
        first=draft.row,
        asked=shown[0] if shown else nobody_can_tell,
        words=_("Record") if shown else "",
        sealed=seal([draft]) if shown else "",
        others=list(_choices(seal, ledger, draft)),
    )


def _choices(seal: Seal, ledger: SessionLedger, draft: SheetDraft) -> Iterator[DraftChoice]:
    """Yield the other hands that a row may have, without those that the rules of this session refuse."""
    for raw in draft.others:
        other = replace(draft, raw=raw)
        with suppress(RuleError):
            yield DraftChoice(words=page.understood(ledger, dict(raw)), sealed=seal([other]))


def _in_words(ledger: SessionLedger, paper: PaperList, scored: Sequence[ScoredDraft]) -> list[DraftRow]:
    """Return the rows as they will be once these hands are recorded, compared with the totals on the sheet."""
    game, table = registry.get(ledger.rules.slug), ledger.table
    sums = {number: paper.running.plus(hand) for number, (_draft, hand) in enumerate(scored, paper.next_row)}
    written = {number: draft.written for number, (draft, _hand) in zip(sums, scored, strict=True)}
    after = [(number, totals) for number, (_gains, totals) in sums.items()]
    checks = paper.checks(after, written)
    rows = []
    for number, (draft, _hand) in zip(sums, scored, strict=True):
        own = [check for check in checks if check.number == number]
        words = page.described(game, table, draft.raw or {})
        hand = page.row_of_amounts(table.players, own, sums[number], number=number, **words)
        rows.append(DraftRow(number=draft.row, picture=draft.picture, hand=hand, questions=draft.questions))
    return rows


# What a form records


def _sealed(session: Session, photo: str, drafts: Sequence[SheetDraft]) -> str:
    hands = [[draft.row, draft.raw, list(draft.written.items())] for draft in drafts]
    return signing.dumps([session.public_id, photo, hands], salt=SALT, compress=True)


def opened(session: Session, sealed: str) -> list[SealedHand]:
    """Return the hands that a form of this session's page records; raise `BadSignature` if it isn't one."""
    public_id, photo, hands = signing.loads(sealed, salt=SALT)
    if public_id != session.public_id:
        raise signing.BadSignature
    return [SealedHand(row=row, raw=raw, written=dict(written), photo=photo) for row, raw, written in hands]
