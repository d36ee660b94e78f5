"""Base of the commands that answer a JSON document with another, or with the first error in it.

The answer is one JSON object on one line. With `--lines` each line is a document; an empty line gets an error as its
answer, so that lines and answers match. The exit status is 1 for an error, except with `--lines`.
"""

import json
import os
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from io import TextIOWrapper
from typing import Any, BinaryIO, ClassVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

Answer = Callable[[bytes], tuple[dict[str, Any], bool]]
"""Returns the answer to the text of a document, and whether it is not an error."""
PIPE_CLOSED = 141
"""The exit status of a program whose output nobody reads any longer, as a shell gives it."""


class DocumentCommand(BaseCommand):
    """A command that reads a file or standard input, and calls `print_answers` with a function that answers a document.

    `nowhere` is where an error is that has no place in the document.
    """

    requires_system_checks = []
    stealth_options = ("stdin",)
    nowhere: ClassVar[dict[str, None]]

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return a parser that takes options anywhere: argparse loses the FILE after `tournament score --lines`."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign] # Django chooses the class
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="- or omitted: standard input")
        parser.add_argument("--lines", action="store_true", help="one document per line, one result per line")

    def print_answers(self, answer: Answer, file: str, *, lines: bool, stdin: BinaryIO | None) -> None:
        """Answer the document in a file, or with `lines` each of its lines."""
        if isinstance(sys.stdout, TextIOWrapper):
            # Half of a surrogate pair can't be written in UTF-8; Python's escape for it is JSON's too.
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        if sys.stdout is None:
            raise CommandError("Standard output is closed.")
        with _opened(file, stdin) as source:
            if lines:
                self._print_each(answer, source)
            else:
                self._print_one(answer, source)

    def _print_each(self, answer: Answer, source: BinaryIO) -> None:
        for line in source:
            self._print(self._answer_or_error(answer, line))

    def _print_one(self, answer: Answer, source: BinaryIO) -> None:
        document, is_answer = answer(source.read())
        self._print(document)
        if not is_answer:
            sys.exit(1)

    def _answer_or_error(self, answer: Answer, line: bytes) -> dict[str, Any]:
        """Return the answer to one line of many; even an internal error must not stop the others."""
        try:
            return answer(line)[0]
        except Exception as error:
            traceback.print_exc()
            message = f"{type(error).__name__}: {error}"
            return {"error": {**self.nowhere, "field": None, "code": "internal", "message": message}}

    def _print(self, answer: dict[str, Any]) -> None:
        try:
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
            self.stdout.flush()  # a caller that sends line by line may wait for the answer
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for Python, which tries again at its end
            if isinstance(error, BrokenPipeError):
                sys.exit(PIPE_CLOSED)
            raise CommandError(f"The result can't be written: {error.strerror}.") from error


def _opened(file: str, stdin: BinaryIO | None) -> AbstractContextManager[BinaryIO]:
    if file == "-":
        if stdin is None and sys.stdin is None:
            raise CommandError("Standard input is closed.")
        return nullcontext(stdin or sys.stdin.buffer)
    try:
        return open(file, "rb")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
