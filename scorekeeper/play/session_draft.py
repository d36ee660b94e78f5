"""A session before it is started: what has been typed so far, and the moves that need no judgement.

A *draft* is always shown again as it was typed. `NewSessionForm` judges it; nothing here does.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games import registry
from games.game import Game
from games.scoring.tariffs import OwnTariff
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Option, OptionValue, RuleSet
from scorekeeper.clubs.names import folded, tidy

YES, NO = "yes", "no"
USUAL_SIZE = 4
MOST_SEATS = 12
"""More rows than any table has; a forged form gets no more."""
LONGEST_FIELD = 100
"""Letters of a field that an address takes along: one more than a name may have is told all the same."""


@dataclass(frozen=True, kw_only=True)
class ClubDefaults:
    """How a club plays a game, as the form would post it."""

    rules: str
    options: Mapping[str, str]
    stake: str
    currency: str


TARIFF = "tariff"
"""What the choice among a club's own tariffs is called beside the options of the rule set."""


@dataclass(frozen=True, kw_only=True)
class Ways:
    """How a club plays: each game by its house rules, and by game and rule set its own tariffs under their keys."""

    houses: Mapping[str, ClubDefaults] = field(default_factory=dict)
    tariffs: Mapping[tuple[str, str], Mapping[str, OwnTariff]] = field(default_factory=dict)


NO_WAYS = Ways()


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What has been typed. `names` has a place for each seat, empty where nobody sits yet; `dealer` is a place.

    `evening` is the one that was chosen, empty for none, and None where that was not asked; `played_on` is the day on
    which it was played, empty for today.
    """

    game: Game
    rule_set: RuleSet
    names: tuple[str, ...]
    dealer: int
    options: Mapping[str, str] = field(default_factory=dict)
    stake: str = ""
    currency: str = "€"
    token: str = ""
    evening: str | None = None
    played_on: str = ""
    as_house: bool = False
    tariffs: Mapping[str, OwnTariff] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, str], ways: Ways = NO_WAYS) -> Draft:
        """What was posted; what cannot be a choice falls back to the first, as when the game was changed.

        Where nothing has been chosen for a game yet, it is as the house plays it. `for` says for which game and rule
        set the options were offered: what was only usual there is as it is usual here.
        """
        slugs = registry.slugs()
        game = registry.get(data["game"] if data.get("game") in slugs else slugs[0])
        rule_sets = game.rules.rule_sets
        ours = ways.houses.get(game.slug)
        as_house = ours is not None and data.get("rules") not in rule_sets
        asked = ours.rules if ours and as_house else data.get("rules", "")
        rule_set = rule_sets.get(asked) or rule_sets[game.rules.default_rules]
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
            options=_chosen(data, game, rule_set, ours),
            stake=data.get("stake", ""),
            currency=data.get("currency", "€"),
            token=data.get("token", ""),
            evening=data.get("evening"),
            played_on=data.get("played_on", ""),
            as_house=as_house,
            tariffs=ways.tariffs.get((game.slug, rule_set.slug), {}),
        )
        if ours and rule_set.slug == ours.rules:
            draft = draft.played_as(ours)
        return draft.fitted()

    def played_as(self, house: ClubDefaults) -> Draft:
        """The draft with the options of the house where none are chosen; its stake comes with the game."""
        if not self.as_house:
            return replace(self, options={**house.options, **self.options})
        return replace(self, options=house.options, stake=house.stake, currency=house.currency)

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def offered_for(self) -> str:
        """The game and the rule set whose options the page shows."""
        return f"{self.game.slug}:{self.rule_set.slug}"

    @property
    def shown_options(self) -> tuple[Option, ...]:
        """The options that have an effect for this number of players, and before them the club's own tariffs."""
        shown = [option for option in self.rule_set.options if not option.players or self.size in option.players]
        asked = self.tariffs or self.options.get(TARIFF)  # one that was retired meanwhile is told
        return (*((_tariff_option(self.tariffs),) if asked else ()), *shown)

    @property
    def tariff(self) -> OwnTariff | None:
        """The one that is chosen."""
        return self.tariffs.get(self.options.get(TARIFF, ""))

    @property
    def can_add(self) -> bool:
        return self.size < max(self.rule_set.players)

    @property
    def can_remove(self) -> bool:
        return self.size > min(self.rule_set.players)

    def fitted(self) -> Draft:
        """Empty seats added or taken away until the rule set has enough and not too many; nobody is sent away."""
        draft = self
        while draft.size > max(self.rule_set.players) and "" in draft.names:
            draft = draft.without(len(draft.names) - 1 - draft.names[::-1].index(""))
        while draft.size < min(self.rule_set.players):
            draft = draft.with_seat()
        return draft

    def after(self, action: str) -> Draft:
        """The draft after a button was tapped: `add`, `shuffle`, `remove:2`, `up:2`, `down:2`, `seat:Anne`."""
        verb, _, what = action.partition(":")
        if verb == "seat":
            return self.with_or_without(what)
        if verb == "shuffle":
            return self.shuffled()
        if verb == "add":
            return self.with_seat() if self.can_add else self
        place = _place(what, self.size)
        return self if place is None else self.moved(verb, place)

    def moved(self, verb: str, place: int) -> Draft:
        """The draft after a button in the row of a seat."""
        if verb == "remove":
            return self.without(place) if self.can_remove else self.renamed(place, "")
        steps = {"up": -1, "down": 1}
        return self.swapped(place, place + steps[verb]) if verb in steps else self

    def with_seat(self) -> Draft:
        """One more seat at the end; the deal goes with it where the last player was to deal."""
        last = self.size - 1
        return replace(self, names=(*self.names, ""), dealer=self.size if self.dealer == last else self.dealer)

    def without(self, place: int) -> Draft:
        """One seat fewer; when its player was to deal, the usual one does."""
        names = (*self.names[:place], *self.names[place + 1 :])
        if place == self.dealer:
            return replace(self, names=names, dealer=self.game.rules.usual_first_dealer(len(names)))
        return replace(self, names=names, dealer=self.dealer - (self.dealer > place))

    def renamed(self, place: int, name: str) -> Draft:
        return replace(self, names=(*self.names[:place], name, *self.names[place + 1 :]))

    def with_or_without(self, name: str) -> Draft:
        """A known player sits down on the first free seat, or gets up."""
        for place, seated in enumerate(self.names):
            if same_name(seated, name):
                return self.renamed(place, "")
        if "" in self.names:
            return self.renamed(self.names.index(""), name)
        return self.with_seat().renamed(self.size, name) if self.can_add else self

    def swapped(self, one: int, other: int) -> Draft:
        """Two players change places; the deal goes with the player."""
        if not 0 <= other < self.size:
            return self
        order = list(range(self.size))
        order[one], order[other] = other, one
        return self.reordered(order)

    def shuffled(self) -> Draft:
        """The players in an order drawn by lot."""
        order = list(range(self.size))
        random.SystemRandom().shuffle(order)
        return self.reordered(order)

    def reordered(self, order: Sequence[int]) -> Draft:
        """The players in another order, given as their present places."""
        return replace(self, names=tuple(self.names[place] for place in order), dealer=list(order).index(self.dealer))

    def posted(self) -> dict[str, str]:
        """The fields of the form that would post this draft."""
        return {
            "game": self.game.slug,
            "rules": self.rule_set.slug,
            "for": self.offered_for,
            "first_dealer": str(self.dealer),
            "stake": self.stake,
            "currency": self.currency,
            "token": self.token,
            "played_on": self.played_on,
            **({} if self.evening is None else {"evening": self.evening}),
            **{f"player-{place}": name for place, name in enumerate(self.names)},
            **{f"option-{name}": value for name, value in self.options.items()},
        }

    def unseen(self, page: Mapping[str, str]) -> bool:
        """Whether it has options that were not on the page: without scripts it shows those of the choice before."""
        missing = (option.name not in self.options for option in self.shown_options if option.name != TARIFF)
        return page.get("for", "") not in ("", self.offered_for) and any(missing)

    def completed(self) -> Draft:
        """The draft with what is usual where nothing was chosen."""
        return replace(self, options={**_usual(self.rule_set, None), **self.options})

    def as_in(self, page: Mapping[str, str]) -> set[str]:
        """The fields that have here what they had in the form that a page posted, and mean the same."""
        found = {name for name, value in self.posted().items() if name in page and tidy(page[name]) == tidy(value)}
        if page.get("for") != self.offered_for:
            found = {name for name in found if not name.startswith("option-")}
        if page.get("for", "").partition(":")[0] != self.game.slug:
            found.discard("rules")
        return found

    def on_paper(self) -> dict[str, str]:
        """The fields of the form that would print a sheet for this draft: who plays what, and nothing of money."""
        shown = {f"option-{option.name}" for option in self.shown_options}
        fields = {
            name: value[:LONGEST_FIELD]
            for name, value in self.posted().items()
            if of_table(name) and (name in shown or not name.startswith("option-"))
        }
        return {**fields, "players": str(self.size)}


