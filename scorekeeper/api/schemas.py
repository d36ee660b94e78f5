"""Types of the API's responses, from which the OpenAPI schema is generated. A response of another type is a bug.

Money is a decimal string, a time is ISO 8601 with its UTC offset, and a date is a day in the club's time zone. The ID
of a member or season is a number; that of a session or evening is the string in its URL.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from scorekeeper.desk.entry_payments import What
from scorekeeper.play.models import Verb

Money = Annotated[str, Field(pattern=r"^-?\d+\.\d{2,}$", examples=["-3.30"], description="A decimal string.")]
Average = Annotated[
    str, Field(pattern=r"^-?\d+\.\d$", examples=["-12.3"], description="A decimal string with one decimal place.")
]
Score = Annotated[
    str, Field(pattern=r"^-?\d+\.\d{2}$", examples=["16.50"], description="A decimal string with two decimal places.")
]
Amounts = Annotated[dict[str, int], Field(description="Counters by player name.")]
Sort = Literal["total", "average", "units", "sessions", "hands", "name"]
CountedBy = Literal["evenings", "rounds"]
Scoring = Literal["sum", "average", "place_points", "players_behind", "per_cent"]
OptionValues = dict[str, bool | int | str]


class Answer(BaseModel):
    """Base class of the response types: a field that is not declared is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Club(Answer):
    """The club that the token belongs to."""

    name: str
    short_name: str
    members: int = Field(description="The number of members, without guests and retired members.")
    time_zone: str = Field(
        examples=["Europe/Paris"], description="The time zone in which the club's days begin and end."
    )


class Member(Answer):
    """A member or guest of the club. Records that were merged into another are left out."""

    id: int
    name: str
    nickname: str = Field(description="The name shown at tables and on score sheets; empty if that is `name`.")
    guest: bool
    retired_at: datetime | None
    sessions: int = Field(description="The number of closed sessions played, or tables of a tournament on paper.")
    hands: int = Field(description="The number of hands played in these sessions.")
    last_played_at: datetime | None = Field(description="When the latest of these sessions was started.")


class Members(Answer):
    members: list[Member]


class Season(Answer):
    """A span of dates, first and last day included, and the terms of its standings."""

    id: int
    name: str
    starts: date
    ends: date | None
    game: str | None = Field(description="The slug of the only game that counts; null if all games do.")
    rules: str | None = Field(description="The slug of the only rule set that counts; null if all rule sets do.")
    minimum: int = Field(description="The number of evenings or rounds that a member must play to be ranked.")
    best: int | None = Field(description="How many of each player's best evenings or rounds count; null if all do.")
    counted_by: CountedBy = Field(description="What `minimum` and `best` count: evenings or their rounds.")
    scoring: Scoring = Field(description="What the championship ranks by.")
    only_tournaments: bool = Field(description="Whether nothing but tournaments counts.")
    current: bool = Field(
        description="Whether this is the season in progress; if several are, the one that started last."
    )


class Seasons(Answer):
    seasons: list[Season]


class CommonTerms(Answer):
    """The terms of standings and of a championship, including those that come from the season."""

    season: int | None = Field(description="The ID of the season; null for all time.")
    game: str | None = Field(description="The slug of the game; null for all games.")
    rules: str | None = Field(description="The slug of the rule set; null for all rule sets.")
    by: Literal["total", "points"]
    minimum: int
    best: int | None
    counted_by: CountedBy = Field(
        description=("What `minimum` and `best` count. Without an evening, a session counts as one.")
    )


class Terms(CommonTerms):
    """The terms of these standings."""

    sort: Sort


class Standing(Answer):
    """One player's result. `hands`, `total`, `average` and `by_game` cover only the evenings or rounds that count."""

    place: int | None = Field(
        description=(
            "The rank by the figure that `sort` names, or by `total` if that is `name`. Ties share a place. Null for "
            "players who are not ranked."
        )
    )
    member: int
    name: str
    sessions: int = Field(
        description="The number of closed sessions that match the terms, or tables of a tournament on paper."
    )
    counted: int = Field(description="How many of these sessions count.")
    units: int = Field(description="The number of evenings or rounds that these sessions belong to.")
    counted_units: int = Field(description="How many of these count: all of them, or at most `best`.")
    hands: int
    total: int = Field(
        description=(
            "In counters, or in tournament points if `by` is `points`. Where the lowest total wins, sessions count by "
            "difference."
        )
    )
    average: Average = Field(description="The average per hand.")
    by_game: dict[str, int] = Field(description="The total of each game, by the game's slug.")


