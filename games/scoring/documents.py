"""Session documents and ledger documents, the JSON that the app exports and imports.

The command `score` reads a session document and prints a ledger document. Version 1 is a session in which nothing
changed; version 2 has the stretches of any session, and its date, title and stake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.scoring.codec import encode_hand
from games.scoring.document_details import DETAILS, NO_DETAILS, DocumentDetails, read_details
from games.scoring.document_format import DocumentFormat, read_json, refuse_missing, typed
from games.scoring.errors import Code, RuleError
from games.scoring.fields import either, listed, refuse_strangers
from games.scoring.naming import Naming
from games.scoring.numbers import MOST, read_whole, whole
from games.scoring.replay import Ledger, replay
from games.scoring.rules import AnyRules
from games.scoring.sessions import CombinedLedger, combined
from games.scoring.tariffs import OwnTariff
from games.scoring.text import ENGLISH, Text, Translator, can_be_a_name, quoted
from games.scoring.text import message as _
from games.scoring.types import Amounts, Option, OptionValue, RuleSet, ScoredHand, State, Table

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
OF_STRETCHES = 2
"""The version of a document with stretches."""
SESSION_OF_STRETCHES = replace(
    SESSION,
    version=OF_STRETCHES,
    required=("format", "version", "game", "stretches"),
    optional=("rules", "tariff", *DETAILS),
)
OF_A_STRETCH = ("players", "hands"), ("options", "first_dealer")
"""The fields of a stretch: those that are required, and the others."""

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
class StretchDocument:
    """A stretch of a session document after reading: the game's rules, the table, and the hands, not yet decoded."""

    rules: AnyRules
    table: Table
    hands: tuple[Mapping[str, Any], ...]

    @property
    def naming(self) -> Naming:
        return Naming(self.table.players)

    def ledger(self, hands_before: int = 0) -> Ledger:
        """Replay all hands; raise `DocumentError` at the first that is refused.

        `hands_before` are those of earlier stretches, so that the error has the number of the hand in the session.
        """
        ledger = replay(self.rules, self.table, self.hands, self.naming)
        if ledger.refusal:
            raise DocumentError(hands_before + ledger.refusal.number, ledger.refusal.error, self.table.players)
        return ledger


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionDocument:
    """A session document after reading. All stretches, one or more, have the same game, rule set and tariff."""

    version: int
    stretches: tuple[StretchDocument, ...]
    details: DocumentDetails = NO_DETAILS

    @property
    def number_of_hands(self) -> int:
        return sum(len(stretch.hands) for stretch in self.stretches)

    def single(self) -> StretchDocument:
        """Return the stretch of a session that has only one; raise `DocumentError` if it has several."""
        if len(self.stretches) > 1:
            message = _(
                "Players or options changed during this session. Only a session without such a change can be used here."
            )
            raise DocumentError(None, RuleError(Code.IMPOSSIBLE, "stretches", message))
        return self.stretches[0]

    def ledgers(self) -> tuple[Ledger, ...]:
        """Replay all stretches; raise `DocumentError` at the first hand that is refused."""
        ledgers: list[Ledger] = []
        hands_before = 0
        for stretch in self.stretches:
            ledgers.append(stretch.ledger(hands_before))
            hands_before += len(stretch.hands)
        return tuple(ledgers)


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
    if _has_stretches(document):
        raw = SESSION_OF_STRETCHES.check(document)
        rules, rule_set, tariff = _read_rules(raw, find_rules)
        details = read_details(raw)
        stretches = _read_stretches(typed(raw, "stretches", list), rules, rule_set, tariff)
        return SessionDocument(version=OF_STRETCHES, stretches=stretches, details=details)
    raw = SESSION.check(document)
    rules, rule_set, tariff = _read_rules(raw, find_rules)
    options = read_options(rule_set, typed(raw, "options", dict, {}))
    stretch = _read_stretch(raw, rules, rule_set, options, tariff)
    return SessionDocument(version=SESSION.version, stretches=(stretch,))


def _has_stretches(document: object) -> bool:
    """Return whether to read a document as version 2. If it has the fields of version 1, its version is wrong."""
    if not isinstance(document, dict) or whole(document.get("version")) != OF_STRETCHES:
        return False
    return "stretches" in document or "hands" not in document


def _read_rules(raw: Mapping[str, Any], find_rules: FindRules) -> tuple[AnyRules, RuleSet, OwnTariff | None]:
    """Return what the whole session is played by."""
    rules = read_game(raw, find_rules)
    rule_set = read_rule_set(rules, typed(raw, "rules", str, rules.default_rules))
    tariff = rules.tariff(rule_set.slug).read_own(typed(raw, "tariff", dict)) if "tariff" in raw else None
    return rules, rule_set, tariff


def _read_stretches(
    raws: list[Any], rules: AnyRules, rule_set: RuleSet, tariff: OwnTariff | None
) -> tuple[StretchDocument, ...]:
    if not raws:
        raise RuleError(Code.INVALID_DOCUMENT, "stretches", _("A session has at least one stretch."))
    stretches: list[StretchDocument] = []
    options = read_options(rule_set, {})
    for place, raw in enumerate(raws):
        field = f"stretches.{place}"
        if type(raw) is not dict:
            raise RuleError(Code.INVALID, field, _("This must be an object."))
        required, optional = OF_A_STRETCH
        try:
            refuse_missing(required, raw)
            refuse_strangers(frozenset((*required, *optional)), raw)
            if "options" in raw:
                options = read_options(rule_set, typed(raw, "options", dict))
            stretches.append(_read_stretch(raw, rules, rule_set, options, tariff))
        except DocumentError as error:
            raise DocumentError(None, _within(field, error.error), error.players) from error
        except RuleError as error:
            raise _within(field, error) from error
    return tuple(stretches)


