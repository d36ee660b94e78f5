"""The club itself, its house rules and seasons; existing rows stay as they are here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club, HouseRules
from scorekeeper.files.archive.fields import LinePart, columns, told
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.records.base import RecordType, Said
from scorekeeper.files.archive.references import Names
from scorekeeper.files.archive.report import Verdict
from scorekeeper.standings.models import Season

OF_CLUB = ("uid", "name", "slug", "starters", "created_at")


class ClubKind(RecordType):
    """One line; the club it goes into was chosen before any line was read."""

    slug = "club"
    words = {"club": gettext_lazy("The club")}

    def count(self, club: Club) -> int:
        return 1

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        yield told(Club, OF_CLUB, [getattr(club, name) for name in OF_CLUB])

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        said, club = columns(Club, OF_CLUB, part.only(*OF_CLUB)), arrival.club
        if arrival.is_new:
            club.starters, club.created_at = said["starters"], said["created_at"]
            if arrival.writes:
                club.save(update_fields=["starters", "created_at"])
            arrival.report.count(self.slug, Verdict.NEW)
        else:
            same = (said["name"], said["starters"]) == (club.name, club.starters)
            arrival.report.count(self.slug, Verdict.SAME if same else Verdict.DIFFERS, said["name"])


class ByName(RecordType):
    """Rows of a club that are identified by a name."""

    model: ClassVar[type[Model]]
    name: ClassVar[str]
    columns: ClassVar[Sequence[str]]

    def __init__(self) -> None:
        self._here: dict[str, Said] | None = None
        self._new: list[Any] = []

    def _rows(self, club: Club) -> Any:
        return self.model._base_manager.filter(club=club).order_by("pk")

    def count(self, club: Club) -> int:
        return int(self._rows(club).count())

    def pack(self, club: Club, names: Names) -> Iterator[Said]:
        for row in self._rows(club):
            yield self._told(row)

    def _told(self, row: Any) -> Said:
        return told(self.model, self.columns, [getattr(row, name) for name in self.columns])

    def _read(self, part: LinePart, arrival: Arrival) -> Any:
        return self.model(club=arrival.club, **columns(self.model, self.columns, part.only(*self.columns)))

    def unpack(self, part: LinePart, arrival: Arrival) -> None:
        row = self._read(part, arrival)
        name, said = getattr(row, self.name), self._told(row)
        if self._here is None:
            self._here = {getattr(one, self.name): self._told(one) for one in arrival.here(self.model)}
        if name in self._here:
            verdict = Verdict.SAME if self._here[name] == said else Verdict.DIFFERS
        else:
            verdict, self._here[name] = Verdict.NEW, said
            self._new.append(row)
        arrival.report.count(self.slug, verdict, name)

    def flush(self, arrival: Arrival) -> None:
        arrival.insert(self._new)


class HouseRulesKind(ByName):
    """House rules, with the uid of their tariff, which must be of the same game and rule set."""

    slug, model, name = "house_rules", HouseRules, "game"
    words = {"house_rules": gettext_lazy("House rules")}
    columns = ("game", "rules", "options", "stake", "currency")

    def _rows(self, club: Club) -> Any:
        return super()._rows(club).select_related("tariff")

    def _told(self, row: HouseRules) -> Said:
        return {**super()._told(row), "tariff": row.tariff and row.tariff.uid}

    def _read(self, part: LinePart, arrival: Arrival) -> HouseRules:
        row = HouseRules(club=arrival.club, **columns(HouseRules, self.columns, part.only(*self.columns, "tariff")))
        if tariff := part["tariff"].maybe():
            row.tariff = arrival.tariffs.get(tariff.text())
            if row.tariff is None or (row.tariff.game, row.tariff.rules) != (row.game, row.rules):
                raise tariff.refused(_("the file has no entry with this name."))
        return row


class SeasonKind(ByName):
    slug, model, name = "season", Season, "name"
    words = {"season": gettext_lazy("Seasons")}
    columns = ("name", "starts", "ends", "game", "rules", "minimum", "best")
