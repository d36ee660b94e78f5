"""What a game adds to its pure rules so that it can be played on the web: its name, its form, its rules page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.forms import OutcomeForm
from games.page import Section, Term
from games.scoring.counters import Counters
from games.scoring.replay import AnyRules
from games.scoring.text import Text
from games.scoring.types import Table
from games.sheet import ScoreSheet
from games.shorthand import Shorthand


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. `GAME` of every `games/<slug>/game.py` is one; the registry finds it there.

    `order` says in which order the players are named, and `clockwise` whether they sit so; `counter` is what the ledger
    counts in, as a plural.
    `position_template` prints what the game carries from hand to hand, from `state` (its state document), `now` (the
    state itself, for what no document says), `names`, `table` and the `notation` of amounts; it stands above the form.
    With `position_says_dealer` it is printed anew as another dealer is chosen, so nothing in it may fold or be tapped.
    `unfinished_template` prints the same of a session that was closed: what was under way then and counts for nobody.
    `stylesheet` is the static path of what the form needs beyond `table.css`, such as which fields a call hides.
    `sheet` is its paper: score sheet and rule card; `shorthand` is how its hands are typed from a paper list.
    `counters` are those that lie on the table, for each rule set in which there are several kinds, such as red and
    white ones: amounts can then be shown in them. `rules_template` is the page "how this is scored", and `page` gives
    its sections; `glossary` explains its words that not everybody knows, there and at the table. `call_names` are the
    words for the calls, or parts, that its rules name as undertaken, and `of_calls` is what a member's page says above
    them where these are no calls; `tournament` is what its tournament points are called, where it has some.
    """

    rules: AnyRules
    name: Text
    summary: Text
    order: Text
    counter: Text
    form: type[OutcomeForm]
    rules_template: str
    page: Callable[[], Sequence[Section]]
    glossary: Sequence[Term] = ()
    sheet: type[ScoreSheet] = ScoreSheet
    shorthand: type[Shorthand] | None = None
    position_template: str = ""
    unfinished_template: str = ""
    position_says_dealer: bool = False
    stylesheet: str = ""
    counters: Mapping[str, Counters] = field(default_factory=dict)
    call_names: Mapping[str, Text] = field(default_factory=dict)
    of_calls: Text | None = None
    tournament: Text | None = None
    clockwise: bool = True

    @property
    def slug(self) -> str:
        return self.rules.slug

    @property
    def can_be_typed(self) -> bool:
        """Whether its hands have a shorthand."""
        return self.shorthand is not None

    def call_name(self, call: str) -> Text:
        """What a call is called on a page; one that this game no longer has is said as it was stored."""
        return self.call_names.get(call) or Text("{call}", {"call": call})

    def describe(self, table: Table, raw: Mapping[str, Any]) -> Text:
        """A stored outcome in one line, for the journal and the ledger."""
        return self.form.describe(table, raw)
