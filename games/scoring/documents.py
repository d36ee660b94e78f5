"""Session documents and ledger documents, the JSON that the app exports and imports.

The command `score` reads a session document and prints a ledger document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.scoring.codec import encode_hand
from games.scoring.document_format import VERSION, DocumentFormat, read_json, typed
from games.scoring.errors import Code, RuleError
from games.scoring.fields import either, listed
from games.scoring.naming import Naming
from games.scoring.numbers import MOST, whole
from games.scoring.numbers import out_of_range as out_of_range_words
from games.scoring.replay import Ledger, replay
from games.scoring.rules import AnyRules
from games.scoring.settlement import fewest_transfers
from games.scoring.text import ENGLISH, Text, Translator, can_be_a_name, quoted
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Option, OptionValue, RuleSet, Seat, Table

SESSION_FORMAT = "scorekeeper.session"
LEDGER_FORMAT = "scorekeeper.ledger"
LONGEST_NAME = 60
SESSION = DocumentFormat(
    name=SESSION_FORMAT,
    required=("format", "version", "game", "players", "hands"),
    optional=("rules", "options", "first_dealer", "tariff"),
    not_an_object=_("A session document is a JSON object."),
    another_format=_("This is not a session document."),
)

FindRules = Callable[[str], AnyRules | None]
"""Returns the rules of a game by its slug, or None."""


class DocumentError(Exception):
    """The first error in a document: the number of the hand (None for the document itself) and the `RuleError`.

    `players` are the names for the message, if they have been read.
    """

    def __init__(self, hand: int | None, error: RuleError, players: Sequence[str] = ()) -> None:
        super().__init__(hand, error)
        self.hand = hand
        self.error = error
        self.players = players

    def as_json(self, translator: Translator = ENGLISH) -> dict[str, Any]:
        return {
            "error": {
                "hand": self.hand,
                "field": self.error.field,
                "code": str(self.error.code),
                "message": self.error.message.render(self.players, translator),
            }
        }


@dataclass(frozen=True, slots=True)
class SessionDocument:
    """A session document after reading: the game's rules, the table, and the hands, not yet decoded."""

    rules: AnyRules
    table: Table
    hands: tuple[Mapping[str, Any], ...]

    @property
    def naming(self) -> Naming:
        return Naming(self.table.players)

    def ledger(self) -> Ledger:
        """Replay all hands; raise `DocumentError` at the first that is refused."""
        ledger = replay(self.rules, self.table, self.hands, self.naming)
        if ledger.refusal:
            raise DocumentError(ledger.refusal.number, ledger.refusal.error, self.table.players)
        return ledger


def load(text: str | bytes, find_rules: FindRules) -> SessionDocument:
    """Read a session document from JSON text; raise `DocumentError` if it is invalid."""
    try:
        raw = read_json(text)
    except RuleError as error:
        raise DocumentError(None, error) from error
    return read(raw, find_rules)


def read(raw: object, find_rules: FindRules) -> SessionDocument:
    """Read a session document from decoded JSON; raise `DocumentError` if it is invalid."""
    try:
        return _read(raw, find_rules)
    except RuleError as error:
        raise DocumentError(None, error) from error


def _read(document: object, find_rules: FindRules) -> SessionDocument:
    raw = SESSION.check(document)
    rules = read_game(raw, find_rules)
    rule_set = read_rule_set(rules, typed(raw, "rules", str, rules.default_rules))
    options = read_options(rule_set, typed(raw, "options", dict, {}))
    tariff = rules.tariff(rule_set.slug).read_own(typed(raw, "tariff", dict)) if "tariff" in raw else None
    players = read_players(rule_set, typed(raw, "players", list))
    first_dealer = None
    if "first_dealer" in raw:
        first_dealer = Naming(players).seat(typed(raw, "first_dealer", str), "first_dealer")
    hands = typed(raw, "hands", list)
    try:
        table = rules.table(players, rules=rule_set.slug, options=options, first_dealer=first_dealer, tariff=tariff)
    except RuleError as error:
        raise DocumentError(None, error, players) from error
    return SessionDocument(rules, table, tuple(hands))


def read_game(raw: Mapping[str, Any], find_rules: FindRules) -> AnyRules:
    """Return the rules of the document's game; raise `RuleError` at `game` if there is none."""
    rules = find_rules(typed(raw, "game", str))
    if rules is None:
        raise RuleError(Code.UNKNOWN_GAME, "game", _("There is no game “{name}”.", name=quoted(raw["game"])))
    return rules


def read_rule_set(rules: AnyRules, slug: str) -> RuleSet:
    """Return the rule set with this slug; raise `RuleError` at `rules` if there is none."""
    if slug not in rules.rule_sets:
        message = _("There is no rule set “{name}” in this game.", name=quoted(slug))
        raise RuleError(Code.UNKNOWN_RULES, "rules", message)
    return rules.rule_sets[slug]


