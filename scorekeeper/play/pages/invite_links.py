"""Invitation links and links to boards with their QR codes, and the page of who has access to a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.play import queries, recording
from scorekeeper.play.access import access_of, writing_access_of
from scorekeeper.play.errors import ConflictError, LastScorerError, NotThereError
from scorekeeper.play.models import OF_ACCESS, Access, Change, Role, Session
from scorekeeper.play.pages.join import JoinForm
from scorekeeper.play.pages.shared import TablePage, new_token, takes_forms, write_of
from scorekeeper.play.recording.write import Write, WriteResult
from scorekeeper.play.sealed_tables import hidden_from
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.links import base_of, qr_code
from scorekeeper.web.request_params import number_of


@dataclass(frozen=True)
class Link:
    """A link with its QR code; `role` is the role that it gives at a table, or `board`."""

    role: str
    url: str
    qr: SafeString


def share_links(request: HttpRequest, session: Session, *, may_write: bool) -> tuple[list[Link], bool]:
    """Return the links that this person may hand on, and whether other machines can reach them."""
    base, reachable = base_of(request)
    links = [_link(base, Role.WATCHER, reverse("watch", args=[session.watch_token]))]
    if may_write:
        links.insert(0, _link(base, Role.SCORER, reverse("join", args=[session.scorer_token])))
    return links, reachable


def board_link(request: HttpRequest, token: str) -> tuple[Link, bool]:
    """Return the link to a board, and whether other machines can reach it."""
    base, reachable = base_of(request)
    return _link(base, "board", reverse("linked_board", args=[token])), reachable


def _link(base: str, role: str, path: str) -> Link:
    url = base + path
    return Link(role, url, qr_code(url))


@dataclass(frozen=True)
class AdmittedPeople:
    """Everybody who was ever let in, with one entry for each browser; `out` are those shut out."""

    scorers: list[Access]
    watchers: list[Access]
    out: list[Access]

    @property
    def only_one_writes(self) -> bool:
        return len(self.scorers) == 1


def people(access: Access) -> AdmittedPeople:
    """Return who may write, who may watch, and who has been shut out."""
    accesses = queries.accesses(access.session)
    inside = [access for access in accesses if not access.shut_out_at]
    return AdmittedPeople(
        scorers=[access for access in inside if access.role == Role.SCORER],
        watchers=[access for access in inside if access.role == Role.WATCHER],
        out=[access for access in accesses if access.shut_out_at],
    )


@never_cache
@require_safe
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the links that this browser may hand on, and who has access. Scorers can renew links and shut others out."""
    access = access_of(request, public_id)
    return _page(request, access, change=_done(request, access))


def _page(
    request: HttpRequest, access: Access, *, change: Change | None = None, problem: str = "", status: int = 200
) -> HttpResponse:
    links, reachable = share_links(request, access.session, may_write=access.role == Role.SCORER)
    context = {
        **TablePage.from_request(request, access).context,
        "links": links,
        "reachable": reachable,
        "sealed": bool(hidden_from(None, [access.session])),
        "people": people(access),
        "form": JoinForm(initial={"label": access.label}),
        "new_token": new_token,
        "done": change,
        "problem": problem,
    }
    return render(request, "play/share.html", context, status=status)


def _done(request: HttpRequest, access: Access) -> Change | None:
    """Return the change that this browser has just made here, or None if something was written since."""
    if number_of(request.GET.get("at", "")) != access.session.revision:
        return None
    return access.session.changes.filter(revision=access.session.revision, verb__in=OF_ACCESS, access=access).first()


@never_cache
@takes_forms
def renew_link(request: HttpRequest, public_id: str) -> HttpResponse:
    """Renew the scorer link or the watch link."""
    role = request.POST.get("role", "")
    return _write(request, public_id, lambda write: recording.renew_link(write, role=role))


@never_cache
@takes_forms
def shut_out(request: HttpRequest, public_id: str) -> HttpResponse:
    """Shut a browser out of the table."""
    access_pk = number_of(request.POST.get("whom", ""))
    return _write(request, public_id, lambda write: recording.shut_out(write, access_pk=access_pk))


@never_cache
@takes_forms
def let_in(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a browser that was shut out its access back."""
    access_pk = number_of(request.POST.get("whom", ""))
    return _write(request, public_id, lambda write: recording.let_in(write, access_pk=access_pk))


def _write(request: HttpRequest, public_id: str, verb: Callable[[Write], WriteResult]) -> HttpResponse:
    """Make one change and redirect to the page, which shows what was done."""
    access = writing_access_of(request, public_id)
    try:
        verb(write_of(request, access))
    except (ConflictError, NotThereError):
        problem = _("Someone else has changed this in the meantime. Check again who has access.")
        return _page(request, access, problem=problem, status=CONFLICT)
    except LastScorerError:
        problem = _("Nobody would be left to record. Give someone else the scorer link first.")
        return _page(request, access, problem=problem, status=UNPROCESSABLE)
    if Access.objects.shut_out().filter(pk=access.pk).exists():
        return redirect("home")  # this browser has shut itself out
    return redirect(f"{reverse('share', args=[public_id])}?at={access.session.revision}")
