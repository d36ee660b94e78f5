"""How the tables have changed since the first backup, and what each change means for the rows of an older file.

Archives list the migrations of their database: that is their *schema*. To read an older file, every row
is taken through the *steps* that its schema lacks, in the order of `STEPS`; after that it is as today's models have it.
No migration is run on them: a backup can be restored long after the migrations of its time were deleted. What depends
on all rows together is filled in afterwards, by `restore`.

To change a table, write the migration and add a step with its name at the end of `STEPS`. The step says what older rows
become:

* a new column: `Added` with the value for older rows, or with a function that makes one for each row
* other values, a renamed or a dropped column: `Changed` with a function from the old row to the new one
* a renamed or moved table: `Renamed`
* a new table: `NewTable` if its rows nest in others in a club's archive, which older ones lack
* any other new table, an index, a wider column: no changes, but the step is still listed

Changes refer to rows by *kind*, the label of their model at that time ("play.session"), in backups and in archives of a
club alike, where rows also nest in others. A club's archive leaves out keys, links and secrets: it gets only those
columns of `Added` that it holds, and a function in `Changed` must not rely on the others.

Migrations were restarted with 1.0. Their steps have `restart=True`: a database with such a migration has everything
before it. Databases from before 1.0 cannot be migrated; they are backed up, and the backup is restored.

Values are as a file has them: text, numbers, booleans, null, lists and objects. This module doesn't use the database.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from secrets import token_urlsafe
from typing import Any, Protocol

Migration = tuple[str, str]
Row = Mapping[str, Any]


class UnknownSchemaError(Exception):
    """The file is newer than this version: it has migrations that are unknown here."""

    def __init__(self, migrations: Collection[Migration]) -> None:
        super().__init__(named(migrations))


class ClubRow(Protocol):
    """What the upgrade needs to know of a row in a club's archive."""

    @property
    def kind(self) -> str: ...

    @property
    def nested(self) -> Mapping[str, ClubRow]: ...

    def kept(self, before: Row, after: Row) -> Row:
        """Return a changed row without new columns that a club's archive doesn't have."""


@dataclass(frozen=True)
class Added:
    """New columns in rows of a kind. A function as the value is called for each row."""

    kind: str
    columns: Mapping[str, Any]

    def apply(self, row: Row) -> Row:
        new = {name: value() if callable(value) else value for name, value in self.columns.items()}
        return {**row, **new}


@dataclass(frozen=True)
class Changed:
    """Other values or columns in rows of a kind; `apply` returns the new row."""

    kind: str
    apply: Callable[[Row], Row]


@dataclass(frozen=True)
class Renamed:
    """A new kind for rows: their table or line was renamed."""

    kind: str
    to: str

    def apply(self, row: Row) -> Row:
        return row


@dataclass(frozen=True)
class NewTable:
    """A table whose rows nest in others in a club's archive: rows of older archives have none of them."""

    kind: str

    def apply(self, row: Row) -> Row:
        return row


Change = Added | Changed | Renamed | NewTable


@dataclass(frozen=True)
class SchemaStep:
    """One migration, and its changes to existing rows."""

    migration: Migration
    changes: Sequence[Change] = ()
    restart: bool = False


def within_counts(season: Row) -> Row:
    """Return a season whose numbers of sessions don't exceed the maximum of a standings page.

    >>> within_counts({"minimum": 1200, "best": None})
    {'minimum': 1000, 'best': None}
    """
    return {**season, **{name: season[name] and min(season[name], 1000) for name in ("minimum", "best")}}


MODELS_OF_1_0 = {
    "clubs.deed": "clubs.auditentry",
    "clubs.evening": "evenings.evening",
    "clubs.presence": "evenings.presence",
    "clubs.season": "standings.season",
    "play.eveningsettlement": "evenings.eveningsettlement",
    "play.result": "standings.result",
    "play.tally": "standings.callstats",
    "play.company": "standings.playerpairstats",
    "paper.writtentotal": "printing.writtentotal",
}
"""Models that were moved or renamed in 1.0, with their labels since then."""


