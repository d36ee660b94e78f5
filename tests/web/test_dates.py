"""Dates in each language."""

from datetime import date, datetime

import pytest
from django.utils import timezone
from django.utils.translation import override

from scorekeeper.web.dates import long_day, long_moment


@pytest.mark.parametrize(
    ("language", "day", "words"),
    [
        ("fr", 1, "1er novembre 2026"),
        ("fr", 11, "11 novembre 2026"),
        ("fr", 21, "21 novembre 2026"),
        ("en", 1, "1 November 2026"),
        ("de", 1, "1. November 2026"),
    ],
)
def test_dates_follow_the_language(language: str, day: int, words: str) -> None:
    with override(language):
        assert long_day(date(2026, 11, day)) == words


def test_a_time_is_shown_with_its_date_in_the_local_time_zone() -> None:
    with override("fr"):
        assert (
            long_moment(datetime(2026, 11, 1, 21, 5, tzinfo=timezone.get_current_timezone()))
            == "1er novembre 2026, 21:05"
        )
