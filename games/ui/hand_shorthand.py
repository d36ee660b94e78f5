"""The shorthand of a hand, made from what the game declares (`games.scoring.hand`).

A line has the players, the call and how it went, in any order. In place of a number, `+` is exactly what the call
needs, `+2` two more and `-1` one fewer. What only some hands have is a word; who it was follows after a colon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from games.scoring.hand import (
    NEVER,
    Call,
    Count,
    CountOfEach,
    Flag,
    Hand,
    Item,
    Made,
    OfPlayers,
    OneOf,
    Player,
    Players,
    Points,
    SaidByCall,
    Times,
)
from games.scoring.rules import AnyRules
from games.scoring.text import ENGLISH, Text, Translator, joined
from games.scoring.text import message as _
from games.scoring.types import State, Table
from games.ui.shorthand import Pieces, Shorthand
from games.ui.tokens import CALL, NUMBER, PLAYER, Word, refuse

MOST_EXAMPLES = 6


class HandShorthand(Shorthand):
    """The shorthand of a declared hand."""

    counted: ClassVar[tuple[type[Item], ...]] = (Count, CountOfEach, Points, SaidByCall)
    """The kinds of items whose error messages don't mention them."""

    def __init__(self, rules: AnyRules, table: Table, state: State, translator: Translator = ENGLISH) -> None:
        super().__init__(rules, table, state, translator)
        self.hand: Hand = rules.hand_at(table)
        self.calls = rules.offered_calls(table)
        self.by_number = next((call for call in self.calls if call.fixed), None)
        self.items = [item for item in self.hand.items if any(item in call.items for call in self.calls)]
        self.remarks = (*self.remarks, *self.hand.remarks)
        self.many |= frozenset(word.slot for word in self._words_with_a_player())
        self.fields = {
            field.name: item.missing
            for item in self.items
            if isinstance(item, self.counted) and item.missing is not NEVER
            for field in item.fields
        }

    def is_named(self, call: Call) -> bool:
        """Return whether a line says the call by a word: an ordinary one needs none, a bid of tricks is a number."""
        return call.key != self.rules.ordinary_call and not call.fixed

    # Vocabulary

    def words(self) -> Sequence[Word]:
        calls = [
            Word(slot=CALL, value=call.key, spelled=call.short, means=call.name)
            for call in self.calls
            if self.is_named(call)
        ]
        return [*calls, *(word for item in self.items for word in self.words_of(item))]

    def words_of(self, item: Item) -> Iterator[Word]:
        """Yield the words with which a line says an item."""
        match item:
            case Player() if item.optional and item.short:
                yield Word(slot=item.name, value=True, spelled=item.short, means=item.optional)
            case Flag():
                yield Word(slot=item.name, value=True, spelled=item.short, means=item.missing)
            case Times() if item.short is not NEVER:
                means = self._with_example(item, str(item.numbers[0])) if item.is_counted else _typed(item)
                yield Word(slot=item.field, value=True, spelled=item.short, means=means, takes=NUMBER)
            case Players() if not item.number:
                means, takes = self._with_example(item, ":2"), PLAYER
                yield Word(slot=item.name, value=True, spelled=item.short, means=means, takes=takes)
            case Points() if item.other:
                words, means = item.other_short, item.other_means
                yield Word(slot=item.other, value=True, spelled=words, means=means, takes=NUMBER)
            case OneOf():
                for answer in item.answers:
                    yield Word(slot=item.name, value=answer.value, spelled=answer.short, means=answer.said)
            case OfPlayers():
                for answer in item.answers:
                    means, takes = answer.means or answer.label, PLAYER
                    yield Word(slot=item.name, value=answer.value, spelled=answer.short, means=means, takes=takes)

    def _words_with_a_player(self) -> Iterator[Word]:
        return (word for item in self.items for word in self.words_of(item) if word.takes == PLAYER)

    def _with_example(self, item: Times | Players, follows: str) -> Text:
        """Return what the word of an item means, with the word and what follows it: "Laufende (l3)"."""
        word = item.short.render((), self.translator).split()[0]
        return Text("{what} ({word}{follows})", {"what": item.label, "word": word, "follows": follows})

    def order(self) -> Sequence[Text]:
        sentences = []
        for calls in self.alike():
            call = calls[0]
            names = joined([call.said_by_call.label] if call.said_by_call else [call.name for call in calls])
            if not call.players and not call.counted:
                sentences.append(Text(_WORD_ALONE.template, {"calls": names}))
                continue
            parts = [self._part(item) for item in call.items if isinstance(item, Player | Players) and item.needed]
            is_silent = call.minor or call.key in (self.rules.ordinary_call, self.hand.starts_with)
            parts += [] if is_silent else [self.hand.missing]
            parts += [_("+ or −") if isinstance(item, Made) else self._part(item) for item in call.counted]
            sentences.append(Text(_ORDER.template, {"calls": names, "parts": joined(parts)}))
        if times := next((item for item in self.items if isinstance(item, Times) and not item.is_counted), None):
            sentences.append(Text(_TIMES.template, {"example": f"{self.spell(times.name, value=True)}2"}))
        if any(call.needs is not None for call in self.calls):
            sentences.append(_NUMBERS)
        if any(call.points and call.points.needs for call in self.calls):
            sentences.append(_POINTS)
        if word := next(self._words_with_a_player(), None):
            values = {"example": f"{self.usual(word)}:2", "by": self.hand.item(self.hand.by).missing}
            sentences.append(Text(_WHO.template, values))
        return sentences

    def _part(self, item: Item) -> Text:
        """Return what to type for an item."""
        if isinstance(item, Player) and item.optional:
            values = {"player": item.missing, "word": self.spell(item.name, value=True), "means": item.optional}
            return Text(_OR_NOBODY.template, values)
        return _typed(item)

    def examples(self) -> Sequence[str]:
        lines = []
        for first, *others in self.alike():
            raw = self._sample(first)
            lines.append(self.write(raw))
            if others and (relative := self._relative(others[0])):
                lines.append(self.write(self._sample(others[0]) | relative))
            if extra := self._extra(first):
                lines.append(self.write(raw | extra))
        return lines[:MOST_EXAMPLES]

    def alike(self) -> Iterator[list[Call]]:
        """Yield the calls that take the same items together."""
        for items in dict.fromkeys(call.items for call in self.calls):
            yield [call for call in self.calls if call.items == items]

    def _sample(self, call: Call) -> dict[str, Any]:
        """Return a hand of this call that anybody might have played."""
        raw: dict[str, Any] = {"call": call.word, **call.fixed}
        raw |= {item.name: seat for seat, item in enumerate(call.players)}
        raw |= {item.name: list(range(item.number)) for item in call.items if isinstance(item, Players) and item.number}
        raw |= {
            item.name: item.answers[0].value.value for item in call.items if isinstance(item, OneOf) and item.needed
        }
        for item in call.counted:
            match item:
                case Made():
                    raw[item.name] = True
                case Count():
                    raw[item.name] = item.high // 2 + 1 if call.needs is None else call.needs + 1
                case Points():
                    raw[item.name] = ((item.needs and item.needs(raw)) or item.total // 2) + 1
                case CountOfEach():
                    raw[item.name] = self._shared(item.together)
        return raw

    def _shared(self, together: int) -> dict[str, int]:
        """Return so many, shared out evenly."""
        size = self.table.size
        return {str(int(seat)): together // size + (seat < together % size) for seat in self.table.seats}

    @staticmethod
    def _relative(call: Call) -> dict[str, str]:
        """Return a number as the difference from what the call needs; nothing if it isn't typed so."""
        if call.points and call.points.needs:
            return {call.points.name: "-3"}
        return {item.name: "-1" for item in call.items if isinstance(item, Count) and call.needs is not None}

    @staticmethod
    def _extra(call: Call) -> dict[str, Any]:
        """Return what such a hand has only now and then: one of each kind."""
        extra: dict[type[Item], tuple[str, Any]] = {}
        for item in reversed(call.items):
            match item:
                case OneOf() if not item.called:
                    extra[OneOf] = item.name, item.answers[0].value.value
                case Times() if not (item.rare or item.is_counted):
                    extra[Times] = item.name, 1
                case OfPlayers() if not item.several:
                    extra[OfPlayers] = item.name, [{"player": 1, item.part: item.answers[0].value.value}]
        return dict(extra.values())

    # From a line to a hand and back

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        word = pieces.word(CALL) or self.rules.ordinary_call or self.hand.starts_with
        call = self.hand.by_key[word] if word else self.by_number or pieces.misses(self.hand.missing)
        raw: dict[str, Any] = {} if call.key == self.rules.ordinary_call else {"call": call.word, **call.fixed}
        named = [item for item in call.players if not (item.optional and pieces.word(item.name))]
        seats = pieces.players(*(_typed(item) for item in named))
        raw |= {item.name: int(seat) for item, seat in zip(named, seats, strict=True)}
        for item in call.items:
            raw |= dict(self.fields_of(item, pieces, call, raw))
        return raw

    def fields_of(self, item: Item, pieces: Pieces, call: Call, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the fields of an item from a line, besides players; `raw` has those of the items before it."""
        match item:
            case Made():
                yield item.name, pieces.made(_("+ for made or − for lost"))
            case SaidByCall():
                yield item.name, pieces.number(item.missing)
            case Count():
                needs = raw[call.said_by_call.name] if call.said_by_call else call.needs
                yield item.name, self.number(pieces, needs, item)
            case CountOfEach():
                yield item.name, self._number_of_each(pieces, item)
            case Players() if item.number:
                yield item.name, [int(seat) for seat in pieces.players(*[_typed(item)] * item.number)]
            case Points() if not item.are_counted(raw):
                return
            case Points() if item.needs:
                yield from _points(pieces, item, raw).items()
            case Points():
                yield item.name, pieces.number(_typed(item))
            case _:
                yield from self._fields_of_words(item, pieces, raw)

    def _fields_of_words(self, item: Item, pieces: Pieces, raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the fields of an item that words say."""
        match item:
            case Times() if word := pieces.word(item.field):
                yield item.field, 1 if word[1] is None else word[1]
            case Flag() if pieces.word(item.name):
                yield item.name, True
            case OneOf() if word := pieces.word(item.name):
                yield item.name, str(word)
            case Players() if several := [piece.value[1] for piece in pieces.several(item.name)]:
                if None in several:
                    pieces.misses(item.label)
                yield item.name, [int(seat) for seat in several]
            case OfPlayers() if several := [piece.value for piece in pieces.several(item.name)]:
                by = raw[self.hand.by]
                yield (
                    item.name,
                    [
                        {"player": by if player is None else int(player), item.part: str(word)}
                        for word, player in several
                    ],
                )

    def number(self, pieces: Pieces, needs: int | None, item: Count) -> Any:
        """Return the number of an item; where it isn't counted, made or lost is enough."""
        result = None if needs is None else pieces.result()
        if result is None or needs is None:
            return pieces.number(_typed(item))
        if result.by:
            return needs + result.by * (1 if result.made else -1)
        if not result.made and (result.by == 0 or item.at(self.table)):
            refuse(_("By how many tricks? Type −1, −2 and so on."))
        if not item.at(self.table):
            assert item.uncounted is not None
            pieces.remark(item.uncounted)
        return needs if result.made else needs - 1

    def _number_of_each(self, pieces: Pieces, item: CountOfEach) -> dict[str, int]:
        numbers = [piece.value for piece in pieces.several(NUMBER)]
        if len(numbers) != self.table.size:
            pieces.misses(_typed(item))
        return {str(seat): number for seat, number in enumerate(numbers)}

    def write(self, raw: Mapping[str, Any]) -> str:
        """Return an outcome as a line, with players by number."""
        call = self.hand.call_of(raw)
        line = [self._player(item, raw.get(item.name)) for item in call.players]
        line += [self.spell(CALL, call.key)] if self.is_named(call) and call.key != self.hand.starts_with else []
        return " ".join([*line, *(token for item in call.items for token in self.tokens(item, raw))])

    def _player(self, item: Player, seat: int | None) -> str:
        return self.spell(item.name, value=True) if seat is None else str(seat + 1)

    def tokens(self, item: Item, raw: Mapping[str, Any]) -> Iterator[str]:
        """Yield what a line says of an item, besides players."""
        match item:
            case Made():
                yield "+" if raw[item.name] else "-"
            case Count() | SaidByCall() if item.name in raw:
                yield str(raw[item.name])
            case CountOfEach():
                yield from map(str, raw[item.name].values())
            case Flag() if raw.get(item.name):
                yield self.spell(item.name, value=True)
            case Times() if number := raw.get(item.field):
                yield f"{self.spell(item.field, value=True)}{number if number > 1 or item.is_counted else ''}"
            case Points():
                words = {item.name: "", item.other: self.spell(item.other, value=True) if item.other else ""}
                yield from (f"{word}{raw[name]}" for name, word in words.items() if name in raw)
            case OneOf() if raw.get(item.name):
                yield self.spell(item.name, raw[item.name])
            case Players():
                word = "" if item.number else f"{self.spell(item.name, value=True)}:"
                yield from (f"{word}{seat + 1}" for seat in raw.get(item.name, ()))
            case OfPlayers():
                for record in raw.get(item.name, ()):
                    yield f"{self.spell(item.name, record[item.part])}:{record['player'] + 1}"


def _points(pieces: Pieces, item: Points, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of one side or both, which can be typed as the difference from what the call needs."""
    if other := pieces.word(item.other):
        points = pieces.word(NUMBER)  # both sides counted theirs
        others = {item.other: pieces.misses(item.missing) if other[1] is None else other[1]}
        return others if points is None else {item.name: points, **others}
    result = pieces.result()
    if result is None:
        return {item.name: pieces.number(item.missing)}
    if result.by is None or (result.by == 0 and not result.made):
        refuse(_("By how many points? Type +8, −3 and so on."))
    needed = item.needs and item.needs(raw)
    if needed is None:
        refuse(item.unknown)
    return {item.name: needed + result.by * (1 if result.made else -1)}


def _typed(item: Item) -> Text:
    return item.typed or item.missing


_ORDER = _("{calls}: {parts}.")
_WORD_ALONE = _("{calls}: the word alone.")
_OR_NOBODY = _("{player} (or {word}: {means})")
_POINTS = _("In place of the points, type +8 for eight more than the call needs, −3 for three fewer.")
_NUMBERS = _("In place of a number, type + for exactly what the call needs, +2 for two more, −1 for one fewer.")
_TIMES = _("A number after a word says how many there were: {example}.")
_WHO = _("After a colon, type who it was, as in {example}. Without a colon: {by}.")
