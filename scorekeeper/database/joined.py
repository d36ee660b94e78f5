"""An aggregate that hands a column over as one text: many rows in the time of one, to notice that any has changed."""

from __future__ import annotations

from typing import Any

from django.db.models import Aggregate, TextField


class Joined(Aggregate):
    """All values of a column that are not NULL, in the order in which the database finds its rows."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        """Return the SQL of PostgreSQL, which joins only text."""
        return self.as_sql(
            compiler, connection, function="STRING_AGG", template="%(function)s((%(expressions)s)::text, ',')"
        )