def read_players(rule_set: RuleSet, names: list[Any]) -> tuple[str, ...]:
    """Return the players in seat order, after checking their number, their names and that no name is repeated."""
    if len(names) not in rule_set.players:
        counts = either(rule_set.players)
        message = _("{name} is for {counts} players, not {given}.", name=rule_set.name, counts=counts, given=len(names))
        raise RuleError(Code.PLAYERS, "players", message)
    for name in names:
        if fault := name_fault(name):
            raise RuleError(Code.PLAYERS, "players", fault)
    if len(set(names)) < len(names):
        raise RuleError(Code.PLAYERS, "players", _("Two players cannot have the same name."))
    return tuple(names)


def name_fault(name: object) -> Text | None:
    """Return what is wrong with the name of a player, or None.

    >>> name_fault("Anne"), str(name_fault(" "))
    (None, 'Every player needs a name.')
    """
    if not isinstance(name, str) or not name.strip():
        return _("Every player needs a name.")
    if not can_be_a_name(name):
        return _("A name contains a character that can’t be stored or shown.")
    if len(name) > LONGEST_NAME:
        return _("A name can have at most {longest} characters.", longest=LONGEST_NAME)
    return None


def read_options(rule_set: RuleSet, options: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return all options of the rule set: those given, after checking them, and defaults for the others."""
    definitions = {option.name: option for option in rule_set.options}
    for name in options:
        if name not in definitions:
            raise RuleError(
                Code.UNKNOWN_OPTION, f"options.{name}", _("This rule set has no option “{name}”.", name=quoted(name))
            )
    return {name: read_option(option, options.get(name, option.default)) for name, option in definitions.items()}


def read_option(option: Option, value: Any) -> OptionValue:
    """Return the value of an option after checking it; raise `RuleError` at `options.NAME` if it is invalid."""
    place = f"options.{option.name}"
    if option.choices:
        words = [word for word, _label in option.choices]
        if not isinstance(value, str):
            raise RuleError(Code.INVALID, place, _("This must be one of the choices."))
        if value not in words:
            message = _("“{given}” is not one of the choices: {words}.", given=quoted(value), words=listed(words))
            raise RuleError(Code.UNKNOWN_CHOICE, place, message)
        return value
    if option.low is not None:
        number = whole(value)
        if number is None:
            raise RuleError(Code.INVALID, place, _("This must be a whole number."))
        high = MOST if option.high is None else option.high
        if not option.low <= number <= high:
            raise RuleError(Code.OUT_OF_RANGE, place, out_of_range_words(option.low, high, number))
        return number
    if not isinstance(value, bool):
        raise RuleError(Code.INVALID, place, _("This must be yes or no."))
    return value


def session_document(ledger: Ledger) -> dict[str, Any]:
    """Return the session of a ledger as a document; reading it again gives the same ledger."""
    table = ledger.table
    naming = Naming(table.players)
    return {
        "format": SESSION_FORMAT,
        "version": VERSION,
        "game": ledger.rules.slug,
        "rules": table.rules,
        "options": dict(table.options),
        **_own_tariff(table),
        "players": list(table.players),
        "first_dealer": table.players[table.first_dealer],
        "hands": [encode_hand(ledger.rules, table, scored.hand, naming) for scored in ledger.hands],
    }


def _own_tariff(table: Table) -> dict[str, Any]:
    """Return the key for a club's own tariff; nothing if the table plays by the printed one."""
    return {"tariff": table.tariff.document()} if table.tariff else {}


def ledger_document(ledger: Ledger, translator: Translator = ENGLISH) -> dict[str, Any]:
    """Return the ledger as a document: every line, the state after every hand, and the payments that settle it.

    Without zero-sum totals there are no payments.
    """
    rules, table = ledger.rules, ledger.table
    players = table.players

    def by_name(amounts: tuple[int, ...]) -> dict[str, int]:
        return dict(zip(players, amounts, strict=True))

    def words(text: Text) -> str:
        return text.render(players, translator)

    document: dict[str, Any] = {
        "format": LEDGER_FORMAT,
        "version": VERSION,
        "game": rules.slug,
        "rules": table.rules,
        "options": dict(table.options),
        **_own_tariff(table),
        "players": list(players),
        "hands": [
            {
                "number": number,
                "dealer": None if scored.dealer is None else players[scored.dealer],
                "amounts": by_name(scored.entry.amounts),
                "lines": [
                    {"label": words(line.label), "rule": line.rule, "amounts": by_name(line.amounts)}
                    for line in scored.entry.lines
                ],
                "state": rules.state_document(table, scored.state),
            }
            for number, scored in enumerate(ledger.hands, 1)
        ],
        "totals": by_name(ledger.totals),
        "state": rules.state_document(table, ledger.state),
    }
    if rules.zero_sum(table):
        settled = rules.settled(table, ledger.state, ledger.totals)
        document["transfers"] = [
            {"from": players[Seat(transfer.debtor)], "to": players[transfer.creditor], "amount": transfer.amount}
            for transfer in fewest_transfers(settled)
        ]
    return document
