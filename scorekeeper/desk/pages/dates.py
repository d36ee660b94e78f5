"""The dates of a club: its coming evenings, the form that enters several, and their file for other calendars."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.phones import club_phone_of
from scorekeeper.desk import attendance, calendar
from scorekeeper.desk.pages.evening_request import require_runner
from scorekeeper.desk.pages.form_fields import DeskForm, date_field, name_field
from scorekeeper.web.dates import this_evening
from scorekeeper.web.downloads import disposition
from scorekeeper.web.errors import UNPROCESSABLE, point_at_error
from scorekeeper.web.links import base_of, qr_code, refuse_link, secret_link_view
from scorekeeper.web.locales import reading_locale

LONGEST_PLAN = timedelta(weeks=106)


class DatesForm(DeskForm):
    """Several evenings at regular intervals."""

    first = date_field(_("First evening"))
    every = forms.ChoiceField(
        label=_("Repeated"),
        choices=[
            ("1", _("every week")),
            ("2", _("every second week")),
            ("4", _("every fourth week")),
            (calendar.MONTHLY, _("every month, such as on the first Friday")),
        ],
        widget=forms.Select(attrs={"class": "input"}),
    )
    last = date_field(_("Until"))
    name = name_field(_("Name (optional)"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and not first <= last <= first + LONGEST_PLAN:
            self.add_error("last", _("Enter a date from the first evening to two years later."))
        return cleaned


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def dates(request: HttpRequest) -> HttpResponse:
    """Show the coming evenings and the link to their file; a phone that runs them can enter several."""
    phone = club_phone_of(request)
    form, status = DatesForm(initial={"first": this_evening()}), 200
    if request.method == "POST":
        require_runner(request, phone)
        form, status = DatesForm(request.POST), UNPROCESSABLE
        if form.is_valid():
            plan = calendar.days(*(form.cleaned_data[name] for name in ("first", "last", "every")))
            terms = attendance.usual_terms(phone.club, reading_locale(request)) | {"name": form.cleaned_data["name"]}
            attendance.plan(phone.club, plan, by=clubs.journal_name(phone), **terms)
            return redirect("dates")
    point_at_error(form)
    base, reachable = base_of(request)
    url = base + reverse("calendar", args=[calendar.token_of(phone.club)])
    context = {
        "phone": phone,
        "club": phone.club,
        "evenings": calendar.coming(phone.club),
        "link": {"url": url, "qr": qr_code(url)},
        "subscription": f"webcal:{url.partition(':')[2]}",
        "reachable": reachable,
        "form": form,
    }
    return render(request, "desk/dates.html", context, status=status)


@secret_link_view
@require_safe
def ics(request: HttpRequest, token: str) -> HttpResponse:
    """Return the file of a club's coming evenings to any program with the link."""
    club = calendar.club_of(token) or refuse_link(request)
    file = calendar.ics(club, calendar.coming(club), base_of(request)[0])
    return HttpResponse(file, content_type="text/calendar; charset=utf-8", headers=disposition(club.name, "ics"))