class Standings(Answer):
    """Ranked members, members with too few evenings or rounds to be ranked (`below`), and guests.

    Each list is in the requested order.
    """

    terms: Terms
    adds_games: bool = Field(
        description="Whether the totals add up counters of different games, which are different units."
    )
    ranked: list[Standing]
    below: list[Standing]
    guests: list[Standing]


class ChampionshipTerms(CommonTerms):
    """The terms of this championship."""

    scoring: Scoring


class ChampionshipUnit(Answer):
    """One column of the championship: an evening, or a session outside any evening."""

    date: date
    name: str
    evening: str | None = Field(description="The ID of the evening; null if this is a session outside any evening.")
    session: str | None = Field(description="The ID of the session; null if this is an evening.")


class ChampionshipScore(Answer):
    """One member's result of an evening or round."""

    amount: int = Field(description="In counters, or in tournament points if `by` is `points`.")
    score: Score = Field(description="What the amount scores: the amount itself, place points or per cent.")
    struck: bool = Field(description="Whether this is not among the best, so that it doesn't count.")


class ChampionshipRow(Answer):
    """One member's results."""

    place: int | None = Field(description="The rank by `total`. Ties share a place. Null for members not ranked.")
    member: int
    name: str
    units: int = Field(description="The number of evenings or rounds played.")
    counted: int = Field(description="How many of these count: all of them, or at most `best`.")
    total: Score = Field(description="The sum of the scores that count; if `scoring` is `average`, their average.")
    scores: list[ChampionshipScore | None] = Field(description="In the order of `units`; null for one not played.")


class Championship(Answer):
    """Every result of every member: ranked members, then members with too few results to be ranked (`below`)."""

    terms: ChampionshipTerms
    adds_games: bool = Field(
        description="Whether the amounts add up counters of different games, which are different units."
    )
    units: list[ChampionshipUnit] = Field(description="The evenings or rounds, oldest first.")
    ranked: list[ChampionshipRow]
    below: list[ChampionshipRow]


class Evening(Answer):
    """The sessions of one date that are settled together."""

    id: str
    date: date
    name: str
    currency: str
    kitty: Money | None = Field(description="What each person present pays into the kitty; null if nothing.")
    rounding: Money = Field(description="The smallest coin: the evening is settled in multiples of it.")
    settled_at: datetime | None
    tables: int = Field(description="The number of sessions. Those that were closed without a hand are not counted.")
    people: int = Field(description="The number of people who were present.")


class Evenings(Answer):
    """One page of the evenings, newest first."""

    evenings: list[Evening]
    next: str | None = Field(description="The value of `after` for the next page; null on the last page.")


class Presence(Answer):
    """A person who was present at the evening."""

    member: int
    name: str
    came_at: datetime
    left_at: datetime | None


class Balance(Answer):
    """One person's result of a settled evening. Negative values are losses and payments."""

    member: int
    name: str
    played: Money = Field(description="The gain at the tables, exact.")
    fee: Money | None = Field(
        description="The contribution to the kitty. Null in settlements that were frozen before it was stored."
    )
    amount: Money = Field(description="The amount to receive, after the kitty and rounding.")


class Payment(Answer):
    """A payment from one person to another or to the kitty; through the cash box, to the box or out of it."""

    debtor: int | None = Field(description="The ID of the member or guest who pays; null for the cash box.")
    creditor: int | None = Field(
        description="The ID of the member or guest who is paid; null for the kitty or the cash box."
    )
    amount: Money
    ticked_at: datetime | None = Field(description="When it was ticked as paid; null if it was not.")
    ticked_by: str = Field(description="Who ticked it; empty if nobody has.")


class Settlement(Answer):
    """The settlement of an evening, frozen until it is withdrawn."""

    through_box: bool = Field(
        description="Whether everybody pays into the cash box or is paid out of it, so that nobody pays anybody else."
    )
    balances: list[Balance]
    payments: list[Payment]
    kitty: Money = Field(description="The total paid into the kitty.")


class Seated(Answer):
    """A player at a table, with the result: as settled if the session is closed, so far if it is open.

    `gain` and `money` are null while the session is open, and if no stake was agreed.
    """

    member: int
    name: str = Field(description="The name used in this session.")
    total: int | None = Field(
        description=(
            "In counters. Null for an open session that cannot be scored: its game is no longer installed, or the "
            "current rules refuse a hand."
        )
    )
    gain: int | None = Field(
        description=(
            "The counters that the stake is paid for: the total or, under rules whose totals need not sum to zero, "
            "the number of players times the total, minus the sum of all totals."
        )
    )
    money: Money | None = Field(
        description="`gain` times the stake, exact: amounts are rounded only when the evening is settled."
    )


