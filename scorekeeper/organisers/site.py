"""The organisers' panel with its sign-in: password, code if there is a second factor, then the requested page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scorekeeper.accounts import known_browsers, second_factor
from scorekeeper.accounts import second_factor as audit
from scorekeeper.accounts.forms import WRONG_CODE, PasswordForm, RecoveryForm, SetUpForm, SignInCodeForm
from scorekeeper.clubs.audit_notes import AuditAction
from scorekeeper.organisers.panel import Panel
from scorekeeper.web.errors import UNPROCESSABLE
from scorekeeper.web.links import qr_code

SECRET = "second_factor_secret"  # noqa: S105 - where the session keeps the secret of an app that is being set up
NEXT = "next"
"""Where the session keeps the address that a sign-in leads to, while a code is awaited."""


class AccountsPanel(Panel):
    """The admin site, made the default by `scorekeeper.organisers.panel_config.PanelConfig`."""

    def get_urls(self) -> list[Any]:
        pages: list[URLPattern] = [
            path("login/code/", never_cache(self.sign_in_code), name="sign_in_code"),
            path("second-factor/", self.admin_view(self.second_factor), name="second_factor"),
            path("auth/user/<int:pk>/second-factor/", self.admin_view(self.reset), name="auth_user_second_factor"),
        ]
        return [*pages, *super().get_urls()]

    # Signing in

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        if request.method == "GET" and second_factor.awaited(request):
            address = request.GET.get("next", "")
            if address.startswith(settings.PANEL):  # so it leads to no other site
                request.session[NEXT] = address
            return redirect("admin:sign_in_code")
        response = super().login(request, extra_context)
        if request.method == "POST" and isinstance(response, HttpResponseRedirect):
            if second_factor.awaits_code(request, request.user):
                request.session[NEXT] = response.url
                response = redirect("admin:sign_in_code")
            known_browsers.remember(request, response, request.user.get_username())
        return response

    def sign_in_code(self, request: HttpRequest) -> HttpResponse:
        """Ask for the second step: a code, or a recovery code."""
        user = second_factor.awaited(request)
        if user is None:
            return redirect("admin:index" if self.has_permission(request) else "admin:login")
        if "leave" in request.POST:
            request.session.flush()
            return redirect("admin:login")
        recovery = "recovery" in request.GET
        form_class = RecoveryForm if recovery else SignInCodeForm
        form = form_class(request, user, request.POST if request.method == "POST" else None)
        if form.is_valid() and form.factor:
            request.session[second_factor.SESSION_KEY] = str(form.factor.pk)
            if recovery:
                audit.note(user, AuditAction.RECOVERY_CODE_USED, by=user)
            response = redirect(request.session.pop(NEXT, "admin:index"))
            known_browsers.remember(request, response, str(form.factor.pk))
            return response
        context = {"title": _("Two-factor authentication"), "form": form, "recovery": recovery, "account": user}
        return self._page(request, "sign_in_code", context, form)

    # The user's own second factor

    def second_factor(self, request: HttpRequest) -> HttpResponse:
        """Show whether the second factor is on; turn it on or off, or renew its recovery codes."""
        user = request.user
        assert isinstance(user, User)  # the only user model
        factor = second_factor.find(user)
        if factor is None:
            return self._set_up(request, user)
        form = PasswordForm(request, user, request.POST if request.method == "POST" else None)
        if form.is_valid() and "codes" in request.POST:
            audit.note(user, AuditAction.RECOVERY_CODES_RENEWED, by=user)
            return self._recovery_codes(request, second_factor.renew_recovery_codes(factor))
        if form.is_valid() and "off" in request.POST:
            second_factor.turn_off(user)
            audit.note(user, AuditAction.SECOND_FACTOR_OFF, by=user)
            messages.success(request, _("Two-factor authentication is off. You sign in with your password alone."))
            return redirect("admin:second_factor")
        return self._own_page(request, "second_factor_on", {"form": form, "factor": factor}, form)

    def _set_up(self, request: HttpRequest, user: User) -> HttpResponse:
        if request.method != "POST" or SECRET not in request.session:
            request.session.setdefault(SECRET, second_factor.new_secret())
            form = SetUpForm(request, user)
        else:
            form = SetUpForm(request, user, request.POST)
        secret: str = request.session[SECRET]
        if form.is_valid():
            try:
                factor, codes = second_factor.turn_on(user, secret, form.cleaned_data["code"])
            except second_factor.WrongCodeError:
                form.add_error("code", WRONG_CODE)
            except second_factor.AlreadyOnError:
                return redirect("admin:second_factor")
            else:
                del request.session[SECRET]
                request.session[second_factor.SESSION_KEY] = str(factor.pk)
                audit.note(user, AuditAction.SECOND_FACTOR_ON, by=user)
                return self._recovery_codes(request, codes, known_to=str(factor.pk))
        context = {"form": form, "secret": _in_groups(secret), "qr": qr_code(second_factor.uri(user, secret))}
        return self._own_page(request, "second_factor_off", context, form)

    def _recovery_codes(self, request: HttpRequest, codes: list[str], *, known_to: str = "") -> HttpResponse:
        """Show the recovery codes; this response to a form is the only page that does."""
        response = self._own_page(request, "recovery_codes", {"codes": codes})
        if known_to:
            known_browsers.remember(request, response, known_to)
        return response

    # Another user's second factor

    def reset(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Turn off the second factor of someone who has lost the phone; for superusers, who reset passwords too."""
        if not request.user.is_superuser:
            raise Http404
        user = get_object_or_404(User, pk=pk)
        if user == request.user:
            return redirect("admin:second_factor")
        if request.method == "POST":
            if second_factor.turn_off(user):
                assert isinstance(request.user, User)
                audit.note(user, AuditAction.SECOND_FACTOR_RESET, by=request.user)
            words = _("%(name)s can now sign in with the password alone.") % {"name": user.get_username()}
            messages.success(request, words)
            return redirect("admin:auth_user_change", pk)
        context = {"account": user, "factor": second_factor.find(user), "opts": User._meta}
        return self._own_page(request, "second_factor_reset", context)

    # Pages

    def _own_page(self, request: HttpRequest, template: str, context: dict[str, Any], form: Any = None) -> HttpResponse:
        return self._page(request, template, {"title": _("Two-factor authentication"), **context}, form)

    def _page(self, request: HttpRequest, template: str, extra: dict[str, Any], form: Any = None) -> HttpResponse:
        status = UNPROCESSABLE if form is not None and form.is_bound else 200
        context = {**self.each_context(request), **extra}
        return render(request, f"admin/accounts/{template}.html", context, status=status)


def _in_groups(secret: str) -> str:
    """Return a secret in groups of four, for typing."""
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
