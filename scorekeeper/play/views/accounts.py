"""Members who sign in on a phone: in, out, and what they keep themselves, their nickname and their password.

Who signs in is known by the phone, in the database: these pages have no session, and no cookie but the phone's name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper import rates
from scorekeeper.clubs import logins
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.queries import Holder
from scorekeeper.errors import Refused
from scorekeeper.languages import fill
from scorekeeper.play import devices
from scorekeeper.play.account_forms import ChangePassword, NicknameForm, SetPassword, SignInForm
from scorekeeper.play.form_fields import point_at_error
from scorekeeper.play.views.behind import by_link
from scorekeeper.play.views.posted import number_of

UNPROCESSABLE = 422
SALT = "scorekeeper.sign_in"
MAY_CHOOSE = 600
"""Seconds in which the club has to be chosen by whoever is a member of several."""

View = Callable[..., HttpResponse]


class LinkIsUsed(Refused):
    """A link for a password leads nowhere: it was used, is too old, or never was one."""

    status, template = 404, "clubs/link_used.html"


def page(view: View) -> View:
    """A page with a form, of which nothing is kept anywhere."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))


def for_its_holder(view: View) -> View:
    """A page of whoever has signed in on this phone; all others are led to where one signs in."""

    @wraps(view)
    def seen(request: HttpRequest) -> HttpResponse:
        me = clubs.holder_of(devices.known(request))
        return view(request, me) if me else redirect("sign_in")

    return page(seen)


# In and out


@page
def sign_in(request: HttpRequest) -> HttpResponse:
    """User name and password, and for members of several clubs which it is to be."""
    if not clubs.any_clubs():
        raise Http404
    device = devices.known_or_new(request)
    if request.method != "POST":
        if clubs.holder_of(device):
            return redirect("me")
        return _asking(request, device, SignInForm(request))
    if user := _known_before(request, device):
        return _as_member(request, device, user, club=number_of(request.POST.get("club", "")))
    form = SignInForm(request, request.POST)
    if form.is_valid():
        signed_in = form.get_user()
        assert isinstance(signed_in, User)  # there are accounts of no other kind
        if signed_in.players.exists():
            return _as_member(request, device, signed_in)
        form.add_error(None, _("This account is no member’s. Organisers sign in to the panel, at /admin/."))
    return _asking(request, device, form, status=UNPROCESSABLE)


def _asking(request: HttpRequest, device: str, form: SignInForm, *, status: int = 200) -> HttpResponse:
    """The page; the browser has its name before it posts, so that two taps come from one."""
    point_at_error(form)
    context = {"form": form, "club": clubs.club_of(device)}
    response = render(request, "clubs/sign_in.html", context, status=status)
    devices.remember(response, device)
    return response


def _as_member(request: HttpRequest, device: str, user: User, *, club: int | None = None) -> HttpResponse:
    """Signed in, once it is clear as a member of which club."""
    players = list(user.players.select_related("club", "user").order_by("club__name"))
    chosen = [one for one in players if club is None or one.club_id == club]
    if len(chosen) == 1:
        logins.sign_in(chosen[0], device)
        return _to_own_page(device)
    return _which_club(request, device, user, players)


def _which_club(request: HttpRequest, device: str, user: User, players: list[Player]) -> HttpResponse:
    who = signing.dumps([user.pk, device, *_seal(user, device)], salt=SALT)
    response = render(request, "clubs/which_club.html", {"players": players, "who": who})
    devices.remember(response, device)
    return response


def _known_before(request: HttpRequest, device: str) -> User | None:
    """Whose password was right just now, on this phone, where only the club was still to be chosen."""
    try:
        key, asked_by, *seal = signing.loads(request.POST.get("who", ""), salt=SALT, max_age=MAY_CHOOSE)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    if user is None or asked_by != device or seal[:1] != [user.get_session_auth_hash()]:
        return None
    holder = clubs.holder_of(device)
    twice = holder is not None and holder.user.pk == user.pk  # a second tap, or another of the clubs after all
    return user if twice or seal == _seal(user, device) else None


def _seal(user: User, device: str) -> list[str]:
    """What must not have changed until the club is chosen: the password, and nobody has signed in or out meanwhile."""
    holder = clubs.holder_of(device)
    signed_in = user.last_login.isoformat() if user.last_login else ""
    return [user.get_session_auth_hash(), signed_in, str(holder.user.pk) if holder else ""]


def _to_own_page(device: str) -> HttpResponse:
    response = redirect("me")
    devices.remember(response, device)
    return response


@page
def sign_out(request: HttpRequest) -> HttpResponse:
    """Nobody is signed in on this phone any more."""
    device = devices.known(request)
    if request.method == "POST" and device:
        logins.sign_out(device)
    return redirect("club")


@by_link
@page
def set_password(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """The link that an organiser handed on: a password of one's own, which uses it up."""
    device, key = devices.known_or_new(request), _key_of(uidb64)
    caller = rates.caller(request)
    try:
        rates.require_room("misses", caller, on="links")
        user = logins.awaited(key, token)
        if user is None:
            return _used(device, key, caller)
    except rates.TooOften:
        if request.method == "POST":  # the page for whoever has to wait would carry the password
            return redirect(request.path)
        raise
    form = SetPassword(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            logins.set_password(user, token=token, password=form.cleaned_data["new_password1"], device=device)
        except logins.LinkUsed:
            return _used(device, key, caller)
        return _to_own_page(device)
    point_at_error(form)
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "clubs/set_password.html", {"form": form, "owner": user}, status=status)
    devices.remember(response, device)
    return response


def _key_of(uidb64: str) -> int:
    try:
        return number_of(urlsafe_base64_decode(uidb64).decode())
    except ValueError:
        return -1


def _used(device: str, key: int, caller: str) -> HttpResponse:
    """On to one's own page for whoever has used the link on this phone; nowhere for all others."""
    me = clubs.holder_of(device)
    if me and me.user.pk == key:
        return redirect("me")
    rates.spend("misses", caller, on="links")
    raise LinkIsUsed


# One's own


@for_its_holder
def me(request: HttpRequest, me: Holder) -> HttpResponse:
    return redirect("member", me.player.pk)


@for_its_holder
def name(request: HttpRequest, me: Holder) -> HttpResponse:
    """What tables call whoever is signed in."""
    initial = {"nickname": me.player.nickname}
    form = NicknameForm(request.POST if request.method == "POST" else None, initial=initial, label_suffix="")
    fill(form, request)
    if form.is_valid():
        try:
            logins.rename(me.player, form.cleaned_data["nickname"], by=me.user)
        except logins.CalledTheSame:
            form.add_error("nickname", _("Another member is called the same; a nickname tells them apart."))
        else:
            return redirect("me")
    return _own_page(request, "clubs/my_name.html", me, form)


@for_its_holder
def password(request: HttpRequest, me: Holder) -> HttpResponse:
    """Another password, for whoever knows the old one."""
    form = ChangePassword(request, me.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if not form.repeated:
            device = devices.known_or_new(request)
            logins.change_password(me.user, password=form.cleaned_data["new_password1"], device=device)
        return redirect("me")
    return _own_page(request, "clubs/my_password.html", me, form)


def _own_page(request: HttpRequest, template: str, me: Holder, form: Any) -> HttpResponse:
    point_at_error(form)
    context = {"me": me, "club": me.player.club, "form": form}
    return render(request, template, context, status=UNPROCESSABLE if form.is_bound else 200)
