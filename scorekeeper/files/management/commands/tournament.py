"""`manage.py tournament score [FILE]` and `manage.py tournament seat [FILE]`, or with `--lines` one on each line.

Prints the ranking of a tournament document, or the document with the next round's seating added; or the first error.
The answer is one JSON object on one line. Doesn't use the database.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from games.registry import find_rules
from scorekeeper.desk.document import TournamentError, TournamentRecord, decode, read
from scorekeeper.desk.document_seating import seated_document
from scorekeeper.desk.result.day_list import day_list
from scorekeeper.desk.result.ranking_document import ranking_document
from scorekeeper.files.document_command import DocumentCommand

ACTIONS: Mapping[str, Callable[[dict[str, Any], TournamentRecord], dict[str, Any]]] = {
    "score": lambda raw, tournament: ranking_document(day_list(tournament)),
    "seat": seated_document,
}
"""What makes the answer, from a document that has been read."""


class Command(DocumentCommand):
    help = "Print the ranking of a tournament document, or the document with the next round's seating."
    nowhere = {"round": None, "table": None}

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=ACTIONS, help="score: the ranking; seat: the next round")
        super().add_arguments(parser)

    def handle(self, *, action: str, file: str, lines: bool, stdin: BinaryIO | None = None, **options: Any) -> None:
        def answer(text: bytes) -> tuple[dict[str, Any], bool]:
            try:
                raw: Any = decode(text)
                return ACTIONS[action](raw, read(raw, find_rules)), True
            except TournamentError as error:
                return error.as_json(), False

        self.print_answers(answer, file, lines=lines, stdin=stdin)
