"""The API's tokens in the panel: created, shown once, listed, revoked; and a page on what the API can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.api import auth
from scorekeeper.api.models import ApiToken
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.name_fields import checked_name
from scorekeeper.organisers.panel import ClubScopedAdmin, MomentFilter, MyClubsFilter
from scorekeeper.web.links import base_of

if TYPE_CHECKING:
    TokenModelForm = forms.ModelForm[ApiToken]
else:
    TokenModelForm = forms.ModelForm


class TokenForm(TokenModelForm):
    """A new token; names of valid tokens are unique, so that a form sent again creates no second one."""

    def clean_name(self) -> str:
        return checked_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if ApiToken.objects.filter(club=cleaned.get("club"), name=cleaned.get("name"), revoked_at=None).exists():
            self.add_error("name", _("There is already a token with this name."))
        return cleaned


class RevokedFilter(MomentFilter):
    title = _("revoked")
    parameter_name = "revoked"
    moment = "revoked_at"


@admin.register(ApiToken)
class ApiTokenAdmin(ClubScopedAdmin):
    """Tokens are created and revoked, never changed or deleted: the list shows who may read, and who once could."""

    form = TokenForm
    change_list_template = "admin/api/apitoken/change_list.html"
    change_form_template = "admin/api/apitoken/change_form.html"
    list_display = ("name", "begins", "club", "created_at", "created_by", "last_used_at", "revoked_at")
    list_filter = (RevokedFilter, ("club", MyClubsFilter))
    search_fields = ("name",)
    ordering = ("-created_at", "-pk")
    actions = None

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("club")

    def get_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> tuple[str, ...]:
        readonly = ("begins", "created_at", "created_by", "last_used_at", "revoked_at")
        return ("club", "name", *(readonly if obj else ()))

    def get_readonly_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> tuple[str, ...]:
        return self.get_fields(request, obj) if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False

    @admin.display(description=_("begins with"), ordering="prefix")
    def begins(self, token: ApiToken) -> SafeString:
        return format_html("<code>{}…</code>", token.prefix)

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        """Save a token; the secret stays on the object until the response is sent, and is stored nowhere."""
        secret = auth.fill_in(obj, by=request.user.get_username())
        super().save_model(request, obj, form, change)
        obj.secret = secret  # type: ignore[attr-defined]

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None) -> Any:
        """Offer one button only, because the next page shows the token."""
        context = {
            "title": gettext("Create a token"),
            "show_save_and_add_another": False,
            "show_save_and_continue": False,
        }
        return super().add_view(request, form_url, {**(extra_context or {}), **context})

    def response_add(self, request: HttpRequest, obj: ApiToken, post_url_continue: str | None = None) -> HttpResponse:
        """Show the secret; this response to the form is the only one that does."""
        base, reachable = base_of(request)
        context = {
            **self._page(request, gettext("The token")),
            "token": obj,
            "secret": obj.secret,  # type: ignore[attr-defined]
            "curl": _curl(base, "club", obj.secret),  # type: ignore[attr-defined]
            "reachable": reachable,
        }
        return render(request, "admin/api/apitoken/created.html", context)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("about/", view(self.about_page), name="api_apitoken_about"),
            path("<int:pk>/revoke/", view(self.revoke_page), name="api_apitoken_revoke"),
            *super().get_urls(),
        ]

    def about_page(self, request: HttpRequest) -> HttpResponse:
        """Show what the API can do, and its URL here."""
        from scorekeeper.api.endpoints import api  # noqa: PLC0415 - with Ninja, it takes a seventh of every start
        from scorekeeper.api.schema import operations  # noqa: PLC0415 - the same

        if not self.has_module_permission(request):
            raise Http404
        base, reachable = base_of(request)
        context = {
            **self._page(request, gettext("What the API can do")),
            "reachable": reachable,
            "schema": f"{base}{auth.BASE}/openapi.json",
            "examples": [(words, _curl(base, query)) for words, query in EXAMPLES],
            "operations": [(address, gettext(summary)) for address, summary in operations(api)],
        }
        return render(request, "admin/api/apitoken/about.html", context)

    def revoke_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for confirmation; on POST, revoke the token at once. A second tap changes nothing."""
        token = self.get_object(request, str(pk))
        if token is None or not self.has_view_permission(request, token):
            raise Http404
        if request.method == "POST":
            if auth.revoke(token):
                self.log_change(request, token, audit_message(AuditAction.TOKEN_REVOKED))
            words = gettext("“%(name)s” has been revoked.") % {"name": token.name}
            self.message_user(request, words, messages.SUCCESS)
            return redirect("admin:api_apitoken_changelist")
        context = {**self._page(request, gettext("Revoke the token")), "subtitle": token.name, "token": token}
        return render(request, "admin/api/apitoken/revoke.html", context)

    def _page(self, request: HttpRequest, title: str) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts, "title": title}


EXAMPLES = (
    (_("All-time standings:"), "standings"),
    (
        _("Skat tournament points of everyone with at least ten sessions:"),
        "standings?game=skat&by=points&minimum=10",
    ),
    (_("The closed sessions of a month:"), "sessions?state=closed&since=2026-11-01&until=2026-11-30"),
    (_("How every hand of one of them was scored, in French:"), "sessions/ID/ledger?language=fr"),
)
"""Example requests: a description, and the end of the URL."""


VARIABLE = "$TOKEN"
"""The shell variable for the token; single quotes would prevent its expansion."""


def _curl(base: str, query: str, bearer: str = VARIABLE) -> str:
    """Return a curl command for a request."""
    return f'curl -H "Authorization: Bearer {bearer}" "{base}{auth.BASE}/{query}"'
