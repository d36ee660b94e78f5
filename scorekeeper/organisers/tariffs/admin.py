"""A club's own tariffs: copied from a printed one or another of the club's, and edited figure by figure.

The form carries the version it shows, so that nobody overwrites another person's changes without having seen them.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Max, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.scoring.tariffs import NO_TARIFF
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Tariff
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.organisers import tariff_editing
from scorekeeper.organisers.members.admin import RetiredFilter
from scorekeeper.organisers.panel import KEY, ClubScopedAdmin, MyClubsFilter, asks_first
from scorekeeper.organisers.tariff_editing import (
    SaveResult,
    ShownVersion,
    TariffNameTakenError,
    TariffRenamedMeanwhileError,
)
from scorekeeper.organisers.tariffs.form import TariffForm
from scorekeeper.organisers.tariffs.page import TariffPage, TariffSource, history_of
from scorekeeper.play.formatting import game_and_rules, game_name, rules_name
from scorekeeper.play.game_picker import game_picker

PUT_BACK = "put_back:"
"""The prefix of the button value that puts the printed figures back into one table."""
OFFERS = {"retire": AuditAction.TARIFF_RETIRED, "bring_back": AuditAction.BROUGHT_BACK}
RETIRED = pgettext_lazy("a tariff", "retired")
RETIRE = pgettext_lazy("a tariff", "Retire: no longer offered at the table")
NAME_TAKEN = _("There is already a tariff with this name, or sessions were played with one.")


class OfferedFilter(RetiredFilter):
    """A filter by whether a tariff is still offered."""

    title = RETIRED


class TariffList(ChangeList):
    """A list that counts the sessions played for each tariff."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        played = tariff_editing.played_for(rows)
        for row in rows:
            row.played = played[row.pk].total()
        self.result_list = rows


