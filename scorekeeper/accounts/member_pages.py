"""The pages of a member's own login: signing in and out, the password, and which phones are signed in.

A sign-in is stored in the database for the phone; these pages have no session. Their cookies are the device cookie and
the list of accounts used in this browser, which only matters for counting wrong passwords.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    get_default_password_validators,
    password_validators_help_text_html,
)
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlsafe_base64_decode
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts import known_browsers, logins
from scorekeeper.accounts.passwords import LimitedSignInForm, PhoneSignOutValidator, passwords_counted
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.name_fields import NameField
from scorekeeper.clubs.queries import SignedInMember
from scorekeeper.web import cookies, throttling
from scorekeeper.web.errors import UNPROCESSABLE, RefusedError, point_at_error
from scorekeeper.web.links import count_miss, secret_link_view
from scorekeeper.web.request_params import number_of

if TYPE_CHECKING:
    NewPassword = SetPasswordForm[User]
else:
    NewPassword = SetPasswordForm


class SignInForm(LimitedSignInForm):
    """User name and password. The error doesn't tell an unknown user name from a wrong password."""

    error_messages = {
        **LimitedSignInForm.error_messages,
        "invalid_login": _("The user name or the password is wrong. Capital letters matter."),
    }

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        super().__init__(request, data, label_suffix="")
        as_inputs(self)
        self.fields["username"].label = _("User name")


class SetPassword(NewPassword):
    """A new password, typed twice."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(user, data, label_suffix="")
        as_inputs(self)
        self.fields["new_password1"].help_text = password_rules()


class ChangePassword(PasswordChangeForm):
    """A new password for somebody who knows the old one. Wrong old passwords are counted as at sign-in.

    A second tap arrives when the new password is already set; it is accepted as `repeated`.
    """

    repeated = False

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        super().__init__(user, data, label_suffix="")
        self.request = request
        as_inputs(self)
        self.fields["new_password1"].help_text = password_rules()

    def clean_old_password(self) -> str:
        with passwords_counted(self.request, self.user.get_username()):
            try:
                return super().clean_old_password()
            except forms.ValidationError:
                self.repeated = self.user.check_password(self.data.get("new_password1", ""))
                if not self.repeated:
                    raise
        return ""


class NicknameForm(forms.Form):
    """The name used at the table; if empty, the player's name."""

    use_required_attribute = False
    nickname = NameField(
        required=False,
        label=capfirst(_("nickname")),
        help_text=_("Shown at tables and on score sheets. Leave empty to use your name."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "nickname"}),
    )


def password_rules() -> str:
    """Return the rules for a new password as HTML, without the one about phones; a page says that itself."""
    validators = [
        validator for validator in get_default_password_validators() if not isinstance(validator, PhoneSignOutValidator)
    ]
    return str(password_validators_help_text_html(validators))


def as_inputs(form: forms.Form) -> None:
    """Give Django's fields our CSS class."""
    for field in form.fields.values():
        field.widget.attrs["class"] = "input"


SALT = "scorekeeper.sign_in"
MAY_CHOOSE = 600
"""Seconds in which a member of several clubs has to choose one."""

View = Callable[..., HttpResponse]


class PasswordLinkUsedError(RefusedError):
    """The password link doesn't work: it was used, has expired or never existed."""

    status, template = 404, "accounts/link_used.html"


def page(view: View) -> View:
    """Make a view for a form page that no cache may store."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))


def for_its_holder(view: View) -> View:
    """Make a view for the member signed in on this phone; others are redirected to the sign-in page."""

    @wraps(view)
    def seen(request: HttpRequest) -> HttpResponse:
        me = clubs.holder_of(cookies.device_id(request))
        return view(request, me) if me else redirect("sign_in")

    return page(seen)


# In and out


@page
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for user name and password and, from members of several clubs, for the club."""
    if not clubs.any_clubs():
        raise Http404
    device = cookies.device_id_or_new(request)
    if request.method != "POST":
        if clubs.holder_of(device):
            return redirect("me")
        return _asking(request, device, SignInForm(request))
    if user := _known_before(request, device):
        return _as_member(request, device, user, club=number_of(request.POST.get("club", "")))
    form = SignInForm(request, request.POST)
    if form.is_valid():
        signed_in = form.get_user()
        assert isinstance(signed_in, User)  # the only user model
        if signed_in.players.exists():
            return _as_member(request, device, signed_in)
        form.add_error(
            None, gettext("This account does not belong to a member. Organisers sign in to the panel, at /admin/.")
        )
    return _asking(request, device, form, status=UNPROCESSABLE)


def _asking(request: HttpRequest, device: str, form: SignInForm, *, status: int = 200) -> HttpResponse:
    """Return the sign-in page. It sets the device cookie before the form is sent, so two taps come from one device."""
    point_at_error(form)
    context = {"form": form, "club": clubs.club_of(device)}
    response = render(request, "accounts/sign_in.html", context, status=status)
    cookies.remember_device(response, device)
    return response


