"""The pages behind the links of a table: joining as a scorer, watching, and what a messenger shows of the link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.scoring.text import Amount, isolated
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.name_fields import NameField
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import AccessRevokedError, SessionDeletedError
from scorekeeper.play.formatting import Notation, notation_of_session, table_name
from scorekeeper.play.ledger import SessionLedger, is_empty, rules_of, session_ledger
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.pages.shared import let_in, with_device_cookie
from scorekeeper.play.pages.summary import Summary, listed, summary
from scorekeeper.play.sealed_tables import hidden_from
from scorekeeper.web import cookies, throttling
from scorekeeper.web.errors import UNPROCESSABLE, point_at_error
from scorekeeper.web.links import NoSuchLinkError, base_of, get_by_token, secret_link_view, wants_preview


class JoinForm(forms.Form):
    """The form for the name of a new scorer: that of one of the players, or another one."""

    use_required_attribute = False
    label = NameField(
        label=_("Your name"),
        error_messages={"required": _("Enter your name. The journal shows it beside your changes.")},
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "name"}),
    )


@dataclass(frozen=True, kw_only=True)
class LinkPreview:
    """Title, description and picture of a link; `image` is empty while there is no result."""

    site: str
    title: str
    description: str
    url: str
    image: str = ""


def link_preview(
    session: Session, ledger: SessionLedger, notation: Notation, base: str, result: Summary | None
) -> LinkPreview:
    """Return the preview of the watcher link; `base` is the server's base URL, `result` that of a closed session.

    The picture's URL contains the secret of the link and the revision, so that a corrected result gets a new picture.
    """
    url = base + reverse("watch", args=[session.watch_token])
    game = table_name(session)
    if result is None:
        parts = {"game": game, "names": listed(ledger.table.players)}
        title, description, image = (
            gettext("%(game)s: %(names)s") % parts,
            gettext("Follow the score of this table."),
            "",
        )
    else:
        title = gettext("%(result)s · %(game)s") % {"result": result.headline, "game": game}
        description = ", ".join(
            f"{isolated(player.name)} {notation.words(Amount(player.total, signed=True))}" for player in result.ranking
        )
        path = reverse("watch_picture", args=[session.watch_token])
        image = f"{base}{path}?revision={session.revision}"
    return LinkPreview(site=gettext("Scorekeeper"), title=title, description=description, url=url, image=image)


@secret_link_view
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form of the scorer link, which asks for a name, or let the browser in as a scorer."""
    session = get_by_token(request, Session, scorer_token=token)
    device = cookies.device_id_or_new(request)
    access = _access_by(session, device)
    _require_not_deleted(session, access)
    rules_of(session)
    if access and access.role == Role.SCORER and request.method != "POST":
        return redirect("session", session.public_id)
    me = clubs.signed_in_as(device, session.club_id)
    form = JoinForm(request.POST if request.method == "POST" else None, initial={"label": me})
    if request.method == "POST" and form.is_valid():
        throttling.spend("joins", throttling.caller(request))
        recording.join(session, device=device, role=Role.SCORER, label=form.cleaned_data["label"])
        return let_in(request, session, device)
    point_at_error(form)
    context: dict[str, Any] = {
        "form": form,
        "session": session,
        "game": registry.get(session.game),
        "names": [seat.name for seat in queries.seats(session)],
    }
    return with_device_cookie(
        request, render(request, "play/join.html", context, status=UNPROCESSABLE if form.is_bound else 200)
    )


@secret_link_view
@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Let the browser in as a watcher and redirect to the session (watch link).

    A program that shows a preview of the link is not let in. It gets the words and the picture of the preview.
    """
    session = get_by_token(request, Session, watch_token=token)
    device = cookies.device_id_or_new(request)
    access = _access_by(session, device)
    _require_not_deleted(session, access)
    if wants_preview(request):
        return _link_preview(request, session)
    if access is None:
        throttling.spend("joins", throttling.caller(request))
        recording.join(session, device=device, role=Role.WATCHER)
    return let_in(request, session, device)


def _link_preview(request: HttpRequest, session: Session) -> HttpResponse:
    ledger, notation = session_ledger(session), notation_of_session(session, in_counters=False)
    says_nothing = is_empty(session, ledger) or hidden_from(None, [session])
    settlement = None if says_nothing else queries.settlement(session)
    result = None if settlement is None else summary(session, ledger, notation, settlement)
    base, _reachable = base_of(request)
    context = {"preview": link_preview(session, ledger, notation, base, result)}
    return render(request, "play/link_preview.html", context)


def _require_not_deleted(session: Session, access: Access | None) -> None:
    """Raise the refusal of a link to a deleted session, unless the browser has access and so sees its page."""
    if session.has_expired:
        raise NoSuchLinkError
    if session.deleted_at is not None and access is None:
        raise SessionDeletedError(session, joined=False)


def _access_by(session: Session, device: str) -> Access | None:
    """Return the access that a browser already has to the table, or None; raise `AccessRevokedError`."""
    if queries.access_revoked(device, session.public_id):
        raise AccessRevokedError
    return Access.objects.of(device).filter(session=session).first()
