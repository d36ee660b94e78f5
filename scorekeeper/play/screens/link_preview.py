"""What a messenger shows of the link to watch a session: the result with its picture, or who is playing."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.scoring.text import Amount, isolated
from scorekeeper.play.ledger.formatting import table_name
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Session
from scorekeeper.play.screens.summary import Summary, listed


@dataclass(frozen=True, kw_only=True)
class LinkPreview:
    """Title, description and picture of a link; `image` is empty while there is no result."""

    site: str
    title: str
    description: str
    url: str
    image: str = ""


def link_preview(
    session: Session, ledger: SessionLedger, notation: Notation, base: str, result: Summary | None
) -> LinkPreview:
    """Return the preview of the watcher link; `base` is the server's base URL, `result` that of a closed session.

    The picture's URL contains the secret of the link and the revision, so that a corrected result gets a new picture.
    """
    url = base + reverse("watch", args=[session.watch_token])
    game = table_name(session)
    if result is None:
        parts = {"game": game, "names": listed(ledger.table.players)}
        title, description, image = _("%(game)s: %(names)s") % parts, _("Follow the score of this table."), ""
    else:
        title = _("%(result)s · %(game)s") % {"result": result.headline, "game": game}
        description = ", ".join(
            f"{isolated(player.name)} {notation.words(Amount(player.total, signed=True))}" for player in result.ranking
        )
        path = reverse("watch_picture", args=[session.watch_token])
        image = f"{base}{path}?revision={session.revision}"
    return LinkPreview(site=_("Scorekeeper"), title=title, description=description, url=url, image=image)
