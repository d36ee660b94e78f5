"""Printing of standings, and of the championship with every result of every member."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.printing.forms import CHAMPIONSHIP, PrintChoices
from scorekeeper.printing.jobs.printable import CannotPrintError, Printable, named, of_sheets
from scorekeeper.printing.notices import standings as notices
from scorekeeper.standings.standings import Terms, championship, standings


def of_standings(several: Sequence[Terms], choices: PrintChoices) -> Printable:
    """Return a notice for each of the terms; raise `CannotPrintError` if no session counts."""
    of_championship = choices.what == CHAMPIONSHIP
    read, made = (championship, notices.of_championship) if of_championship else (standings, notices.of_standings)
    with translation.override(choices.language):
        rankings = [one for one in map(read, several) if one.ranked or one.below or one.guests]
        sheets = [made(one, choices.page_setup) for one in rankings]
    if not sheets:
        raise CannotPrintError(_("Nobody is ranked yet. Only closed sessions count."))
    title = f"{sheets[0]['subtitle']} · {sheets[0]['title']}"
    return of_sheets(sheets, title=title, language=choices.language, name=named(title, choices.what))