def _as_member(request: HttpRequest, device: str, user: User, *, club: int | None = None) -> HttpResponse:
    """Sign the account in, or ask for the club if there are several."""
    players = list(user.players.select_related("club", "user").order_by("club__name"))
    chosen = [player for player in players if club is None or player.club_id == club]
    if len(chosen) == 1:
        logins.sign_in(chosen[0], device)
        return _to_own_page(request, device, user)
    return _which_club(request, device, user, players)


def _which_club(request: HttpRequest, device: str, user: User, players: list[Player]) -> HttpResponse:
    token = signing.dumps([user.pk, device, *_seal(user, device)], salt=SALT)
    response = render(request, "accounts/which_club.html", {"players": players, "who": token})
    cookies.remember_device(response, device)
    return response


def _known_before(request: HttpRequest, device: str) -> User | None:
    """Return the account whose password was just checked on this phone and which only has to choose a club."""
    try:
        key, asked_by, *seal = signing.loads(request.POST.get("who", ""), salt=SALT, max_age=MAY_CHOOSE)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    if user is None or asked_by != device or seal[:1] != [user.get_session_auth_hash()]:
        return None
    holder = clubs.holder_of(device)
    twice = holder is not None and holder.user.pk == user.pk  # a second tap, or a different club after all
    return user if twice or seal == _seal(user, device) else None


def _seal(user: User, device: str) -> list[str]:
    """Return what must not change until the club is chosen: password, last sign-in, and who is signed in here."""
    holder = clubs.holder_of(device)
    signed_in = user.last_login.isoformat() if user.last_login else ""
    return [user.get_session_auth_hash(), signed_in, str(holder.user.pk) if holder else ""]


def _to_own_page(request: HttpRequest, device: str, user: User) -> HttpResponse:
    response = redirect("me")
    cookies.remember_device(response, device)
    known_browsers.remember(request, response, user.get_username())
    return response


@page
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign this phone out."""
    device = cookies.device_id(request)
    if request.method == "POST" and device:
        logins.sign_out(device)
    return redirect("club")


@secret_link_view
@page
def set_password(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Set a first password through the link that an organiser passed on."""
    device, key = cookies.device_id_or_new(request), _key_of(uidb64)
    user = logins.awaited(key, token)
    if user is None:
        return _used(request, device, key)
    form = SetPassword(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            logins.set_password(user, token=token, password=form.cleaned_data["new_password1"], device=device)
        except logins.LoginLinkUsedError:
            return _used(request, device, key)
        return _to_own_page(request, device, user)
    point_at_error(form)
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "accounts/set_password.html", {"form": form, "owner": user}, status=status)
    cookies.remember_device(response, device)
    return response


def _key_of(uidb64: str) -> int:
    try:
        return number_of(urlsafe_base64_decode(uidb64).decode())
    except ValueError:
        return -1


def _used(request: HttpRequest, device: str, key: int) -> HttpResponse:
    """Redirect to the member's page if the link was used on this phone; otherwise count a miss and refuse."""
    me = clubs.holder_of(device)
    if me and me.user.pk == key:
        return redirect("me")
    try:
        count_miss(request)
    except throttling.RateLimitedError:
        if request.method == "POST":  # the 429 page would contain the password
            return redirect(request.path)
        raise
    raise PasswordLinkUsedError


# One's own


@for_its_holder
def me(request: HttpRequest, me: SignedInMember) -> HttpResponse:
    return redirect("member", me.player.pk)


@for_its_holder
def name(request: HttpRequest, me: SignedInMember) -> HttpResponse:
    """Change the signed-in member's nickname."""
    initial = {"nickname": me.player.nickname}
    form = NicknameForm(request.POST if request.method == "POST" else None, initial=initial, label_suffix="")
    if form.is_valid():
        try:
            logins.rename(me.player, form.cleaned_data["nickname"], by=me.user)
        except logins.DisplayNameTakenError:
            form.add_error("nickname", gettext("Another member has the same name. Add a nickname to tell you apart."))
        else:
            return redirect("me")
    return _own_page(request, "accounts/my_name.html", me, form)


@for_its_holder
def password(request: HttpRequest, me: SignedInMember) -> HttpResponse:
    """Change the password, given the old one."""
    form = ChangePassword(request, me.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if not form.repeated:
            device = cookies.device_id_or_new(request)
            logins.change_password(me.user, password=form.cleaned_data["new_password1"], device=device)
        return redirect("me")
    return _own_page(request, "accounts/my_password.html", me, form)


def _own_page(request: HttpRequest, template: str, me: SignedInMember, form: Any) -> HttpResponse:
    point_at_error(form)
    context = {"me": me, "club": me.player.club, "form": form}
    return render(request, template, context, status=UNPROCESSABLE if form.is_bound else 200)
