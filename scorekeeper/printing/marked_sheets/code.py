"""The contents of a sheet's QR code, so that the sheet is read by the rules it was printed for.

A code is a version, a full stop, and compressed JSON as text that a URL can carry. Defaults are left out.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games import registry
from games.game import Game
from games.scoring.errors import RuleError
from games.scoring.types import OptionValue, Table
from scorekeeper.play.recording.start import checked_table

LAYOUT_VERSION = 1
"""The version of codes and layouts: a sheet that was printed with another one is laid out differently."""

LONGEST = 4000
"""The most bytes of an unpacked code; names and a tariff never take as many."""
MOST_PLAYERS, MOST_HANDS, MOST_PAGES = 12, 999, 99
PAPER_NAMES = ("a4", "a5", "letter")
_CODE = re.compile(r"(?:^|=)([0-9]{1,3})\.([A-Za-z0-9_-]+)$")
_PUBLIC_ID = re.compile(r"[-\w]{1,16}", re.ASCII)
_OFTEN = (
    b'"session":"printed":"tariff":{"name":"version":1,"figures":{"options":{":true":false,"landscape":1,"paper":"letter"'
    b'"paper":"a5""first_dealer":"names":["","","","",""]"rules":"gucki_solo""rules":"foster""rules":"isko""rules":"fft"'
    b'"rules":"classic"{"game":"boston""game":"cayenne""game":"mort""game":"skat""game":"solo_whist""game":"tarot"'
    b',"page":2,"pages":2,"rows":36,"rows":24'
)
"""What codes often have, for the compression. It belongs to the version: codes packed with another can't be read."""


class SheetCodeError(ValueError):
    """A code that can't be used.

    The reason is `not-a-sheet`, `other-version`, `damaged`, or `unknown-rules` for a game, rules or options that this
    server doesn't have.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetCode:
    """What a sheet says of itself.

    `options` are those that differ from the defaults, `tariff` is the document of a club's own. Unknown `names` are
    empty. `rows` are those of all `pages`.
    `session` is the public ID of the session whose sheet it is, of which the first `printed` hands are on it already.
    `list` is the name of the list that is printed elsewhere, which has no code itself; sheets printed here have none.
    """

    game: str
    rules: str
    names: tuple[str, ...]
    first_dealer: int
    rows: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    tariff: Mapping[str, Any] | None = None
    paper: str = "a4"
    landscape: bool = False
    page: int = 1
    pages: int = 1
    session: str | None = None
    printed: int = 0
    list: str = ""
    version: int = LAYOUT_VERSION

    def written(self) -> str:
        """Return the code as text.

        >>> code = SheetCode(game="tarot", rules="fft", names=("Anne", "", "Chloé"), first_dealer=2, rows=24)
        >>> SheetCode.parse("https://cards.example/?s=" + code.written()) == code
        True
        """
        text = json.dumps(self._document(), ensure_ascii=False, separators=(",", ":"))
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=_OFTEN)
        packed = packer.compress(text.encode()) + packer.flush()
        return f"{self.version}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"

    def _document(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": self.rules,
            "names": list(self.names) if any(self.names) else len(self.names),
            "rows": self.rows,
            **({"first_dealer": self.first_dealer} if self.first_dealer else {}),
            **({"options": dict(self.options)} if self.options else {}),
            **({"tariff": self.tariff} if self.tariff else {}),
            **({"paper": self.paper} if self.paper != PAPER_NAMES[0] else {}),
            **({"landscape": 1} if self.landscape else {}),
            **({"page": self.page} if self.page > 1 else {}),
            **({"pages": self.pages} if self.pages > 1 else {}),
            **({"session": self.session} if self.session else {}),
            **({"printed": self.printed} if self.printed else {}),
            **({"list": self.list} if self.list else {}),
        }

    def at_most(self, letters: int) -> SheetCode:
        """Return the code, without the names if it is longer than this: then they are asked for."""
        return self if len(self.written()) <= letters else replace(self, names=("",) * len(self.names))

    @classmethod
    def parse(cls, text: str) -> SheetCode:
        """Return the code in a text or at the end of a URL; raise `SheetCodeError`."""
        found = _CODE.search(text)
        if found is None:
            raise SheetCodeError("not-a-sheet")
        if int(found[1]) != LAYOUT_VERSION:
            raise SheetCodeError("other-version")
        try:
            return cls._from_document(_unpacked(found[2]))
        except SheetCodeError:
            raise
        except (zlib.error, ValueError, KeyError, RecursionError) as error:
            raise SheetCodeError("damaged") from error

    @classmethod
    def _from_document(cls, document: Any) -> SheetCode:
        """Return the code with this content, after checking what no game checks."""
        _require(isinstance(document, dict))
        names = document["names"]
        if type(names) is int:
            _require(0 < names <= MOST_PLAYERS)
            names = [""] * names
        _require(isinstance(names, list) and all(isinstance(name, str) for name in names) and len(names) > 0)
        options = document.get("options", {})
        _require(isinstance(options, dict))
        tariff = document.get("tariff")
        _require(tariff is None or isinstance(tariff, dict))
        paper = document.get("paper", PAPER_NAMES[0])
        _require(paper in PAPER_NAMES)
        session = document.get("session")
        _require(session is None or (isinstance(session, str) and _PUBLIC_ID.fullmatch(session) is not None))
        pages = _number(document.get("pages", 1), MOST_PAGES)
        return cls(
            game=_text(document["game"]),
            rules=_text(document["rules"]),
            names=tuple(names),
            first_dealer=_number(document.get("first_dealer", 0), len(names) - 1),
            rows=_number(document["rows"], MOST_HANDS),
            options=options,
            tariff=tariff,
            paper=paper,
            landscape=document.get("landscape") == 1,
            page=_number(document.get("page", 1), pages),
            pages=pages,
            session=session,
            printed=_number(document.get("printed", 0), MOST_HANDS),
            list=_text(document.get("list", "")),
        )

    def printed_here(self) -> SheetCode:
        """Return the code; raise `SheetCodeError` if it is that of a list, which is on no paper."""
        if self.list:
            raise SheetCodeError("not-a-sheet")
        return self

    def game_at_table(self) -> tuple[Game, Table]:
        """Return the game and its table, players without a name by their number; raise `SheetCodeError`."""
        try:
            rules = registry.find_rules(self.game)
            tariff = rules.tariff(self.rules).read_own(self.tariff) if rules and self.tariff else None
            table = checked_table(
                game=self.game,
                rules=self.rules,
                options=self.options,
                tariff=tariff,
                players=[name or f"#{place}" for place, name in enumerate(self.names, start=1)],
                first_dealer=self.first_dealer,
            )
        except RuleError as error:
            raise SheetCodeError("unknown-rules") from error
        return registry.get(self.game), table


def options_that_differ(game: Game, table: Table) -> dict[str, OptionValue]:
    """Return the options of a table that are not at their default."""
    defaults = {option.name: option.default for option in game.rules.rule_set(table).options}
    return {name: value for name, value in table.options.items() if value != defaults[name]}


def _unpacked(text: str) -> Any:
    packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_OFTEN)
    unpacked = unpacker.decompress(packed, LONGEST)
    _require(unpacker.eof and not unpacker.unused_data)
    return json.loads(unpacked)


def _require(valid: bool) -> None:
    if not valid:
        raise SheetCodeError("damaged")


def _text(value: Any) -> str:
    _require(isinstance(value, str))
    return str(value)


def _number(value: Any, most: int) -> int:
    _require(type(value) is int and 0 <= value <= most)
    return int(value)
