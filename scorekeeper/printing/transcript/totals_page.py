"""View for correcting the typed totals of the paper after one hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scorekeeper.play.access import writing_access_of
from scorekeeper.play.form_fields import TotalField
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access
from scorekeeper.play.pages.shared import TablePage
from scorekeeper.printing.transcript import page, totals
from scorekeeper.web.errors import UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import HtmxRequest

LARGEST = 999_999_999


class TotalsForm(forms.Form):
    """A field for each player, empty if the paper has no total there."""

    use_required_attribute = False

    def __init__(self, names: Sequence[str], written: Mapping[int, int], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        for place, name in enumerate(names):
            self.fields[f"total-{place}"] = TotalField(
                required=False,
                label=name,
                initial=written.get(place),
                min_value=-LARGEST,
                max_value=LARGEST,
                error_messages={"invalid": _("A total must be a whole number.")},
                widget=forms.TextInput(attrs={"class": "input input--number", "autocomplete": "off"}),
            )

    def totals(self) -> dict[int, int]:
        """Return the totals by seat, without empty ones; the form must be valid."""
        by_place = {int(name.removeprefix("total-")): total for name, total in self.cleaned_data.items()}
        return {place: total for place, total in by_place.items() if total is not None}


def to_closed(access: Access) -> HttpResponse:
    """Redirect to a closed session's page, which says that it must be reopened before typing."""
    return redirect(f"{reverse('session', args=[access.session.public_id])}?untyped")


@require_http_methods(["GET", "HEAD", "POST"])
def written_totals(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Edit the totals on the paper after a hand, or at the end of the list."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        return to_closed(access)
    ledger = session_ledger(access.session)
    if number > len(ledger.hands):
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = TotalsForm(
        ledger.at(number or ledger.next_number).table.players, totals.of(access.session).get(number, {}), posted
    )
    back = f"{reverse('type', args=[public_id])}#{f'hand-{number}' if number else 'end'}"
    if form.is_bound and form.is_valid():
        totals.write(access.session, access=access, number=number, totals=form.totals())
        return redirect(back)
    point_at_error(form)
    context = {
        **TablePage.of(request, access, ledger).context,
        "form": form,
        "number": page.row_of(ledger, number) if number else number,
        "back": back,
    }
    return render(request, "printing/written_totals.html", context, status=UNPROCESSABLE if form.is_bound else 200)
