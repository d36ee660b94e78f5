"""Shorthand of Boston: a bid of tricks is a number, and penalties are added at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.boston.hand import Payee, with_pool
from games.scoring.rules import AnyRules
from games.scoring.text import ENGLISH, Text, Translator
from games.scoring.text import message as _
from games.scoring.types import State, Table
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Pieces
from games.ui.tokens import Piece, Word, folded

PENALTIES, PAYEE = "penalties", "payee"
_PENALTY = re.compile(r"(.+)>(.+):(\d{1,9})", re.ASCII)

EACH = Word(slot=PAYEE, value=Payee.EACH, spelled=_("each"), means=_("after >: each of the others"), alone=False)
POOL = Word(slot=PAYEE, value=Payee.POOL, spelled=_("pool"), means=_("after >: the pool"), alone=False)


class BostonShorthand(HandShorthand):
    """The shorthand of Boston, with penalties: who pays, to whom, and how many counters."""

    def __init__(self, rules: AnyRules, table: Table, state: State, translator: Translator = ENGLISH) -> None:
        super().__init__(rules, table, state, translator)
        self.many = frozenset({PENALTIES})
        self.fields = {**self.fields, PENALTIES: _("penalty")}

    @property
    def payees(self) -> Sequence[Word]:
        return (POOL, EACH) if with_pool(self.table) else (EACH,)

    def words(self) -> Sequence[Word]:
        return [*super().words(), *self.payees]

    def order(self) -> Sequence[Text]:
        return [*super().order(), _("Add penalties at the end, each with who pays, to whom and how many counters.")]

    def examples(self) -> Sequence[str]:
        lines = super().examples()
        return [*lines, *(f"{lines[0]} 2>{payee}:40" for payee in (*map(self.usual, self.payees), "3"))]

    def special(self, token: str) -> Iterator[Piece]:
        """Yield the penalty that a token means: who pays, to whom, and how much."""
        if match := _PENALTY.fullmatch(token):
            by, recipient, amount = match.groups()
            words = [word for _rank, word in self._spelled.get(folded(recipient), ()) if word.slot == PAYEE]
            paid_to = str(words[0].value) if words else int(self._seat(recipient))
            yield Piece(token, PENALTIES, {"by": int(self._seat(by)), "to": paid_to, "amount": int(amount)})

    def understand(self, pieces: Pieces) -> dict[str, Any]:
        penalties = [piece.value for piece in pieces.several(PENALTIES)]
        return super().understand(pieces) | ({PENALTIES: penalties} if penalties else {})

    def write(self, raw: Mapping[str, Any]) -> str:
        line = [super().write(raw)]
        for penalty in raw.get(PENALTIES, ()):
            payee = penalty["to"] if isinstance(penalty["to"], str) else penalty["to"] + 1
            line.append(f"{penalty['by'] + 1}>{payee}:{penalty['amount']}")
        return " ".join(line)
