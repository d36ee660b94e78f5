"""The form of a tariff: a field for each figure, laid out like the printed tables, and the differences in words.

A *grid* is a schedule as the page shows it, a *cell* one figure. This module is independent of games and writes
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.scoring.errors import RuleError
from games.scoring.tariffs import LONGEST_TARIFF_NAME, FigurePlace, Figures, Head, PrintedTariff, Schedule
from games.scoring.text import MINUS, number_words
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.name_fields import checked_name
from scorekeeper.play.formatting import in_words

WHOLE = re.compile(r"[+-]?[0-9]{1,20}")


def figure_field_name(place: FigurePlace) -> str:
    return f"figure.{place}"


class FigureField(forms.Field):
    """A club's figure: a whole number, with a hyphen or a minus sign."""

    def __init__(self, printed: PrintedTariff, place: FigurePlace, **settings: Any) -> None:
        super().__init__(**settings)
        self.printed, self.place = printed, place
        self.error_messages["required"] = _("A figure is missing here.")

    def clean(self, value: Any) -> int:
        text = str(value or "").strip().replace(MINUS, "-")
        super().clean(text)
        number = int(text) if WHOLE.fullmatch(text) else None
        try:
            return self.printed.read_figure(self.place, number, figure_field_name(self.place))
        except RuleError as error:
            raise ValidationError(in_words(error.message)) from None


@dataclass(frozen=True, kw_only=True)
class FigureCell:
    """One figure: the field's value, the printed figure, and what to say about it.

    `now` is a figure that someone else has set since. `heads` are the ids of the headings that label the field.
    """

    name: str
    value: str
    printed: str
    changed: bool
    ours: bool
    heads: str
    now: str
    errors: list[str]

    @property
    def has_message(self) -> bool:
        """Whether there is a message below the field."""
        return bool(self.changed or self.now or self.errors)

    @property
    def starred(self) -> bool:
        """Whether to mark the figure as not in a printed source; a figure that the club has set needs no mark."""
        return self.ours and not self.changed

    @property
    def described(self) -> str:
        """The ids of the elements that describe the field."""
        _figure, slug, _rest = self.name.split(".", 2)
        return " ".join([*([f"n-{self.name}"] if self.has_message else []), *([f"s-{slug}"] if self.starred else [])])


@dataclass(frozen=True, kw_only=True)
class FigureRow:
    """A row of a grid; `cells` has None where the printed table has no figure."""

    key: str
    words: str
    cells: list[FigureCell | None]


@dataclass(frozen=True, kw_only=True)
class Grid:
    slug: str
    title: str
    corner: str
    columns: list[tuple[str, str]]
    rows: list[FigureRow]
    signed: bool

    @property
    def changed(self) -> int:
        """The number of figures that differ from the printed ones."""
        return sum(cell.changed for cell in self.cells())

    @property
    def starred(self) -> bool:
        return any(cell.ours for cell in self.cells())

    def cells(self) -> Iterator[FigureCell]:
        for row in self.rows:
            yield from filter(None, row.cells)


