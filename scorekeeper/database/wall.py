"""The second wall between clubs: PostgreSQL's row-level security.

`scorekeeper.web.club_scope` says which clubs a request has entered, the connection tells the database, and a *policy*
of each table hides the rows of all others: they can be neither read nor changed nor written. The policies bind the
owner of the tables as well, but not a superuser.

A table with a column for the club is hidden by it, at hardly any cost. A small table without one is hidden by its
parent: a row is visible if the parent's row is. Looking up the parent of each row would make the standings three to
five times as slow, so the large tables of sessions have no policy; they are read through sessions, which have one.

SQLite has no such feature.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.migrations import RunPython

OTHERS = """(
    SELECT '{(,)}'::int8multirange
        - COALESCE(NULLIF(current_setting('scorekeeper.clubs', true), ''), '{}')::int8multirange
)"""
"""The clubs that the request has not entered: all of them if it was not told. Computed once for each statement."""

WARNING = (
    "The account in DATABASE_URL is a superuser of PostgreSQL or bypasses row-level security, so the database doesn't "
    "keep clubs apart; only the program does. docs/hosting.md says how to create an account that it does that for."
)

Parent = tuple[str, str]
"""A column, and the table whose key it holds."""


def policy(table: str, club: str | Parent) -> str:
    """Return the condition under which a row is visible, by its club's column or by its parent.

    It says what is hidden, since the planner then expects nearly every row to be visible, as is right for queries that
    ask for one club. A row without a club is always visible.
    """
    if isinstance(club, str):
        return f'("{club}" <@ {OTHERS}) IS NOT TRUE'
    column, parent = club
    return f'EXISTS (SELECT FROM "{parent}" AS parent WHERE parent.id = "{table}"."{column}")'


def wall_around(tables: Mapping[str, str | Parent]) -> RunPython:
    """Return the step of a migration that hides the rows of these tables, parents first."""

    def build(_apps: Any, schema: Any) -> None:
        """Hide the rows of each club from requests of others (row-level security, PostgreSQL only)."""
        if schema.connection.vendor == "postgresql":
            for table, club in tables.items():
                schema.execute(f'CREATE POLICY club ON "{table}" USING ({policy(table, club)})', None)
                schema.execute(f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', None)

    def remove(_apps: Any, schema: Any) -> None:
        if schema.connection.vendor == "postgresql":
            for table in reversed([*tables]):
                schema.execute(f'ALTER TABLE "{table}" NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY', None)
                schema.execute(f'DROP POLICY club ON "{table}"', None)

    return RunPython(build, remove, elidable=False)


def is_bypassed() -> bool:
    """Return whether the account of the database is a superuser or otherwise sees every row."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])
