"""The error of a tournament document: the first thing that is wrong, with its round and table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.scoring.documents import DocumentError
from games.scoring.errors import RuleError
from games.scoring.text import ENGLISH, Translator


class TournamentError(Exception):
    """The first error in a tournament document: where it is, and the `RuleError`.

    * `round` and `table` count from 1. Inside a table the field counts from the table, for those who sit out from the
      round, and elsewhere, where both are None, from the document.
    * `session` is the error of a session that stands for results: it adds the number of the hand. If the session itself
      is wrong, the hand is None and the field begins with `session`.
    """

    def __init__(
        self,
        error: RuleError,
        *,
        round_: int | None = None,
        table: int | None = None,
        session: DocumentError | None = None,
    ) -> None:
        super().__init__(error, round_, table, session)
        self.error = error
        self.round = round_
        self.table = table
        self.session = session

    def as_json(self, translator: Translator = ENGLISH) -> dict[str, Any]:
        names: Sequence[str] = self.session.players if self.session else ()
        return {
            "error": {
                "round": self.round,
                "table": self.table,
                **({"hand": self.session.hand} if self.session else {}),
                "field": self.error.field,
                "code": str(self.error.code),
                "message": self.error.message.render(names, translator),
            }
        }
