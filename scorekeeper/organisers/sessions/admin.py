"""The sessions of a club in the organisers' panel: view, correct, export, and manage access."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.audit_notes import WORDS, AuditAction, audit_message
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.queries import near
from scorekeeper.organisers import audit_log
from scorekeeper.organisers.audit_log import AuditLogForm
from scorekeeper.organisers.panel import MomentFilter, MyClubsFilter, asks_first
from scorekeeper.organisers.printing import PrintingAdmin
from scorekeeper.organisers.sessions import one_session
from scorekeeper.organisers.sessions.one_session import LINKS_RENEWED
from scorekeeper.play import recording
from scorekeeper.play.documents import session_document
from scorekeeper.play.errors import GameNotInstalledError
from scorekeeper.play.formatting import game_name, in_words, rules_name
from scorekeeper.play.game_picker import games_in_order
from scorekeeper.play.ledger import session_ledgers, with_installed_game
from scorekeeper.play.models import Session
from scorekeeper.play.pages import summary
from scorekeeper.play.pages.shared import new_token
from scorekeeper.play.recording.write import Write
from scorekeeper.printing.forms import BLANK, CARD, FILLED, PrintChoices
from scorekeeper.printing.session_sheets import sessions_print_order
from scorekeeper.printing.typesetting import Order
from scorekeeper.web.dates import long_moment
from scorekeeper.web.downloads import disposition
from scorekeeper.web.request_params import HtmxRequest

HAND_PAGES = {
    "hand": "",
    "amend": "amend/",
    "preview": "amend/preview/",
    "void": "void/",
    "unvoid": "unvoid/",
    "insert": "insert/",
    "swap": "swap/",
}
"""The pages of a hand, each with the end of its URL."""


class OpenFilter(MomentFilter):
    """A filter by whether sessions are still in play."""

    title = _("open")
    parameter_name = "open"
    moment = "closed_at"
    without_moment = "yes"
    answers = MomentFilter.answers[::-1]


class LockedFilter(MomentFilter):
    title = _("locked")
    parameter_name = "locked"
    moment = "locked_at"
    answers = MomentFilter.answers[::-1]


class HidingFilter(admin.SimpleListFilter):
    """A filter for sessions that are hidden by default."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        of_none, *others = super().choices(changelist)
        yield {**of_none, "display": _("No")}
        yield from others


class WithoutHandsFilter(HidingFilter):
    """A filter for sessions closed without a hand."""

    title = _("closed without a hand")
    parameter_name = "empty"

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.empty() if self.value() == "yes" else queryset.not_empty()


class DeletedFilter(HidingFilter):
    """A filter for deleted sessions that can still be restored."""

    title = _("deleted")
    parameter_name = "deleted"

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.recoverable() if self.value() == "yes" else queryset.not_deleted()


