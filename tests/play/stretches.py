"""Sessions whose players change in the middle."""

from typing import Any

from scorekeeper.play import recording
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording.write import Write
from tests.play.tables import GARDE, Scorer

BRUNO_TAKES = GARDE | {"taker": 1}
"""The same by whoever has Bruno's seat."""


def change_players(
    scorer: Scorer, leaving: tuple[int, ...] = (), joining: tuple[str, ...] = (), **further: Any
) -> Scorer:
    """Change the players and return the same browser at the table where they go on."""
    write = Write(scorer.session, **scorer.now({}))
    session = recording.change_players(write, leaving=leaving, joining=joining, **further)
    return at(session, scorer.access.device)


def at(session: Session, name: str) -> Scorer:
    """Return the browser of this name at a table, as its next request would load it."""
    scorer = Scorer.__new__(Scorer)
    scorer.session = Session.objects.get(pk=session.pk)
    scorer.access = Access.objects.get(session=session, device=name)
    return scorer


def bruno_left(**changes: Any) -> Scorer:
    """Anne wins 198; then Bruno, who lost 66, is replaced by Emil, who makes the same garde as Anne before."""
    scorer = Scorer(**changes)
    scorer.record(GARDE)
    scorer = change_players(scorer, (1,), ("Emil",))
    scorer.record(BRUNO_TAKES)
    return scorer
