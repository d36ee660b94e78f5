"""What a session document says about the session beside its play: date, title and stake."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from games.scoring.document_format import typed
from games.scoring.errors import Code, RuleError
from games.scoring.fields import STILL_MISSING, refuse_strangers
from games.scoring.text import can_be_a_name, quoted
from games.scoring.text import message as _

LONGEST_TITLE = 60
LONGEST_CURRENCY = 8
MOST_MONEY = 1000
DECIMAL = re.compile(r"[0-9]+(\.[0-9]+)?")
PLACES_OF_STAKE, PLACES_OF_KITTY = 4, 2
DETAILS = ("date", "title", "stake")


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentDetails:
    """The details of a session, as far as they are known.

    `stake` is the money for each point, and `kitty` what each pays into the kitty beside it.
    """

    date: date | None = None
    title: str = ""
    stake: Decimal | None = None
    currency: str = ""
    kitty: Decimal | None = None

    def document(self) -> dict[str, Any]:
        """Return the details as a document has them, without those that are not known.

        >>> DocumentDetails(date=date(2026, 11, 27), stake=Decimal("0.0500"), currency="EUR").document()
        {'date': '2026-11-27', 'stake': {'per_point': '0.05', 'currency': 'EUR'}}
        """
        document: dict[str, Any] = {}
        if self.date is not None:
            document["date"] = self.date.isoformat()
        if self.title:
            document["title"] = self.title
        if self.stake is not None:
            document["stake"] = {"per_point": f"{self.stake.normalize():f}"}
            if self.currency:
                document["stake"]["currency"] = self.currency
            if self.kitty:
                document["stake"]["kitty"] = f"{self.kitty:.2f}"
        return document


NO_DETAILS = DocumentDetails()


def read_details(raw: Mapping[str, Any]) -> DocumentDetails:
    """Return the details of a document; raise `RuleError` at the first that is invalid."""
    day = _read_date(typed(raw, "date", str)) if "date" in raw else None
    title = _read_line(typed(raw, "title", str), "title", LONGEST_TITLE) if "title" in raw else ""
    if "stake" not in raw:
        return DocumentDetails(date=day, title=title)
    stake = typed(raw, "stake", dict)
    refuse_strangers(frozenset({"per_point", "currency", "kitty"}), stake, "stake.")
    if "per_point" not in stake:
        raise RuleError(Code.REQUIRED, "stake.per_point", STILL_MISSING)
    per_point = _read_money(stake["per_point"], "stake.per_point", PLACES_OF_STAKE)
    currency = _read_line(stake["currency"], "stake.currency", LONGEST_CURRENCY) if "currency" in stake else ""
    kitty = _read_money(stake["kitty"], "stake.kitty", PLACES_OF_KITTY) if "kitty" in stake else None
    return DocumentDetails(date=day, title=title, stake=per_point, currency=currency, kitty=kitty)


def _read_date(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:  # Python reads other notations too
        raise RuleError(Code.INVALID, "date", _("“{given}” is not a date such as “2026-11-27”.", given=quoted(text)))
    return day


def _read_line(value: object, place: str, longest: int) -> str:
    if not isinstance(value, str):
        raise RuleError(Code.INVALID, place, _("This must be text."))
    if not can_be_a_name(value):
        raise RuleError(Code.INVALID, place, _("This must be one line of text that can be stored and shown."))
    if len(value) > longest:
        raise RuleError(Code.OUT_OF_RANGE, place, _("At most {longest} characters.", longest=longest))
    return value


def _read_money(value: object, place: str, decimal_places: int) -> Decimal:
    if not isinstance(value, str) or not DECIMAL.fullmatch(value):
        raise RuleError(Code.INVALID, place, _("This must be an amount as text, such as “0.05”."))
    if len(value.partition(".")[2].rstrip("0")) > decimal_places:
        raise RuleError(Code.INVALID, place, _("At most {places} decimal places.", places=decimal_places))
    money = Decimal(value)
    if not 0 < money <= MOST_MONEY:
        raise RuleError(Code.OUT_OF_RANGE, place, _("This must be more than 0 and at most {most}.", most=MOST_MONEY))
    return money