class TariffForm(forms.Form):
    """Name and figures; `clubs` are the choices for a tariff that has no club yet."""

    name = forms.CharField(
        label=capfirst(_("name")),
        max_length=LONGEST_TARIFF_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        printed: PrintedTariff,
        figures: Figures,
        clubs: QuerySet[Club] | None = None,
        initial: Mapping[str, Any],
    ) -> None:
        super().__init__(data, initial=dict(initial), label_suffix="")
        self.printed = printed
        if clubs is not None:
            self.fields["club"] = forms.ModelChoiceField(label=capfirst(_("club")), queryset=clubs)
        for place in printed.figures:
            where = FigurePlace(*place)
            field = FigureField(printed, where, initial=number_words(figures[place]))
            self.fields[figure_field_name(where)] = field

    def clean_name(self) -> str:
        return checked_name(self.cleaned_data["name"])

    @property
    def figures(self) -> Figures:
        """The figures entered; the form must be valid."""
        return {place: self.cleaned_data[figure_field_name(FigurePlace(*place))] for place in self.printed.figures}

    def grids(self, now: Figures | None = None, *, judged: bool = False) -> list[Grid]:
        """Return the tables to show: with errors if `judged`, and with figures that others have set by `now`."""
        return [self._grid(schedule, now or {}, judged=judged) for schedule in self.printed.schedules]

    def _grid(self, schedule: Schedule, now: Figures, *, judged: bool) -> Grid:
        def cell(row: Head, column: Head) -> FigureCell | None:
            if (row.key, column.key) not in schedule.figures:
                return None
            return self._cell(schedule, FigurePlace(schedule.slug, row.key, column.key), now, judged=judged)

        return Grid(
            slug=schedule.slug,
            title=in_words(schedule.title),
            corner=in_words(schedule.corner),
            columns=[(column.key, in_words(column.words)) for column in schedule.columns],
            rows=[
                FigureRow(
                    key=row.key, words=in_words(row.words), cells=[cell(row, column) for column in schedule.columns]
                )
                for row in schedule.rows
            ],
            signed=schedule.low < 0,
        )

    def _cell(self, schedule: Schedule, place: FigurePlace, now: Figures, *, judged: bool) -> FigureCell:
        field = self[figure_field_name(place)]
        printed = schedule.figures[place.row, place.column]
        typed = str(field.value() or "").strip()
        figure = typed.replace(MINUS, "-")
        number = int(figure) if WHOLE.fullmatch(figure) else None
        slug = place.schedule
        heads = (f"t-{slug}", f"k-{slug}", f"r-{slug}-{place.row}", f"c-{slug}-{place.column}")
        differs_now = place in now and number != now[place]
        return FigureCell(
            name=field.html_name,
            value=typed,
            printed=number_words(printed),
            changed=number is not None and number != printed,
            ours=(place.row, place.column) in schedule.ours,
            heads=" ".join(heads),
            now=number_words(now[place]) if differs_now else "",
            errors=[str(error) for error in field.errors] if judged else [],
        )

    def wrong(self) -> list[tuple[str, str, str]]:
        """Return the errors of the figures: field, place in words, and reason."""
        return [
            (figure_field_name(place), f"{in_words(schedule.title)}: {words}", " ".join(map(str, errors)))
            for schedule in self.printed.schedules
            for place, words in places_of(schedule)
            if (errors := self.errors.get(figure_field_name(place)))
        ]


def places_of(schedule: Schedule) -> Iterator[tuple[FigurePlace, str]]:
    """Yield each figure's place with its name: by row, and by column if there are several."""
    for row in schedule.rows:
        for column in schedule.columns:
            if (row.key, column.key) in schedule.figures:
                heads = [in_words(row.words)] if len(schedule.rows) > 1 or len(schedule.columns) == 1 else []
                heads += [in_words(column.words)] if len(schedule.columns) > 1 else []
                yield FigurePlace(schedule.slug, row.key, column.key), ", ".join(heads)


@dataclass(frozen=True, kw_only=True)
class FigureDifference:
    """A figure that has changed."""

    table: str
    place: str
    before: str
    after: str


def differences(printed: PrintedTariff, before: Figures, after: Figures) -> list[FigureDifference]:
    """Return the differences between two versions, in the order of the printed tables."""
    return [
        FigureDifference(
            table=in_words(schedule.title),
            place=words,
            before=number_words(before[place]),
            after=number_words(after[place]),
        )
        for schedule in printed.schedules
        for place, words in places_of(schedule)
        if before[place] != after[place]
    ]


def as_printed(printed: PrintedTariff, slug: str, posted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the posted data, with the printed figures in one of the tables."""
    figures = {place: figure for place, figure in printed.figures.items() if place[0] == slug}
    return {
        **posted,
        **{figure_field_name(FigurePlace(*place)): number_words(figure) for place, figure in figures.items()},
    }