def with_columns_renamed(names: Mapping[str, str], row: Row) -> Row:
    """Return a row with other names for some of its columns.

    >>> with_columns_renamed({"said": "message"}, {"id": 3, "said": "Added."})
    {'id': 3, 'message': 'Added.'}
    """
    return {names.get(name, name): value for name, value in row.items()}


def as_audit_entry(deed: Row) -> Row:
    """Return an entry of the audit log as 1.0 has it, with the model that it is about.

    >>> as_audit_entry({"model": "clubs.season", "said": ""})
    {'model': 'standings.season', 'message': ''}
    """
    row = with_columns_renamed({"said": "message"}, deed)
    return {**row, "model": MODELS_OF_1_0.get(row["model"], row["model"])}


def with_content_type_of_1_0(row: Row) -> Row:
    """Return a content type, to which permissions and Django's own log refer, with its model's label in 1.0.

    >>> with_content_type_of_1_0({"id": 9, "app_label": "clubs", "model": "season"})
    {'id': 9, 'app_label': 'standings', 'model': 'season'}
    """
    label = f"{row['app_label']}.{row['model']}"
    app_label, model = MODELS_OF_1_0.get(label, label).split(".")
    return {**row, "app_label": app_label, "model": model}


def with_permission_of_1_0(row: Row) -> Row:
    """Return a permission with its model's name in 1.0.

    >>> with_permission_of_1_0({"codename": "view_deed", "name": "Can view deed"})
    {'codename': 'view_auditentry', 'name': 'Can view audit entry'}
    """
    verb, _, model = row["codename"].partition("_")
    if model not in PERMISSIONS_OF_1_0:
        return row
    name = PERMISSIONS_OF_1_0[model]
    return {**row, "codename": f"{verb}_{name.replace(' ', '')}", "name": f"Can {verb} {name}"}


PERMISSIONS_OF_1_0 = {"deed": "audit entry", "tally": "call stats", "company": "player pair stats"}
"""Models that were renamed in 1.0, with the names that Django's permissions have for them since then."""

