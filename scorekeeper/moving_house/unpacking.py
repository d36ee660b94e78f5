"""A club out of a file: worked out without writing anything, or written, all of it in one transaction or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.admin.models import CHANGE
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club, Deed
from scorekeeper.clubs.panel_notes import Noted, noted
from scorekeeper.moving_house.arrival import Arrival
from scorekeeper.moving_house.fields import Part
from scorekeeper.moving_house.kinds import KINDS
from scorekeeper.moving_house.lines import ClubFileError, Header, Line, header_of, read
from scorekeeper.moving_house.report import Report, Verdict


@dataclass
class Unpacking:
    """One file on its way in. `steps` does it; what it came to is in `report` then."""

    path: Path
    into: Club | None = None
    writes: bool = False
    by: str = ""

    def __post_init__(self) -> None:
        self.report = Report()

    def steps(self) -> Iterator[tuple[int, int]]:
        """How much of how much is done; raises `ClubFileError`, and then nothing was written.

        What is written was read to its end before: a file that is not whole keeps nobody waiting.
        """
        header = header_of(self.path)
        done, whole = 0, header.lines
        if self.writes:
            whole *= 2
            for done, _line in enumerate(read(self.path), 1):
                yield min(done, whole), whole
        line = Line(1, {})
        try:
            with transaction.atomic(durable=True) if self.writes else nullcontext():
                arrival = self._arrival(header)
                for number, line in self._taken_in(arrival):  # noqa: B007 - `line` is where an error is told to be
                    yield min(done + number, whole), whole
                if self.writes and self.report.changes:
                    _note(arrival.club, self.by, self.report)
        except (DatabaseError, ValidationError) as error:
            words = _("the database does not take what stands up to here (%(why)s).")
            raise line.refused(words % {"why": " ".join(str(error).split())}) from error

    def _arrival(self, header: Header) -> Arrival:
        """The club that takes the file in: the one that was chosen, or the same one, or a new one."""
        uid, name = str(header.club["uid"]), str(header.club["name"])
        club = self.into or Club.objects.filter(uid=uid).first()
        is_new = club is None
        if club is None:
            if Club.objects.filter(name__iexact=name).exists():
                words = _("There is another club “%(name)s” here; say that the file is to go into it, if it is.")
                raise ClubFileError(words % {"name": name})
            club = Club(uid=uid, name=name, slug=services.free_slug(name))
            club.clean_fields(exclude=["phones_token"])
            if self.writes:
                club.save()
        elif self.writes:
            services.hold(club)
        self.report.club, self.report.is_new = club.name, is_new
        return Arrival(club=club, is_new=is_new, writes=self.writes, report=self.report)

    def _taken_in(self, arrival: Arrival) -> Iterator[tuple[int, Line]]:
        kinds = {kind.slug: kind() for kind in KINDS}
        order = list(kinds)
        at = 0
        with closing(read(self.path)) as lines:
            for number, line in enumerate(lines, 1):
                place = order.index(line.kind) if line.kind in kinds else -1
                if place < at:
                    raise line.refused(_("lines of this kind do not stand here, or are of a newer version."))
                for slug in order[at:place]:
                    _done(line, kinds[slug].flush, arrival)
                at = place
                _done(line, kinds[line.kind].unpack, Part(line, line.said), arrival)
                yield number, line
            for slug in order[at:]:
                _done(line, kinds[slug].flush, arrival)
        for later in arrival.later:
            _done(line, later)


MADE_UP = (TypeError, KeyError, AttributeError, ValueError, IndexError, OverflowError, RecursionError)
"""What a line can come to that fits its check and was not written by us."""


def _done(line: Line, step: Callable[..., None], *given: Any) -> None:
    try:
        step(*given)
    except (ValidationError, ClubFileError):
        raise
    except MADE_UP as error:
        raise line.refused(_("this is not what is written here.")) from error


def _note(club: Club, by: str, report: Report) -> None:
    """The club's journal says who read the file in, and what came of it."""
    new = {
        "people": report.of("player", Verdict.NEW),
        "evenings": report.of("evening", Verdict.NEW),
        "sessions": report.of("session", Verdict.NEW, Verdict.LONGER),
    }
    Deed.objects.create(
        club=club,
        who=by,
        action=CHANGE,
        model="clubs.club",
        key=str(club.pk),
        name=club.name,
        said=json.dumps(noted(Noted.READ_IN, **new)),
    )
