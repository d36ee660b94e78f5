"""Query parameters of the API's endpoints, and their validation."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from scorekeeper.api.schemas import Scoring, Sort
from scorekeeper.clubs.dates import EARLIEST, LATEST
from scorekeeper.standings.models import MOST_UNITS

STRANGERS = "strangers"
"""The error type for parameters that an endpoint doesn't know."""

Slug = Annotated[str, Field(pattern=r"^[-\w]{1,30}$")]
Id = Annotated[str, Field(pattern=r"^[-\w]{1,16}$")]
Day = Annotated[date, Field(ge=EARLIEST, le=LATEST)]


class QueryParams(BaseModel):
    """Parameters of every endpoint. Unknown ones are refused, because a typo would otherwise go unnoticed."""

    language: Literal["en", "fr", "de"] | None = Field(
        default=None,
        description="The language of all messages and labels. Without it, the header `Accept-Language` decides.",
    )

    @model_validator(mode="before")
    @classmethod
    def reject_unknown_params(cls, data: Any, info: ValidationInfo) -> Any:
        """Check the whole query string, since ninja drops parameters that have no field."""
        params = info.context["request"].GET if info.context else {}
        if names := sorted(set(params) - set(cls.model_fields)):
            raise PydanticCustomError(STRANGERS, "unknown", {"names": names})
        return data


class PageParams(QueryParams):
    """Parameters of one page of a list. It starts after a given entry, so that new entries don't shift the pages."""

    after: Id | None = Field(default=None, description="The `next` of the previous page; omit it for the first page.")
    limit: int = Field(default=50, ge=1, le=200, description="The maximum number of entries on a page.")


class SessionsParams(PageParams):
    """Filters for the club's sessions."""

    since: Day | None = Field(
        default=None,
        description=(
            "The first day. A session's day is that of its evening or, without an evening, the day on which it was "
            "started; a day ends at six in the morning."
        ),
    )
    until: Day | None = Field(default=None, description="The last day, included.")
    game: Slug | None = Field(default=None, description="The slug of a game; omit it for all games.")
    state: Literal["open", "closed"] | None = None
    evening: Id | None = Field(default=None, description="The ID of an evening; omit it for all sessions.")


class TermsParams(QueryParams):
    """Terms of the standings and of the championship, as on their pages. Those left out come from the season."""

    season: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="The ID of a season; omit it for all time."
    )
    game: Slug | None = Field(
        default=None, description="The slug of a game; omit it for all games. Ignored if the season has its own game."
    )
    rules: Slug | None = Field(
        default=None,
        description=(
            "The slug of one of the game's rule sets; omit it for all of them. Ignored if the season has its own "
            "rule set."
        ),
    )
    by: Literal["total", "points"] | None = Field(
        default=None,
        description="Add up counters (`total`) or tournament points (`points`, only for a game that has them).",
    )
    minimum: int | None = Field(
        default=None,
        ge=0,
        le=MOST_UNITS,
        description="The number of evenings or rounds that a member must have played to be ranked.",
    )
    best: Annotated[str, Field(pattern=r"^(all|[1-9][0-9]{0,3})$")] | None = Field(
        default=None,
        description=(
            "How many of each player's best evenings or rounds count, at most 1000; `all` overrides the number that "
            "the season sets."
        ),
    )


class StandingsParams(TermsParams):
    """Terms of the standings."""

    sort: Sort | None = None


class ChampionshipParams(TermsParams):
    """Terms of the championship."""

    scoring: Scoring | None = Field(
        default=None,
        description=(
            "What ranks: the sum or the average of the points, `place_points` (25, 18, 15 …), `players_behind` (the "
            "last has 1), or `per_cent` of the best result."
        ),
    )
