"""Lists and choices of people in dictionary order, in which few databases sort."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.contrib.admin.views.main import ChangeList
from django.forms import ModelChoiceField
from django.http import HttpRequest

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import name_order, number_order


class PeopleList(ChangeList):
    """A list that sorts all rows by name or number in Python, and reads only those of the current page."""

    columns: ClassVar[Mapping[str, Callable[[str], Any]]] = {
        "name": name_order,
        "nickname": name_order,
        "member_number": number_order,
    }

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        first = str(next(iter(self.queryset.query.order_by), ""))
        column = first.removeprefix("-")
        if column not in self.columns:
            return
        names = self.queryset.order_by("pk").values_list("pk", column)
        order = self.columns[column]
        keys = [key for key, _name in sorted(names, key=lambda row: order(row[1]), reverse=first.startswith("-"))]
        if self.multi_page and not (self.show_all and self.can_show_all):
            start = (self.page_num - 1) * self.list_per_page
            keys = keys[start : start + self.list_per_page]
        rows: dict[Any, Any] = {row.pk: row for row in self.queryset.filter(pk__in=keys)}
        self.result_list: Any = [rows[key] for key in keys if key in rows]


def by_name(field: ModelChoiceField[Player]) -> ModelChoiceField[Player]:
    """Sort the choices of a field by name."""
    people = sorted(field.queryset or (), key=lambda player: (name_order(player.name), player.pk))
    nobody = [("", field.empty_label)] if field.empty_label is not None else []
    field.choices = [*nobody, *((person.pk, str(person)) for person in people)]
    return field