STEPS: Sequence[SchemaStep] = (
    # The tables of the first backup.
    SchemaStep(("clubs", "0001_initial")),
    SchemaStep(("play", "0001_initial")),
    # Browsers can be shut out.
    SchemaStep(("play", "0002_access_shut_out"), [Added("play.access", {"shut_out_at": None})]),
    # New table: play.board.
    SchemaStep(("play", "0003_board")),
    # A call announced for the next hand.
    SchemaStep(("play", "0004_called"), [Added("play.session", {"called": None})]),
    # Clubs. Nobody was a member before.
    SchemaStep(
        ("clubs", "0002_clubs"),
        [Added("clubs.player", {"club_id": None, "nickname": "", "guest": False, "retired_at": None})],
    ),
    SchemaStep(("play", "0005_session_club"), [Added("play.session", {"club_id": None})]),
    # Evenings, seasons and house rules; people can be merged.
    SchemaStep(
        ("clubs", "0003_evenings"),
        [
            Added("clubs.club", {"starters": "phones"}),
            Added("clubs.clubdevice", {"label": "", "runs": False}),
            Added("clubs.player", {"merged_into_id": None}),
        ],
    ),
    # Results, for the standings. `manage.py recount` makes those of closed sessions.
    SchemaStep(
        ("play", "0006_evenings"), [Added("play.session", {"evening_id": None, "follows_id": None, "locked_at": None})]
    ),
    # Wider columns.
    SchemaStep(("play", "0007_result_amounts")),
    # New table: clubs.deed.
    SchemaStep(("clubs", "0004_deed")),
    # Before, every presence was entered by hand.
    SchemaStep(("clubs", "0005_presence_by_table"), [Added("clubs.presence", {"by_table": False})]),
    # New table: paper.writtentotal.
    SchemaStep(("paper", "0001_written_totals")),
    # Members with a login. Before, phones joined by the club's link only.
    SchemaStep(
        ("clubs", "0006_logins"),
        [
            Added("clubs.clubdevice", {"by_link": True, "player_id": None}),
            Added("clubs.player", {"user_id": None}),
        ],
    ),
    # The name of a phone may be empty.
    SchemaStep(("clubs", "0007_deeds_of_phones")),
    # Seasons have a maximum number of sessions, that of a standings page.
    SchemaStep(("clubs", "0008_season_counts"), [Changed("clubs.season", within_counts)]),
    # A tablet's page can be turned to a side of the table.
    SchemaStep(("play", "0008_access_facing"), [Added("play.access", {"facing": "bottom"})]),
    # Clubs and players have a uid, which is the same in every installation.
    SchemaStep(
        ("clubs", "0009_uids"),
        [Added(kind, {"uid": partial(token_urlsafe, 12)}) for kind in ("clubs.club", "clubs.player")],
    ),
    # A club's own tariffs. Before, everything was played by the printed ones.
    SchemaStep(("clubs", "0010_tariffs"), [Added("clubs.houserules", {"tariff_id": None})]),
    SchemaStep(("play", "0009_session_tariff"), [Added("play.session", {"tariff": None})]),
    # New table: api.apitoken.
    SchemaStep(("api", "0001_tokens")),
    # Sessions in which nothing was played have no results. A restore removes them at the end.
    SchemaStep(("play", "0010_no_results_without_hands")),
    # Tables have a number at their evening, given when all sessions are there.
    SchemaStep(("play", "0011_table_number"), [Added("play.session", {"table_number": None})]),
    # New table: clubs.removedphone.
    SchemaStep(("clubs", "0011_removed_phone")),
    # New tables, which no backup holds.
    SchemaStep(("accounts", "0001_second_factor")),
    # 1.0: every table moves to its package, and migrations are restarted.
    SchemaStep(
        ("clubs", "0001_tables"),
        [
            Changed("clubs.deed", as_audit_entry),
            Renamed("clubs.deed", "clubs.auditentry"),
            Changed("contenttypes.contenttype", with_content_type_of_1_0),
            Changed("auth.permission", with_permission_of_1_0),
        ],
        restart=True,
    ),
    SchemaStep(
        ("evenings", "0001_tables"),
        [
            Renamed("clubs.evening", "evenings.evening"),
            Renamed("clubs.presence", "evenings.presence"),
            Renamed("play.eveningsettlement", "evenings.eveningsettlement"),
        ],
        restart=True,
    ),
    SchemaStep(("play", "0001_tables"), restart=True),
    SchemaStep(
        ("standings", "0001_tables"),
        [
            Renamed("clubs.season", "standings.season"),
            Renamed("play.result", "standings.result"),
            Renamed("play.tally", "standings.callstats"),
            Renamed("play.company", "standings.playerpairstats"),
        ],
        restart=True,
    ),
    SchemaStep(("printing", "0001_tables"), [Renamed("paper.writtentotal", "printing.writtentotal")], restart=True),
    SchemaStep(("api", "0001_tables"), restart=True),
    SchemaStep(("accounts", "0001_tables"), restart=True),
    # Sessions have a title and a note.
    SchemaStep(("play", "0002_session_title_and_note"), [Added("play.session", {"title": "", "note": ""})]),
    # Payments are ticked as paid.
    SchemaStep(("play", "0003_paid_payments"), [Added("play.settlement", {"paid": list})]),
    # A hand can be undone.
    SchemaStep(("play", "0004_undo")),
    # Sessions can be deleted, and restored for a while.
    SchemaStep(("play", "0005_deleted_sessions"), [Added("play.session", {"deleted_at": None})]),
    # Payments of an evening are ticked as paid.
    SchemaStep(("evenings", "0002_paid_payments"), [Added("evenings.eveningsettlement", {"paid": list})]),
    # A session can continue in a further stretch, with other players.
    SchemaStep(
        ("play", "0006_stretches"),
        [Added("play.session", {"continues": False}), Added("play.settlement", {"paid_together": list})],
    ),
    # An evening can be settled through the cash box.
    SchemaStep(("evenings", "0003_through_box"), [Added("evenings.eveningsettlement", {"through_box": False})]),
    # Members have a number and a category. New table: clubs.personaldata.
    SchemaStep(("clubs", "0002_member_records"), [Added("clubs.player", {"member_number": "", "category": ""})]),
    # Rounds of an evening.
    SchemaStep(("evenings", "0004_rounds"), [NewTable("evenings.round"), NewTable("evenings.roundseat")]),
    SchemaStep(("play", "0007_session_round"), [Added("play.session", {"round_id": None})]),
    # The tournament desk.
    SchemaStep(
        ("tournaments", "0001_tables"),
        [
            NewTable("tournaments.tournament"),
            NewTable("tournaments.tournamententry"),
            NewTable("tournaments.tablelist"),
        ],
    ),
    # Seasons count evenings, not sessions, and have a championship.
    SchemaStep(
        ("standings", "0002_championship"), [Added("standings.season", {"counted_by": "evenings", "scoring": "sum"})]
    ),
    # Phones agree that a round is over: a new verb.
    SchemaStep(("play", "0008_agreement")),
    # Entries by the sign-up link.
    SchemaStep(("tournaments", "0002_sign_up_key"), [Added("tournaments.tournamententry", {"sign_up_key": ""})]),
    SchemaStep(("clubs", "0003_row_level_security")),
    # New table: welcome.firstanswer. Older installations are not empty, so nothing is asked there.
    SchemaStep(("welcome", "0001_tables")),
    # New table: reading.photographedpage. No backup holds it.
    SchemaStep(("reading", "0001_tables")),
    # New table: reading.sessionsheet.
    SchemaStep(("reading", "0002_session_sheets")),
)


