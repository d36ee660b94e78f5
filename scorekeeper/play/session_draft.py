"""A session before it is started: what was entered so far, and the buttons that change it without validation.

A *draft* is always shown again as it was typed. `NewSessionForm` validates it; nothing here does.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Case, Value, When

from games import registry
from games.game import Game
from games.scoring.tariffs import OwnTariff
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Option, OptionValue, RuleSet
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import display_name, folded, tidy
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.web.locales import usual_currency

YES, NO = "yes", "no"
USUAL_SIZE = 4
MOST_SEATS = 12
"""The most rows that a form gets, forged ones included; no table has as many."""
LONGEST_FIELD = 100
"""Characters of a field that a URL carries: more than a name may have, so that a name too long is still reported."""


@dataclass(frozen=True, kw_only=True)
class ClubDefaults:
    """The house rules of a club for a game, as the form would post them."""

    rules: str
    options: Mapping[str, str]
    stake: str
    currency: str


SAME_PEOPLE = "same"
"""The button that seats the people of last time, or empties their seats again."""

TARIFF = "own_tariff"
"""The choice among the club’s own tariffs, beside the options of the rule set; none of these has its name."""


@dataclass(frozen=True, kw_only=True)
class ClubRules:
    """How a club plays: its house rules by game, and its own tariffs by game and rule set, then by key."""

    houses: Mapping[str, ClubDefaults] = field(default_factory=dict)
    tariffs: Mapping[tuple[str, str], Mapping[str, OwnTariff]] = field(default_factory=dict)


NO_CLUB_RULES = ClubRules()


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What has been entered. `names` has one entry for each seat, empty for a free one; `dealer` is a place in it.

    `me` is the name of the person who starts the session, empty if it was not given.

    `evening` is the public ID of the chosen evening, empty for none, and None if it was not asked for. `played_on` is
    the day of the session, empty for today. `as_house` means that no rule set of the game was chosen, so the club's
    house rules apply. `tariffs` are the club's own for the rule set, by key.
    """

    game: Game
    rule_set: RuleSet
    names: tuple[str, ...]
    dealer: int
    options: Mapping[str, str] = field(default_factory=dict)
    stake: str = ""
    currency: str = "€"
    kitty: str = ""
    planned_hands: str = ""
    token: str = ""
    evening: str | None = None
    played_on: str = ""
    me: str = ""
    as_house: bool = False
    tariffs: Mapping[str, OwnTariff] = field(default_factory=dict)

    @classmethod
    def from_fields(cls, data: Mapping[str, str], club_rules: ClubRules = NO_CLUB_RULES, *, locale: str = "") -> Draft:
        """Return the draft that was posted. Choices that don't exist, such as after a change of game, get defaults.

        The rule set and the currency are then the usual ones of the reader's `locale`.
        If no rule set of the game has been chosen yet, the house rules apply. `for` is the game and rule set for which
        the options were offered: an option with the default value there gets the default value here.
        """
        slugs = registry.slugs()
        game = registry.get(data["game"] if data.get("game") in slugs else slugs[0])
        rule_sets = game.rules.rule_sets
        house_rules = club_rules.houses.get(game.slug)
        as_house = house_rules is not None and data.get("rules") not in rule_sets
        slug = house_rules.rules if house_rules and as_house else data.get("rules", "")
        rule_set = rule_sets.get(slug) or rule_sets[game.rules_offered(locale)]
        names: list[str] = []
        while (name := data.get(f"player-{len(names)}")) is not None and len(names) < MOST_SEATS:
            names.append(tidy(name))
        if not names:
            names = [""] * min(rule_set.players, key=lambda size: abs(size - USUAL_SIZE))
        dealer = _place(data.get("first_dealer", ""), len(names))
        draft = cls(
            game=game,
            rule_set=rule_set,
            names=tuple(names),
            dealer=game.rules.usual_first_dealer(len(names)) if dealer is None else dealer,
            options=_chosen(data, game, rule_set, house_rules),
            stake=data.get("stake", ""),
            currency=data.get("currency", usual_currency(locale)),
            kitty=data.get("kitty", ""),
            planned_hands=data.get("planned_hands", ""),
            token=data.get("token", ""),
            evening=data.get("evening"),
            played_on=data.get("played_on", ""),
            me=tidy(data.get("me", "")),
            as_house=as_house,
            tariffs=club_rules.tariffs.get((game.slug, rule_set.slug), {}),
        )
        if house_rules and rule_set.slug == house_rules.rules:
            draft = draft.played_as(house_rules)
        if data.get("action") != "start":  # nobody would see another value
            draft = draft.with_proposals(data)
        return draft.fitted()

    def with_proposals(self, data: Mapping[str, str]) -> Draft:
        """Return the draft with what is proposed now, where what was proposed before has not been changed."""
        was = {name: data.get(f"proposed-{name}") for name in self.proposals}
        changed = {name: value for name, value in self.proposals.items() if self.options.get(name) == was[name]}
        return replace(self, options={**self.options, **changed})

    def played_as(self, defaults: ClubDefaults) -> Draft:
        """Return the draft with the house's options where none are chosen; with `as_house`, with its stake too."""
        if not self.as_house:
            return replace(self, options={**defaults.options, **self.options})
        return replace(self, options=defaults.options, stake=defaults.stake, currency=defaults.currency)

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def offered_for(self) -> str:
        """The game and rule set whose options the page shows, as the field `for`."""
        return f"{self.game.slug}:{self.rule_set.slug}"

    @property
    def shown_options(self) -> tuple[Option, ...]:
        """The options that have an effect for this number of players, after the choice of a tariff if there is one."""
        options = [option for option in self.rule_set.options if not option.players or self.size in option.players]
        offers_tariff = self.tariffs or self.options.get(
            TARIFF
        )  # a chosen one that was retired in the meantime is reported
        return (*((_tariff_option(self.tariffs),) if offers_tariff else ()), *options)

    @property
    def unshown_options(self) -> dict[str, str]:
        """The chosen options without an effect for this number of players, kept for when the number changes."""
        shown = {option.name for option in self.shown_options}
        names = [option.name for option in self.rule_set.options if option.name not in shown]
        return {name: self.options[name] for name in names if name in self.options}

    @property
    def proposals(self) -> dict[str, str]:
        """What is proposed for options whose usual value depends on the choice of another one."""
        proposals = {}
        for option in self.rule_set.options:
            if option.proposed:
                fitting = (value for name, choice, value in option.proposed if self.options.get(name) == typed(choice))
                proposals[option.name] = typed(next(fitting, option.default))
        return proposals

    @property
    def tariff(self) -> OwnTariff | None:
        """The club's own tariff that is chosen, or None."""
        return self.tariffs.get(self.options.get(TARIFF, ""))

    @property
    def can_add(self) -> bool:
        return self.size < max(self.rule_set.players)

    @property
    def rules_for_more(self) -> RuleSet | None:
        """The game's rule set for more players than the chosen one allows, if its table is full; else None."""
        others = self.game.rules.rule_sets.values()
        return None if self.can_add else next((rules for rules in others if max(rules.players) > self.size), None)

    @property
    def can_remove(self) -> bool:
        return self.size > min(self.rule_set.players)

    def fitted(self) -> Draft:
        """Return the draft with empty seats added or removed to fit the rule set. No player is removed."""
        draft = self
        while draft.size > max(self.rule_set.players) and "" in draft.names:
            draft = draft.without(len(draft.names) - 1 - draft.names[::-1].index(""))
        while draft.size < min(self.rule_set.players):
            draft = draft.with_seat()
        return draft

    def as_named(self) -> Draft:
        """Return the draft without its empty seats, if the rules allow as many players as have names.

        Only a start uses this: while a form is filled in, an empty seat is one that somebody may still take.
        """
        if self.missing:
            return self
        draft = self
        for place in reversed(range(self.size)):
            draft = draft if draft.names[place] else draft.without(place)
        return draft

    @property
    def missing(self) -> int:
        """How many players are missing until the rules allow a start; 0 if none are, or if there are too many."""
        named = sum(map(bool, self.names))
        return min((size - named for size in self.rule_set.players if size >= named), default=0)

    def after(self, action: str) -> Draft:
        """Return the draft after a button was tapped.

        They are `add`, `shuffle`, `remove:2`, `up:2`, `down:2`, `seat:Anne` and `me:Anne`.
        """
        verb, _, argument = action.partition(":")
        if verb == "me":
            return replace(self, me=argument)
        if verb == "seat":
            return self.with_or_without(argument)
        if verb == "shuffle":
            return self.shuffled()
        if verb == "add":
            return self.with_seat() if self.can_add else self
        place = _place(argument, self.size)
        return self if place is None else self.moved(verb, place)

    def moved(self, verb: str, place: int) -> Draft:
        """Return the draft after a button in the row of a seat was tapped."""
        if verb == "remove":
            return self.without(place) if self.can_remove else self.renamed(place, "")
        steps = {"up": -1, "down": 1}
        return self.swapped(place, place + steps[verb]) if verb in steps else self

    def with_seat(self) -> Draft:
        """Return the draft with one more seat at the end. If the last seat deals first, the new last seat does."""
        last = self.size - 1
        return replace(self, names=(*self.names, ""), dealer=self.size if self.dealer == last else self.dealer)

    def without(self, place: int) -> Draft:
        """Return the draft without a seat. If that seat was to deal first, the game's usual first dealer does."""
        names = (*self.names[:place], *self.names[place + 1 :])
        if place == self.dealer:
            return replace(self, names=names, dealer=self.game.rules.usual_first_dealer(len(names)))
        return replace(self, names=names, dealer=self.dealer - (self.dealer > place))

    def renamed(self, place: int, name: str) -> Draft:
        return replace(self, names=(*self.names[:place], name, *self.names[place + 1 :]))

    def with_or_without(self, name: str) -> Draft:
        """Return the draft with a player in the first free seat, or without the player if already seated."""
        for place, seated in enumerate(self.names):
            if same_name(seated, name):
                return self.renamed(place, "")
        if "" in self.names:
            return self.renamed(self.names.index(""), name)
        return self.with_seat().renamed(self.size, name) if self.can_add else self

    def with_or_without_all(self, names: Sequence[str]) -> Draft:
        """Return the draft with exactly these players, or with empty seats if they are seated already."""
        if not names:
            return self
        if self.seats_exactly(names):
            return replace(self, names=("",) * self.size)
        if len(names) == self.size:
            return replace(self, names=tuple(names))
        return replace(self, names=tuple(names), dealer=self.game.rules.usual_first_dealer(len(names)))

    def seats_exactly(self, names: Sequence[str]) -> bool:
        """Return whether these players are seated, in this order, and nobody else."""
        return len(names) == self.size and all(map(same_name, names, self.names))

    def swapped(self, one: int, other: int) -> Draft:
        """Return the draft with two players swapped. The first deal stays with its player."""
        if not 0 <= other < self.size:
            return self
        order = list(range(self.size))
        order[one], order[other] = other, one
        return self.reordered(order)

    def shuffled(self) -> Draft:
        """Return the draft with the players in random order."""
        order = list(range(self.size))
        random.SystemRandom().shuffle(order)
        return self.reordered(order)

    def reordered(self, order: Sequence[int]) -> Draft:
        """Return the draft with the players in another order, given as their current places."""
        return replace(self, names=tuple(self.names[place] for place in order), dealer=list(order).index(self.dealer))

    def posted(self) -> dict[str, str]:
        """Return the form fields that would post this draft."""
        return {
            "game": self.game.slug,
            "rules": self.rule_set.slug,
            "for": self.offered_for,
            "first_dealer": str(self.dealer),
            "stake": self.stake,
            "currency": self.currency,
            "kitty": self.kitty,
            "planned_hands": self.planned_hands,
            "token": self.token,
            "played_on": self.played_on,
            "me": self.me,
            **({} if self.evening is None else {"evening": self.evening}),
            **{f"player-{place}": name for place, name in enumerate(self.names)},
            **{f"option-{name}": value for name, value in self.options.items()},
        }

    def unseen(self, offered_for: str) -> bool:
        """Return whether options were not on the page: without JavaScript it shows those of the previous choice."""
        missing = (option.name not in self.options for option in self.shown_options if option.name != TARIFF)
        return offered_for not in ("", self.offered_for) and any(missing)

    def completed(self) -> Draft:
        """Return the draft with default options where nothing was chosen."""
        return replace(self, options={**_usual(self.rule_set, None), **self.options})

    def on_paper(self) -> dict[str, str]:
        """Return the form fields that would print a score sheet for this draft: who plays what, without money."""
        names = {f"option-{option.name}" for option in self.shown_options}
        fields = {
            name: value[:LONGEST_FIELD]
            for name, value in self.posted().items()
            if is_about_play(name) and (name in names or not name.startswith("option-"))
        }
        return {**fields, "players": str(self.size)}


