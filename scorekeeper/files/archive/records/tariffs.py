"""The club's own tariffs with all their versions; further versions in the file are added here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club, Tariff, TariffVersion
from scorekeeper.clubs.names import folded
from scorekeeper.files.archive.fields import LinePart, columns, told
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.records.base import RecordType, Said
from scorekeeper.files.archive.references import Names
from scorekeeper.files.archive.report import Verdict

OF_TARIFF = ("uid", "game", "rules", "name", "former_names", "retired_at")
OF_VERSION = ("number", "figures", "made_at", "made_by")


class TariffKind(RecordType):
    """Tariffs, matched by uid, or else by game, rule set and name; existing versions never change."""

    slug = "tariff"
    words = {"tariff": gettext_lazy("Tariffs")}

    def __init__(self) -> None:
        self._new: list[Tariff] = []
        self._longer: list[Tariff] = []
        self._versions: list[TariffVersion] = []

    def count(self, club: Club) -> int:
        return club.tariffs.count()

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        for tariff in club.tariffs.order_by("pk").prefetch_related("versions"):
            yield {**told(Tariff, OF_TARIFF, [getattr(tariff, name) for name in OF_TARIFF]), "versions": _told(tariff)}

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        said = columns(Tariff, OF_TARIFF, part.only(*OF_TARIFF, "versions"))
        if not isinstance(said["former_names"], list) or not all(isinstance(one, str) for one in said["former_names"]):
            raise part["former_names"].refused(_("this has the wrong format."))
        if said["uid"] in arrival.tariffs:
            raise part["uid"].refused(_("this tariff is already in the file."))
        known = list(arrival.here(Tariff).filter(game=said["game"], rules=said["rules"]))
        found = _the_same(said, [one for one in known if one not in arrival.tariffs.values()])
        if found is None and Tariff.objects.filter(uid=said["uid"]).exists():
            raise part["uid"].refused(_("here, this tariff belongs to another club."))
        tariff = arrival.tariffs[said["uid"]] = found or Tariff(club=arrival.club, **said)
        versions = [_version(one, tariff) for one in part["versions"].each()]
        if not versions or [one.number for one in versions] != list(range(1, len(versions) + 1)):
            raise part["versions"].refused(_("this has the wrong format."))
        verdict = self._verdict(found, said, part["versions"].said)
        if found is None:
            self._new.append(tariff)
        if verdict is Verdict.LONGER:
            free = all(folded(one.name) != folded(said["name"]) for one in known if one is not tariff)
            for name in ("name", "former_names", "retired_at") if free else ():
                setattr(tariff, name, said[name])
            self._longer.append(tariff)
        if verdict in (Verdict.NEW, Verdict.LONGER):
            self._versions += versions[tariff.versions.count() if found else 0 :]
        arrival.report.count(self.slug, verdict, tariff.name)

    def _verdict(self, found: Tariff | None, said: Said, there: Sequence[Said]) -> Verdict:
        if found is None:
            return Verdict.NEW
        here = _told(found)
        if here == there:
            same = all(getattr(found, name) == said[name] for name in OF_TARIFF if name != "uid")
            return Verdict.SAME if same else Verdict.DIFFERS
        if here == there[: len(here)]:
            return Verdict.LONGER
        return Verdict.OLDER if there == here[: len(there)] else Verdict.PARTED

    def flush(self, arrival: Arrival) -> None:
        arrival.insert(self._new)
        if arrival.writes:
            Tariff.objects.bulk_update(self._longer, ["name", "former_names", "retired_at"])
        arrival.insert(self._versions)


def _the_same(said: Said, known: Sequence[Tariff]) -> Tariff | None:
    """Return the club's tariff that matches the one in the file: by uid, or else by name."""
    by_uid = next((one for one in known if one.uid == said["uid"]), None)
    return by_uid or next((one for one in known if folded(one.name) == folded(said["name"])), None)


def _told(tariff: Tariff) -> list[Said]:
    return [
        told(TariffVersion, OF_VERSION, [getattr(version, name) for name in OF_VERSION])
        for version in tariff.versions.all()
    ]


def _version(part: LinePart, tariff: Tariff) -> TariffVersion:
    said = columns(TariffVersion, OF_VERSION, part.only(*OF_VERSION))
    figures = said["figures"]
    if not isinstance(figures, dict) or not all(type(figure) is int for figure in figures.values()):
        raise part["figures"].refused(_("this has the wrong format."))
    return TariffVersion(tariff=tariff, **said)