def of_table(name: str) -> bool:
    """Whether a field says who plays what, and not for what money or when."""
    return name in ("game", "rules", "first_dealer") or name.startswith(("player-", "option-"))


def _chosen(data: Mapping[str, str], game: Game, rule_set: RuleSet, house: ClubDefaults | None) -> dict[str, str]:
    """The options that were posted; what was only usual under the rules of the page is as it is usual under these."""
    options = {key.removeprefix("option-"): value for key, value in data.items() if key.startswith("option-")}
    before, _, rules = data.get("for", "").partition(":")
    if not before or (before, rules) == (game.slug, rule_set.slug):
        return options
    if before != game.slug or rules not in game.rules.rule_sets:
        return {}
    then, now = (_usual(one, house) for one in (game.rules.rule_sets[rules], rule_set))
    options.pop(TARIFF, None)  # it is one of those rules
    return {name: now.get(name, value) if then.get(name) == value else value for name, value in options.items()}


def _tariff_option(tariffs: Mapping[str, OwnTariff]) -> Option:
    return Option(
        name=TARIFF,
        label=_("Tariff"),
        help=_("What the club has set for itself, or the figures as they are printed."),
        default="",
        choices=(("", _("As printed")), *((key, Text("{name}", {"name": one.name})) for key, one in tariffs.items())),
    )


def _usual(rule_set: RuleSet, house: ClubDefaults | None) -> dict[str, str]:
    """The options of a rule set as it offers them, or as the house plays it."""
    ours = house.options if house and house.rules == rule_set.slug else {}
    return {**{option.name: typed(option.default) for option in rule_set.options}, **ours}


def typed(value: OptionValue) -> str:
    """The value of an option as its field posts it."""
    return (YES if value else NO) if isinstance(value, bool) else str(value)


def _place(text: str, size: int) -> int | None:
    """The place among `size` that a text names, if it does."""
    return int(text) if text in {str(place) for place in range(size)} else None


def same_name(one: str, other: str) -> bool:
    """Whether two names are one person's: case and white space do not tell people apart."""
    return folded(one) == folded(other)