def is_about_play(name: str) -> bool:
    """Return whether a field is about who plays what, rather than for what money or when."""
    return name in ("game", "rules", "first_dealer") or name.startswith(("player-", "option-"))


def _chosen(data: Mapping[str, str], game: Game, rule_set: RuleSet, defaults: ClubDefaults | None) -> dict[str, str]:
    """Return the posted options.

    An option with the default value under the rules of the page gets the default value under these rules.
    """
    options = {key.removeprefix("option-"): value for key, value in data.items() if key.startswith("option-")}
    before, _, rules = data.get("for", "").partition(":")
    if not before or (before, rules) == (game.slug, rule_set.slug):
        return options
    if before != game.slug or rules not in game.rules.rule_sets:
        return {}
    default_values, now = (_usual(either, defaults) for either in (game.rules.rule_sets[rules], rule_set))
    options.pop(TARIFF, None)  # it belongs to the other rule set
    return {
        name: now.get(name, value) if default_values.get(name) == value else value for name, value in options.items()
    }


def _tariff_option(tariffs: Mapping[str, OwnTariff]) -> Option:
    return Option(
        name=TARIFF,
        label=_("Tariff"),
        help=_("The club’s own figures or the printed ones."),
        default="",
        choices=(
            ("", _("As printed")),
            *((key, Text("{name}", {"name": tariff.name})) for key, tariff in tariffs.items()),
        ),
    )