class OwnTariff(Answer):
    """A club's own tariff: the figures that differ from the printed tariff."""

    name: str
    version: int
    figures: dict[str, int] = Field(description="By schedule, row and column, joined by dots: `stake.solo.each`.")


class SessionPayment(Answer):
    """A payment of a closed session."""

    debtor: int = Field(description="The ID of the member or guest who pays.")
    creditor: int | None = Field(description="The ID of the member or guest who is paid; null for the kitty.")
    amount: int | None = Field(description="In counters; null if it is paid in money only.")
    money: Money | None = Field(description="Null if no stake was agreed.")
    ticked_at: datetime | None = Field(description="When it was ticked as paid; null if it was not.")


class Session(Answer):
    """One game at one table."""

    id: str
    title: str = Field(description="Empty if it has none.")
    game: str
    rules: str
    options: OptionValues = Field(description="Since they were last changed.")
    tariff: OwnTariff | None = Field(
        description="The club's own tariff, if the session uses one; null for the printed tariff."
    )
    evening: str | None = Field(description="The ID of the evening; null if the session belongs to none.")
    table_number: int | None = Field(
        description="The table's number at its evening, or in its round; null without an evening."
    )
    round: int | None = Field(description="The number of the round of its evening; null outside any round.")
    planned_hands: int | None = Field(
        description="The hands that its round plans for a table of this size, or its own list; null without a limit."
    )
    state: Literal["open", "closed"]
    locked: bool = Field(description="Whether only organisers can write.")
    started_at: datetime
    closed_at: datetime | None
    revision: int = Field(description="Increases with every change to the session.")
    stake: Money | None = Field(description="The money paid for each counter; null if no stake was agreed.")
    currency: str
    players: list[Seated] = Field(
        description=(
            "In the order of the deal. If players joined or left in the middle, everybody who sat at the table, in the "
            "order in which they first sat down."
        )
    )
    payments: list[SessionPayment] = Field(
        description="Who pays whom. Empty while the session is open, and at an evening, with which it is settled."
    )


class Sessions(Answer):
    """One page of the sessions, the latest started first."""

    sessions: list[Session]
    next: str | None = Field(description="The value of `after` for the next page; null on the last page.")


class JournalEntry(Answer):
    """A change at a table: who made it and when, and what it was before."""

    revision: int = Field(description="The revision of the session that it made.")
    verb: str = Field(description="The kind of change.", json_schema_extra={"enum": list(Verb.values)})
    hand: int | None = Field(
        description="The number of the hand as on the pages, where voided hands keep theirs; null if it was undone."
    )
    who: str
    at: datetime
    what: str = Field(description="A sentence without its subject, in the requested language.")
    before: str = Field(description="What it was before, in words; empty if there is nothing to say.")
    after: str = Field(description="What it became, in words; empty if there is nothing to say.")


class Journal(Answer):
    """Every change at a table, newest first."""

    changes: list[JournalEntry]


class RoundSeat(Answer):
    """Who has a seat in a round, or sits out."""

    member: int
    name: str = Field(description="The name shown at tables or, in a tournament, the name of the entry.")
    number: int | None = Field(description="The start number; null outside a tournament.")
    seat: str | None = Field(description="The name or the number of the seat; null for one who sits out.")


class ListResult(Answer):
    """The result of a player at a table."""

    points: int
    won: int | None = Field(description="Games won; null where the game doesn’t count them.")
    lost: int | None = Field(description="Games lost; null where the game doesn’t count them.")


class TableList(Answer):
    """The list of a tournament's table, and who vouches for it. It counts once it is confirmed."""

    state: Literal["disputed", "finished", "proposed", "playing", "not_begun", "confirmed"]
    typed: bool = Field(description="Whether the desk typed it from paper.")
    confirmed_by: str
    confirmed_at: datetime | None
    by_signature: bool = Field(description="Whether it was confirmed because the paper is signed.")
    disputed_by: str
    disputed_at: datetime | None
    dispute: str = Field(description="What is said to be wrong.")
    results: list[ListResult] | None = Field(
        description="In seat order, without penalties. Null if there are none yet, or while the result is sealed."
    )


