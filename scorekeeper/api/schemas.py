"""Types of the API's answers, from which the schema is generated. An answer of another type is a bug.

Money is decimal text, a moment is ISO 8601 with a time zone, and a date is a day in the club's time zone. The *id* of a
member or season is a number; that of a session or evening is the text in its URL.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Money = Annotated[str, Field(pattern=r"^-?\d+\.\d{2,}$", examples=["-3.30"], description="Decimal text.")]
Average = Annotated[str, Field(pattern=r"^-?\d+\.\d$", examples=["-12.3"], description="Decimal text, to one place.")]
Amounts = Annotated[dict[str, int], Field(description="By the name of the player.")]
Sort = Literal["total", "average", "sessions", "hands", "name"]
OptionValues = dict[str, bool | int | str]


class Answer(BaseModel):
    """Base class: all fields are always present, and there are no others."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Club(Answer):
    """The club whose token was shown."""

    name: str
    short_name: str
    members: int = Field(description="Who comes: neither guests nor those who have retired.")
    time_zone: str = Field(examples=["Europe/Paris"], description="In which the club's days begin and end.")


class Member(Answer):
    """A person of the club; a record that was merged into another is none."""

    id: int
    name: str
    nickname: str = Field(description="What tables and score sheets say; empty where that is the name.")
    guest: bool
    retired_at: datetime | None
    sessions: int = Field(description="Closed sessions that were played.")
    hands: int
    last_played_at: datetime | None


class Members(Answer):
    members: list[Member]


class Season(Answer):
    """A span of dates, both of which belong to it, and the terms on which its standing is made."""

    id: int
    name: str
    starts: date
    ends: date | None
    game: str | None
    rules: str | None
    minimum: int = Field(description="Sessions that somebody must have played to be ranked.")
    best: int | None = Field(description="Only that many of each one's sessions count; null where all do.")
    current: bool = Field(description="Whether it is the season that is on today.")


class Seasons(Answer):
    seasons: list[Season]


class Terms(Answer):
    """The terms on which sessions counted, those of the season included."""

    season: int | None
    game: str | None
    rules: str | None
    by: Literal["total", "points"]
    minimum: int
    best: int | None
    sort: Sort


class Standing(Answer):
    """What somebody's sessions came to; total, hands and average are of those that count."""

    place: int | None = Field(description="Those who have as much share one; null for who is not ranked.")
    member: int
    name: str
    sessions: int
    counted: int
    hands: int
    total: int
    average: Average = Field(description="For a hand.")
    by_game: dict[str, int] = Field(description="The total by the slug of the game.")


class Standings(Answer):
    """Who is ranked, members who have played too few sessions for that, and guests; each in the order asked for."""

    terms: Terms
    adds_games: bool = Field(description="Whether counters of different games, which are different units, were added.")
    ranked: list[Standing]
    below: list[Standing]
    guests: list[Standing]


class Evening(Answer):
    """The sessions of one date that settle together."""

    id: str
    date: date
    name: str
    currency: str
    kitty: Money | None = Field(description="What everybody pays who is there.")
    rounding: Money
    settled_at: datetime | None
    tables: int
    people: int


class Evenings(Answer):
    """The latest first; `next` is what `after` takes for those that follow, null after the last."""

    evenings: list[Evening]
    next: str | None


class Presence(Answer):
    """Somebody who was there."""

    member: int
    name: str
    came_at: datetime
    left_at: datetime | None


class Balance(Answer):
    """What a settled evening came to for one person: gained at the tables, and in the end to get or to pay."""

    member: int
    name: str
    played: Money
    amount: Money


class Payment(Answer):
    """Who pays whom; null is the kitty."""

    debtor: int
    creditor: int | None
    amount: Money


class Settlement(Answer):
    """What an evening was settled at, frozen."""

    balances: list[Balance]
    payments: list[Payment]
    kitty: Money


class Seated(Answer):
    """Somebody at a table, and what the session came to for them so far; null where that cannot be told.

    `gain` times the stake is `money`, exact: rounding is done when an evening is settled. Both are null while the
    session is open, and where no stake was agreed.
    """

    member: int
    name: str
    total: int | None
    gain: int | None = Field(
        description=(
            "The counters that the stake is paid for: the total or, where the totals of the session do not sum to "
            "zero, the number of players times the total, minus the sum of all totals."
        )
    )
    money: Money | None


class OwnTariff(Answer):
    """A club's own tariff: the figures in which it differs from the printed one, by their places."""

    name: str
    version: int
    figures: dict[str, int]


class Session(Answer):
    """One game at one table, seats in the order of the deal."""

    id: str
    game: str
    rules: str
    options: OptionValues
    tariff: OwnTariff | None = Field(description="What it is played for; null is the printed one.")
    evening: str | None
    table_number: int | None = Field(description="At its evening; kept when the table goes on with other people.")
    state: Literal["open", "closed"]
    locked: bool
    started_at: datetime
    closed_at: datetime | None
    revision: int = Field(description="Rises with every change.")
    stake: Money | None = Field(description="Money for a counter.")
    currency: str
    players: list[Seated]


class Sessions(Answer):
    """The latest begun first; `next` is what `after` takes for those that follow, null after the last."""

    sessions: list[Session]
    next: str | None


class EveningInFull(Evening):
    """An evening with who was there, its sessions, and what it was settled at."""

    presences: list[Presence]
    sessions: list[Session]
    settlement: Settlement | None


class SessionDocument(Answer):
    """A whole session, as it is exported and imported: the session document of the `score` command.

    What a hand says is its game's matter: players by name, `call`, `dealer` and `note` where they are said, and the
    fields of the call, which the rules page of the game explains.
    """

    format: Literal["scorekeeper.session"]
    version: Literal[1]
    game: str
    rules: str
    options: OptionValues
    tariff: OwnTariff = Field(default=None, description="Only where a club's own is played for.")  # type: ignore[assignment]
    players: list[str]
    first_dealer: str
    hands: list[dict[str, Any]]


class Line(Answer):
    """One reason of what a hand came to; `rule` names the paragraph of the rules page."""

    label: str
    rule: str
    amounts: Amounts


class LedgerHand(Answer):
    """What one hand came to; `state` is what the game carries on after it."""

    number: int
    dealer: str | None
    amounts: Amounts
    lines: list[Line]
    state: dict[str, Any]


class Transfer(Answer):
    """A payment in counters."""

    debtor: str = Field(alias="from")
    creditor: str = Field(alias="to")
    amount: int


class LedgerDocument(Answer):
    """The ledger of a session with the reason for every amount; `transfers` only where payments settle the totals."""

    format: Literal["scorekeeper.ledger"]
    version: Literal[1]
    game: str
    rules: str
    options: OptionValues
    tariff: OwnTariff = Field(default=None, description="Only where a club's own is played for.")  # type: ignore[assignment]
    players: list[str]
    hands: list[LedgerHand]
    totals: Amounts
    state: dict[str, Any]
    transfers: list[Transfer] = Field(default=[])
