"""The dates of a club: its coming evenings, many of them entered at once, and their file for other calendars.

The file is an iCalendar object (RFC 5545), which programs fetch again and again by a link of the club. They send no
cookies, so the link carries a signature, which becomes invalid with the link of the club's phones. The phone link can't
be derived from it, and the file has nothing but the names, dates and addresses of evenings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from itertools import chain

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Evening
from scorekeeper.web.dates import this_evening

MONTHLY = "month"
"""The interval of evenings on the same weekday of each month, such as its first Friday; others are in weeks."""
LONGEST_LINE = 75
"""Octets in a line of the file, without its end."""


def coming(club: Club) -> QuerySet[Evening]:
    """Return the club's evenings from tonight on, the next one first."""
    return club.evenings.filter(date__gte=this_evening()).order_by("date", "pk")


def days(first: date, last: date, every: str) -> list[date]:
    """Return the days from the first to the last, every so many weeks or `MONTHLY`.

    >>> [day.day for day in days(date(2026, 12, 4), date(2027, 1, 8), "2")]
    [4, 18, 1]
    >>> [f"{day:%d.%m.}" for day in days(date(2026, 12, 4), date(2027, 3, 31), MONTHLY)]
    ['04.12.', '01.01.', '05.02.', '05.03.']
    """
    weeks = range(0, (last - first).days // 7 + 1, 1 if every == MONTHLY else int(every))
    found = (first + timedelta(weeks=week) for week in weeks)
    return [day for day in found if every != MONTHLY or (day.day - 1) // 7 == (first.day - 1) // 7]


# The link


def _signer(club: Club) -> Signer:
    return Signer(sep=".", salt=f"{__name__}:{club.phones_token}")


def token_of(club: Club) -> str:
    """Return the secret of the link to a club's calendar."""
    return _signer(club).sign(club.uid)


def club_of(token: str) -> Club | None:
    """Return the club of such a secret, or None."""
    club = Club.objects.filter(uid=token.partition(".")[0]).first()
    try:
        return club if club and _signer(club).unsign(token) else None
    except BadSignature:
        return None


# The file


def ics(club: Club, evenings: Iterable[Evening], base: str) -> bytes:
    """Return evenings as a file, all-day events that leave the day free; `base` is the first part of their URLs."""
    now = timezone.now()
    properties = [
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", "-//Scorekeeper//Evenings//EN"),
        ("NAME", _text(club.name)),
        ("X-WR-CALNAME", _text(club.name)),  # what came before NAME, and most programs read
        ("REFRESH-INTERVAL;VALUE=DURATION", "P1D"),
        *chain.from_iterable(_event(evening, club, now, base) for evening in evenings),
        ("END", "VCALENDAR"),
    ]
    return b"".join(_line(f"{name}:{value}") for name, value in properties)


def _event(evening: Evening, club: Club, now: datetime, base: str) -> Iterator[tuple[str, str]]:
    yield "BEGIN", "VEVENT"
    yield "UID", f"{evening.public_id}@scorekeeper"
    yield "DTSTAMP", f"{now:%Y%m%dT%H%M%SZ}"
    yield "DTSTART;VALUE=DATE", f"{evening.date:%Y%m%d}"
    yield "SUMMARY", _text(" · ".join(filter(None, (evening.name, club.name))))
    yield "URL", base + reverse("evening", args=[evening.public_id])
    yield "TRANSP", "TRANSPARENT"
    yield "END", "VEVENT"


def _text(words: str) -> str:
    r"""Return words as the value of a property.

    >>> _text("Skat, Bier; Schnaps\\")
    'Skat\\, Bier\\; Schnaps\\\\'
    """
    return re.sub(r"([\\;,])", r"\\\1", words)


def _line(line: str) -> bytes:
    """Return a line as UTF-8, folded between characters where it is too long."""
    pieces, piece = [], b""
    for octets in (character.encode() for character in line):
        if len(piece) + len(octets) > LONGEST_LINE:
            pieces.append(piece)
            piece = b" "
        piece += octets
    return b"\r\n".join([*pieces, piece, b""])
