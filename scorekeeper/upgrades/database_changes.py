"""What pending migrations do to the database, in the words of an operator.

Each operation is read, none is run. The old version is assumed not to cope with an operation that isn't known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.db import connection
from django.db.migrations import Migration, SeparateDatabaseAndState, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.state import ProjectState
from django.db.models import Field, ManyToManyField, Model


@dataclass
class DatabaseChanges:
    """What changes in each table, and what the old version can still do with the changed database.

    It can't add rows to the tables `closed_to_old`, because it doesn't know columns that must be filled in. If a table
    or column that it reads is gone or changed, it `is_unreadable_to_old`.
    """

    columns: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    tables: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    new: set[str] = field(default_factory=set)
    others: list[str] = field(default_factory=list)
    closed_to_old: set[str] = field(default_factory=set)
    is_unreadable_to_old: bool = False

    def add(self, operation: Operation, app: str, before: ProjectState, after: ProjectState) -> None:
        """Add what an operation does."""
        match operation:
            case FieldOperation():
                self._add_to_columns(operation, app, before, after)
            case operations.CreateModel():
                self._create(_model(after, app, operation.name))
            case operations.DeleteModel():
                self._change(_table(before, app, operation.name), "is deleted, with its rows")
            case operations.RenameModel():
                new_name = _table(after, app, operation.new_name)
                self._change(_table(before, app, operation.old_name), f"is renamed {new_name}")
            case operations.AddConstraint():
                self._note(_table(after, app, operation.model_name), "other constraints")
                self.closed_to_old.add(_table(after, app, operation.model_name))
            case operations.RemoveConstraint() | operations.AddIndex() | operations.RemoveIndex():
                self._note(_table(before, app, operation.model_name), "other constraints or indexes")
            case operations.AlterModelOptions() | operations.AlterModelManagers():
                pass  # the program's own, such as the name on a page
            case _:
                explained = operation.code.__doc__ if isinstance(operation, operations.RunPython) else None
                self.others.append((explained or operation.describe()).splitlines()[0])
                self.is_unreadable_to_old = True

    def _add_to_columns(self, operation: FieldOperation, app: str, before: ProjectState, after: ProjectState) -> None:
        if isinstance(operation, operations.AddField):
            self._add_field(_model(after, app, operation.model_name), operation.name)
            return
        was = is_now = operation.name
        if isinstance(operation, operations.RenameField):
            was, is_now = operation.old_name, operation.new_name
        old = _field(before, app, operation.model_name, was)
        if isinstance(operation, operations.RemoveField):
            self._change(old.model._meta.db_table, f"column {old.column} is deleted, with what it holds")
            return
        new = _field(after, app, operation.model_name, is_now)
        if old.column != new.column:
            self._change(old.model._meta.db_table, f"column {old.column} is renamed {new.column}")
        if _stored(old) != _stored(new):
            self._change(old.model._meta.db_table, f"column {old.column} is stored differently")

    def _create(self, model: type[Model]) -> None:
        self.new.add(model._meta.db_table)
        self.new.update(one.m2m_db_table() for one in model._meta.local_many_to_many)

    def _add_field(self, model: type[Model], name: str) -> None:
        added = model._meta.get_field(name)
        if isinstance(added, ManyToManyField):
            self.new.add(added.m2m_db_table())
            return
        assert isinstance(added, Field)
        table = model._meta.db_table
        self.columns[table].append(str(added.column))
        if not added.null and not added.has_db_default():
            self.closed_to_old.add(table)

    def _change(self, table: str, what: str) -> None:
        self._note(table, what)
        self.is_unreadable_to_old = True

    def _note(self, table: str, what: str) -> None:
        if table not in self.new and what not in self.tables[table]:
            self.tables[table].append(what)

    @property
    def closed_tables(self) -> list[str]:
        """The existing tables to which the old version can't add rows."""
        return sorted(self.closed_to_old - self.new)

    def lines(self) -> Iterator[str]:
        """Yield a line for each table that changes, with the number of its rows."""
        with connection.cursor() as cursor:
            for table in sorted({*self.columns, *self.tables} - self.new):
                columns = [f"new columns {', '.join(self.columns[table])}"] if self.columns[table] else []
                cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 - one of ours
                (rows,) = cursor.fetchone()
                yield f"{table} ({rows:,} rows): {', '.join([*columns, *self.tables[table]])}"
        if self.new:
            yield f"new tables: {', '.join(sorted(self.new))}"
        yield from self.others


def planned(plan: Sequence[tuple[Migration, bool]]) -> DatabaseChanges:
    """Return what the migrations of a plan do, one after the other."""
    changes = DatabaseChanges()
    loader = MigrationExecutor(connection).loader
    state = loader.project_state([one for one in loader.applied_migrations if one in loader.graph.nodes])
    for migration, _backwards in plan:
        for operation in migration.operations:
            # Its state operations change no table.
            parts = operation.database_operations if isinstance(operation, SeparateDatabaseAndState) else [operation]
            for part in parts:
                before = state.clone()
                part.state_forwards(migration.app_label, state)
                changes.add(part, migration.app_label, before, state)
    return changes


def _model(state: ProjectState, app: str, name: str) -> type[Model]:
    return state.apps.get_model(app, name)


def _table(state: ProjectState, app: str, name: str) -> str:
    return _model(state, app, name)._meta.db_table


def _field(state: ProjectState, app: str, model: str, name: str) -> Field[object, object]:
    found = _model(state, app, model)._meta.get_field(name)
    assert isinstance(found, Field)
    return found


def _stored(one: Field[object, object]) -> tuple[str, Sequence[object], dict[str, object]]:
    """Return what the database knows of a field."""
    _name, path, arguments, options = one.deconstruct()
    return path, arguments, {name: value for name, value in options.items() if name not in one.non_db_attrs}