class RoundTable(Answer):
    """A table of a round."""

    number: int
    game: str
    rules: str
    session: str | None = Field(
        description="The ID of the session that it plays or has played; null if there is none, or it is sealed."
    )
    seats: list[RoundSeat] = Field(description="In seat order.")
    table_list: TableList | None = Field(description="Null outside a tournament.")


class Round(Answer):
    """A published round of an evening."""

    number: int
    published_at: datetime
    game: str
    rules: str
    seating: str = Field(description="How the seats were given out.")
    seed: int | None = Field(description="The number from which lots were drawn; null if none were.")
    hands: dict[str, int] = Field(description="The planned hands by the size of the table.")
    stake: Money | None
    minutes: int | None = Field(description="How long the clock of the round runs; null without a clock.")
    clock_started_at: datetime | None
    tables: list[RoundTable]
    out: list[RoundSeat] = Field(description="Those who sit out.")


class EveningInFull(Evening):
    """An evening with its attendance, rounds, sessions and settlement."""

    presences: list[Presence] = Field(description="In the order of arrival.")
    rounds: list[Round] = Field(description="The published ones, in order.")
    sessions: list[Session] = Field(description="By round and table number, then by start.")
    settlement: Settlement | None = Field(description="Null while the evening is not settled.")


class SessionDocument(Answer):
    """A whole session with every hand, in the format that the app exports and imports and the `score` command reads.

    A hand has the fields of its call and refers to players by name. `call`, `dealer` and `note` are left out where they
    are not needed.
    """

    format: Literal["scorekeeper.session"]
    version: Literal[1]
    game: str
    rules: str
    options: OptionValues
    tariff: OwnTariff = Field(default=None, description="Present only if a club's own is used.")  # type: ignore[assignment]
    players: list[str]
    first_dealer: str
    hands: list[dict[str, Any]]


class DocumentStake(Answer):
    """The stake of a session document."""

    per_point: Money
    currency: str


class DocumentStretch(Answer):
    """A stretch of a session, which is played by the same people with the same options."""

    options: OptionValues
    players: list[str]
    first_dealer: str
    hands: list[dict[str, Any]]


class SessionDocumentOfStretches(Answer):
    """The same for a session whose players or options changed in the middle."""

    format: Literal["scorekeeper.session"]
    version: Literal[2]
    game: str
    rules: str
    tariff: OwnTariff = Field(default=None, description="Present only if a club's own is used.")  # type: ignore[assignment]
    date: date
    title: str = Field(default="", description="Present only if the session has one.")
    stake: DocumentStake = Field(default=None, description="Present only if one was agreed.")  # type: ignore[assignment]
    stretches: list[DocumentStretch]


class Line(Answer):
    """One reason why counters move in a hand."""

    label: str = Field(description="The reason in words, in the requested language.")
    rule: str = Field(description="The slug of the paragraph on the game's rules page.")
    amounts: Amounts


class LedgerHand(Answer):
    """The result of one hand."""

    number: int
    dealer: str | None = Field(description="The name of the dealer; null for a correction.")
    amounts: Amounts
    lines: list[Line]
    state: dict[str, Any] = Field(description="What the game carries over to the next hand, such as a pool.")


class Transfer(Answer):
    """A payment in counters."""

    debtor: str = Field(alias="from", description="The name of the player who pays.")
    creditor: str = Field(alias="to", description="The name of the player who is paid.")
    amount: int


class LedgerDocument(Answer):
    """The ledger of a session, with the reasons for every amount."""

    format: Literal["scorekeeper.ledger"]
    version: Literal[1]
    game: str
    rules: str
    options: OptionValues
    tariff: OwnTariff = Field(default=None, description="Present only if a club's own is used.")  # type: ignore[assignment]
    players: list[str]
    hands: list[LedgerHand]
    totals: Amounts
    state: dict[str, Any] = Field(description="What the game carries over after the last hand, such as a pool.")
    transfers: list[Transfer] = Field(
        default=[],
        description=(
            "The fewest payments that settle the totals, after any pool that is left has been shared out. Left out "
            "under rules whose totals need not sum to zero."
        ),
    )


class StretchHand(LedgerHand):
    """The result of one hand, with the number of its stretch, from 1; the amounts are of those who played it."""

    stretch: int


class LedgerStretch(Answer):
    """Who played a stretch of a session, and by which options."""

    options: OptionValues
    players: list[str]
    shared: Amounts = Field(default={}, description="What was left over at its end and shared out, such as a pool.")


