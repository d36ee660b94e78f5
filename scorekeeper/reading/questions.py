"""Questions and remarks about a row of a photographed sheet, for the person who has the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ui.marked_sheet import Field, MarkedSheet, Marks, Ticks
from scorekeeper.play.formatting import amount
from scorekeeper.play.pages.summary import listed
from scorekeeper.printing.marked_sheets.layout import total
from scorekeeper.printing.score_sheets import Words
from scorekeeper.reading.decoder.hands import ReadHand
from scorekeeper.reading.observations import RowSeen

LIKELY = 0.5


def about(sheet: MarkedSheet, hand: ReadHand, row: RowSeen) -> Iterator[str]:
    """Yield the sentences about a row and the hand that was read from it.

    Wrong totals are left to the page, which compares all of them.
    """
    if row.in_words.ticked > LIKELY:
        yield (
            _("This hand is written in words. From the totals, it could be the one below: compare them, or type it.")
            if hand.raw
            else _("This hand is written in words: type it.")
        )
    elif row.struck:
        yield _("This row is struck out. If it has a hand all the same, type it.")
    elif row.faint and hand.empty:
        yield _("The writing in this row is too faint to read. Type it, or trace it and photograph the page again.")
    elif hand.empty and not hand.others:
        yield _("There is ink in this row, but no hand. If there is one, type it.")
    elif hand.raw is not None:
        doubts = list(_doubts(sheet, hand, hand.raw))
        if hand.asked and not hand.slips and not doubts:  # no single box is in doubt, but all of them together are
            doubts.append(_("Not every box in this row is clear. Compare them with the picture."))
        yield from doubts
    elif hand.others and not hand.slips:
        yield _("It isn’t clear which hand this is.")
    elif hand.slips:
        yield _contradicted(sheet, hand)
    else:
        yield _("This row can’t be read: type what it says.")


def _contradicted(sheet: MarkedSheet, hand: ReadHand) -> str:
    """Return the sentence about a hand whose totals differ from those after it."""
    if hand.slips.keys() == hand.written.keys():
        return _(
            "All totals in this row differ from those expected after its hand. Check whether a hand above is missing "
            "or wrong."
        )
    names = listed([player for seat, player in enumerate(sheet.table.players) if seat in hand.slips])
    return _(
        "The totals of %(names)s in this row differ from those expected after its hand. Check whether a hand above is "
        "missing or wrong."
    ) % {"names": names}


def carried_over(player: str, there: int, here: int) -> str:
    """Return the sentence about a total that was carried over wrongly from the previous page."""
    words = {"name": player, "written": amount(there), "total": amount(here)}
    return _("Carried over to this page: %(written)s for %(name)s. Here, the total is %(total)s.") % words


def begins_at_0() -> str:
    """Return the sentence about a sheet whose totals begin at 0 again, for a session that already has hands."""
    return _("The totals on this sheet begin at 0 again. Its hands are added to those recorded here.")


def recorded_already(first: int, last: int) -> str:
    """Return the question about rows with the same hands as the last ones that were recorded."""
    if first == last:
        return _("The last hand recorded here is the same as this one. Is it recorded already?")
    return _(
        "The last hands recorded here are the same as those in rows %(first)s to %(last)s. Are these recorded already?"
    ) % {"first": first, "last": last}


def blank_above(rows: Sequence[int], below: int) -> str:
    """Return the sentence about blank rows above the row of a hand."""
    words = ngettext(
        "Row %(rows)s is empty and was skipped. If a hand belongs there, add it before row %(below)s.",
        "Rows %(rows)s are empty and were skipped. If a hand belongs there, add it before row %(below)s.",
        len(rows),
    )
    return words % {"rows": ", ".join(map(str, rows)), "below": below}


def blank_among(hands: Iterable[ReadHand], *, before: int) -> Iterator[str]:
    """Yield the sentences about blank rows above these hands, after the row `before`. Rows count from 1."""
    above = before
    for hand in hands:
        number = hand.row + 1
        if number > above + 1:
            yield blank_above(range(above + 1, number), number)
        above = number


def fields_in_doubt(hand: ReadHand) -> Sequence[str]:
    """Return the fields to frame in the picture of the row, totals included."""
    doubtful = hand.doubtful if hand.asked else ()
    return tuple(dict.fromkeys((*doubtful, *hand.astray, *hand.against, *hand.overruled, *map(total, hand.slips))))


def _doubts(sheet: MarkedSheet, hand: ReadHand, raw: Mapping[str, Any]) -> Iterator[str]:
    fields, words = {field.name: field for field in sheet.fields()}, Words(sheet.table.players)
    if hand.asked:
        marks = [sheet.marks(reading) or {} for reading in (raw, *hand.others)]
        for name in hand.doubtful:
            if name in fields:
                yield _either(fields[name], marks, words)
        for seat, player in enumerate(sheet.table.players):
            if total(seat) in hand.doubtful:
                yield _total_in_doubt(player, hand.written.get(seat))
    if hand.astray:
        yield _("There is ink in or beside a box where none belongs.")
    for name in hand.overruled:
        if name in fields and not (hand.asked and name in hand.doubtful):
            yield _("%(field)s: the sheet looks different, but only this fits the totals.") % {
                "field": _name(fields[name], words)
            }
    for seat, player in enumerate(sheet.table.players):
        if total(seat) in hand.overruled and total(seat) not in hand.doubtful:
            yield _("The total of %(name)s looks different on the sheet, but only this fits the hands.") % {
                "name": player
            }


def _either(field: Field, marks: Sequence[Marks], words: Words) -> str:
    """Return the question about which of its possible values a field has."""
    values = list(dict.fromkeys(_in_words(field, mark, words) for mark in marks))
    if len(values) < 2:
        return _("%(field)s: is it %(value)s?") % {"field": _name(field, words), "value": values[0]}
    *first, last = values
    parts = {"field": _name(field, words), "values": ", ".join(first), "last": last}
    return _("%(field)s: %(values)s or %(last)s?") % parts


def _name(field: Field, words: Words) -> str:
    return words(field.head) or _("Boxes")


def _in_words(field: Field, marks: Marks, words: Words) -> str:
    mark = marks.get(field.name)
    if mark is None:
        return _("nothing")
    if not isinstance(field, Ticks):
        assert isinstance(mark, int)
        return amount(mark)
    assert isinstance(mark, frozenset)
    return " + ".join(words(box.means) if box.means else words(box.head) for box in field.boxes if box.key in mark)


def _total_in_doubt(player: str, written: int | None) -> str:
    if written is None:
        return _("Does this row have no total for %(name)s?") % {"name": player}
    return _("In this row, is the total for %(name)s %(total)s?") % {"name": player, "total": amount(written)}
