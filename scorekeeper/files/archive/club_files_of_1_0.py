"""Club files of Scorekeeper 1.0.0, whose rows nest and have no keys, as the rows of its tables.

Rows are referred to by uid, public id or place in their list. Each gets a key the first time that it is mentioned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import count
from secrets import token_urlsafe
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.files.archive.format import ArchiveError, Header, Line, Migration

APPS = ("accounts", "api", "clubs", "evenings", "play", "printing", "standings")
LAST: Migration = ("accounts", "0001_tables")
"""The last migration that the header of such a file names."""

CLUB = 1
Row = dict[str, Any]
Key = Callable[[str, Any], Any]
"""Returns the key of a row, by its kind and what the file calls it."""


def migrations(header: Header) -> list[Migration]:
    """Return the schema of the rows. The header also names migrations from before 1.0, which are gone."""
    if list(header.migrations)[-1:] != [LAST]:
        raise ArchiveError(_("The file was made by a version of Scorekeeper that was never released."))
    return [(app, "0001_tables") for app in APPS]


def with_keys(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield every row with its key and those that it refers to."""
    keys: defaultdict[str, dict[Hashable, int]] = defaultdict(dict)

    def key(kind: str, name: Any) -> int | None:
        if name is None:
            return None
        if isinstance(name, str) and name.startswith("?"):  # something that no longer exists
            return -int(name[1:])
        return keys[kind].setdefault(name, len(keys[kind]) + 1)

    numbers = count(1)
    for kind, row in lines:
        for label, new_row in READERS[kind]({**row}, key):
            yield label, {"id": next(numbers), **new_row}  # nothing refers to a row that has no key yet


def _club(row: Row, key: Key) -> Iterator[Line]:
    yield "clubs.club", {**row, "id": CLUB, "phones_token": _token()}


def _player(row: Row, key: Key) -> Iterator[Line]:
    merged_into = key("player", row.pop("merged_into"))
    keys = {"id": key("player", row["uid"]), "club_id": CLUB, "merged_into_id": merged_into, "user_id": None}
    yield "clubs.player", {**row, **keys}


def _tariff(row: Row, key: Key) -> Iterator[Line]:
    versions, tariff = row.pop("versions"), key("tariff", row["uid"])
    yield "clubs.tariff", {**row, "id": tariff, "club_id": CLUB}
    for version in versions:
        yield "clubs.tariffversion", {**version, "tariff_id": tariff}


def _house_rules(row: Row, key: Key) -> Iterator[Line]:
    tariff = key("tariff", row.pop("tariff"))
    yield "clubs.houserules", {**row, "club_id": CLUB, "tariff_id": tariff}


def _season(row: Row, key: Key) -> Iterator[Line]:
    yield "standings.season", {**row, "club_id": CLUB}


def _evening(row: Row, key: Key) -> Iterator[Line]:
    presences, settlements, evening = row.pop("presences"), row.pop("settlements"), key("evening", row["public_id"])
    yield "evenings.evening", {**row, "id": evening, "club_id": CLUB}
    for presence in presences:
        keys = {"id": key("presence", presence.pop("number")), "player_id": key("player", presence.pop("player"))}
        yield "evenings.presence", {**presence, **keys, "evening_id": evening}
    for settlement in settlements:
        yield "evenings.eveningsettlement", {**settlement, **_settled(settlement, key), "evening_id": evening}


def _settled(row: Row, key: Key) -> Row:
    """Return the columns of an evening's settlement that mention people and sessions."""
    return {
        "sessions": [key("session", name) for name in row["sessions"]],
        "balances": [_balance(balance, key) for balance in row["balances"]],
        "transfers": [
            {**transfer, "debtor": key("player", transfer["debtor"]), "creditor": key("player", transfer["creditor"])}
            for transfer in row["transfers"]
        ],
    }


def _balance(balance: Row, key: Key) -> Row:
    balance = {**balance, "player": key("player", balance["player"])}
    if "tables" in balance:
        balance["tables"] = {str(key("session", name)): amount for name, amount in balance["tables"].items()}
    return balance


def _session(row: Row, key: Key) -> Iterator[Line]:
    del row["totals"]
    name, session = row["public_id"], key("session", row["public_id"])
    seats, hands, changes, settlements, results, written_totals = (
        row.pop(part) for part in ("seats", "hands", "changes", "settlements", "results", "written_totals")
    )
    links = {"evening_id": key("evening", row.pop("evening")), "follows_id": key("session", row.pop("follows"))}
    tokens = {token: _token() for token in ("scorer_token", "watch_token", "creation_token")}
    yield "play.session", {**row, **links, **tokens, "id": session, "club_id": CLUB}
    for seat in seats:
        keys = {"id": key("seat", (name, seat["place"])), "player_id": key("player", seat.pop("player"))}
        yield "play.seat", {**seat, **keys, "session_id": session}
    for place, hand in enumerate(hands):
        replaces = hand.pop("replaces")
        replaces_id = None if replaces is None else key("hand", (name, replaces))
        keys = {"id": key("hand", (name, place)), "session_id": session, "replaces_id": replaces_id}
        yield "play.hand", {**hand, **keys}
    for change in changes:
        yield "play.change", {**change, "session_id": session, "access_id": None, "token": _token()}
    for settlement in settlements:
        yield "play.settlement", {**settlement, "session_id": session}
    for result in results:
        yield from _result(result, session, name, key)
    for total in written_totals:
        yield "printing.writtentotal", {**total, "session_id": session}


def _result(row: Row, session: int, name: str, key: Key) -> Iterator[Line]:
    call_stats, pair_stats, seat = row.pop("call_stats"), row.pop("pair_stats"), key("seat", (name, row.pop("seat")))
    result = key("result", seat)
    yield "standings.result", {**row, "id": result, "session_id": session, "seat_id": seat}
    for stats in call_stats:
        yield "standings.callstats", {**stats, "result_id": result}
    for stats in pair_stats:
        other = key("seat", (name, stats.pop("other")))
        yield "standings.playerpairstats", {**stats, "result_id": result, "other_id": other}


def _merge(row: Row, key: Key) -> Iterator[Line]:
    moved = {
        **row["moved"],
        "seats": [key("seat", (name, place)) for name, place in row["moved"]["seats"]],
        "presences": [key("presence", number) for number in row["moved"]["presences"]],
        "joined": [_joined(joined, key) for joined in row["moved"]["joined"]],
    }
    people = {f"{name}_id": key("player", row.pop(name)) for name in ("kept", "gone")}
    yield "clubs.merge", {**row, **people, "moved": moved, "club_id": CLUB}


def _joined(joined: Row, key: Key) -> Row:
    presences = {name: {**joined[name], "pk": key("presence", joined[name]["pk"])} for name in ("kept", "gone")}
    return {"evening": key("evening", joined["evening"]), **presences}


def _audit_entry(row: Row, key: Key) -> Iterator[Line]:
    about = key(row["model"].partition(".")[2], row.pop("about"))
    yield "clubs.auditentry", {**row, "club_id": CLUB, "key": str(about or "")}


def _token() -> str:
    return token_urlsafe(24)


READERS: Mapping[str, Callable[[Row, Key], Iterator[Line]]] = {
    "clubs.club": _club,
    "clubs.player": _player,
    "clubs.tariff": _tariff,
    "clubs.houserules": _house_rules,
    "standings.season": _season,
    "evenings.evening": _evening,
    "play.session": _session,
    "clubs.merge": _merge,
    "clubs.auditentry": _audit_entry,
}