class LedgerDocumentOfStretches(Answer):
    """The same for a session whose players or options changed in the middle; totals are of everybody who played."""

    format: Literal["scorekeeper.ledger"]
    version: Literal[2]
    game: str
    rules: str
    tariff: OwnTariff = Field(default=None, description="Present only if a club's own is used.")  # type: ignore[assignment]
    date: date
    title: str = Field(default="", description="Present only if the session has one.")
    stake: DocumentStake = Field(default=None, description="Present only if one was agreed.")  # type: ignore[assignment]
    players: list[str] = Field(description="In the order in which they first sat down.")
    stretches: list[LedgerStretch]
    hands: list[StretchHand]
    totals: Amounts
    state: dict[str, Any] = Field(description="What the game carries over after the last hand, such as a pool.")
    transfers: list[Transfer] = Field(
        default=[], description="The fewest payments that settle the totals. Left out as in version 1."
    )


class Tournament(Answer):
    """An evening that is a tournament."""

    evening: str = Field(description="The ID of its evening.")
    date: date
    name: str
    currency: str
    game: str
    rules: str
    rounds: int = Field(description="The number of rounds that the terms plan.")
    sealed: bool = Field(description="Whether the result is not released yet.")
    final_at: datetime | None = Field(description="Since when the result takes no more corrections; null if it does.")


class Tournaments(Answer):
    """One page of the tournaments, newest first."""

    tournaments: list[Tournament]
    next: str | None = Field(description="The value of `after` for the next page; null on the last page.")


class EntryPenalty(Answer):
    """Points that are taken off in a round, or added if the lowest total wins."""

    round: int
    points: int
    reason: str


class EntryPayment(Answer):
    """Something that was ticked as paid at the desk."""

    what: str = Field(json_schema_extra={"enum": list(What.values)})
    amount: Money = Field(description="Negative if the entry was paid it.")
    ticked_at: datetime
    ticked_by: str


class TournamentEntry(Answer):
    """An entry of a tournament."""

    number: int = Field(description="The start number.")
    member: int
    name: str = Field(description="The name on the lists of the tournament.")
    team: str = Field(description="Empty if it has none, as are `tandem` and `category`.")
    tandem: str
    category: str
    withdrawn_after: int | None = Field(
        description="The last round that it takes part in, 0 for none; null if it has not withdrawn."
    )
    penalties: list[EntryPenalty] | None = Field(description="Null while the result is sealed.")
    payments: list[EntryPayment] = Field(description="While the result is sealed, only those of the entry fee.")


class TournamentEntries(Answer):
    """The entries of a tournament by start number."""

    entries: list[TournamentEntry]


RoundFigures = Annotated[
    list[int | None], Field(description="What each round so far counts; null where nothing counts.")
]


class RankedEntry(Answer):
    """An entry with its place. Equal entries share a place, and the next place is as much lower as they are many."""

    place: int
    name: str
    number: int = Field(description="The start number.")
    rounds: RoundFigures
    total: int
    won: int = Field(default=0, description="Games won. Left out where the game doesn't count them.")
    lost: int = Field(default=0, description="Games lost. Left out where the game doesn't count them.")
    loss_money: Money = Field(default="0.00", description="Left out if the terms have no loss money.")
    prize: Money = Field(default="0.00", description="Left out if the terms have no prizes.")


class RankedGroup(Answer):
    """A team or tandem with its place. A team that counts as a full one can have figures with decimal places."""

    place: int
    name: str
    rounds: list[int | float | None] = Field(description="What each round so far counts; null where nothing counts.")
    total: int | float
    match_rounds: list[int | float | None] = Field(
        default=[], description="The match points of each round. Left out unless the terms have match points."
    )
    match_points: int | float = Field(default=0, description="Their sum. Left out unless the terms have match points.")


class TournamentCash(Answer):
    """What comes in and what is paid out; the house has the rest, which can be negative."""

    entry_fees: Money
    loss_money: Money
    prizes: Money
    house: Money


class Meetings(Answer):
    """How often players met at a table."""

    most: int = Field(description="How often the pair met that met most often.")
    repeated: int = Field(description="The number of pairs that met more than once.")


class TournamentRanking(Answer):
    """The ranking of a tournament, as `manage.py tournament score` prints it. Only confirmed lists count."""

    format: Literal["scorekeeper.ranking"]
    version: Literal[1]
    entries: list[RankedEntry]
    teams: list[RankedGroup] = Field(default=[], description="Left out without teams.")
    tandems: list[RankedGroup] = Field(default=[], description="Left out without tandems.")
    cash: TournamentCash = Field(default=None, description="Left out without money.")  # type: ignore[assignment]
    meetings: Meetings
