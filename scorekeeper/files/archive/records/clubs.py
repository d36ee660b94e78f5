"""The club itself, its house rules and seasons; existing rows stay as they are here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club, HouseRules
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.records.references import Names
from scorekeeper.files.archive.records.report import Verdict
from scorekeeper.files.archive.rows import RowType
from scorekeeper.files.archive.schema_history import Row
from scorekeeper.standings.models import Season


class ClubRecord(RecordType):
    """One line; the club it goes into was chosen before any line was read."""

    slug = "club"
    labels = {"club": gettext_lazy("The club")}
    rows = RowType(model=Club, left_out=["phones_token"])

    def count(self, club: Club) -> int:
        return 1

    def export(self, club: Club, names: Names) -> Iterator[Row]:
        yield from self.rows.fetched(pk=club.pk)

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row, club = self.rows.read(part), id_map.club
        if id_map.is_new:
            club.starters, club.created_at = row["starters"], row["created_at"]
            if id_map.writes:
                club.save(update_fields=["starters", "created_at"])
            id_map.report.count(self.slug, Verdict.NEW)
        else:
            same = (row["name"], row["starters"]) == (club.name, club.starters)
            id_map.report.count(self.slug, Verdict.SAME if same else Verdict.DIFFERS, row["name"])


class NamedRecord(RecordType):
    """Rows of a club that are identified by a name."""

    name: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._existing: dict[str, dict[str, Any]] | None = None

    def import_(self, part: LinePart, id_map: IdMap) -> None:
        row, model = self.rows.read(part), self.rows.model
        references = self._references(part, row, id_map)
        compared = {**row, **{self.rows.references[name]: one and one.uid for name, one in references.items()}}
        if self._existing is None:
            self._existing = {one[self.name]: one for one in id_map.existing(model).values(*compared)}
        name = row[self.name]
        if name in self._existing:
            verdict = Verdict.SAME if self._existing[name] == compared else Verdict.DIFFERS
        else:
            verdict, self._existing[name] = Verdict.NEW, compared
            self._new.append(model(club=id_map.club, **row, **references))
        id_map.report.count(self.slug, verdict, name)

    def _references(self, part: LinePart, row: Row, id_map: IdMap) -> dict[str, Any]:
        return {}


class HouseRulesRecord(NamedRecord):
    """House rules, with the uid of their tariff, which must be of the same game and rule set."""

    slug, name = "house_rules", "game"
    labels = {"house_rules": gettext_lazy("House rules")}
    rows = RowType(model=HouseRules, references={"tariff": "tariff__uid"})

    def _references(self, part: LinePart, row: Row, id_map: IdMap) -> dict[str, Any]:
        tariff = part["tariff"].or_none()
        tariff_here = id_map.tariffs.get(tariff.text()) if tariff else None
        if tariff and (tariff_here is None or (tariff_here.game, tariff_here.rules) != (row["game"], row["rules"])):
            raise tariff.error(_("the file has no entry with this name."))
        return {"tariff": tariff_here}


class SeasonRecord(NamedRecord):
    slug, name = "season", "name"
    labels = {"season": gettext_lazy("Seasons")}
    rows = RowType(model=Season)
