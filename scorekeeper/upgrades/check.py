"""What the next start would change: versions, data, disk, settings. Nothing is changed by asking."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import connection

from scorekeeper import __version__, environment
from scorekeeper.database import inspection
from scorekeeper.upgrades import changelog, copies, versions
from scorekeeper.upgrades.database_changes import DatabaseChanges, planned
from scorekeeper.upgrades.upgrade import has_data, pending

OUR_PREFIX = "LIMIT_"
"""The prefix that only our settings have. A typo in another setting can't be told from another program's variable."""


@dataclass(frozen=True)
class Finding:
    """A line of the answer; `is_warning` if somebody has to do something."""

    text: str
    is_warning: bool = False


def findings(*, used_settings: Sequence[str]) -> Iterator[Finding]:
    """Yield what the next start of this version would change.

    `used_settings` are set, and known to the installed version, for which this one is asked.
    """
    yield from _unknown_settings(used_settings)
    if connection.vendor == "sqlite" and not copies.database_file().exists():
        yield Finding(f"There is no database at {copies.database_file()} yet. The first start creates it.")
        return
    try:
        inspection.require_usable(must_exist=False)
    except inspection.UnusableDatabaseError as error:
        yield Finding(str(error), is_warning=True)
        return
    made_by = versions.made_by()
    plan = pending()
    where = copies.database_file() if connection.vendor == "sqlite" else f"“{connection.settings_dict['NAME']}”"
    yield Finding(
        f"The database {where} is of version {made_by or '(none: it is empty)'}. This is version {__version__}."
    )
    if made_by and changelog.is_newer(made_by, than=__version__):
        yield Finding(
            f"Version {made_by} has used the database since. It has the same tables, so both versions can use it."
        )
    if not plan:
        yield Finding("The next start leaves the tables as they are.")
    elif not has_data():
        yield Finding("The next start creates the tables. Nothing has been entered yet.")
    else:
        yield from _upgrade(made_by, planned(plan))


def _upgrade(made_by: str, changes: DatabaseChanges) -> Iterator[Finding]:
    lines = "".join(f"\n  {line}" for line in changes.lines())
    yield Finding(f"The next start upgrades the data, all or nothing:{lines or ' no table changes'}")
    ending = "an exact copy" if connection.vendor == "sqlite" else "a backup"
    yield Finding(f"Before that, it makes {ending} in {copies.folder()}, of at most {copies.in_mb(copies.size())}.")
    if shortage := copies.shortage(copied=True):
        yield Finding(shortage, is_warning=True)
    if connection.vendor == "sqlite":
        yield Finding(
            f"Version {made_by} can't use the data after that. The way back to it is {settings.PROGRAM} rollback."
        )
    elif changes.is_unreadable_to_old:
        yield Finding(
            f"Hosts that still run version {made_by} can't use the data after that: stop them first.", is_warning=True
        )
    elif changes.closed_tables:
        yield Finding(
            f"Hosts that still run version {made_by} can show pages after that, but can't add rows to "
            f"{', '.join(changes.closed_tables)}: stop them first.",
            is_warning=True,
        )


def _unknown_settings(used_settings: Sequence[str]) -> Iterator[Finding]:
    names = {name for name in os.environ if name.startswith(OUR_PREFIX)} | {*used_settings}
    for name in sorted(names - environment.READ):
        yield Finding(f"{name} is set, but is not a setting of version {__version__}.", is_warning=True)


def used_settings() -> list[str]:
    """Return the settings of this version that are set."""
    return sorted(name for name in environment.READ if os.environ.get(name))
