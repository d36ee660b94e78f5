"""Printing of a club's dates, for the notice board."""

from __future__ import annotations

from django.utils import translation
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.desk import calendar
from scorekeeper.printing.forms import DATES, PrintChoices
from scorekeeper.printing.notices import notice, section
from scorekeeper.printing.typesetting import CannotPrintError, Order, on_paper
from scorekeeper.standings.standings import current, seasons
from scorekeeper.web.dates import long_day, this_evening
from scorekeeper.web.downloads import file_name


def dates_print_order(club: Club, choices: PrintChoices) -> Order:
    """Return the dates of the season in progress, or else those to come; raise `CannotPrintError` if there are none."""
    season, evenings = current(seasons(club), this_evening()), calendar.coming(club)
    if season:
        evenings = club.evenings.filter(date__gte=season.starts).order_by("date", "pk")
        evenings = evenings.filter(date__lte=season.ends) if season.ends else evenings
    with translation.override(choices.language):
        rows = [
            [capfirst(date_format(evening.date, "l")), long_day(evening.date), on_paper(evening.name)]
            for evening in evenings
        ]
        if not rows:
            raise CannotPrintError(_("No evening is planned yet."))
        title = _("Dates, %(season)s") % {"season": on_paper(season.name)} if season else _("Dates")
        table = section("", ["", _("Date"), ""], rows, words=3, wide=[2])
        sheet = notice(choices.page_setup, title=title, subtitle=on_paper(club.name), sections=[table])
    name = file_name(club.name, season.name if season else "", DATES)
    return Order(title=f"{sheet['subtitle']} · {title}", language=choices.language, sheets=[sheet], name=name)
