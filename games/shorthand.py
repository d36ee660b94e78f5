"""How a hand is typed in one line, such as a row of a paper list.

What a line is made of stands in `games.typed`. A *reading* takes one piece of each of its tokens, and a line is
understood where just one reading makes a hand. What cannot be read is a `RuleError` that names the token; whether it
can have happened, the rules say.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, product
from typing import Any, ClassVar, NoReturn

from games.scoring.errors import Code, RuleError
from games.scoring.replay import AnyRules, ScoredHand
from games.scoring.text import ENGLISH, SeatName, Text, Translator, joined, quoted
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Amounts, Seat, State, Table
from games.typed import NUMBER, PASSED_BY_ALL, PLAYER, RESULT, TYPED, Line, Piece, Result, Word, folded, refuse, split

MOST_READINGS = 500
UNDERTAKERS = ("declarer", "taker", "bidder", "caller")
"""The fields of whoever undertook something alone or leads a side, in all games."""

_NUMBER = re.compile(r"(\d{1,9})(?:([.,]5|½))?", re.ASCII)
_RESULT = re.compile(r"([+-])(\d{0,9})", re.ASCII)


def undertaker(raw: Mapping[str, Any]) -> int | None:
    """Who undertook the hand, where somebody did."""
    return next((raw[name] for name in UNDERTAKERS if name in raw), None)


@dataclass(frozen=True, kw_only=True)
class Read:
    """What a line says: the outcome with players by seat, None where only totals were typed, and the totals by seat.

    `remarks` say what the line left open and was filled in.
    """

    raw: Mapping[str, Any] | None
    totals: Mapping[int, int]
    remarks: tuple[Text, ...] = ()


@dataclass
class Said:
    """The pieces of one reading, taken one after the other by whoever makes a hand of them."""

    shorthand: Shorthand
    left: list[Piece]
    remarks: list[Text] = field(default_factory=list)

    def several(self, *slots: str) -> list[Piece]:
        """All pieces of these slots, as they were typed."""
        found = [piece for piece in self.left if piece.slot in slots]
        self.left = [piece for piece in self.left if piece.slot not in slots]
        return found

    def word(self, slot: str, default: Any = None) -> Any:
        """What a word says; of two of them the first."""
        piece = next((piece for piece in self.left if piece.slot == slot), None)
        if piece is None:
            return default
        self.left.remove(piece)
        return piece.value

    def result(self) -> Result | None:
        found: Result | None = self.word(RESULT)
        return found

    def players(self, *means: Text) -> list[Seat]:
        """As many players, by name or, where not all of them are named, by the first numbers as well."""
        named = [piece for piece in self.left if piece.slot == PLAYER]
        either = named if len(named) >= len(means) else [p for p in self.left if p.slot in (PLAYER, NUMBER)]
        if len(either) < len(means):
            self.misses(means[len(either)])
        taken = either[: len(means)]
        for piece in taken:
            self.left.remove(piece)
        return [self.shorthand.numbered(piece.token) if piece.slot == NUMBER else piece.value for piece in taken]

    def number(self, means: Text) -> Any:
        """The next number, which must be there."""
        found = self.word(NUMBER)
        return self.misses(means) if found is None else found

    def misses(self, *means: Text) -> NoReturn:
        refuse(_("Still missing: {what}.", what=joined(means)), Code.REQUIRED)

    def remark(self, text: Text) -> None:
        assert text in self.shorthand.remarks
        self.remarks.append(text)

    def not_taken(self) -> RuleError:
        """The refusal of the first piece that nobody took."""
        message = _("“{token}” does not belong to this hand.", token=quoted(self.left[0].token))
        return RuleError(Code.INVALID, TYPED, message)


class Shorthand(ABC):
    """The shorthand of one game at one table, before one hand, in one language."""

    many: ClassVar[frozenset[str]] = frozenset()
    """The slots of which there can be several."""
    remarks: ClassVar[tuple[Text, ...]] = ()
    """All that it remarks on a hand (see `games.remarks`)."""
    fields: ClassVar[Mapping[str, Text]] = {}
    """What the fields of an outcome are called, where a sentence about one does not say it."""

    def __init__(self, rules: AnyRules, table: Table, state: State, translator: Translator = ENGLISH) -> None:
        self.rules, self.table, self.state, self.translator = rules, table, state, translator

    # What a game says

    @abstractmethod
    def words(self) -> Sequence[Word]:
        """All words of this rule set with its options."""

    @abstractmethod
    def order(self) -> Sequence[Text]:
        """How lines are put together, in sentences."""

    @abstractmethod
    def examples(self) -> Sequence[str]:
        """Lines as they are typed in the reader's language."""

    @abstractmethod
    def understand(self, said: Said) -> dict[str, Any]:
        """The outcome that a reading makes, or a refusal; what is left in `said` does not belong to it."""

    def running(self, scored: ScoredHand) -> Amounts:
        """The totals that a paper list runs on with."""
        return scored.totals

    def spell(self, slot: str, value: object) -> str:
        """The usual spelling in the reader's language."""
        return self.usual(next(word for word in self.words() if word.slot == slot and word.value == value))

    def usual(self, word: Word) -> str:
        return self._spellings(word, self.translator)[0]

    def in_words(self, error: RuleError) -> Text:
        """Why the rules refuse a line, and what of it."""
        name = self.fields.get((error.field or "").partition(".")[0])
        if name is None or error.code not in (Code.OUT_OF_RANGE, Code.INVALID, Code.REQUIRED):
            return error.message
        return Text("{name}: {message}", {"name": name, "message": error.message})

    # From a line to a hand

    def read(self, text: str) -> Read:
        """What a line says; raises `RuleError`."""
        line = split(text)
        if not line.tokens:
            if not line.totals or len(line.totals) != self.table.size:
                refuse(_("Type a hand, or after = the total of each player at the end."), Code.REQUIRED)
            return Read(raw=None, totals=self._totals(line, {}))
        if line.tokens == ("-",) and PASSED_BY_ALL in self._spelled:
            refuse(_("Where all passed, type {passed}. − alone may be the end of another line.", passed=PASSED_BY_ALL))
        dealer = self._seat(line.dealer) if line.dealer else None
        raw, remarks = (self if dealer is None else self._dealt_by(dealer))._understood(line.tokens)
        if dealer is not None:
            raw["dealer"] = int(dealer)
        if line.note:
            raw["note"] = line.note
        return Read(raw=raw, totals=self._totals(line, raw), remarks=remarks)

    def _dealt_by(self, dealer: Seat) -> Shorthand:
        """The same before a hand that somebody else deals than expected."""
        state = self.rules.with_dealer(self.table, self.state, dealer)
        return type(self)(self.rules, self.table, state, self.translator)

    def _totals(self, line: Line, raw: Mapping[str, Any]) -> dict[int, int]:
        """By seat: a total for each, or one of whoever undertook the hand."""
        totals = line.totals
        if len(totals) == 1:
            seat = undertaker(raw)
            if seat is None:
                refuse(_("After = type a total for each player here, with . for none: nobody undertook this hand."))
            return {} if totals[0] is None else {seat: totals[0]}
        if totals and len(totals) != self.table.size:
            size = self.table.size
            refuse(_("After = stand one total or {size}, not {given}.", size=size, given=len(totals)))
        return {seat: total for seat, total in enumerate(totals) if total is not None}

    def _understood(self, tokens: Sequence[str]) -> tuple[dict[str, Any], tuple[Text, ...]]:
        """The only hand that the tokens make; of several readings those of the lowest rank count."""
        pieces = [self._pieces(token) for token in tokens]
        found: dict[str, tuple[int, dict[str, Any], tuple[Text, ...]]] = {}
        refused: list[tuple[int, int, RuleError]] = []
        for reading in islice(product(*pieces), MOST_READINGS):
            rank, said = sum(piece.rank for piece in reading), Said(self, list(reading))
            if twice := self._twice(reading):
                refused.append((rank, 2, twice))
                continue
            try:
                raw = self.understand(said)
            except RuleError as error:
                refused.append((rank, 0, error))
                continue
            key = json.dumps(raw, sort_keys=True)
            if said.left:
                refused.append((rank, 1, said.not_taken()))
            elif key not in found or rank < found[key][0]:
                found[key] = (rank, raw, tuple(said.remarks))
        lowest = min((rank for rank, _raw, _remarks in found.values()), default=None)
        first = min(refused, key=lambda one: one[:2], default=None)
        if first and (lowest is None or (first[0] < lowest and first[2].code == Code.UNKNOWN_PLAYER)):
            raise first[2]  # a number that is nobody's is not taken for another by reading a word as a name
        best = [(raw, remarks) for rank, raw, remarks in found.values() if rank == lowest]
        if len(best) > 1:
            self._refuse_word_of_two(tokens)
            refuse(_("This can be read in more than one way: write names longer, or type players by their numbers."))
        return best[0]

    def _refuse_word_of_two(self, tokens: Sequence[str]) -> None:
        """Say what to type instead of a spelling that two words of the same kind share."""
        for token in tokens:
            words = [word for rank, word in self._spelled.get(folded(token), ()) if rank == 0]
            for slot, times in Counter(word.slot for word in words).items():
                if times > 1:
                    one, other = [quoted(self.usual(word)) for word in words if word.slot == slot][:2]
                    refuse(_("“{token}” could be {one} or {other}.", token=quoted(token), one=one, other=other))

    def _twice(self, reading: Sequence[Piece]) -> RuleError | None:
        """What is wrong with a reading that fills something in twice."""
        times = Counter(piece.slot for piece in reading if piece.slot not in (*self.many, NUMBER, PLAYER))
        slot = next((slot for slot, count in times.items() if count > 1), None)
        if slot is None:
            return None
        one, other = [piece.token for piece in reading if piece.slot == slot][:2]
        message = _("“{one}” and “{other}” cannot both be.", one=quoted(one), other=quoted(other))
        return RuleError(Code.INVALID, TYPED, message)

    # What a token can mean

    def _pieces(self, token: str) -> list[Piece]:
        found = [*self._as_word(token), *self._as_figure(token), *self.special(token)]
        names = self._named(token)
        if len(names) == 1:
            found.append(Piece(token, PLAYER, names[0], rank=1 if found else 0))
        if not found and names:
            self._refuse_both(token, names)
        if not found:
            refuse(_("“{token}” is not understood here.", token=quoted(token)), Code.UNKNOWN_CHOICE)
        return found

    def special(self, token: str) -> Iterator[Piece]:
        """What a token of the game's own make can mean."""
        yield from ()

    @staticmethod
    def _as_figure(token: str) -> Iterator[Piece]:
        if number := _NUMBER.fullmatch(token):
            yield Piece(token, NUMBER, int(number[1]) + 0.5 if number[2] else int(number[1]))
        elif result := _RESULT.fullmatch(token):
            yield Piece(token, RESULT, Result(result[1] == "+", int(result[2]) if result[2] else None))

    def _as_word(self, token: str) -> Iterator[Piece]:
        """The words that are spelled like this, alone or with what they take."""
        head, _colon, rest = token.partition(":")
        glued = re.fullmatch(r"(\D+?):?(\d{1,9})", token, re.ASCII)
        for rank, word in self._spelled.get(folded(token), ()):
            if word.alone:
                yield Piece(token, word.slot, (word.value, None) if word.takes else word.value, rank)
        for rank, word in self._spelled.get(folded(head), ()) if rest else ():
            if word.takes == PLAYER:
                yield Piece(token, word.slot, (word.value, self._seat(rest)), rank)
            elif word.takes not in ("", NUMBER):
                yield Piece(token, word.slot, (word.value, self.following(word.takes, rest)), rank)
        for rank, word in self._spelled.get(folded(glued[1]), ()) if glued else ():
            if word.takes == NUMBER:
                yield Piece(token, word.slot, (word.value, int(glued[2]) if glued else None), rank)

    def following(self, slot: str, text: str) -> Any:
        """What a word that follows another one says."""
        found = [(rank, word) for rank, word in self._spelled.get(folded(text), ()) if word.slot == slot]
        if not found:
            refuse(_("“{token}” is not understood here.", token=quoted(text)), Code.UNKNOWN_CHOICE)
        return min(found, key=lambda one: one[0])[1].value

    @cached_property
    def _spelled(self) -> Mapping[str, list[tuple[int, Word]]]:
        """By spelling: the words of the reader's language, and after them those of English."""
        found: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        for word in self.words():
            ours = [folded(spelling) for spelling in self._spellings(word, self.translator)]
            for spelling in dict.fromkeys(ours):
                found[spelling].append((0, word))
            for spelling in {*self._spellings(word, ENGLISH)}.difference(ours):
                found[spelling].append((1, word))
        return found

    @staticmethod
    def _spellings(word: Word, translator: Translator) -> list[str]:
        return word.spelled.render((), translator).split()

    # Players

    def _seat(self, text: str) -> Seat:
        """The player who is meant where nothing else can be."""
        if _NUMBER.fullmatch(text):
            return self.numbered(text)
        names = self._named(text)
        if not names:
            refuse(_("{name} is not at this table.", name=quoted(text)), Code.UNKNOWN_PLAYER)
        if len(names) > 1:
            self._refuse_both(text, names)
        return names[0]

    @staticmethod
    def _refuse_both(token: str, names: Sequence[Seat]) -> NoReturn:
        one, other = SeatName(names[0]), SeatName(names[1])
        refuse(_("“{token}” could be {one} or {other}.", token=quoted(token), one=one, other=other))

    def numbered(self, token: str) -> Seat:
        """The player of that number, as numbers stand on the page: from 1 on."""
        number = int(token) if token.isdigit() else 0
        if not 1 <= number <= self.table.size:
            values = {"number": quoted(token), "size": self.table.size}
            refuse(_("There is no player {number}: they are numbered from 1 to {size}.", **values), Code.UNKNOWN_PLAYER)
        return Seat(number - 1)

    def _named(self, token: str) -> list[Seat]:
        """Whose name, or a word of it, begins like this; who is called just so stands alone."""
        start = folded(token)
        names = {seat: folded(name) for seat, name in zip(self.table.seats, self.table.players, strict=True)}
        exactly = [seat for seat, name in names.items() if name == start]
        return exactly or [seat for seat, name in names.items() if f" {start}" in f" {name}"]
