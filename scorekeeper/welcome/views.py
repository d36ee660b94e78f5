"""Setting up an empty installation: at home, for a club, or with a demo."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import login, logout
from django.contrib.auth.forms import SetPasswordMixin, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts import known_browsers
from scorekeeper.accounts.member_pages import as_inputs, password_rules
from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.name_fields import NameField
from scorekeeper.desk.models import Tournament
from scorekeeper.evenings.queries import evening_tonight
from scorekeeper.play.game_picker import game_picker
from scorekeeper.web import cookies
from scorekeeper.web.errors import UNPROCESSABLE, RefusedError, point_at_error
from scorekeeper.web.links import base_of, qr_code, secret_link_view
from scorekeeper.web.throttling import RateLimitedError
from scorekeeper.welcome import address, first_answer, visitors
from scorekeeper.welcome.demo import disposal
from scorekeeper.welcome.demo import evening as demo_evening
from scorekeeper.welcome.first_answer import AlreadyAnsweredError
from scorekeeper.welcome.models import Answer

if TYPE_CHECKING:
    WithPassword = SetPasswordMixin[User]
else:
    WithPassword = SetPasswordMixin


class FirstClubForm(WithPassword, forms.Form):
    """The club's name, and the account of its first organiser. There are no others whose names could be taken."""

    use_required_attribute = False
    name = NameField(label=_("Name of the club"), widget=forms.TextInput(attrs={"autocomplete": "organization"}))
    username = UsernameField(
        label=_("Your user name"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_("For signing in. You can add other organisers later."),
    )
    password1, password2 = SetPasswordMixin.create_password_fields(label1=_("Password"), label2=_("Password again"))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        as_inputs(self)
        self.fields["password1"].help_text = password_rules()
        self.fields["password2"].help_text = ""

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        self.validate_password_for_user(self.organiser())
        return self.cleaned_data

    def organiser(self) -> User:
        """Return the account, still to be saved."""
        user = User(username=self.cleaned_data.get("username", ""))
        user.set_password(self.cleaned_data.get("password1"))
        return user


THROW_AWAY = "throw_away"


class AlreadySetUpError(RefusedError):
    """Somebody else has set up the installation, or the same person with a double tap."""

    status, template = 409, "welcome/already_set_up.html"


@secret_link_view
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Ask what the installation is for, or what to do with its demo. Once that is over, show the home page."""
    address.require_secret(request, token)
    if not first_answer.is_awaited():
        return redirect("home")
    chosen = request.POST.get("answer", "")
    if chosen == Answer.HOME:
        return _home(token)
    if chosen == Answer.DEMO:
        return _look_at_demo(request, token)
    if chosen == THROW_AWAY:
        return _thrown_away(request, first_answer.demo())
    context = {"token": token, "demo": first_answer.demo(), "answers": Answer, "throw_away": THROW_AWAY}
    return render(request, "welcome/welcome.html", context)


def _home(token: str) -> HttpResponse:
    try:
        first_answer.answer_home()
    except AlreadyAnsweredError:
        return redirect("welcome", token)
    return redirect("ready")


def _look_at_demo(request: HttpRequest, token: str) -> HttpResponse:
    """Make the demo, or if there is one, let this browser look at it as well."""
    device = cookies.device_id_or_new(request)
    with suppress(AlreadyAnsweredError):
        demo_evening.make(language=get_language() or "en", device=device)
    club = first_answer.demo()
    if club is None:
        return redirect("welcome", token)
    clubs.make_runner(club, device, label="")
    if organiser := club.organisers.order_by("pk").first():
        login(request, organiser.user)
    response = redirect("demo")
    cookies.remember_device(response, device)
    return response


@secret_link_view
@require_http_methods(["GET", "HEAD", "POST"])
def first_club(request: HttpRequest, token: str) -> HttpResponse:
    """Create the club and its organiser's account, sign in, and open the panel."""
    try:
        address.require_secret(request, token)
    except RateLimitedError:
        if request.method == "POST":  # the 429 page would contain the password
            return redirect(request.path)
        raise
    if not first_answer.is_open():
        if request.method == "POST":
            raise AlreadySetUpError
        return redirect("welcome", token)
    form = FirstClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        organiser = form.organiser()
        try:
            first_answer.answer_club(form.cleaned_data["name"], organiser)
        except AlreadyAnsweredError as error:
            raise AlreadySetUpError from error
        login(request, organiser)
        response = redirect("admin:index")
        known_browsers.remember(request, response, organiser.get_username())
        return response
    point_at_error(form)
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "welcome/first_club.html", {"form": form, "token": token}, status=status)


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Show how to begin at home: the games, and how other phones get here."""
    base, reachable = base_of(request)
    context = {
        "picker": game_picker(request),
        "link": {"url": f"{base}/", "qr": qr_code(f"{base}/")},
        "reachable": reachable,
    }
    return render(request, "welcome/ready.html", context)


# The demo


@never_cache
@require_safe
def demo(request: HttpRequest) -> HttpResponse:
    """Show what there is to see in the demo."""
    visit = visitors.visit_of(request)
    if visit is None:
        raise Http404
    tonight = evening_tonight(visit.club)
    context = {
        "visit": visit,
        "table": visit.club.sessions.in_play().filter(evening=tonight).order_by("pk").first(),
        "tonight": tonight,
        "tournament": Tournament.objects.filter(evening__club=visit.club).select_related("evening").first(),
    }
    return render(request, "welcome/demo.html", context)


@never_cache
@require_POST
def throw_demo_away(request: HttpRequest) -> HttpResponse:
    """Throw the demo away at the request of its organiser's browser; a second tap finds nothing left to do."""
    visit = visitors.visit_of(request)
    if visit is not None and not visit.may_throw_away:
        raise Http404
    return _thrown_away(request, visit.club if visit else None)


def _thrown_away(request: HttpRequest, club: Club | None) -> HttpResponse:
    """Throw the demo away, if it is still there, and ask the question again unless something real was played."""
    if club is None:
        return redirect("home")
    if not request.user.is_superuser:
        logout(request)
    disposal.throw_away(club)
    return redirect(address.new_path() if first_answer.is_open() else "home")
