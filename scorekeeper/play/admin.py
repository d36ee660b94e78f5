"""The sessions of a club in the organisers' panel: to look at, to export, and to renew their links."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import registry
from games.scoring.documents import session_document
from scorekeeper.clubs.panel import OfClubs, OfMyClubs
from scorekeeper.play import ledgers, services
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.views.posted import new_token
from scorekeeper.play.words import in_words


class OpenOrClosed(admin.SimpleListFilter):
    """Which sessions are still being played."""

    title = _("open")
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(closed_at__isnull=self.value() == "yes")


class OfGame(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(game.slug, in_words(game.name)) for game in registry.all_games()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


@admin.register(Session)
class Sessions(OfClubs):
    """Written at the table and nowhere else."""

    list_display = ("started_at", "game_name", "names", "is_open", "table")
    list_filter = (OpenOrClosed, OfGame, ("club", OfMyClubs))
    search_fields = ("seats__name",)
    date_hierarchy = "started_at"
    ordering = ("-started_at", "-pk")
    fields = ("club", "game_name", "rule_set", "names", "started_at", "closed_at", "table", "to_write")
    readonly_fields = fields
    actions = ("export", "renew_links")

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("club").prefetch_related("seats")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        return False

    @admin.display(description=_("game"), ordering="game")
    def game_name(self, session: Session) -> str:
        return in_words(registry.get(session.game).name)

    @admin.display(description=_("rules"))
    def rule_set(self, session: Session) -> str:
        return in_words(registry.get(session.game).rules.rule_sets[session.rules].name)

    @admin.display(description=_("players"))
    def names(self, session: Session) -> str:
        return ", ".join(seat.name for seat in session.seats.all())

    @admin.display(description=_("open"), boolean=True, ordering="closed_at")
    def is_open(self, session: Session) -> bool:
        return session.closed_at is None

    @admin.display(description=_("table"))
    def table(self, session: Session) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("watch", args=[session.watch_token]), _("Watch"))

    @admin.display(description=_("to write"))
    def to_write(self, session: Session) -> SafeString:
        address = reverse("join", args=[session.scorer_token])
        return format_html('<a href="{}">{}</a>', address, _("Write at this table"))

    @admin.action(description=_("Export: session documents, one a line"), permissions=["view"])
    def export(self, request: HttpRequest, sessions: QuerySet[Session]) -> HttpResponse | None:
        """As `manage.py score --lines` reads them."""
        chosen = list(sessions)
        found = ledgers.of_all(chosen)
        refused = [self.names(session) for session in chosen if found[session.pk].refusal]
        if refused:
            words = gettext("The rules as they are now refuse a hand of: %(sessions)s. Amend it first.")
            self.message_user(request, words % {"sessions": "; ".join(refused)}, messages.ERROR)
            return None
        lines = [
            json.dumps(session_document(found[session.pk].ledger), ensure_ascii=False) + "\n" for session in chosen
        ]
        headers = {"Content-Disposition": 'attachment; filename="sessions.jsonl"'}
        return HttpResponse("".join(lines), content_type="application/x-ndjson", headers=headers)

    @admin.action(description=_("Renew the links: the old ones lead nowhere"), permissions=["view"])
    def renew_links(self, request: HttpRequest, sessions: QuerySet[Session]) -> None:
        """Those who are in stay in; the journal of each table says who did it."""
        renewed = 0
        for session in sessions:
            try:
                access = access_of_panel(session, request.user)
                for role in (Role.SCORER, Role.WATCHER):
                    services.renew(session, access=access, revision=session.revision, token=new_token(), role=role)
            except (services.ShutOut, services.Conflict):
                words = gettext("%(session)s: the table has not let that be done. Try again, or open it.")
                self.message_user(request, words % {"session": self.names(session)}, messages.ERROR)
                continue
            renewed += 1
            self.log_change(request, session, gettext("Links renewed."))
        told = ngettext("Links of %(number)d session renewed.", "Links of %(number)d sessions renewed.", renewed)
        self.message_user(request, told % {"number": renewed}, messages.SUCCESS)


def access_of_panel(session: Session, user: AbstractBaseUser | AnonymousUser) -> Access:
    """As whom an organiser writes at a table from the panel: no browser can have a device of this name."""
    return services.join(session, device=f"panel {user.pk}", role=Role.SCORER, label=user.get_username()[:60])
