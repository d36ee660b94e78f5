"""`manage.py score [FILE]`: score a session document, or with `--lines` one on each line.

Prints the ledger, or the first error, as one JSON object on one line. Doesn't use the database.
"""

from typing import Any, BinaryIO

from games.registry import find_rules
from games.scoring.documents import DocumentError, ledger_document, load
from scorekeeper.files.document_command import DocumentCommand


class Command(DocumentCommand):
    help = "Score a session document and print its ledger as JSON."
    nowhere = {"hand": None}

    def handle(self, *, file: str, lines: bool, stdin: BinaryIO | None = None, **options: Any) -> None:
        self.print_answers(_answer, file, lines=lines, stdin=stdin)


def _answer(text: bytes) -> tuple[dict[str, Any], bool]:
    """Return the ledger of a document, or its error, and whether it was scored."""
    try:
        document = load(text, find_rules)
        ledger = ledger_document(*document.ledgers(), details=document.details, version=document.version)
    except DocumentError as error:
        return error.as_json(), False
    return ledger, True
