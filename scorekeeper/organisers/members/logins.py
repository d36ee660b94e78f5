"""A member's login in the panel: given, reset, taken away.

Anyone with the link can set the password; while the login waits for one, its page shows the link to the club's
organisers.
"""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.encoding import force_bytes
from django.utils.html import format_html
from django.utils.http import urlsafe_base64_encode
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from scorekeeper.accounts import logins
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.name_fields import UserNameField
from scorekeeper.clubs.queries import with_merged
from scorekeeper.organisers.panel import ClubScopedAdmin
from scorekeeper.web.links import base_of, qr_code
from scorekeeper.web.request_params import number_of

DAY = 24 * 3600


@dataclass(frozen=True, kw_only=True)
class Login:
    """An account and the record it was given to; `ours` if the club may reset its password."""

    user: User
    record: Player
    ours: bool

    @property
    def waits(self) -> bool:
        return self.ours and logins.waits(self.user)


def logins_of(player: Player) -> list[Login]:
    """Return the login of a record, and those of records merged into it.

    Whether an account is the club's own depends on what it is in others.
    """
    tied = Player.objects.filter(pk__in=with_merged([player.pk]), user__isnull=False).select_related("user", "club")
    accounts = tied.prefetch_related("user__organises", "user__players").order_by("pk")
    return [
        Login(user=account.user, record=account, ours=logins.may_renew(account.user, account.club))
        for account in accounts
        if account.user and account.club
    ]


def password_link(user: User) -> str:
    """Return the path of the page where the password can be set, once."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("set_password", args=[uid, default_token_generator.make_token(user)])


class LoginForm(forms.Form):
    """The user name of a login, which can be an organiser's own account."""

    username = UserNameField(
        label=_("User name"), max_length=logins.LONGEST_USERNAME, validators=[UnicodeUsernameValidator()]
    )


class LoginsAdmin(ClubScopedAdmin):
    """The login on a member's page, with a page of its own."""

    @admin.display(description=_("login"))
    def login(self, player: Player) -> SafeString:
        """Return the user names, several if records were merged, and the link to the page."""
        names = [login.user.get_username() for login in logins_of(player)]
        words = gettext("Show or change the login") if names else gettext("Give a login")
        return format_html('{} <a href="{}">{}</a>', ", ".join(names), _address(player), words)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(never_cache(self.login_page))
        return [path("<int:pk>/login/", view, name="clubs_player_login"), *super().get_urls()]

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        logins.take_away(obj)
        super().delete_model(request, obj)

    def login_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show a member's login, and give, reset or take it away."""
        player = self.get_object(request, str(pk))
        if player is None or player.club is None or not self.has_change_permission(request, player):
            raise Http404
        existing = logins_of(player)
        if request.method != "POST":
            form = LoginForm(initial={"username": logins.free_username(player)}, label_suffix="")
            return self._login_page(request, player, existing, form)
        if request.POST.get("verb") != "give":
            if page := self._question(request):
                return page
            self._change(request, player, existing)
        elif not existing:
            form = LoginForm(request.POST, label_suffix="")
            if not self._given(request, player, form):
                return self._login_page(request, player, existing, form, status=422)
        return redirect(_address(player))

    def _given(self, request: HttpRequest, player: Player, form: LoginForm) -> bool:
        """Give a login and return whether that worked; otherwise the form has the error."""
        if not form.is_valid():
            return False
        username = form.cleaned_data["username"]
        try:
            logins.give(player, username)
        except logins.UsernameTakenError as taken:
            words = gettext("There is already an account with this name.")
            if taken.player:
                words = gettext("This is already the login of %(name)s.") % {"name": taken.player}
            form.add_error("username", words)
            return False
        self.log_change(request, player, audit_message(AuditAction.LOGIN_GIVEN, name=username))
        return True

    def _question(self, request: HttpRequest) -> HttpResponse | None:
        """Return the page that asks before a login is reset or taken away, or None if that was done."""
        title = gettext("New link")
        words = gettext("The old password and all earlier links stop working, and signed-in phones are signed out.")
        if request.POST.get("verb") == "take_away":
            title, words = gettext("Remove the login"), gettext("The member can no longer sign in. Their results stay.")
        return self.unconfirmed(request, title=title, words=words)

    def _change(self, request: HttpRequest, player: Player, existing: list[Login]) -> None:
        """Take a login away or reset it; a second tap changes nothing."""
        record = number_of(request.POST.get("of", ""))
        login = next((login for login in existing if login.record.pk == record), None)
        if login is None:
            return
        name = {"name": login.user.get_username()}
        if request.POST.get("verb") == "take_away":
            logins.take_away(login.record)
            self.log_change(request, player, audit_message(AuditAction.LOGIN_TAKEN_AWAY, **name))
            self.message_user(request, gettext("%(name)s can no longer sign in.") % name, messages.SUCCESS)
        elif request.POST.get("verb") == "renew" and login.ours:
            logins.renew(login.record)
            self.log_change(request, player, audit_message(AuditAction.LOGIN_RENEWED, **name))
            self.message_user(request, gettext("The old password and the old link no longer work."), messages.SUCCESS)

    def _login_page(
        self, request: HttpRequest, player: Player, existing: list[Login], form: LoginForm, *, status: int = 200
    ) -> HttpResponse:
        base, reachable = base_of(request)
        links = [base + password_link(login.user) if login.waits else "" for login in existing]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Login"),
            "subtitle": str(player),
            "player": player,
            "form": form,
            "logins": [(login, url, qr_code(url) if url else "") for login, url in zip(existing, links, strict=True)],
            "reachable": reachable,
            "days": settings.PASSWORD_RESET_TIMEOUT // DAY,
        }
        return render(request, "admin/clubs/player/login.html", context, status=status)


def _address(player: Player) -> str:
    return reverse("admin:clubs_player_login", args=[player.pk])