class EveningFilter(admin.SimpleListFilter):
    """A filter by the newest evenings of the user's clubs."""

    title = _("evening")
    parameter_name = "evening"
    offered = 12

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        evenings = near(Evening.objects.filter(club__in=clubs_of(request.user))).order_by("-date", "-pk")
        return [(str(evening.pk), str(evening)) for evening in evenings[: self.offered]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or ""
        return queryset.filter(evening=int(chosen)) if chosen.isdecimal() and len(chosen) < 10 else queryset


class GameFilter(admin.SimpleListFilter):
    title = pgettext_lazy("of cards", "game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(game.slug, in_words(game.name)) for game in games_in_order(request, clubs_of(request.user))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


MOST_WITH_DATES = 20_000
"""The most sessions of a list that can be narrowed to a year or month; a longer one is first narrowed to a club."""


@admin.register(Session)
class SessionAdmin(PrintingAdmin):
    """Sessions, written only by the scoring service: no field can be changed."""

    change_form_template = "admin/play/session/change_form.html"
    list_display = (
        "started",
        "game_name",
        "names",
        "is_open",
        "is_locked",
        "evening",
        "round",
        "table_number",
        "table",
    )
    list_filter = (
        *(OpenFilter, WithoutHandsFilter, DeletedFilter, LockedFilter, GameFilter, EveningFilter),
        ("club", MyClubsFilter),
    )
    search_fields = ("stretches__seats__name",)
    date_hierarchy = "started_at"
    ordering = ("-started_at", "-pk")
    fields = (
        ("club", "evening", "table_number"),
        ("game_name", "rule_set", "tariff_name"),
        "names",
        ("started_at", "closed_at", "locked_at"),
        ("table", "to_write"),
    )
    readonly_fields = (
        *("club", "evening", "round", "table_number", "game_name", "rule_set", "tariff_name", "names"),
        *("started_at", "closed_at", "locked_at", "table", "to_write"),
    )
    what = (FILLED, BLANK, CARD)
    actions = ("print_chosen", "export", "lock", "unlock", "close", "reopen", "renew_links")

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("club", "evening", "round").prefetch_related("stretches__seats")

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Return the list; it offers no dates to choose from if it is too long to look at the date of each session."""
        changelist: ChangeList = super().get_changelist_instance(request)
        if changelist.result_count > MOST_WITH_DATES:
            changelist.date_hierarchy = None
        return changelist

    def get_fields(self, request: HttpRequest, obj: Session | None = None) -> Any:
        """Return the fields of the page, with the round of a session that belongs to one."""
        (club, evening, number), *others = self.fields
        return [(club, evening, "round", number), *others] if obj and obj.round_id else self.fields

    def row_name(self, obj: Session) -> str:
        return self.names(obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        return False

    @admin.display(description=_("started"), ordering="started_at")
    def started(self, session: Session) -> str:
        return long_moment(session.started_at)

    @admin.display(description=pgettext_lazy("of cards", "game"), ordering="game")
    def game_name(self, session: Session) -> str:
        return game_name(session.game)

    @admin.display(description=_("rules"))
    def rule_set(self, session: Session) -> str:
        return rules_name(session.game, session.rules)

    @admin.display(description=_("tariff"))
    def tariff_name(self, session: Session) -> str:
        """Return the name of the tariff, as it was when the session was started."""
        if session.tariff is None:
            return gettext("As printed")
        return gettext("%(name)s, version %(version)s") % {key: session.tariff[key] for key in ("name", "version")}

    @admin.display(description=_("players"))
    def names(self, session: Session) -> str:
        return ", ".join(seat.name for seat in session.people)

    @admin.display(description=_("open"), boolean=True, ordering="closed_at")
    def is_open(self, session: Session) -> bool:
        return session.closed_at is None

    @admin.display(description=_("locked"), boolean=True, ordering="locked_at")
    def is_locked(self, session: Session) -> bool:
        return session.locked_at is not None

    @admin.display(description=_("table"))
    def table(self, session: Session) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("watch", args=[session.watch_token]), _("Watch"))

    @admin.display(description=_("scorer link"))
    def to_write(self, session: Session) -> SafeString:
        address = reverse("join", args=[session.scorer_token])
        return format_html('<a href="{}">{}</a>', address, _("Record at this table"))

    def printable(self, rows: Sequence[Session], choices: PrintChoices, base: str) -> Order:
        return sessions_print_order(rows, choices, base)

    @admin.action(description=_("Export session documents, one per line"), permissions=["view"])
    def export(self, request: HttpRequest, sessions: QuerySet[Session]) -> HttpResponse | None:
        """Send the session documents, as `manage.py score --lines` reads them."""
        chosen = list(sessions)
        try:
            loaded = session_ledgers(chosen)
        except GameNotInstalledError:
            missing = [self.names(session) for session in chosen if session not in with_installed_game(chosen)]
            words = gettext("The game of these sessions is no longer installed: %(sessions)s.")
            self.message_user(request, words % {"sessions": "; ".join(missing)}, messages.ERROR)
            return None
        refused = [self.names(session) for session in chosen if loaded[session.pk].refusal]
        if refused:
            words = gettext(
                "These sessions have a hand that isn’t possible under the current rules: %(sessions)s. Amend it first."
            )
            self.message_user(request, words % {"sessions": "; ".join(refused)}, messages.ERROR)
            return None
        documents = [session_document(session, loaded[session.pk]) for session in chosen]
        lines = [json.dumps(document, ensure_ascii=False) + "\n" for document in documents]
        headers = disposition(gettext("sessions"), "jsonl")
        return HttpResponse("".join(lines), content_type="application/x-ndjson", headers=headers)

    # One session

    def get_urls(self) -> list[URLPattern]:
        def view(function: Callable[..., HttpResponse]) -> Any:
            return self.admin_site.admin_view(function)

        of_hands = [
            path(f"<int:pk>/hands/<int:number>/{place}", view(self.hand_page), {"name": name}, f"play_session_{name}")
            for name, place in HAND_PAGES.items()
        ]
        return [
            path("journal/", view(self.journal_page), name="play_session_journal"),
            path("<int:pk>/action/", view(self.action_page), name="play_session_action"),
            path("<int:pk>/what-if/", view(self.what_if_page), name="play_session_what_if"),
            path("<int:pk>/tariff/", view(self.figures_page), name="play_session_tariff"),
            path("<int:pk>/export.json", view(self.export_page), name="play_session_export"),
            *of_hands,
            *super().get_urls(),
        ]

    def _session(self, request: HttpRequest, pk: int) -> Session:
        """Return a session of the user's clubs; 404 for any other."""
        session: Session | None = self.get_object(request, str(pk))
        if session is None or not self.has_view_permission(request, session):
            raise Http404
        return session

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        session = self.get_object(request, object_id)
        if session is not None and self.has_view_permission(request, session):
            titles = {"title": self.game_name(session), "subtitle": self.names(session)}
            extra_context = {**(extra_context or {}), **titles, **one_session.context(request, session)}
        return super().change_view(request, object_id, form_url, extra_context)

    def hand_page(self, request: HtmxRequest, pk: int, number: int, name: str) -> HttpResponse:
        """Show a hand in the game's own form."""
        return one_session.hand(request, self._session(request, pk), number, name)

    def what_if_page(self, request: HtmxRequest, pk: int) -> HttpResponse:
        return one_session.what_if(request, self._session(request, pk))

    def figures_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        return one_session.figures(request, self._session(request, pk))

    def export_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        return summary.document(self._session(request, pk))

    def action_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Carry out the action of a button on a session's page."""
        session = self._session(request, pk)
        if request.method == "POST":
            if page := one_session.asks_first(self, request):
                return page
            try:
                action = one_session.perform_action(request, session)
            except one_session.CannotDoError as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.log_change(request, session, audit_message(action))
                self.message_user(request, str(WORDS[action]), messages.SUCCESS)
        return redirect("admin:play_session_change", pk)

    def journal_page(self, request: HttpRequest) -> HttpResponse:
        """Show the audit log of the user's clubs."""
        if not self.has_module_permission(request):
            raise Http404
        form = AuditLogForm(request.GET)
        filters = form.filters()
        lines, more = audit_log.lines(clubs_of(request.user), filters)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Full journal"),
            "form": form,
            "lines": lines,
            "newer": form.address(filters.page - 1) if filters.page > 1 else "",
            "older": form.address(filters.page + 1) if more else "",
        }
        return render(request, "admin/play/session/journal.html", context)

    # Several sessions

    @admin.action(description=_("Lock: only organisers can make changes"), permissions=["view"])
    @asks_first(_("The phones at these tables can’t record anything until you unlock them."))
    def lock(self, request: HttpRequest, sessions: QuerySet[Session]) -> None:
        self._each(request, sessions, AuditAction.LOCK, recording.lock)

    @admin.action(description=_("Unlock: the table can record again"), permissions=["view"])
    def unlock(self, request: HttpRequest, sessions: QuerySet[Session]) -> None:
        self._each(request, sessions, AuditAction.UNLOCK, recording.unlock)

    @admin.action(description=_("Close and settle, even if nobody is at the table"), permissions=["view"])
    @asks_first(_("These sessions end, and their results count. You can reopen them."))
    def close(self, request: HttpRequest, sessions: QuerySet[Session]) -> None:
        self._each(request, sessions, AuditAction.CLOSE, recording.close)

    @admin.action(description=_("Reopen"), permissions=["view"])
    @asks_first(_("The results of these sessions don’t count until they are closed again."))
    def reopen(self, request: HttpRequest, sessions: QuerySet[Session]) -> None:
        self._each(request, sessions, AuditAction.REOPEN, recording.reopen)

    @admin.action(description=_("Renew the links: the old ones stop working"), permissions=["view"])
    @asks_first(LINKS_RENEWED)
    def renew_links(self, request: HttpRequest, sessions: QuerySet[Session]) -> None:
        """Renew the links; those who have joined stay, and the journal of each table says who did it."""

        def renew(write: Write) -> None:
            one_session.renew_links(write.session, write.access)

        self._each(request, sessions, AuditAction.RENEW, renew)

    def _each(
        self, request: HttpRequest, sessions: QuerySet[Session], action: AuditAction, verb: Callable[[Write], object]
    ) -> None:
        """Do one write for each session; report those that refuse it and continue with the others.

        Each write is made on the latest revision, because somebody who closes many tables has not looked at each.
        """
        number, has_changed = 0, gettext("not possible at the moment, or someone else was faster.")
        for session in sessions:
            try:
                with one_session.refused_in_words(session, has_changed):
                    verb(Write.on_latest(session, one_session.access_of_panel(session, request.user), new_token()))
            except one_session.CannotDoError as error:
                words = gettext("%(session)s: %(why)s") % {"session": self.names(session), "why": error}
                self.message_user(request, words, messages.ERROR)
            else:
                number += 1
                self.log_change(request, session, audit_message(action))
        if number:
            words = ngettext("%(action)s %(number)d session.", "%(action)s %(number)d sessions.", number)
            self.message_user(request, words % {"action": WORDS[action], "number": number}, messages.SUCCESS)
