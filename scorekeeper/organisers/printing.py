"""Printing from the organisers' panel: an action on lists, and its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import registry
from scorekeeper.organisers.panel import ClubScopedAdmin
from scorekeeper.printing.forms import LookForm, PrintChoices, camera_choices
from scorekeeper.printing.responses import IMAGE, PAGE, PDF, PrintRequest, print_response
from scorekeeper.printing.session_sheets import MOST_SHEETS, qr_base
from scorekeeper.printing.typesetting import Order
from scorekeeper.web.request_params import number_of


class PrintingAdmin(ClubScopedAdmin):
    """Rows that can be printed; `what` lists the kinds of printouts from `scorekeeper.printing.forms`."""

    what: ClassVar[Sequence[str]]

    def printable(self, rows: Sequence[Any], choices: PrintChoices, base: str) -> Order:
        raise NotImplementedError

    @admin.action(description=_("Print"), permissions=["view"])
    def print_chosen(self, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        """Redirect to the page with the print options."""
        keys = list(rows.values_list("pk", flat=True)[: MOST_SHEETS + 1])
        if len(keys) > MOST_SHEETS:
            words = gettext("You can print at most %(most)s of these at once.")
            self.message_user(request, words % {"most": MOST_SHEETS}, messages.ERROR)
            return None
        return redirect(f"{self._address()}?{urlencode([('pk', key) for key in keys])}")

    def get_urls(self) -> list[URLPattern]:
        view, name = self.admin_site.admin_view(self.print_page), self._name()
        return [
            path("print/", view, {"output": PAGE}, name),
            path("print/sheet.pdf", view, {"output": PDF}, f"{name}_pdf"),
            path("print/<int:number>.svg", view, {"output": IMAGE}, f"{name}_image"),
            *super().get_urls(),
        ]

    def print_page(self, request: HttpRequest, output: str, number: int = 1) -> HttpResponse:
        """Show or print the chosen rows; 404 unless all of them exist and are the user's."""
        pks = request.GET.getlist("pk")[: MOST_SHEETS + 1]
        keys = {number_of(key) for key in pks}
        rows = list(self.get_queryset(request).filter(pk__in=keys).order_by(*reversed_ordering(self.ordering)))
        if not rows or len(rows) != len(keys) or not self.has_module_permission(request):
            raise Http404
        camera = camera_choices(registry.all_games())
        form = LookForm(request.GET, self.what, hidden=[("pk", key) for key in pks], camera=camera)
        print_request = PrintRequest(
            request=request,
            output=output,
            number=number,
            url=self._address(),
            base="play/session_base.html",
            context={
                "title": gettext("Print"),
                "about": ", ".join(self.row_name(row) for row in rows[:3]) + (" …" if len(rows) > 3 else ""),
                "urls": {"in_panel": True, "back": reverse(f"admin:{self._name('changelist')}")},
            },
        )
        return print_response(print_request, form, lambda: self.printable(rows, form.choices(), qr_base(request)))

    def _name(self, page: str = "print") -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def _address(self) -> str:
        return reverse(f"admin:{self._name()}")


def reversed_ordering(ordering: Sequence[Any] | None) -> list[str]:
    """Return an ordering with the oldest first, from that of a list with the newest first.

    >>> reversed_ordering(("-started_at", "-pk"))
    ['started_at', 'pk']
    """
    return [name.removeprefix("-") for name in map(str, ordering or ("pk",))]
