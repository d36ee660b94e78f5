"""The club's own tariffs with all their versions; further versions in the file are added here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Tariff, TariffVersion
from scorekeeper.clubs.names import folded
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.report import Verdict, history_verdict
from scorekeeper.files.archive.rows import RowType
from scorekeeper.files.archive.schema_history import Row

VERSIONS = RowType(model=TariffVersion, parent="tariff", order=["number"])


class TariffRecord(RecordType):
    """Tariffs, matched by uid, or else by game, rule set and name; existing versions never change."""

    slug = "tariff"
    labels = {"tariff": gettext_lazy("Tariffs")}
    rows = RowType(model=Tariff, nested={"versions": VERSIONS})

    def __init__(self) -> None:
        super().__init__()
        self._longer: list[Tariff] = []
        self._versions: list[TariffVersion] = []

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row = self.rows.read(part)
        if not isinstance(row["former_names"], list) or not all(isinstance(one, str) for one in row["former_names"]):
            raise part["former_names"].wrong_format()
        if row["uid"] in id_map.tariffs:
            raise part["uid"].error(_("this tariff is already in the file."))
        candidates = list(id_map.existing(Tariff).filter(game=row["game"], rules=row["rules"]))
        stored = _the_same(row, [one for one in candidates if one not in id_map.tariffs.values()])
        if stored is None and Tariff.objects.filter(uid=row["uid"]).exists():
            raise part["uid"].error(_("here, this tariff belongs to another club."))
        tariff = id_map.tariffs[row["uid"]] = stored or Tariff(club=id_map.club, **row)
        versions = [_version(one, tariff) for one in part["versions"].each()]
        if not versions or [one.number for one in versions] != list(range(1, len(versions) + 1)):
            raise part["versions"].wrong_format()
        existing = VERSIONS.by_parent(tariff=stored)[stored.pk] if stored else []
        verdict = self._verdict(stored, row, existing, part["versions"].content)
        if stored is None:
            self._new.append(tariff)
        if verdict is Verdict.LONGER:
            is_name_free = all(folded(one.name) != folded(row["name"]) for one in candidates if one is not tariff)
            for name in ("name", "former_names", "retired_at") if is_name_free else ():
                setattr(tariff, name, row[name])
            self._longer.append(tariff)
        if verdict in (Verdict.NEW, Verdict.LONGER):
            self._versions += versions[len(existing) :]
        id_map.report.count(self.slug, verdict, tariff.name)

    def _verdict(self, stored: Tariff | None, row: Row, existing: Sequence[Row], in_file: Sequence[Any]) -> Verdict:
        if stored is None:
            return Verdict.NEW
        verdict = history_verdict(existing, in_file)
        same = all(getattr(stored, name) == value for name, value in row.items() if name != "uid")
        return Verdict.DIFFERS if verdict is Verdict.SAME and not same else verdict

    def flush(self, id_map: IdMap) -> None:
        super().flush(id_map)
        if id_map.writes:
            Tariff.objects.bulk_update(self._longer, ["name", "former_names", "retired_at"])
        id_map.insert(self._versions)


def _the_same(row: Row, candidates: Sequence[Tariff]) -> Tariff | None:
    """Return the club's tariff that matches the one in the file: by uid, or else by name."""
    by_uid = next((one for one in candidates if one.uid == row["uid"]), None)
    return by_uid or next((one for one in candidates if folded(one.name) == folded(row["name"])), None)


def _version(part: LinePart, tariff: Tariff) -> TariffVersion:
    row = VERSIONS.read(part)
    figures = row["figures"]
    if not isinstance(figures, dict) or not all(type(figure) is int for figure in figures.values()):
        raise part["figures"].wrong_format()
    return TariffVersion(tariff=tariff, **row)
