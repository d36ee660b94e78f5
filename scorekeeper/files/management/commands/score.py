"""`manage.py score [FILE]`: score a session document, or with `--lines` one on each line.

Prints the ledger, or the first error, as one JSON object on one line. With `--lines` an empty line gets an error as its
answer, so that lines and answers match. Doesn't use the database.
"""

import json
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.registry import find_rules
from games.scoring.documents import DocumentError, ledger_document, load


class Command(BaseCommand):
    help = "Score a session document and print its ledger as JSON."
    requires_system_checks = []
    stealth_options = ("stdin",)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="- or omitted: standard input")
        parser.add_argument("--lines", action="store_true", help="one document per line, one result per line")

    def handle(self, *, file: str, lines: bool, stdin: BinaryIO | None = None, **options: Any) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            # Half of a surrogate pair can't be written in UTF-8; Python's escape for it is JSON's too.
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        with _opened(file, stdin) as source:
            if lines:
                for line in source:
                    self._print(_answer_or_error(line))
                return
            answer, scored = _answer(source.read())
        self._print(answer)
        if not scored:
            sys.exit(1)

    def _print(self, answer: str) -> None:
        self.stdout.write(answer)
        self.stdout.flush()  # a caller that sends line by line may wait for the answer


@contextmanager
def _opened(file: str, stdin: BinaryIO | None) -> Iterator[BinaryIO]:
    if file == "-":
        yield stdin or sys.stdin.buffer
        return
    try:
        with open(file, "rb") as source:
            yield source
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error


def _answer(text: bytes) -> tuple[str, bool]:
    """Return the ledger of a document, or its error, and whether it was scored."""
    try:
        return _json(ledger_document(load(text, find_rules).ledger())), True
    except DocumentError as error:
        return _json(error.as_json()), False


def _answer_or_error(line: bytes) -> str:
    """Return the answer for one line of many; even an internal error must not stop the others."""
    try:
        return _answer(line)[0]
    except Exception as error:
        traceback.print_exc()
        message = f"{type(error).__name__}: {error}"
        return _json({"error": {"hand": None, "field": None, "code": "internal", "message": message}})


def _json(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)