def _usual(rule_set: RuleSet, defaults: ClubDefaults | None) -> dict[str, str]:
    """Return the default options of a rule set, those of the house if it plays by that rule set."""
    house_options = defaults.options if defaults and defaults.rules == rule_set.slug else {}
    return {**{option.name: typed(option.default) for option in rule_set.options}, **house_options}


def typed(value: OptionValue) -> str:
    """Return the value of an option as its field posts it."""
    return (YES if value else NO) if isinstance(value, bool) else str(value)


def _place(text: str, size: int) -> int | None:
    """Return the place in a text, or None if it is not one of `size` places."""
    return int(text) if text in {str(place) for place in range(size)} else None


def same_name(one: str, other: str) -> bool:
    """Return whether two names belong to the same person; case and white space make no difference."""
    return folded(one) == folded(other)


LOOKED_AT = 10
"""How many of the latest sessions are searched for people whose number the rules allow, and for the reader's name."""


def last_game(device: str | None) -> str:
    """Return the slug of the game that this browser played last, empty if there is none."""
    newest_first = Session.objects.recorded_by(device).order_by("-started_at", "-pk")
    return newest_first.values_list("game", flat=True).first() or ""


def last_table(device: str | None, game: str, *, club: Club | None, club_rules: ClubRules) -> dict[str, str]:
    """Return the game, rules, options and stake of this browser's latest session of a game; empty if it has none.

    They are the fields of a new session, as its form would post them. If that session was played in the club for one of
    the club's own tariffs that is still offered, so is the new one, with its latest figures.
    """
    session = Session.objects.recorded_by(device).filter(game=game).order_by("-started_at", "-pk").first()
    if session is None:
        return {}
    return {
        "game": game,
        "rules": session.rules,
        "stake": "" if session.stake is None else f"{session.stake.normalize():f}",
        "currency": session.currency,
        "kitty": "" if session.kitty is None else f"{session.kitty}",
        "planned_hands": "" if session.planned_hands is None else f"{session.planned_hands}",
        **{f"option-{name}": typed(value) for name, value in session.stretch.agreed_options.items()},
        **(_last_tariff(session, club_rules) if club is not None and session.club_id == club.pk else {}),
    }


