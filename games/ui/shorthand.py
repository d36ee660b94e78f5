"""Shorthand: a hand typed in one line, such as a row of a paper list.

`games.ui.tokens` defines the parts of a line. A *reading* picks one meaning (piece) for each token; a line is
understood if its readings give exactly one hand. Otherwise the `RuleError` names the token. Whether the hand is
possible is for the rules to decide.
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
from types import MappingProxyType
from typing import Any, NoReturn

from games.scoring.errors import Code, RuleError
from games.scoring.rules import AnyRules
from games.scoring.text import ENGLISH, SeatName, Text, Translator, joined, quoted
from games.scoring.text import message as _
from games.scoring.types import Amounts, ScoredHand, SeatNumber, State, Table
from games.ui.tokens import (
    NUMBER,
    PASSED_BY_ALL,
    PLAYER,
    RESULT,
    TYPED,
    Piece,
    TypedLine,
    TypedResult,
    Word,
    folded,
    refuse,
    split,
)

MOST_READINGS = 500
_NUMBER = re.compile(r"(\d{1,9})(?:([.,]5|½))?", re.ASCII)
_RESULT = re.compile(r"([+-])(\d{0,9})", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class ParsedLine:
    """The content of a line: the outcome, or None if only totals were typed, and the totals; players by seat.

    `remarks` name what the line left open and the shorthand filled in.
    """

    raw: Mapping[str, Any] | None
    totals: Mapping[int, int]
    remarks: tuple[Text, ...] = ()


@dataclass
class Pieces:
    """The pieces of one reading, which `Shorthand.understand` takes one by one to make a hand."""

    shorthand: Shorthand
    left: list[Piece]
    remarks: list[Text] = field(default_factory=list)

    def several(self, *slots: str) -> list[Piece]:
        """Take all pieces of these slots, in the order typed."""
        pieces = [piece for piece in self.left if piece.slot in slots]
        self.left = [piece for piece in self.left if piece.slot not in slots]
        return pieces

    def word(self, slot: str, default: Any = None) -> Any:
        """Take the first piece of a slot and return its value, or the default if there is none."""
        piece = next((piece for piece in self.left if piece.slot == slot), None)
        if piece is None:
            return default
        self.left.remove(piece)
        return piece.value

    def result(self) -> TypedResult | None:
        found: TypedResult | None = self.word(RESULT)
        return found

    def made(self, means: Text) -> bool:
        """Take the result of a call that is only made or lost; refuse the line if there is none."""
        result = self.result() or self.misses(means)
        if result.by is not None:
            refuse(_("Don’t type a number after + or − here."))
        return result.made

    def players(self, *means: Text) -> list[SeatNumber]:
        """Take one player for each of `means`; if not enough are named, numbers count as players as well."""
        names = [piece for piece in self.left if piece.slot == PLAYER]
        either = names if len(names) >= len(means) else [p for p in self.left if p.slot in (PLAYER, NUMBER)]
        if len(either) < len(means):
            self.misses(means[len(either)])
        chosen = either[: len(means)]
        for piece in chosen:
            self.left.remove(piece)
        return [self.shorthand.numbered(piece.token) if piece.slot == NUMBER else piece.value for piece in chosen]

    def number(self, means: Text) -> Any:
        """Take the next number; refuse the line if there is none."""
        found = self.word(NUMBER)
        return self.misses(means) if found is None else found

    def misses(self, *means: Text) -> NoReturn:
        refuse(_("Still missing: {what}.", what=joined(means)), Code.REQUIRED)

    def remark(self, text: Text) -> None:
        assert text in self.shorthand.remarks
        self.remarks.append(text)

    def not_taken(self) -> RuleError:
        """Return the refusal of the first piece left over."""
        message = _("“{token}” does not belong to this hand.", token=quoted(self.left[0].token))
        return RuleError(Code.INVALID, TYPED, message)


class Shorthand(ABC):
    """The shorthand of one game at one table, before one hand, in one language."""

    many: frozenset[str] = frozenset()
    """The slots that may be filled more than once."""
    remarks: Sequence[Text] = ()
    """All remarks this shorthand can make (see `games.notes`)."""
    fields: Mapping[str, Text] = MappingProxyType({})
    """The names of fields whose error messages don't mention them."""

    def __init__(self, rules: AnyRules, table: Table, state: State, translator: Translator = ENGLISH) -> None:
        self.rules, self.table, self.state, self.translator = rules, table, state, translator

    # Defined by each game

    @abstractmethod
    def words(self) -> Sequence[Word]:
        """Return all words of this rule set with its options."""

    @abstractmethod
    def order(self) -> Sequence[Text]:
        """Return sentences that explain the order of a line."""

    @abstractmethod
    def examples(self) -> Sequence[str]:
        """Return example lines in the reader's language."""

    @abstractmethod
    def understand(self, pieces: Pieces) -> dict[str, Any]:
        """Return the outcome of a reading, or raise `RuleError`.

        Take every piece that belongs to the hand: a reading with pieces left over is refused.
        """

    def running(self, scored: ScoredHand) -> Amounts:
        """Return the running totals that a paper list has after this hand."""
        return self.rules.running(self.table, scored)

    @property
    def has_undertaker(self) -> bool:
        """Whether hands are undertaken by one player, whose total can be typed alone."""
        return bool(self.rules.hand_at(self.table).by)

    def undertaker(self, raw: Mapping[str, Any]) -> int | None:
        """Return the seat of the player who undertook the call, or None if nobody did."""
        seat: int | None = raw.get(self.rules.hand_at(self.table).by)
        return seat

    def spell(self, slot: str, value: object) -> str:
        """Return the usual spelling of a value in the reader's language."""
        return self.usual(next(word for word in self.words() if word.slot == slot and word.value == value))

    def usual(self, word: Word) -> str:
        return self._spellings(word, self.translator)[0]

    def in_words(self, error: RuleError) -> Text:
        """Return the rules' refusal as a message that names the field."""
        name = self.fields.get((error.field or "").partition(".")[0])
        if name is None or error.code not in (Code.OUT_OF_RANGE, Code.INVALID, Code.REQUIRED):
            return error.message
        return _("{name}: {message}", name=name, message=error.message)

    # From a line to a hand

    def read(self, text: str) -> ParsedLine:
        """Parse a line; raise `RuleError` if it is not understood."""
        line = split(text)
        if not line.tokens:
            if not line.totals or len(line.totals) != self.table.size:
                refuse(_("Type a hand, or after = the total of each player at the end."), Code.REQUIRED)
            return ParsedLine(raw=None, totals=self._totals(line, {}))
        if line.tokens == ("-",) and PASSED_BY_ALL in self._spelled:
            refuse(
                _(
                    "If everyone passed, type {passed}. A single − could be the end of another line.",
                    passed=PASSED_BY_ALL,
                )
            )
        dealer = self._seat(line.dealer) if line.dealer else None
        raw, remarks = (self if dealer is None else self._dealt_by(dealer))._understood(line.tokens)
        if dealer is not None:
            raw["dealer"] = int(dealer)
        if line.note:
            raw["note"] = line.note
        return ParsedLine(raw=raw, totals=self._totals(line, raw), remarks=remarks)

    def _dealt_by(self, dealer: SeatNumber) -> Shorthand:
        """Return the shorthand for the same hand with another dealer."""
        state = self.rules.with_dealer(self.table, self.state, dealer)
        return type(self)(self.rules, self.table, state, self.translator)

    def _totals(self, line: TypedLine, raw: Mapping[str, Any]) -> dict[int, int]:
        """Return the typed totals by seat; a single total belongs to the player who undertook the call."""
        totals, size = line.totals, self.table.size
        if len(totals) not in (0, size) and not self.has_undertaker:
            refuse(_("After =, type a total for each player, with . for none."))
        if len(totals) == 1:
            seat = self.undertaker(raw)
            if seat is None:
                refuse(_("After =, type a total for each player, with . for none: nobody took on this hand."))
            return {} if totals[0] is None else {seat: totals[0]}
        if totals and len(totals) != size:
            refuse(_("After =, type one total or {size}, not {given}.", size=size, given=len(totals)))
        return {seat: total for seat, total in enumerate(totals) if total is not None}

    def _understood(self, tokens: Sequence[str]) -> tuple[dict[str, Any], tuple[Text, ...]]:
        """Return the only hand that the tokens can mean; of several, the one whose reading ranks lowest."""
        choices = [self._pieces(token) for token in tokens]
        readings: dict[str, tuple[int, dict[str, Any], tuple[Text, ...]]] = {}
        refused: list[tuple[int, int, RuleError]] = []
        for reading in islice(product(*choices), MOST_READINGS):
            rank, pieces = sum(piece.rank for piece in reading), Pieces(self, list(reading))
            if twice := self._twice(reading):
                refused.append((rank, 2, twice))
                continue
            try:
                raw = self.understand(pieces)
            except RuleError as error:
                refused.append((rank, 0, error))
                continue
            key = json.dumps(raw, sort_keys=True)
            if pieces.left:
                refused.append((rank, 1, pieces.not_taken()))
            elif key not in readings or rank < readings[key][0]:
                readings[key] = (rank, raw, tuple(pieces.remarks))
        lowest = min((rank for rank, _raw, _remarks in readings.values()), default=None)
        first = min(refused, key=lambda refusal: refusal[:2], default=None)
        if first and (lowest is None or (first[0] < lowest and first[2].code == Code.UNKNOWN_PLAYER)):
            raise first[2]  # don't get around an unknown player number by reading a word as a name
        best = [(raw, remarks) for rank, raw, remarks in readings.values() if rank == lowest]
        if len(best) > 1:
            self._refuse_word_of_two(tokens)
            refuse(_("This can be read in more than one way. Type more of the names, or use the players’ numbers."))
        return best[0]

    def _refuse_word_of_two(self, tokens: Sequence[str]) -> None:
        """Refuse a spelling that two words of one slot share, and name spellings to type instead."""
        for token in tokens:
            words = [word for rank, word in self._spelled.get(folded(token), ()) if rank == 0]
            for slot, times in Counter(word.slot for word in words).items():
                if times > 1:
                    one, other = [quoted(self.usual(word)) for word in words if word.slot == slot][:2]
                    refuse(_("“{token}” could be {one} or {other}.", token=quoted(token), one=one, other=other))

    def _twice(self, reading: Sequence[Piece]) -> RuleError | None:
        """Return the refusal of a reading that fills a slot twice, if it does."""
        times = Counter(piece.slot for piece in reading if piece.slot not in (*self.many, NUMBER, PLAYER))
        slot = next((slot for slot, count in times.items() if count > 1), None)
        if slot is None:
            return None
        one, other = [piece.token for piece in reading if piece.slot == slot][:2]
        message = _("“{one}” and “{other}” exclude each other.", one=quoted(one), other=quoted(other))
        return RuleError(Code.INVALID, TYPED, message)

    # What a token can mean

    def _pieces(self, token: str) -> list[Piece]:
        pieces = [*self._as_word(token), *self._as_figure(token), *self.special(token)]
        names = self._named(token)
        if len(names) == 1:
            pieces.append(Piece(token, PLAYER, names[0], rank=1 if pieces else 0))
        if not pieces and names:
            self._refuse_both(token, names)
        if not pieces:
            refuse(_("“{token}” is not recognised.", token=quoted(token)), Code.UNKNOWN_CHOICE)
        return pieces

    def special(self, token: str) -> Iterator[Piece]:
        """Yield the meanings of a token in a format of the game's own."""
        yield from ()

    @staticmethod
    def _as_figure(token: str) -> Iterator[Piece]:
        if number := _NUMBER.fullmatch(token):
            yield Piece(token, NUMBER, int(number[1]) + 0.5 if number[2] else int(number[1]))
        elif result := _RESULT.fullmatch(token):
            yield Piece(token, RESULT, TypedResult(result[1] == "+", int(result[2]) if result[2] else None))

    def _as_word(self, token: str) -> Iterator[Piece]:
        """Yield the words with this spelling, alone or with what follows them."""
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
        """Return the value of the word that follows another after a colon."""
        words = [(rank, word) for rank, word in self._spelled.get(folded(text), ()) if word.slot == slot]
        if not words:
            refuse(_("“{token}” is not recognised.", token=quoted(text)), Code.UNKNOWN_CHOICE)
        return min(words, key=lambda ranked: ranked[0])[1].value

    @cached_property
    def _spelled(self) -> Mapping[str, list[tuple[int, Word]]]:
        """Words by spelling: rank 0 in the reader's language, rank 1 in English."""
        words: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        for word in self.words():
            own_spellings = [folded(spelling) for spelling in self._spellings(word, self.translator)]
            for spelling in dict.fromkeys(own_spellings):
                words[spelling].append((0, word))
            for spelling in {*self._spellings(word, ENGLISH)}.difference(own_spellings):
                words[spelling].append((1, word))
        return words

    @staticmethod
    def _spellings(word: Word, translator: Translator) -> list[str]:
        return word.spelled.render((), translator).split()

    # Players

    def _seat(self, text: str) -> SeatNumber:
        """Return the seat of a player by number or name, where only a player can be meant."""
        if _NUMBER.fullmatch(text):
            return self.numbered(text)
        names = self._named(text)
        if not names:
            refuse(_("{name} is not at this table.", name=quoted(text)), Code.UNKNOWN_PLAYER)
        if len(names) > 1:
            self._refuse_both(text, names)
        return names[0]

    @staticmethod
    def _refuse_both(token: str, names: Sequence[SeatNumber]) -> NoReturn:
        one, other = SeatName(names[0]), SeatName(names[1])
        refuse(_("“{token}” could be {one} or {other}.", token=quoted(token), one=one, other=other))

    def numbered(self, token: str) -> SeatNumber:
        """Return the seat with this number, as shown on the page: from 1."""
        number = int(token) if token.isdigit() else 0
        if not 1 <= number <= self.table.size:
            values = {"number": quoted(token), "size": self.table.size}
            refuse(_("There is no player {number}: they are numbered from 1 to {size}.", **values), Code.UNKNOWN_PLAYER)
        return SeatNumber(number - 1)

    def _named(self, token: str) -> list[SeatNumber]:
        """Return the seats with a name, or a word of one, that starts like this; an exact match wins."""
        start = folded(token)
        names = {seat: folded(name) for seat, name in zip(self.table.seats, self.table.players, strict=True)}
        exactly = [seat for seat, name in names.items() if name == start]
        return exactly or [seat for seat, name in names.items() if f" {start}" in f" {name}"]
