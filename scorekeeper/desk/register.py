"""The register of a tournament: its entries, against which every new one is checked.

A name that the club knows stands for that player, whose category is taken over where none is given; any other becomes a
guest. Start numbers continue after the highest one, so that a number that was printed or called out is never given to
somebody else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError

from games.scoring.documents import LONGEST_NAME
from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.clubs import duplicates
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.name_fields import checked_name
from scorekeeper.clubs.names import display_name, folded, turned_round
from scorekeeper.desk.document.entries import EntryRecord
from scorekeeper.desk.models import Tournament, TournamentEntry

MOST_ENTRIES = 1000
"""The most entries of a tournament: with more, a bot has found the link."""
HIGHEST_NUMBER = 9999
COLUMNS = ("name", "team", "category", "tandem")


@dataclass(frozen=True, kw_only=True)
class EntryDetails:
    """The details of an entry besides its start number."""

    name: str
    team: str = ""
    category: str = ""
    tandem: str = ""

    def tidied(self) -> EntryDetails:
        """Return the details as they are stored; raise `RuleError` at the first that is too long or can't be shown."""
        tidied = {name: _tidied(name, getattr(self, name)) for name in COLUMNS}
        if not tidied["name"]:
            raise RuleError(Code.REQUIRED, "name", _("Enter a name."))
        return EntryDetails(**tidied)


def columns_of(source: EntryDetails | TournamentEntry | EntryRecord) -> dict[str, str]:
    return {name: getattr(source, name) or "" for name in COLUMNS}


def _tidied(name: str, text: str) -> str:
    try:
        tidied = checked_name(text) if text.strip() else ""
    except ValidationError as error:
        message = _("This contains a character that can’t be stored or shown.")
        raise RuleError(Code.INVALID, name, message) from error
    if len(tidied) > LONGEST_NAME:
        raise RuleError(Code.INVALID, name, _("This is longer than {most} characters.", most=LONGEST_NAME))
    return tidied


class EntryRegister:
    """The entries of a tournament whose evening is locked; `but` is left out.

    A document says all that there is of its entries, so those of an import take over no categories.
    """

    def __init__(
        self,
        tournament: Tournament,
        club: Club,
        *,
        but: TournamentEntry | None = None,
        takes_categories: bool = True,
    ) -> None:
        self.tournament, self.club, self.takes_categories = tournament, club, takes_categories
        others = [entry for entry in tournament.entries.all() if but is None or entry.pk != but.pk]
        self.names = {folded(entry.name): entry.number for entry in others}
        self.players = {entry.player_id: entry.number for entry in others}
        self.numbers = {entry.number: entry.name for entry in others}
        self.people = clubs.people(club)

    def enter(
        self, details: EntryDetails, *, number: int | None = None, member_number: str = "", **columns: Any
    ) -> TournamentEntry:
        """Enter somebody by member number or by name; `columns` are further ones of the entry."""
        details, member_number = details.tidied(), _tidied("name", member_number)
        known = self._member(member_number, details.name) if member_number else self.known(details.name)
        if known is None:
            details = replace(details, name=turned_round(details.name))
        else:
            self.refuse_player(known)
            details = replace(details, name=self._name_of(known, details.name))
        self.refuse_name(details.name)
        self._refuse_full()
        if number is not None:
            self.refuse_number(number)
        return self._create(known or self.new_guest(details.name), details, number, **columns)

    def enter_player(self, player: Player) -> TournamentEntry:
        """Enter somebody whom the club knows, by the name at the table."""
        self._refuse_full()
        name = display_name(player)
        details = EntryDetails(name=player.name if folded(name) in self.names else name)
        self.refuse_name(details.name)
        return self._create(player, details, None)

    def known(self, name: str) -> Player | None:
        """Return the player of this name, or None."""
        return self.people.by_name.get(folded(name))

    def _member(self, member_number: str, name: str) -> Player:
        """Return the player with a member number; raise `RuleError` if nobody has it, or if the name is another's."""
        owner = self.club.players.filter(member_number=member_number, merged_into=None).first()
        if owner is None:
            message = _("Nobody in the club has the member number {number}.", number=member_number)
            raise RuleError(Code.UNKNOWN_PLAYER, "name", message)
        known = self.known(name)
        is_theirs = known == owner or folded(name) in (folded(owner.name), folded(display_name(owner)))
        if not is_theirs and (known or not duplicates.reason(Player(name=name), owner)):
            message = _("Member number {number} belongs to {name}.", number=member_number, name=owner.name)
            raise RuleError(Code.IMPOSSIBLE, "name", message)
        return owner

    def new_guest(self, name: str) -> Player:
        return Player.objects.create(club=self.club, name=name, guest=True)

    def refuse_player(self, player: Player) -> None:
        if number := self.players.get(player.pk):
            message = _("{name} has already entered, with number {number}.", name=display_name(player), number=number)
            raise RuleError(Code.SAME_PLAYER, "name", message)

    def refuse_name(self, name: str) -> None:
        if number := self.names.get(folded(name)):
            raise RuleError(Code.SAME_PLAYER, "name", _("Number {number} has the same name.", number=number))

    def refuse_number(self, number: int) -> None:
        """Refuse a start number that there can't be, or that somebody has."""
        if not 1 <= number <= HIGHEST_NUMBER:
            raise RuleError(Code.OUT_OF_RANGE, "number", _("Enter a number from 1 to {most}.", most=HIGHEST_NUMBER))
        if name := self.numbers.get(number):
            raise RuleError(Code.SAME_PLAYER, "number", _("{name} already has this number.", name=name))

    def _refuse_full(self) -> None:
        if len(self.numbers) >= MOST_ENTRIES:
            message = _("A tournament has at most {most} entries.", most=MOST_ENTRIES)
            raise RuleError(Code.OVER, "name", message)

    def _name_of(self, player: Player, typed: str) -> str:
        """Return the name on the lists: that at the table, or the registered one if somebody else has the former."""
        name = display_name(player)
        return typed if folded(name) in self.names else name

    def _create(self, player: Player, details: EntryDetails, number: int | None, **columns: Any) -> TournamentEntry:
        number = number or self._next_number()
        if self.takes_categories and not details.category:
            details = replace(details, category=player.category)
        entry = TournamentEntry.objects.create(
            tournament=self.tournament, number=number, player=player, **columns_of(details), **columns
        )
        self.names[folded(entry.name)] = self.players[player.pk] = number
        self.numbers[number] = entry.name
        return entry

    def _next_number(self) -> int:
        """Return the number after the highest one, or else the lowest that is free."""
        following = max(self.numbers, default=0) + 1
        if following <= HIGHEST_NUMBER:
            return following
        return next(number for number in range(1, HIGHEST_NUMBER + 1) if number not in self.numbers)
