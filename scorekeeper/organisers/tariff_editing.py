"""Management of a club's own tariffs: creating, renaming and setting them, and counting the sessions played for them.

A session keeps a copy of the tariff that it was started with. The tariff is identified by its name at that time and the
version number. So no other tariff can take a name by which sessions know one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from games.scoring.tariffs import Figures
from scorekeeper.clubs import services, tariffs
from scorekeeper.clubs.models import Club, Tariff, TariffVersion
from scorekeeper.clubs.names import folded
from scorekeeper.play.models import Session

TWO_TAPS = timedelta(minutes=1)
"""If the same person creates the same tariff again within this time, it counts as a double tap."""


class TariffNameTakenError(Exception):
    """Another tariff of this rule set has the name, or had it when sessions were started with it."""


class TariffRenamedMeanwhileError(Exception):
    """Somebody else has renamed the tariff to `name` since the form was shown."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def played_for(tariffs_: Iterable[Tariff]) -> Mapping[int, Counter[int]]:
    """Return how many sessions are played for each version, by tariff key, with two queries for all of them.

    A session counts only if its figures are those of the version: an imported document may have the same name and
    version with other figures.
    """
    edited = list(tariffs_)
    versions = TariffVersion.objects.filter(tariff__in=edited).values_list("tariff", "number", "figures")
    figures = {(tariff, number): stored for tariff, number, stored in versions}
    rows = (
        Session.objects.listed()
        .filter(club__in={tariff.club_id for tariff in edited}, tariff__isnull=False)
        .order_by()
        .values_list("club", "game", "rules", "tariff")
        .annotate(number=Count("pk"))
    )
    counts: dict[int, Counter[int]] = {tariff.pk: Counter() for tariff in edited}
    by_name = {
        (tariff.club_id, tariff.game, tariff.rules, name): tariff.pk
        for tariff in edited
        for name in (tariff.name, *tariff.former_names)
    }
    for club, game, rules, stored, number in rows:
        pk = by_name.get((club, game, rules, stored["name"]))
        if pk is not None and figures.get((pk, stored["version"])) == stored["figures"]:
            counts[pk][stored["version"]] += number
    return counts


@transaction.atomic
def create(club: Club, *, game: str, rules: str, name: str, figures: Figures, by: str) -> tuple[Tariff, bool]:
    """Return a new tariff with its first version, and True; on a double tap, that of the first tap, and False.

    Raise `TariffNameTakenError`.
    """
    services.lock(club)
    tariff = Tariff(club=club, game=game, rules=rules, name=name)
    if twin := _is_double_tap(tariff, figures, by):
        return twin, False
    _claim(tariff, name)
    tariff.save()
    tariffs.set_figures(tariff, figures, by=by)
    return tariff, True


def _is_double_tap(tariff: Tariff, figures: Figures, by: str) -> Tariff | None:
    same = Tariff.objects.filter(club=tariff.club, game=tariff.game, rules=tariff.rules, name=tariff.name)
    versions = TariffVersion.objects.filter(tariff__in=same, made_by=by, made_at__gt=timezone.now() - TWO_TAPS)
    printed = tariffs.printed(tariff)
    for version in versions.select_related("tariff"):
        if printed and version.number == 1 and printed.with_own(tariffs.own(version)) == figures:
            return version.tariff
    return None


@dataclass(frozen=True, kw_only=True)
class ShownVersion:
    """The name and version that the form showed when it was rendered."""

    name: str
    version: int


@dataclass(frozen=True, kw_only=True)
class SaveResult:
    """What a save changed; all empty if it changed nothing.

    `renamed_from` is the former name, `version` the new version, `changed` the number of figures that changed.
    """

    renamed_from: str = ""
    version: TariffVersion | None = None
    changed: int = 0


@transaction.atomic
def save(tariff: Tariff, *, name: str, figures: Figures, shown: ShownVersion, by: str) -> SaveResult:
    """Save a tariff's name and figures from a form that showed it as `shown`.

    A name that the form left alone, and figures equal to the latest version, are not written. Raise
    `TariffNameTakenError`; if somebody else saved first, `TariffRenamedMeanwhileError` or `TariffSetMeanwhileError`.
    """
    services.lock(tariff.club)
    tariff.refresh_from_db(fields=["name", "former_names"])
    if tariff.name != shown.name != name != tariff.name:
        raise TariffRenamedMeanwhileError(tariff.name)
    printed, before = tariffs.printed(tariff), tariffs.latest(tariff)
    assert printed is not None, "who sets figures sees the printed ones"
    version = tariffs.set_figures(tariff, figures, by=by, based_on=shown.version)
    old_figures = printed.with_own(before)
    renamed_from = _rename(tariff, name) if name not in (shown.name, tariff.name) else ""
    if version.number == before.version:
        return SaveResult(renamed_from=renamed_from)
    changed = sum(figures[place] != old_figures[place] for place in printed.figures)
    return SaveResult(renamed_from=renamed_from, version=version, changed=changed)


def _rename(tariff: Tariff, name: str) -> str:
    """Rename a tariff and return its former name."""
    _claim(tariff, name)
    before = tariff.name
    names = dict.fromkeys([*tariff.former_names, before])
    tariff.former_names = [former_name for former_name in names if former_name != name]
    tariff.name = name
    tariff.save(update_fields=["name", "former_names"])
    return before


def _claim(tariff: Tariff, name: str) -> None:
    """Reserve a name for this tariff; raise `TariffNameTakenError`.

    A tariff that had the name before gives it up, unless sessions know it by that name.
    """
    others = Tariff.objects.filter(club=tariff.club, game=tariff.game, rules=tariff.rules).exclude(pk=tariff.pk)
    for other in others:
        if folded(other.name) == folded(name):
            raise TariffNameTakenError
        if name in other.former_names:
            if _is_known(other, name):
                raise TariffNameTakenError
            other.former_names = [former_name for former_name in other.former_names if former_name != name]
            other.save(update_fields=["former_names"])


def _is_known(tariff: Tariff, name: str) -> bool:
    sessions = Session.objects.filter(club=tariff.club_id, game=tariff.game, rules=tariff.rules)
    return sessions.filter(tariff__name=name).exists()
