"""The error for invalid input: `RuleError` has the field, a message for people and a code for programs."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from games.scoring.text import Text


class Code(StrEnum):
    """The error codes, which all games share."""

    INVALID_DOCUMENT = "invalid_document"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_RULES = "unknown_rules"
    UNKNOWN_OPTION = "unknown_option"
    PLAYERS = "players"
    UNKNOWN_FIELD = "unknown_field"
    REQUIRED = "required"
    INVALID = "invalid"
    UNKNOWN_CHOICE = "unknown_choice"
    UNKNOWN_PLAYER = "unknown_player"
    OUT_OF_RANGE = "out_of_range"
    NOT_PLAYING = "not_playing"
    SAME_PLAYER = "same_player"
    TOTAL = "total"
    IMPOSSIBLE = "impossible"
    OVER = "over"


class RuleError(Exception):
    """An error that the person can correct: the code, the field (with its place in a list), and a message.

    `field` is None if no single field is wrong, for example after the last hand of a game.
    """

    def __init__(self, code: Code, field: str | None, message: Text) -> None:
        super().__init__(code, field, message)
        self.code = code
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return f"{self.code} at {self.field}: {self.message}"


def refuse(field: str, message: Text, code: Code = Code.IMPOSSIBLE) -> NoReturn:
    """Raise the error of a hand that cannot have happened."""
    raise RuleError(code, field, message)