def _within(field: str, error: RuleError) -> RuleError:
    """Return the error of a stretch as one of the document."""
    return RuleError(error.code, f"{field}.{error.field}", error.message)


def _read_stretch(
    raw: Mapping[str, Any],
    rules: AnyRules,
    rule_set: RuleSet,
    options: Mapping[str, OptionValue],
    tariff: OwnTariff | None,
) -> StretchDocument:
    players = read_players(rule_set, typed(raw, "players", list))
    first_dealer = None
    if "first_dealer" in raw:
        first_dealer = Naming(players).seat(typed(raw, "first_dealer", str), "first_dealer")
    hands = typed(raw, "hands", list)
    try:
        table = rules.table(players, rules=rule_set.slug, options=options, first_dealer=first_dealer, tariff=tariff)
    except RuleError as error:
        raise DocumentError(None, error, players) from error
    return StretchDocument(rules, table, tuple(hands))


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
        return read_whole(value, place, option.low, MOST if option.high is None else option.high)
    if not isinstance(value, bool):
        raise RuleError(Code.INVALID, place, _("This must be yes or no."))
    return value


def session_document(*ledgers: Ledger, details: DocumentDetails = NO_DETAILS) -> dict[str, Any]:
    """Return the session with the ledgers of these stretches as a document; reading it again gives the same ledgers.

    It is of version 1 if there is a single stretch and nothing is known about the session beside its play.
    """
    version = written_version(ledgers, details)
    stretches = [_stretch(ledger) for ledger in ledgers]
    return {
        "format": SESSION_FORMAT,
        "version": version,
        **_rules(ledgers[0]),
        **details.document(),
        **(stretches[0] if version == SESSION.version else {"stretches": stretches}),
    }


def written_version(ledgers: Sequence[Ledger], details: DocumentDetails) -> int:
    """Return the version of the documents of a session."""
    return OF_STRETCHES if len(ledgers) > 1 or details.document() else SESSION.version


def _rules(ledger: Ledger) -> dict[str, Any]:
    """Return what a whole session is played by. The tariff is left out if it is the printed one."""
    table = ledger.table
    tariff = {"tariff": table.tariff.document()} if table.tariff else {}
    return {"game": ledger.rules.slug, "rules": table.rules, **tariff}


def _stretch(ledger: Ledger) -> dict[str, Any]:
    table = ledger.table
    naming = Naming(table.players)
    return {
        "options": dict(table.options),
        "players": list(table.players),
        "first_dealer": table.players[table.first_dealer],
        "hands": [encode_hand(ledger.rules, table, scored.hand, naming) for scored in ledger.hands],
    }


def ledger_document(
    *ledgers: Ledger,
    details: DocumentDetails = NO_DETAILS,
    version: int | None = None,
    translator: Translator = ENGLISH,
) -> dict[str, Any]:
    """Return the ledger of a session, whose stretches have these ledgers, as a document.

    It has every line, the state after every hand, and the payments that settle the totals. Without zero-sum totals
    there are no payments. Its version is that of the session document, unless another is given.
    """
    session = combined(ledgers)
    if version is None:
        version = written_version(ledgers, details)
    has_stretches = version == OF_STRETCHES
    people = list(session.people)
    if has_stretches:
        seated = {"players": people, "stretches": _stretches_of_ledger(session)}
    else:
        seated = {"options": dict(session.last.table.options), "players": people}
    document: dict[str, Any] = {
        "format": LEDGER_FORMAT,
        "version": version,
        **_rules(session.last),
        **details.document(),
        **seated,
        "hands": [
            {
                "number": number,
                **({"stretch": stretch} if has_stretches else {}),
                **_scored_hand(ledgers[stretch - 1], scored, translator),
            }
            for number, stretch, scored in session.hands()
        ],
        "totals": _by_name(people, session.totals),
        "state": _state(session.last, session.last.state),
    }
    if session.transfers is not None:
        document["transfers"] = [
            {"from": people[transfer.debtor], "to": people[transfer.creditor], "amount": transfer.amount}
            for transfer in session.transfers
        ]
    return document


def _stretches_of_ledger(session: CombinedLedger[str]) -> list[dict[str, Any]]:
    """Return options and players of each stretch, and what was left over and shared out before the next one."""
    stretches: list[dict[str, Any]] = []
    for ledger, shares in zip(session.stretches, session.shares, strict=True):
        table = ledger.table
        stretches.append({"options": dict(table.options), "players": list(table.players)})
        if any(shares) and ledger is not session.last:
            stretches[-1]["shared"] = _by_name(table.players, shares)
    return stretches


def _scored_hand(ledger: Ledger, scored: ScoredHand, translator: Translator) -> dict[str, Any]:
    players = ledger.table.players
    return {
        "dealer": None if scored.dealer is None else players[scored.dealer],
        "amounts": _by_name(players, scored.entry.amounts),
        "lines": [
            {
                "label": line.label.render(players, translator),
                "rule": line.rule,
                "amounts": _by_name(players, line.amounts),
            }
            for line in scored.entry.lines
        ],
        "state": _state(ledger, scored.state),
    }


def _state(ledger: Ledger, state: State) -> dict[str, Any]:
    return ledger.rules.state_document(ledger.table, state)


def _by_name(names: Sequence[str], amounts: Amounts) -> dict[str, int]:
    return dict(zip(names, amounts, strict=True))
