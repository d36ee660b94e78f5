"""Printing of standings."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.printing import notices
from scorekeeper.printing.forms import RESULT, PrintChoices
from scorekeeper.printing.print_jobs import CannotPrintError, Printable, named, of_sheets
from scorekeeper.standings.standings import Terms, standings


def of_standings(several: Sequence[Terms], choices: PrintChoices) -> Printable:
    """Return a notice for each of the terms; raise `CannotPrintError` if no session counts."""
    rankings = [one for one in map(standings, several) if one.ranked or one.below or one.guests]
    if not rankings:
        raise CannotPrintError(_("Nobody is ranked yet. Only closed sessions count."))
    with translation.override(choices.language):
        sheets = [notices.of_standings(one, choices.page_setup) for one in rankings]
    title = f"{sheets[0]['subtitle']} · {sheets[0]['title']}"
    return of_sheets(sheets, title=title, language=choices.language, name=named(title, RESULT))
