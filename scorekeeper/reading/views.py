"""Views for photographing a sheet: for a session, or to start one from it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.scoring.errors import RuleError
from scorekeeper import __version__
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.play import queries
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.form_fields import StakeField, option_in_words
from scorekeeper.play.formatting import tariff_name
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access, PhotographedPage, Role, Session
from scorekeeper.play.pages.shared import TablePage, to_closed, token_of
from scorekeeper.play.pages.summary import listed
from scorekeeper.play.recording.start import require_starter, start_at
from scorekeeper.play.session_draft import typed
from scorekeeper.printing.marked_sheets.code import SheetCode, SheetCodeError, options_that_differ
from scorekeeper.reading import kept_pages, refusals, uploads
from scorekeeper.reading.eligible_sessions import SheetRefusedError, refuse_other_session, sessions_for, sheet_for
from scorekeeper.reading.forms import SheetStartForm
from scorekeeper.reading.lists.tables import ListOfTable, all_lists, lists_for
from scorekeeper.reading.sheet import row_heads
from scorekeeper.reading.sheet.layouts import layout_of
from scorekeeper.reading.transcript import waiting_rows
from scorekeeper.reading.uploads import Upload
from scorekeeper.web import camera, cookies, throttling
from scorekeeper.web.errors import UNPROCESSABLE, RefusedError, point_at_error

_FIELDS = re.compile(r"[\w,-]*", re.ASCII)
INSTALL_COMMAND = f'pip install "./scorekeeper-{__version__}-py3-none-any.whl[camera]"'
"""Names the file: on the public package index, `scorekeeper` is another program."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def read_sheet(request: HttpRequest) -> HttpResponse:
    """Show the form for photos of a sheet, or read them. The QR code of a sheet leads here, with the code as `s`."""
    device = cookies.device_id_or_new(request)
    if request.method == "POST":
        response = _read(request, device, None)
        cookies.remember_device(response, device)
        return response
    try:
        code = _checked(request.GET["s"]) if "s" in request.GET else None
    except SheetCodeError as error:
        return _page(request, device, None, notice=refusals.OF_CODES[error.code])
    return _page(request, device, None, code=code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session_sheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form, or read the photos, for a session: of its own sheet, or of a blank one of the same table."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at is not None:
        return to_closed(request, access.session)
    return _read(request, access.device, access) if request.method == "POST" else _page(request, access.device, access)


@require_safe
def row(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Return the picture of a row of the sheet; the fields in `doubt` are framed."""
    session = writing_access_of(request, public_id).session
    page = kept_pages.page_with(session, number)
    if page is None or not camera.is_installed():
        raise Http404
    doubt = request.GET.get("doubt", "") if _FIELDS.fullmatch(request.GET.get("doubt", "")) else ""
    etag = quote_etag(f"{page.pk}-{number}-{doubt}")
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    from scorekeeper.reading.sheet import photos  # noqa: PLC0415 - it needs OpenCV, which takes a while to load

    code = SheetCode.parse(page.code)
    picture = photos.row_picture(bytes(page.image), layout_of(code).pages[code.page - 1], number, doubt.split(","))
    return HttpResponse(picture, content_type="image/jpeg", headers={"ETag": etag})


@require_safe
def heads(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the headings above the pictures of rows, as SVG in the language of the page."""
    session = writing_access_of(request, public_id).session
    sheet = kept_pages.seen_of(session, "")
    if sheet is None:
        raise Http404
    picture = row_heads.drawn(sheet.code, session_ledger(session).table.players)
    etag = quote_etag(hashlib.sha256(picture.encode()).hexdigest()[:16])
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    return HttpResponse(picture, content_type="image/svg+xml", headers={"ETag": etag})


# Reading


def _read(request: HttpRequest, device: str, access: Access | None) -> HttpResponse:
    """Read the photos; show what is wrong with them, or redirect to where their hands are recorded."""
    club = clubs.club_of(device)
    PhotographedPage.objects.expired().delete()
    session = access.session if access else None
    if "session" in request.POST and access is None:
        return _joined(request, device)
    upload = _upload(request, _known_lists(session))
    problems = list(upload.problems)
    if upload.pages:
        try:
            access = _access(request, upload.pages[0].seen.code, access)
        except SheetRefusedError as error:
            problems.append(str(error))
        else:
            session = access.session if access else None
            if waiting_rows.is_blank([page.seen for page in upload.pages]):
                problems.append(str(refusals.NOTHING_WRITTEN))
            else:
                kept_pages.keep(upload.pages, device=device, club=club, session=session)
    if problems or upload.remarks:
        status = UNPROCESSABLE if problems else 200
        return _page(request, device, access, notice=" ".join(upload.remarks), problems=problems, status=status)
    return _on_from(session, device)


def _on_from(session: Session | None, device: str) -> HttpResponse:
    """Redirect to where the hands of the photo are recorded, or back to the page for photos if that needs more."""
    here = kept_pages.pages_here(session, device)
    if here is None or here.missing:
        return redirect("session_sheet", session.public_id) if session else redirect("read_sheet")
    return redirect("type", session.public_id) if session else redirect("sheet_start")


def _joined(request: HttpRequest, device: str) -> HttpResponse:
    """Give the photo that this browser has sent to the chosen session."""
    here = kept_pages.pages_here(None, device)
    try:
        session = _writing_access(request, request.POST["session"]).session
        if here is not None:
            refuse_other_session(here.code, session, device)
    except SheetRefusedError as error:
        return _page(request, device, None, problems=[str(error)], status=UNPROCESSABLE)
    kept_pages.hand_over(device, session)
    return _on_from(session, device)


def _known_lists(session: Session | None) -> Sequence[ListOfTable]:
    """Return the lists printed elsewhere that a session's table may have kept; without a session, all of them."""
    if session is None:
        return list(all_lists())
    ledger = session_ledger(session)
    return lists_for(registry.get(ledger.rules.slug), ledger.table)


def _upload(request: HttpRequest, known: Sequence[ListOfTable]) -> Upload:
    files = request.FILES.getlist("photos")
    if not camera.is_installed():
        return Upload(problems=[str(refusals.NOT_INSTALLED)])
    if not files:
        return Upload(problems=[str(refusals.NO_FILE)])
    return uploads.read(files, lambda: throttling.spend("photos", throttling.caller(request)), known)


def _access(request: HttpRequest, code: SheetCode, access: Access | None) -> Access | None:
    """Return the access to the session that a sheet belongs to, or None if it has none yet.

    Raise `SheetRefusedError` if it belongs to a session other than the one whose page was posted, or to one that this
    browser may not write to.
    """
    if access is not None:
        refuse_other_session(code, access.session, access.device)
        return access
    return None if code.session is None else _writing_access(request, code.session)


def _writing_access(request: HttpRequest, public_id: str) -> Access:
    """Return the access to an open session; raise `SheetRefusedError` if this browser may not write to it."""
    try:
        access = writing_access_of(request, public_id)
    except RefusedError:
        raise  # it has a page of its own
    except (Http404, PermissionDenied):
        raise SheetRefusedError(refusals.ELSEWHERE) from None
    if access.session.closed_at is not None:
        raise SheetRefusedError(refusals.CLOSED)
    return access


def _checked(text: str) -> SheetCode:
    """Return the code of a sheet that this server can read; raise `SheetCodeError`."""
    code = SheetCode.parse(text).printed_here()
    code.game_at_table()
    return code


# The page


def _page(
    request: HttpRequest,
    device: str,
    access: Access | None,
    *,
    code: SheetCode | None = None,
    notice: Any = "",
    problems: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    clubs.club_of(device)  # lets the request see the pages of a club's phone
    session = access.session if access else None
    here = kept_pages.pages_here(session, device)
    context: dict[str, Any] = {"base": "base.html"}
    if access:
        context = TablePage.from_request(request, access).context
        context["base"] = "play/session_base.html"
    shown = code or (here.code if here else None)
    context |= {
        "sheet": _in_words(shown) if shown else None,
        "page_number": code.page if code else None,
        "places": _places(session) if session and _known_lists(session) else None,
        "lists": not session,
        "here": here,
        "pages_read": listed([str(number) for number in here.numbers]) if here else "",
        "pages_missing": listed([str(number) for number in here.missing]) if here else "",
        "tables": sessions_for(here.code, device) if here and not access else (),
        "offered": sheet_for(session, device) if session else None,
        "notice": notice,
        "problems": problems,
        "can_read": camera.is_installed(),
        "no_file": refusals.NO_FILE,
        "most_pages": uploads.MOST_PAGES,
        "most_bytes": uploads.MOST_BYTES,
        "too_many": refusals.TOO_MANY % {"most": uploads.MOST_PAGES},
        "too_large": refusals.TOO_LARGE % {"most": uploads.MOST_MEGABYTES},
        "not_installed": refusals.NOT_INSTALLED,
        "install_command": INSTALL_COMMAND,
    }
    return render(request, "reading/sheet.html", context, status=status)


def _places(session: Session) -> dict[str, Any]:
    """Return who has which place on a list printed elsewhere, as the table is seated."""
    table = session_ledger(session).table
    return {"names": list(enumerate(table.players, start=1)), "dealer": table.players[table.first_dealer]}


def _in_words(code: SheetCode) -> dict[str, Any]:
    """Return the description of a sheet, for the page."""
    game, table = code.game_at_table()
    rule_set, differing = game.rules.rule_set(table), options_that_differ(game, table)
    options = [
        option_in_words(option, typed(differing[option.name]))
        for option in rule_set.options
        if option.name in differing
    ]
    return {
        "game": game.name,
        "rules": rule_set.name,
        "options": [*filter(None, options), *([tariff_name(table.tariff)] if table.tariff else [])],
        "names": [name for name in code.names if name],
        "pages": code.pages,
        "dealer": code.names[code.first_dealer],
        "dealer_number": code.first_dealer + 1,
        "is_list": bool(code.list),
    }


# A session from a sheet


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Ask who played on the sheet that this browser has photographed, and start their session."""
    device = cookies.device_id_or_new(request)
    club = clubs.club_of(device)
    require_starter(club, device)
    sheet = kept_pages.sheet_of_device(device)
    if sheet is None or request.POST.get("sheet", sheet.code.written()) != sheet.code.written():
        started = _started_before(request, device)
        if started is not None:
            return redirect("type", started.public_id)
        return redirect("sheet_start" if sheet else "read_sheet")
    posted = request.POST if request.method == "POST" else None
    form, token = SheetStartForm(sheet.code, posted), token_of(request)
    if form.is_bound and form.is_valid():
        throttling.spend("starts", throttling.caller(request))
        stake, currency = _usual_stake(club, sheet.code.game)
        try:
            session = start_at(
                form.table(),
                device=device,
                game=sheet.code.game,
                stake=stake,
                currency=currency,
                token=token,
                played_on=form.cleaned_data["played_on"],
            )
        except RuleError as error:
            form.refuse(error)
        else:
            kept_pages.hand_over(device, session)
            return redirect("type", session.public_id)
    point_at_error(form)
    context = {
        "form": form,
        "token": token,
        "sheet": _in_words(sheet.code),
        "code": sheet.code.written(),
        "tables": sessions_for(sheet.code, device),
        "club": club,
        "known_names": _names_of(club) if club else queries.known_players(device),
    }
    return render(request, "reading/start.html", context, status=UNPROCESSABLE if form.is_bound else 200)


def _names_of(club: Club) -> list[str]:
    people = clubs.people(club)
    return [*people.members, *people.guests]


def _started_before(request: HttpRequest, device: str) -> Session | None:
    """Return the session already started from the sheet of this form, which was sent twice or from two tabs."""
    if request.method != "POST":
        return kept_pages.session_of_last_photo(device)
    own = Session.objects.filter(accesses__device=device, accesses__role=Role.SCORER)
    of_sheet = own.filter(photographed_sheets__code=request.POST.get("sheet", ""))
    return own.filter(creation_token=token_of(request)).first() or of_sheet.order_by("-pk").first()


def _usual_stake(club: Club | None, game: str) -> tuple[Decimal | None, str]:
    """Return the stake and currency of the club's house rules, or no stake."""
    house = queries.club_rules(club).houses.get(game)
    return (StakeField(required=False).clean(house.stake), house.currency) if house else (None, "€")


@require_http_methods(["GET", "HEAD", "POST"])
def throw_away(request: HttpRequest) -> HttpResponse:
    """Delete the photo that this browser has sent and that has no session."""
    device = cookies.device_id(request)
    clubs.club_of(device)
    if request.method == "POST" and device:
        kept_pages.throw_away_of_device(device)
    return redirect("read_sheet")
