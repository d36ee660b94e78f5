"""`scorekeeper read-sheet FILE…`: read the photos of a filled-in sheet and print the session as JSON."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.scoring.errors import RuleError
from games.scoring.types import Amounts, Seat, State
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session

if TYPE_CHECKING:
    from scorekeeper.reading.photos import PhotoOfPage


NOT_INSTALLED = "Reading sheets needs more packages, the extra “camera”; docs/hosting.md says how to install them."


REFUSED = {
    "others": "Page %(page)s is of another sheet. Read the pages of one sheet at a time.",
    "twice": "Page %(page)s is there twice. Name each page once.",
    "missing": (
        "Page %(page)s is missing. A sheet is read from its first page on, unless it belongs to a session of this "
        "server that has the hands of the pages before."
    ),
    "printed": "Hands of a session are printed on this sheet, and that session isn't on this server.",
}
"""By the code of a `SheetError`."""


class Command(BaseCommand):
    help = (
        "Read photos, scans or a PDF of a sheet that was printed to be read. Prints the session document, and for each "
        "row how sure the hand is and what is in doubt. Nothing is recorded."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="JPEG, PNG, WebP or PDF")
        parser.add_argument("--debug", type=Path, metavar="DIR", help="a folder for pictures of what was seen")
        of_list = parser.add_argument_group("lists that are printed elsewhere, which don't say what they are")
        of_list.add_argument("--list", metavar="NAME", help="which list it is, such as dskv")
        of_list.add_argument("--game", help="the game, such as skat")
        of_list.add_argument("--rules", help="the rule set (default: the first that the list is for)")
        of_list.add_argument("--players", nargs="+", metavar="NAME", help="the players in seat order")
        of_list.add_argument("--first-dealer", metavar="NAME", help="who deals first (default: the first player)")

    def handle(self, *args: Any, files: list[Path], debug: Path | None, **options: Any) -> None:
        if options["list"]:
            self.stdout.write(_read_list(files, options))
            return
        try:
            # Only here, since they need OpenCV, which an installation can do without.
            from scorekeeper.reading import debugging, document, photos, pictures, registration, sheets  # noqa: PLC0415
        except ImportError as error:
            raise CommandError(NOT_INSTALLED) from error
        pages: list[PhotoOfPage] = []
        for file in files:
            try:
                pages += photos.pages_in(file.read_bytes(), file.name)
            except OSError as error:
                raise CommandError(f"{file}: {error.strerror}") from error
            except (pictures.PictureError, registration.NotASheetError) as error:
                raise CommandError(f"{file}: {error} ({error.code})") from error
        if debug:
            debugging.draw(pages, debug)
        try:
            before = _before(pages[0].code.session)
            sheet = sheets.SeenSheet.of(pages, hands_before=before[2] if before else 0)
            hands = sheet.hands(*before)
        except sheets.SheetError as error:
            raise CommandError(REFUSED[error.code] % {"page": error.page}) from error
        self.stdout.write(json.dumps(document.reading_document(sheet, hands), ensure_ascii=False, indent=2))


def _before(public_id: str | None) -> tuple[State, Amounts, int] | tuple[()]:
    """Return the state and totals of a session, and how many rows of its sheet are in it; nothing if it isn't here."""
    session = public_id and Session.objects.filter(public_id=public_id).first()
    if not session:
        return ()
    ledger = ledgers.of(session)
    return ledger.state, ledger.totals, len(ledger.counting)


def _read_list(files: list[Path], options: dict[str, Any]) -> str:
    """Return the document of a list that is printed elsewhere."""
    try:
        from scorekeeper.reading import document, pictures, registration  # noqa: PLC0415 - as above
        from scorekeeper.reading.lists import sheets, tables  # noqa: PLC0415
    except ImportError as error:
        raise CommandError(NOT_INSTALLED) from error
    if not options["game"] or not options["players"]:
        raise CommandError("--list needs --game and --players.")
    if options["game"] not in registry.slugs():
        raise CommandError(f"There is no game {options['game']}.")
    game = registry.get(options["game"])
    form = game.paper_lists.get(options["list"])
    if form is None:
        known = ", ".join(game.paper_lists) or "none"
        raise CommandError(f"There is no list {options['list']} of this game. Its lists: {known}.")
    players, dealer = options["players"], options["first_dealer"]
    if dealer and dealer not in players:
        raise CommandError(f"{dealer} is none of the players.")
    first_dealer = players.index(dealer) if dealer else 0
    rules = options["rules"] or form.rules[0]
    try:
        table = game.rules.table(players, rules=rules, first_dealer=Seat(first_dealer), options=dict(form.options))
        seen = sheets.read_list(game, table, form, [(file.read_bytes(), file.name) for file in files])
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    except (RuleError, tables.ListError, pictures.PictureError, registration.NotASheetError) as error:
        raise CommandError(f"{error} ({error.code})") from error
    return json.dumps(document.reading_document(seen, seen.hands()), ensure_ascii=False, indent=2)
