"""Printing of standings, and of the championship with every result of every member."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.printing.forms import CHAMPIONSHIP, PrintChoices
from scorekeeper.printing.jobs.printable import CannotPrintError, Printable, named, of_sheets
from scorekeeper.printing.notices import standings as notices
from scorekeeper.printing.typesetting import Sheet
from scorekeeper.standings.matrix import matrix
from scorekeeper.standings.standings import Terms, standings


def of_standings(several: Sequence[Terms], choices: PrintChoices) -> Printable:
    """Return a notice for each of the terms; raise `CannotPrintError` if no session counts."""
    with translation.override(choices.language):
        made = _championships if choices.what == CHAMPIONSHIP else _standings
        sheets = made(several, choices)
    if not sheets:
        raise CannotPrintError(_("Nobody is ranked yet. Only closed sessions count."))
    title = f"{sheets[0]['subtitle']} · {sheets[0]['title']}"
    return of_sheets(sheets, title=title, language=choices.language, name=named(title, choices.what))


def _standings(several: Sequence[Terms], choices: PrintChoices) -> list[Sheet]:
    rankings = [one for one in map(standings, several) if one.ranked or one.below or one.guests]
    return [notices.of_standings(one, choices.page_setup) for one in rankings]


def _championships(several: Sequence[Terms], choices: PrintChoices) -> list[Sheet]:
    rankings = [one for one in map(matrix, several) if one.ranked or one.below]
    return [notices.of_championship(one, choices.page_setup) for one in rankings]
