"""What an organiser sees of files: where they are had, and what becomes of one that comes in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.panel import clubs_of, looks_after_one
from scorekeeper.clubs.panel_notes import Noted, noted
from scorekeeper.exchange import documents, members, results
from scorekeeper.exchange.forms import FileForm
from scorekeeper.exchange.members import Incoming, Stale
from scorekeeper.exchange.pages import examples, groups
from scorekeeper.exchange.plans import Kind, Plan, plan
from scorekeeper.exchange.reading import Unreadable
from scorekeeper.exchange.sheets import KINDS, Sheet
from scorekeeper.exchange.taking_in import NotAsSeen, TakenIn, take_in
from scorekeeper.exchange.wanted import ClubForm, Wanted, WantedForm
from scorekeeper.play.views.posted import number_of

UNPROCESSABLE, CONFLICT = 422, 409
MOST_CHOICES = 1000
"""How many likely doubles can be ticked: a form has so many fields and no more."""

SHEETS: Mapping[str, Callable[[Wanted], Sheet]] = {
    "members": lambda wanted: members.sheet(wanted.club),
    "results": results.results,
    "standings": results.table,
}
TITLES = {"index": _("In and out"), "choose": _("Read members in"), "preview": _("What would happen")}
SESSIONS = "sessions.jsonl"


def _page(request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
    common = {**admin.site.each_context(request), "title": TITLES[name]}
    return render(request, f"admin/exchange/{name}.html", {**common, **context}, status=status)


def _of_organisers(request: HttpRequest) -> None:
    if not looks_after_one(request):
        raise Http404


# Out


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What there is to be had, and the way in."""
    _of_organisers(request)
    return _index(request, WantedForm(None, user=request.user))


def _index(request: HttpRequest, form: WantedForm, *, status: int = 200) -> HttpResponse:
    return _page(request, "index", form=form, members=ClubForm(user=request.user), status=status)


@require_safe
def files(request: HttpRequest) -> HttpResponseBase:
    """The file that was asked for, or the form as it was filled in, with what is wrong."""
    _of_organisers(request)
    asked = request.GET.get("file", "")
    if not asked:
        return redirect("admin:exchange")
    what, _dot, ending = asked.partition(".")
    if asked != SESSIONS and (what not in SHEETS or ending not in KINDS):
        raise Http404
    form = WantedForm(request.GET, user=request.user)
    if not form.is_valid():
        return _index(request, form, status=UNPROCESSABLE)
    wanted = form.wanted()
    if wanted.club is None:
        raise Http404  # whoever runs all of it has no club yet
    if asked == SESSIONS:
        return _handed_out(documents.lines(wanted), f"{documents.name(wanted)}.jsonl", documents.CONTENT_TYPE)
    sheet, kind = SHEETS[what](wanted), KINDS[ending]
    return _handed_out(kind.pieces(sheet), f"{sheet.name}.{ending}", kind.content_type)


def _handed_out(pieces: Iterator[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    stem, _dot, ending = name.rpartition(".")
    headers = {"Content-Disposition": f'attachment; filename="{slugify(stem)}.{ending}"'}
    return StreamingHttpResponse(_in_our_language(pieces), content_type=content_type, headers=headers)


def _in_our_language(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Each piece in the language that the request is answered in, whatever is done between two of them.

    The first one is nothing: with it the answer begins, before there is a piece.
    """
    language = get_language() or "en"
    yield b""
    while True:
        with override(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


# In


@require_http_methods(["GET", "HEAD", "POST"])
def members_in(request: HttpRequest) -> HttpResponse:
    """A file of members: chosen, looked at, and then taken in."""
    _of_organisers(request)
    if request.method != "POST":
        return _choose(request, FileForm(user=request.user))
    if "sealed" in request.POST:
        return _confirmed(request)
    form = FileForm(request.POST, request.FILES, user=request.user)
    if not form.is_valid():
        return _choose(request, form, status=UNPROCESSABLE)
    club = form.cleaned_data["club"]
    if club is None:
        raise Http404
    try:
        incoming = members.incoming(form.cleaned_data["file"].read())
    except Unreadable as error:
        form.add_error("file", str(error))
        return _choose(request, form, status=UNPROCESSABLE)
    found = plan(club, incoming.entries, incoming.columns, incoming.wrong)
    if found.of(Kind.WRONG):
        return _preview(request, club, incoming, found, status=UNPROCESSABLE)
    return _preview(request, club, incoming, found)


def _choose(request: HttpRequest, form: FileForm, *, status: int = 200) -> HttpResponse:
    return _page(request, "choose", form=form, **examples(), status=status)


def _preview(
    request: HttpRequest, club: Club, incoming: Incoming, found: Plan, *, said: str = "", status: int = 200
) -> HttpResponse:
    """What the file would come to; with anything wrong in it, there is nothing to confirm."""
    sealed = "" if found.of(Kind.WRONG) else members.packed(incoming, club, request.user.pk or 0)
    if len(sealed) > members.MOST_SENT:
        form = FileForm({"club": club.pk}, user=request.user)
        form.errors["file"] = form.error_class(
            [gettext("This file is too long to be looked at in one piece. Divide it.")]
        )
        return _choose(request, form, status=UNPROCESSABLE)
    context = {
        "club": club,
        "groups": groups(found),
        "wrong": len(found.of(Kind.WRONG)),
        "rows": len(found.lines),
        "plan": found,
        "writes": found.writes(line.row for line in found.of(Kind.LIKELY)),
        "sealed": sealed,
        "said": said,
        "form": FileForm(initial={"club": club.pk}, user=request.user),
        "most_choices": MOST_CHOICES,
    }
    return _page(request, "preview", **context, status=status)


def _confirmed(request: HttpRequest) -> HttpResponse:
    """Takes in what was looked at, unless the members are others by now."""
    club = clubs_of(request.user).filter(pk=number_of(request.POST.get("club", ""))).first()
    if club is None:
        raise Http404
    try:
        incoming = members.unpacked(request.POST["sealed"], club, request.user.pk or 0)
    except Stale:
        form = FileForm({"club": club.pk}, {}, user=request.user)
        form.errors["file"] = form.error_class([gettext("Too much time has passed; choose the file once more.")])
        return _choose(request, form, status=UNPROCESSABLE)
    chosen = {number_of(row) for row in request.POST.getlist("add")}
    try:
        done = _taken_in(request, club, incoming, chosen)
    except NotAsSeen as error:
        said = gettext("The members have changed meanwhile. Nothing was written; this is what the file comes to now.")
        return _preview(request, club, incoming, error.now, said=said, status=CONFLICT)
    words = gettext("Nothing was changed: everybody in this file is there already.")
    if done.added or done.changed:
        words = gettext("Added: %(added)d. Changed: %(changed)d.") % {"added": done.added, "changed": done.changed}
    messages.success(request, words)
    return redirect("admin:clubs_player_changelist")


@transaction.atomic
def _taken_in(request: HttpRequest, club: Club, incoming: Incoming, chosen: set[int]) -> TakenIn:
    """What was written is in the club's journal, or neither is."""
    done = take_in(club, incoming, seen=request.POST.get("seen", ""), chosen=chosen)
    if done.added or done.changed:
        clubs = admin.site.get_model_admin(Club)
        clubs.log_change(request, club, noted(Noted.MEMBERS_IN, added=done.added, changed=done.changed))
    return done
