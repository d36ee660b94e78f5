"""The declaration of a game: what the app needs beyond its rules, such as its name, form and rules page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.scoring.counters import Counters
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import OptionValue, RuleSet, Table
from games.ui import written_text
from games.ui.forms import OutcomeForm
from games.ui.hand_form import HandForm
from games.ui.hand_sheet import HandMarkedSheet
from games.ui.hand_shorthand import HandShorthand
from games.ui.marked_sheet import MarkedSheet
from games.ui.page import TariffTable, printed_tables
from games.ui.paper_list import FederationList
from games.ui.sheet import ScoreSheet
from games.ui.shorthand import Shorthand

SAME_PEOPLE = _("Same people again")
BEST_HAND, WORST_HAND = _("Best hand"), _("Worst hand")


@dataclass(frozen=True, kw_only=True)
class AfterHand:
    """What the ledger adds to a hand of a game that pays only when several hands are settled together.

    `marker` is how the game stands after the hand; `settled` says what the hand ended, which is paid in a row of its
    own. A hand that did neither, such as a misdeal, has the marker from before.
    """

    marker: Text | None = None
    settled: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game, declared as `GAME` in `games/<slug>/game.py`, where the registry finds it.

    At the table:

    * `order` says in which order to name the players; `clockwise` is whether that order goes clockwise round the table.
    * `counter` is the unit of the ledger, in the plural.
    * `counters` are the kinds of counters on the table, for each rule set that has several, such as red and white ones.
      Amounts can then be shown in them.
    * `stylesheet` is the static path of the form's styles beyond `hand_form.css`, such as which fields a call hides.
    * `position_template` renders, above the form, what the game carries from hand to hand. Its context is `state` (the
      state document), `now` (the state itself, for anything the document omits), `names`, `table` and the `notation` of
      amounts.
    * `position_says_dealer` renders that template again whenever another dealer is chosen, so it must contain nothing
      that folds or can be tapped.
    * `another` is the button below a result that starts the next session with the same people. A game that is played in
      rubbers says so there.
    * `best` and `worst` are the words above the hands with the greatest gain and loss. A game in which counters move
      only when several hands are settled together says so there.
    * `after_hand` returns what the ledger adds to a hand, from the table and the state after it.
    * `beside_total` returns for a table whose totals are made up of several figures what says so of a player, from the
      total and what the rules count for that player (`Rules.counted`). The ledger then has such figures of a hand, too.
    * `unfinished` returns in sentences what is under way in a session that ends now, such as a rubber, and so doesn't
      count, from the table and the state. The result then also has what `position_template` renders.

    On other pages and on paper:

    * `page_tariffs` are the tables that the text of its page "how this is scored" shows, by the names that the text
      gives them, beyond the schedules of the printed tariffs. The text is in `rules.<language>.md`; without it, the
      page has the rule sets, the paragraphs and the printed tariffs.
    * `sheet` makes the score sheet and the rule card; `shorthand` reads hands typed from a paper list. `marked_sheet`
      has the boxes of a sheet that the camera reads. `paper_lists` are lists printed elsewhere that the camera reads as
      well, by name.
    * `call_names` are the words for what contests name, if they aren't the names of the calls, and `of_calls` is then
      the heading above them on a member's page.
    * `at_home` is the game's place, from 1, among the games of a language such as "de", or of a language in a region
      such as "de-CH". Readers are offered the games of their region first, then those of their language.
    * `usual_rules` is, by language or by language and region, the rule set that nearly everybody plays there, if there
      is one. Readers there are offered these rules.
    * `tournament` is the name of the game's tournament points, if it has any.
    * `list_lengths` are the usual numbers of hands of a list, for a session that plans one.
    * `tournament_terms` are what the terms of a tournament usually say, as in its document, and `tournament_options`
      the options of the rules that are usual there.
    * `seat_names` are, by the size of the table, what the seats of a round are called in place of their numbers.
    """

    rules: AnyRules
    name: Text
    summary: Text
    order: Text
    counter: Text
    form: type[OutcomeForm] = HandForm
    page_tariffs: Mapping[str, Callable[[], TariffTable]] = field(default_factory=dict)
    sheet: type[ScoreSheet] = ScoreSheet
    shorthand: type[Shorthand] = HandShorthand
    marked_sheet: type[MarkedSheet] = HandMarkedSheet
    paper_lists: Mapping[str, FederationList] = field(default_factory=dict)
    position_template: str = ""
    unfinished: Callable[[Table, Any], Sequence[Text]] | None = None
    position_says_dealer: bool = False
    after_hand: Callable[[Table, Any], AfterHand] | None = None
    beside_total: Callable[[Table], Callable[[int, Mapping[str, int]], Text] | None] = lambda _table: None
    stylesheet: str = ""
    counters: Mapping[str, Counters] = field(default_factory=dict)
    call_names: Mapping[str, Text] = field(default_factory=dict)
    of_calls: Text | None = None
    another: Text = SAME_PEOPLE
    best: Text = BEST_HAND
    worst: Text = WORST_HAND
    tournament: Text | None = None
    list_lengths: Sequence[int] = ()
    tournament_terms: Mapping[str, Any] = field(default_factory=dict)
    tournament_options: Mapping[str, OptionValue] = field(default_factory=dict)
    seat_names: Mapping[int, Sequence[Text]] = field(default_factory=dict)
    clockwise: bool = True
    at_home: Mapping[str, int] = field(default_factory=dict)
    usual_rules: Mapping[str, str] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return self.rules.slug

    @property
    def has_glossary(self) -> bool:
        """Whether its rules page explains the words of the game."""
        text = written_text.rules_of(self.slug, "en")
        return text is not None and bool(text.glossary)

    @property
    def rule_sets_with_tariff(self) -> list[RuleSet]:
        """The rule sets whose printed figures a club can change."""
        return [rule_set for slug, rule_set in self.rules.rule_sets.items() if self.rules.tariff(slug).schedules]

    def page_tariff(self, name: str) -> TariffTable:
        """Return a table for the rules page: one of the game's own or, by `<rule set>.<schedule>`, a printed one."""
        if table := self.page_tariffs.get(name):
            return table()
        rules, schedule = name.split(".")
        return printed_tables(self.rules.tariff(rules))[schedule]

    def rules_offered(self, locale: str) -> str:
        """Return the slug of the rule set that readers there are offered before they have chosen one."""
        language, _, _region = locale.partition("-")
        return self.usual_rules.get(locale) or self.usual_rules.get(language, self.rules.default_rules)

    @property
    def contest_names(self) -> Mapping[str, Text]:
        """The words for everything that contests name."""
        return {**self.rules.hand.names, **self.call_names}

    def call_name(self, call: str) -> Text:
        """Return the name of a call for a page; a call the game no longer has is returned as stored."""
        return self.contest_names.get(call) or Text("{call}", {"call": call})

    def describe(self, table: Table, raw: Mapping[str, Any]) -> Text:
        """Return a stored outcome in one line, for the journal and the ledger."""
        return self.form.describe(self.rules, table, raw)
