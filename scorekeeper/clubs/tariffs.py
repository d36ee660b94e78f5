"""A club's own tariffs: which there are, what their figures are now, and how they are set.

A tariff is set as a whole: its figures by their places, as `games.scoring.tariffs` names them. What is set becomes its
next version, and a version is never changed: what was played for an earlier one stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from games import registry
from games.scoring.errors import Code, RuleError
from games.scoring.tariffs import Figures, OwnTariff, PrintedTariff
from games.scoring.text import gettext_lazy as _
from scorekeeper.clubs.models import Club, HouseRules, Tariff, TariffVersion

if TYPE_CHECKING:
    from django.db.models import QuerySet


def printed(tariff: Tariff) -> PrintedTariff | None:
    """The printed tariff beside it, or None where its game or rule set is not installed any more."""
    rules = registry.find_rules(tariff.game)
    return rules.tariff(tariff.rules) if rules and tariff.rules in rules.rule_sets else None


def offered(club: Club) -> QuerySet[Tariff]:
    """Those that a session can be started with, each with its versions."""
    return club.tariffs.filter(retired_at=None).prefetch_related("versions")


def own(version: TariffVersion) -> OwnTariff:
    """What a session is played for."""
    document = {"name": version.tariff.name, "version": version.number, "figures": version.figures}
    return OwnTariff.stored(document)


def latest(tariff: Tariff) -> OwnTariff:
    """What it is now."""
    return own(max(tariff.versions.all(), key=lambda version: version.number))


def of_house(house: HouseRules) -> OwnTariff | None:
    """What the house rules fill in, where it is still offered."""
    tariff = house.tariff
    if tariff is None or tariff.retired_at or (tariff.game, tariff.rules) != (house.game, house.rules):
        return None
    return latest(tariff)


def chosen(club: Club | None, *, game: str, rules: str, key: str) -> OwnTariff | None:
    """The club's tariff of that key, or None for the printed one; raises `RuleError` where it is offered no more."""
    if not key:
        return None
    found = offered(club).filter(game=game, rules=rules) if club else ()
    tariff = next((one for one in found if str(one.pk) == key), None)
    if tariff is None:
        raise RuleError(Code.UNKNOWN_CHOICE, "options.tariff", _("This tariff is not offered any more."))
    return latest(tariff)


def of_game(club: Club | None, game: str) -> list[tuple[str, OwnTariff]]:
    """Those of one game as they are now, each with its rule set."""
    return [(tariff.rules, latest(tariff)) for tariff in offered(club).filter(game=game)] if club else []


class SetMeanwhile(Exception):  # noqa: N818 - what happened
    """Somebody else has set the tariff since it was looked at; `latest` is what it is now."""

    def __init__(self, latest: TariffVersion) -> None:
        super().__init__(latest)
        self.latest = latest


@transaction.atomic
def set_figures(tariff: Tariff, figures: Figures, *, by: str, seen: int | None = None) -> TariffVersion:
    """The version with these figures: a new one, unless the latest says the same.

    `seen` is the version that whoever sets them has looked at; raises `SetMeanwhile` where it is not the latest.
    """
    kept = printed(tariff)
    assert kept is not None, "who sets figures sees the printed ones"
    Tariff.objects.select_for_update().get(pk=tariff.pk)
    document = kept.own(tariff.name, figures).document()["figures"]
    last = tariff.versions.last()
    if last and last.figures == document:
        return last
    if last and seen is not None and last.number != seen:
        raise SetMeanwhile(last)
    return TariffVersion.objects.create(
        tariff=tariff,
        number=last.number + 1 if last else 1,
        figures=document,
        made_at=timezone.now(),
        made_by=by,
    )


def retire(tariffs: Iterable[Tariff]) -> int:
    """Offer these tariffs no longer; how many that changed."""
    offered_now = Tariff.objects.filter(pk__in=[tariff.pk for tariff in tariffs], retired_at=None)
    return offered_now.update(retired_at=timezone.now())


def bring_back(tariffs: Iterable[Tariff]) -> int:
    """Offer these tariffs again; how many that changed."""
    retired = Tariff.objects.filter(pk__in=[tariff.pk for tariff in tariffs], retired_at__isnull=False)
    return retired.update(retired_at=None)
