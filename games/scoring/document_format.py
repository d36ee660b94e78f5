"""What all documents have in common: JSON text, a format with its version, and their top-level fields."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.fields import refuse_strangers
from games.scoring.numbers import whole
from games.scoring.text import Text, quoted
from games.scoring.text import message as _

VERSION = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentFormat:
    """A format of documents with its top-level fields, and the messages for anything else."""

    name: str
    required: tuple[str, ...]
    optional: tuple[str, ...]
    not_an_object: Text
    another_format: Text
    version: int = VERSION

    def check(self, raw: object) -> dict[str, Any]:
        """Return the document after checking which fields it has; raise `RuleError` at the first error."""
        if not isinstance(raw, dict):
            raise RuleError(Code.INVALID_DOCUMENT, None, self.not_an_object)
        # These first, since documents of another kind or version have other fields.
        if raw.get("format", self.name) != self.name:
            raise RuleError(Code.INVALID_DOCUMENT, "format", self.another_format)
        if whole(raw.get("version", self.version)) != self.version:
            raise RuleError(Code.INVALID_DOCUMENT, "version", _("This version of the document is not supported."))
        refuse_missing(self.required, raw)
        refuse_strangers(frozenset((*self.required, *self.optional)), raw)
        return raw


def refuse_missing(names: Iterable[str], raw: Mapping[str, Any]) -> None:
    """Raise `RuleError` at the first of these fields that is missing."""
    for name in names:
        if name not in raw:
            raise RuleError(Code.REQUIRED, name, _("The document has no “{name}”.", name=name))


def read_json(text: str | bytes) -> object:
    """Return decoded JSON; raise `RuleError` if the text is not JSON."""
    try:
        decoded: object = json.loads(
            text, parse_int=_read_integer, parse_constant=_refuse_constant, object_pairs_hook=_refuse_duplicates
        )
    except UnicodeDecodeError as error:
        raise _invalid(_("This is not text in UTF-8.")) from error
    except RecursionError as error:
        raise _invalid(_("This is nested too deeply.")) from error
    except ValueError as error:
        raise _invalid(_("This is not JSON.") if text.strip() else _("The document is empty.")) from error
    return decoded


def _invalid(message: Text) -> RuleError:
    return RuleError(Code.INVALID_DOCUMENT, None, message)


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object; raise `RuleError` on duplicate keys, which would silently overwrite each other."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise _invalid(_("“{name}” appears twice in the same object.", name=quoted(name)))
        members[name] = value
    return members


def _read_integer(digits: str) -> int:
    """Return an integer for its field to check: Python reads no more than 4300 digits, and no field takes a hundred."""
    return int(digits[:100])


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def typed(raw: Mapping[str, Any], name: str, kind: type, default: Any = None) -> Any:
    """Return a top-level field after checking its type; `default` replaces a missing one."""
    value = raw.get(name, default)
    if type(value) is not kind:
        raise RuleError(Code.INVALID_DOCUMENT, name, _("“{name}” has the wrong type.", name=name))
    return value
