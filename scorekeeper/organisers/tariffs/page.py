"""The page of a tariff, new or existing: its form, messages, and history.

Posted data is shown again until it is saved, whatever the error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.admin import ModelAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.scoring.tariffs import Figures, PrintedTariff
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club, Tariff, TariffVersion
from scorekeeper.organisers.tariff_editing import ShownVersion
from scorekeeper.organisers.tariffs.form import FigureDifference, TariffForm, as_printed, differences
from scorekeeper.web.request_params import number_of


@dataclass(frozen=True, kw_only=True)
class TariffSource:
    """What a new tariff is copied from: the printed figures of a rule set, or one of the club's own tariffs."""

    game: str
    rules: str
    printed: PrintedTariff
    figures: Figures
    copied: Tariff | None = None

    @classmethod
    def from_printed(cls, game: str, rules: str) -> TariffSource | None:
        """Return the printed tariff of a rule set, or None."""
        printed = tariffs.printed(Tariff(game=game, rules=rules))
        if printed is None or not printed.schedules:
            return None
        return cls(game=game, rules=rules, printed=printed, figures=printed.figures)

    @classmethod
    def copy_of(cls, tariff: Tariff) -> TariffSource | None:
        printed = tariffs.printed(tariff)
        if printed is None:
            return None
        figures = printed.with_own(tariffs.latest(tariff))
        return cls(game=tariff.game, rules=tariff.rules, printed=printed, figures=figures, copied=tariff)


@dataclass(frozen=True, kw_only=True)
class TariffHistoryEntry:
    """A version in the history: its differences from the one before, and how many sessions are played for it."""

    version: TariffVersion
    changes: list[FigureDifference]
    sessions: int


def history_of(tariff: Tariff, printed: PrintedTariff | None, sessions: Mapping[int, int]) -> list[TariffHistoryEntry]:
    """Return every version, newest first; without differences if the rule set is not installed."""
    history: list[TariffHistoryEntry] = []
    before = printed.figures if printed else {}
    for version in tariff.versions.all():
        after = printed.with_own(tariffs.own(version)) if printed else {}
        changes = differences(printed, before, after) if printed else []
        history.insert(
            0, TariffHistoryEntry(version=version, changes=changes, sessions=sessions.get(version.number, 0))
        )
        before = after
    return history


@dataclass(frozen=True, kw_only=True)
class TariffPage:
    """The page of one tariff; `tariff` is None while it is new, `known` is its current name and version."""

    admin: ModelAdmin[Any]
    request: HttpRequest
    printed: PrintedTariff
    title: str
    initial: Mapping[str, Any]
    figures: Figures
    clubs: QuerySet[Club] | None = None
    tariff: Tariff | None = None
    known: ShownVersion | None = None
    context: Mapping[str, Any]

    @property
    def posted_version(self) -> ShownVersion | None:
        """The name and version that the posted page showed."""
        if self.known is None or self.request.method != "POST":
            return self.known
        posted = self.request.POST
        return ShownVersion(name=posted.get("seen_name", ""), version=number_of(posted.get("seen_version", "")))

    def form(self, data: Mapping[str, Any] | None = None) -> TariffForm:
        """Return the form with the posted data, or as the tariff is now."""
        return TariffForm(data, printed=self.printed, figures=self.figures, clubs=self.clubs, initial=self.initial)

    def show(self) -> HttpResponse:
        return self._rendered(self.form())

    def with_printed(self, slug: str) -> HttpResponse:
        """Show the posted data with the printed figures in one table; validates and saves nothing."""
        posted = as_printed(self.printed, slug, self.request.POST.dict())
        return self._rendered(self.form(posted), put_back=slug)

    def show_errors(self, form: TariffForm, *, shown: ShownVersion | None = None) -> HttpResponse:
        """Show the posted data with its errors; `shown` is the name and version that the page now shows, if changed."""
        context: dict[str, Any] = {"seen": shown} if shown else {}
        return self._rendered(form, judged=True, status=422, wrong=form.wrong(), **context)

    def show_conflict(self, form: TariffForm, latest: TariffVersion) -> HttpResponse:
        """Show the posted data beside what someone else has set since; saving again overwrites that."""
        now = self.printed.with_own(tariffs.own(latest))
        assert self.posted_version
        assert self.tariff
        base = self.tariff.versions.filter(number=self.posted_version.version).first()
        before = self.printed.with_own(tariffs.own(base)) if base else self.printed.figures
        context: dict[str, Any] = {"latest": latest, "meanwhile": differences(self.printed, before, now)}
        shown = ShownVersion(name=self.posted_version.name, version=latest.number)
        return self._rendered(form, now=now, status=409, seen=shown, **context)

    def _rendered(
        self,
        form: TariffForm,
        *,
        now: Figures | None = None,
        judged: bool = False,
        status: int = 200,
        **extra_context: Any,
    ) -> HttpResponse:
        context = {
            **self.admin.admin_site.each_context(self.request),
            "opts": self.admin.opts,
            "title": self.title,
            "form": form,
            "grids": form.grids(now, judged=judged),
            "judged": judged,
            "tariff": self.tariff,
            "seen": self.posted_version,
            "address": self.request.get_full_path(),
            **self.context,
            **extra_context,
        }
        return render(self.request, "admin/clubs/tariff/tariff.html", context, status=status)
