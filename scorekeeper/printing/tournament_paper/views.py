"""The page of the desk with everything that a tournament prints: any phone of the club may print it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.desk.pages.desk_request import find_tournament, of_tournament
from scorekeeper.printing.forms import LISTS, PLACE_CARDS, PRIZES, RESULT, SEATING, START_CARDS
from scorekeeper.printing.jobs.printable import Printable
from scorekeeper.printing.responses import PAGE, PrintRequest, print_response
from scorekeeper.printing.sheets.headings import back_of
from scorekeeper.printing.tournament_paper import orders
from scorekeeper.printing.tournament_paper.forms import TournamentPaperForm
from scorekeeper.printing.tournament_paper.orders import TournamentOrder


@never_cache
@require_safe
def paper(request: HttpRequest, evening: str, output: str = PAGE, number: int = 1) -> HttpResponse:
    """Print something of a tournament; what, and of which round, is chosen on the page.

    While the result is sealed, only phones that run the evenings can print it.
    """
    desk_request = find_tournament(request, evening)
    published = list(desk_request.evening.rounds.exclude(published_at=None).values_list("number", flat=True))
    offered = [LISTS, SEATING, START_CARDS, PLACE_CARDS] if published else [START_CARDS, LISTS, SEATING, PLACE_CARDS]
    if desk_request.phone.runs or not desk_request.evening.is_sealed:
        offered += [RESULT, PRIZES]
    form = TournamentPaperForm(request.GET, offered, published)
    print_request = PrintRequest(
        request=request,
        output=output,
        number=number,
        url=reverse("tournament_paper", args=[evening]),
        base="desk/tournament_base.html",
        context={**of_tournament(desk_request), "title": _("Print"), "about": desk_request.evening.title()},
    )

    def make() -> Printable:
        order = TournamentOrder(
            tournament=desk_request.tournament, choices=form.choices(), round=form.round, back=back_of(request)
        )
        return orders.of_tournament(order)

    return print_response(print_request, form, make)