@admin.register(Tariff)
class TariffAdmin(ClubScopedAdmin):
    """Tariffs. Sessions are played for a copy, so nothing here changes what was played."""

    list_display = ("name", "game_name", "rule_set", "number_of_versions", "last_set", "sessions", "retired", "club")
    list_filter = (OfferedFilter, ("club", MyClubsFilter))
    search_fields = ("name",)
    ordering = ("game", "name", "pk")
    actions = ("retire", "bring_back")

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        counted: QuerySet[Any] = rows.select_related("club").annotate(
            times_set=Count("versions"), set_at=Max("versions__made_at")
        )
        return counted

    def get_changelist(self, request: HttpRequest, **settings: Any) -> type[ChangeList]:
        return TariffList

    def has_delete_permission(self, request: HttpRequest, obj: Tariff | None = None) -> bool:
        """Refuse to delete a tariff that sessions are played for, which can be retired, or any from the list."""
        if obj is None:
            return False
        return super().has_delete_permission(request, obj) and not tariff_editing.played_for([obj])[obj.pk]

    @admin.display(description=pgettext_lazy("of cards", "game"), ordering="game")
    def game_name(self, tariff: Tariff) -> str:
        return game_name(tariff.game)

    @admin.display(description=_("rules"))
    def rule_set(self, tariff: Tariff) -> str:
        return rules_name(tariff.game, tariff.rules)

    @admin.display(description=_("versions"), ordering="times_set")
    def number_of_versions(self, tariff: Any) -> int:
        return int(tariff.times_set)

    @admin.display(description=_("last changed"), ordering="set_at")
    def last_set(self, tariff: Any) -> str:
        return date_format(localtime(tariff.set_at), "SHORT_DATE_FORMAT") if tariff.set_at else ""

    @admin.display(description=_("sessions"))
    def sessions(self, tariff: Any) -> int:
        return int(tariff.played)

    @admin.display(description=RETIRED, boolean=True, ordering="retired_at")
    def retired(self, tariff: Tariff) -> bool:
        return tariff.retired_at is not None

    @admin.action(description=RETIRE, permissions=["change"])
    @asks_first(_("These tariffs are no longer offered at the table. You can restore them."))
    def retire(self, request: HttpRequest, rows: QuerySet[Tariff]) -> None:
        self._offer(request, list(rows), AuditAction.TARIFF_RETIRED)

    @admin.action(description=_("Restore: offered at the table again"), permissions=["change"])
    def bring_back(self, request: HttpRequest, rows: QuerySet[Tariff]) -> None:
        self._offer(request, list(rows), AuditAction.BROUGHT_BACK)

    def _offer(self, request: HttpRequest, rows: list[Tariff], action: AuditAction) -> None:
        """Retire tariffs or bring them back, and log those that change."""
        retires = action is AuditAction.TARIFF_RETIRED
        changing = [tariff for tariff in rows if (tariff.retired_at is None) is retires]
        number = tariffs.retire(changing) if retires else tariffs.bring_back(changing)
        for tariff in changing:
            self.log_change(request, tariff, audit_message(action))
        message = ngettext("%(number)d tariff changed.", "%(number)d tariffs changed.", number) % {"number": number}
        self.message_user(request, message, messages.SUCCESS)

    # New tariffs

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Let the user choose first what to copy, by a link."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        source = self._source(request)
        if source is None:
            return self._choose(request)
        page = TariffPage(
            admin=self,
            request=request,
            printed=source.printed,
            figures=source.figures,
            title=gettext("New tariff for %(rules)s") % {"rules": game_and_rules(source.game, source.rules)},
            initial=self._initial(request, source),
            clubs=clubs_of(request.user),
            context={"copied": source.copied},
        )
        if request.method != "POST":
            return page.show()
        if slug := _to_put_back(request):
            return page.with_printed(slug)
        form = page.form(request.POST)
        tariff = self._made(request, source, form) if form.is_valid() else None
        return redirect("admin:clubs_tariff_change", tariff.pk) if tariff else page.show_errors(form)

    def _source(self, request: HttpRequest) -> TariffSource | None:
        if KEY.fullmatch(copied := request.GET.get("copy", "")):
            tariff = self.get_object(request, copied)
            return TariffSource.copy_of(tariff) if tariff and self.has_change_permission(request, tariff) else None
        return TariffSource.from_printed(request.GET.get("game", ""), request.GET.get("rules", ""))

    def _choose(self, request: HttpRequest) -> HttpResponse:
        club_tariffs = [(tariff, game_and_rules(tariff.game, tariff.rules)) for tariff in self.get_queryset(request)]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("New tariff: choose one to copy"),
            "picker": game_picker(request, clubs=clubs_of(request.user)),
            "own": [(tariff, words) for tariff, words in club_tariffs if tariffs.printed(tariff)],
        }
        return render(request, "admin/clubs/tariff/choose.html", context)

    def _initial(self, request: HttpRequest, source: TariffSource) -> dict[str, Any]:
        if source.copied:
            return {"club": source.copied.club_id}
        clubs = list(clubs_of(request.user)[:2])
        return {"club": clubs[0].pk} if len(clubs) == 1 else {}

    def _made(self, request: HttpRequest, source: TariffSource, form: TariffForm) -> Tariff | None:
        try:
            tariff, now = tariff_editing.create(
                form.cleaned_data["club"],
                game=source.game,
                rules=source.rules,
                name=form.cleaned_data["name"],
                figures=form.figures,
                by=request.user.get_username(),
            )
        except TariffNameTakenError:
            form.add_error("name", NAME_TAKEN)
            return None
        if now:
            self.log_addition(request, tariff, [{"added": {}}])
        words = gettext("The tariff “%(name)s” has been created. You can choose it when you start a session.") % {
            "name": tariff
        }
        self.message_user(request, words, messages.SUCCESS)
        return tariff

    # Existing tariffs

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        tariff: Tariff | None = self.get_object(request, object_id)
        if tariff is None or not self.has_change_permission(request, tariff):
            raise Http404
        verb = request.POST.get("verb") if request.method == "POST" else None
        if verb in OFFERS:
            self._offer(request, [tariff], OFFERS[verb])
            return redirect("admin:clubs_tariff_change", tariff.pk)
        page = self._page_of(request, tariff)
        if request.method != "POST" or not page.figures:
            return page.show()
        if slug := _to_put_back(request):
            return page.with_printed(slug)
        return self._saved(request, tariff, page)

    def _page_of(self, request: HttpRequest, tariff: Tariff) -> TariffPage:
        """Return the page of a tariff; if its rule set is not installed, only the history."""
        printed, now = tariffs.printed(tariff), tariffs.latest(tariff)
        played = tariff_editing.played_for([tariff])[tariff.pk]
        return TariffPage(
            admin=self,
            request=request,
            printed=printed or NO_TARIFF,
            figures=printed.with_own(now) if printed else {},
            title=tariff.name,
            initial={"name": tariff.name},
            tariff=tariff,
            known=ShownVersion(name=tariff.name, version=now.version),
            context={
                "what_of": game_and_rules(tariff.game, tariff.rules),
                "past": history_of(tariff, printed, played),
                "sessions": played.total(),
                "may_delete": self.has_delete_permission(request, tariff),
            },
        )

    def _saved(self, request: HttpRequest, tariff: Tariff, page: TariffPage) -> HttpResponse:
        form, shown = page.form(request.POST), page.posted_version
        assert shown
        if not form.is_valid():
            return page.show_errors(form)
        name, by = form.cleaned_data["name"], request.user.get_username()
        try:
            saved = tariff_editing.save(tariff, name=name, figures=form.figures, shown=shown, by=by)
        except TariffNameTakenError:
            form.add_error("name", NAME_TAKEN)
            return page.show_errors(form)
        except TariffRenamedMeanwhileError as error:
            form.add_error(
                "name", gettext("Someone else has renamed it to “%(name)s” in the meantime.") % {"name": error.name}
            )
            return page.show_errors(form, shown=ShownVersion(name=error.name, version=shown.version))
        except tariffs.TariffSetMeanwhileError as error:
            return page.show_conflict(form, error.latest)
        self._tell(request, tariff, saved)
        return redirect("admin:clubs_tariff_change", tariff.pk)

    def _tell(self, request: HttpRequest, tariff: Tariff, saved: SaveResult) -> None:
        """Report what was saved, to the user and in the audit log."""
        message: list[dict[str, Any]] = []
        if saved.renamed_from:
            message += audit_message(AuditAction.TARIFF_RENAMED, name=saved.renamed_from)
            words = gettext("Renamed to “%(name)s”. Sessions keep the name they started with.")
            self.message_user(request, words % {"name": tariff}, messages.SUCCESS)
        if saved.version:
            message += audit_message(AuditAction.TARIFF_SET, version=saved.version.number, changed=saved.changed)
            words = gettext(
                "Version %(version)s has been saved. Sessions that have already started keep their figures."
            )
            self.message_user(request, words % {"version": saved.version.number}, messages.SUCCESS)
        if message:
            self.log_change(request, tariff, message)
        else:
            self.message_user(request, gettext("Nothing was changed, so nothing was saved."), messages.INFO)


def _to_put_back(request: HttpRequest) -> str:
    """Return the table to fill with its printed figures, or an empty string."""
    verb = request.POST.get("verb", "")
    return verb.removeprefix(PUT_BACK) if verb.startswith(PUT_BACK) else ""
