"""Query parameters of the API's endpoints, with their validation."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from scorekeeper.api.schemas import Sort
from scorekeeper.clubs.dates import EARLIEST, LATEST
from scorekeeper.clubs.models import MOST_SESSIONS

STRANGERS = "strangers"
"""The error type for parameters that an endpoint doesn't know."""

Slug = Annotated[str, Field(pattern=r"^[-\w]{1,30}$")]
Id = Annotated[str, Field(pattern=r"^[-\w]{1,16}$")]
Day = Annotated[date, Field(ge=EARLIEST, le=LATEST)]


class QueryParams(BaseModel):
    """Parameters of every endpoint. Unknown ones are refused, since a typo would otherwise go unnoticed."""

    language: Literal["en", "fr", "de"] | None = Field(
        default=None, description="Of all sentences; left out, the header Accept-Language says it."
    )

    @model_validator(mode="before")
    @classmethod
    def no_strangers(cls, data: Any, info: ValidationInfo) -> Any:
        """Check the whole query string, since ninja drops parameters that have no field."""
        asked = info.context["request"].GET if info.context else {}
        if names := sorted(set(asked) - set(cls.model_fields)):
            raise PydanticCustomError(STRANGERS, "unknown", {"names": names})
        return data


class PageAsked(QueryParams):
    """Parameters of one page of a list, continuing after a given item, so that new items don't shift pages."""

    after: Id | None = Field(default=None, description="The `next` of the page before.")
    limit: int = Field(default=50, ge=1, le=200, description="How many at most.")


class SessionsAsked(PageAsked):
    """Filters for the club's sessions."""

    since: Day | None = Field(
        default=None, description="Of this day or later: that of the evening, or of the beginning."
    )
    until: Day | None = Field(default=None, description="Of this day or earlier.")
    game: Slug | None = Field(default=None, description="The slug of a game.")
    state: Literal["open", "closed"] | None = None
    evening: Id | None = Field(default=None, description="The id of an evening.")


class StandingsAsked(QueryParams):
    """Terms as on the standings page; those left out come from the season."""

    season: Annotated[int, Field(ge=1)] | None = Field(default=None, description="Left out: of all time.")
    game: Slug | None = Field(default=None, description="The slug of a game; left out, all of them.")
    rules: Slug | None = Field(default=None, description="The slug of one of its rule sets.")
    by: Literal["total", "points"] | None = Field(
        default=None, description="Points are the tournament points of a game that has some."
    )
    minimum: int | None = Field(default=None, ge=0, le=MOST_SESSIONS, description="Sessions to be ranked.")
    best: Annotated[str, Field(pattern=r"^(all|[1-9][0-9]{0,3})$")] | None = Field(
        default=None, description="Only that many of each one's sessions count; `all` undoes what the season says."
    )
    sort: Sort | None = None