def migrations(last: Migration | None = None) -> list[Migration]:
    """Return the migrations of all steps, or of those up to and including one."""
    names = [step.migration for step in STEPS]
    return names[: names.index(last) + 1] if last else names


def named(steps: Collection[Migration]) -> str:
    """Return migrations as a comma-separated list.

    >>> named([("play", "0001_initial"), ("play", "0003_board")])
    'play.0001_initial, play.0003_board'
    """
    return ", ".join(f"{app}.{name}" for app, name in steps)


class Upgrade:
    """Brings rows of one schema up to date.

    Migrations without a step, such as Django's own, are ignored if `others` includes them; any other is refused.
    `club_rows` describe the rows of a club's archive by kind, if the rows are of one.
    """

    def __init__(
        self,
        schema: Collection[Migration],
        *,
        others: Collection[Migration] = (),
        club_rows: Mapping[str, ClubRow] | None = None,
    ) -> None:
        known_schemas = {*migrations(), *others}
        if unknown := [one for one in schema if tuple(one) not in known_schemas]:
            raise UnknownSchemaError(unknown)
        self._changes = [change for step in pending(schema) for change in step.changes]
        self._new = {change.kind for change in self._changes if isinstance(change, NewTable)}
        self._found: dict[str, tuple[str, Sequence[Change]]] = {}
        self._club_rows = club_rows

    def of(self, kind: str) -> tuple[str, Sequence[Change]]:
        """Return the current name of a kind, and the changes to its rows."""
        if kind not in self._found:
            now, changes = kind, []
            for change in self._changes:
                if change.kind == now:
                    changes.append(change)
                    if isinstance(change, Renamed):
                        now = change.to
            self._found[kind] = now, changes
        return self._found[kind]

    def former(self, kind: str) -> str:
        """Return the name that a current kind had in this schema."""
        for change in reversed(self._changes):
            if isinstance(change, Renamed) and change.to == kind:
                kind = change.kind
        return kind

    def row(self, kind: str, row: Row) -> tuple[str, Row]:
        """Return the current kind of a row, and the row with all changes, also to those that nest in it."""
        if not self._changes:
            return kind, row
        now, changes = self.of(kind)
        described = self._club_rows.get(now) if self._club_rows else None
        for change in changes:
            row = described.kept(row, change.apply(row)) if described else change.apply(row)
        for name, nested in described.nested.items() if described else ():
            former = self.former(nested.kind)
            rows = [] if former in self._new else row[name]
            row = {**row, name: [self.row(former, one)[1] for one in rows]}
        return now, row


def pending(schema: Collection[Migration]) -> Iterator[SchemaStep]:
    """Yield the steps that a schema lacks."""
    has = {(app, name) for app, name in schema}
    # A database that has the first migration is from before 1.0, even if some of today's migrations were run on it.
    restarts = [] if STEPS[0].migration in has else [at for at, step in enumerate(STEPS) if step.restart]
    first = max((at for at in restarts if STEPS[at].migration in has), default=0)
    yield from (step for step in STEPS[first:] if step.migration not in has)
