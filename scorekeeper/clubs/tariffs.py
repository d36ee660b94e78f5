"""A club's own tariffs: which there are, their current figures, and how to set them.

A tariff is set as a whole, by the places of its figures as `games.scoring.tariffs` names them. That makes its next
version. A version never changes, so sessions played for an earlier one stay as they were.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import registry
from games.scoring.errors import Code, RuleError
from games.scoring.tariffs import Figures, OwnTariff, PrintedTariff
from games.scoring.text import message as _
from scorekeeper.clubs.models import Club, HouseRules, Tariff, TariffVersion


def printed(tariff: Tariff) -> PrintedTariff | None:
    """Return the printed tariff that this one modifies, or None if its game or rule set is no longer installed."""
    rules = registry.find_rules(tariff.game)
    return rules.tariff(tariff.rules) if rules and tariff.rules in rules.rule_sets else None


def offered(club: Club) -> QuerySet[Tariff]:
    """Return the tariffs that a session can start with, with their versions prefetched."""
    return club.tariffs.filter(retired_at=None).prefetch_related("versions")


def own(version: TariffVersion) -> OwnTariff:
    """Return the tariff that a session with this version is played for."""
    document = {"name": version.tariff.name, "version": version.number, "figures": version.figures}
    return OwnTariff.stored(document)


def latest(tariff: Tariff) -> OwnTariff:
    """Return the latest version of a tariff."""
    return own(max(tariff.versions.all(), key=lambda version: version.number))


def house_tariff(rules: HouseRules) -> OwnTariff | None:
    """Return the tariff of the house rules, if it is still offered for their rule set."""
    tariff = rules.tariff
    if tariff is None or tariff.retired_at or (tariff.game, tariff.rules) != (rules.game, rules.rules):
        return None
    return latest(tariff)


def chosen(club: Club | None, *, game: str, rules: str, key: str) -> OwnTariff | None:
    """Return the club's tariff with this key, or None for the printed one.

    Raises `RuleError` if it is no longer offered.
    """
    if not key:
        return None
    tariffs = offered(club).filter(game=game, rules=rules) if club else ()
    tariff = next((tariff for tariff in tariffs if str(tariff.pk) == key), None)
    if tariff is None:
        raise RuleError(Code.UNKNOWN_CHOICE, "options.own_tariff", _("This tariff is no longer offered."))
    return latest(tariff)


def game_tariffs(club: Club | None, game: str) -> list[tuple[str, OwnTariff]]:
    """Return the latest tariffs of one game, each with its rule set."""
    return [(tariff.rules, latest(tariff)) for tariff in offered(club).filter(game=game)] if club else []


class TariffSetMeanwhileError(Exception):
    """Somebody else has set the tariff in the meantime; `latest` is the current version."""

    def __init__(self, latest: TariffVersion) -> None:
        super().__init__(latest)
        self.latest = latest


@transaction.atomic
def set_figures(tariff: Tariff, figures: Figures, *, by: str, based_on: int | None = None) -> TariffVersion:
    """Return the version with these figures: the latest if it is equal, otherwise a new one.

    `based_on` is the version that the form was based on. Raises `TariffSetMeanwhileError` if that is not the latest.
    """
    printed_tariff = printed(tariff)
    assert printed_tariff is not None, "who sets figures sees the printed ones"
    Tariff.objects.select_for_update().get(pk=tariff.pk)
    document = printed_tariff.own(tariff.name, figures).document()["figures"]
    last = tariff.versions.last()
    if last and last.figures == document:
        return last
    if last and based_on is not None and last.number != based_on:
        raise TariffSetMeanwhileError(last)
    return TariffVersion.objects.create(
        tariff=tariff,
        number=last.number + 1 if last else 1,
        figures=document,
        made_at=timezone.now(),
        made_by=by,
    )


def retire(tariffs: Iterable[Tariff]) -> int:
    """Stop offering these tariffs; return how many changed."""
    offered_now = Tariff.objects.filter(pk__in=[tariff.pk for tariff in tariffs], retired_at=None)
    return offered_now.update(retired_at=timezone.now())


def bring_back(tariffs: Iterable[Tariff]) -> int:
    """Offer these tariffs again; return how many changed."""
    retired = Tariff.objects.filter(pk__in=[tariff.pk for tariff in tariffs], retired_at__isnull=False)
    return retired.update(retired_at=None)
