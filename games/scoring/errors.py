"""The one way to refuse: a `RuleError` names the field, says what is wrong with it and has a code for programs."""

from __future__ import annotations

from enum import StrEnum

from games.scoring.text import Text


class Code(StrEnum):
    """The kinds of refusal that all games share."""

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
    """A person can mend this: the field to correct (with its place in a list), the code, and a sentence.

    `field` is None when no single field is wrong, for example after the end of what is being played.
    """

    def __init__(self, code: Code, field: str | None, message: Text) -> None:
        super().__init__(code, field, message)
        self.code = code
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return f"{self.code} at {self.field}: {self.message}"