def _last_tariff(session: Session, club_rules: ClubRules) -> dict[str, str]:
    """Return the field for the tariff of a session, which is stored by its name; none if it is no longer offered."""
    name = session.tariff["name"] if session.tariff else None
    offered = club_rules.tariffs.get((session.game, session.rules), {})
    return {f"option-{TARIFF}": key for key, tariff in offered.items() if tariff.name == name}


def last_people(device: str | None, club: Club | None, *, game: str, sizes: Collection[int]) -> tuple[str, ...]:
    """Return the people of this browser's latest session in seat order, as many as one of the `sizes`; () for none.

    A session of the same game is preferred to a later one of another game. Only sessions of the club count or, without
    a club, only those of the home table.
    """
    others_last = Case(When(game=game, then=Value(0)), default=Value(1))
    sessions = (
        Session.objects.recorded_by(device).not_empty().filter(club=club).order_by(others_last, "-started_at", "-pk")
    )
    for session in sessions.prefetch_related("stretches__seats__player__merged_into")[:LOOKED_AT]:
        names = tuple(display_name(clubs.now_part_of(seat.player)) for seat in session.seats)
        if len(names) in sizes:
            return names
    return ()


def name_among(device: str | None, names: Sequence[str]) -> str:
    """Return the name under which this browser recorded last, if it is one of these; empty if there is none."""
    labels = Access.objects.filter(device=device, role=Role.SCORER).order_by("-pk").values_list("label", flat=True)
    seated = {folded(name): name for name in names if name}
    return next((seated[key] for key in map(folded, labels[:LOOKED_AT]) if key in seated), "")
