"""Sessions, their hands and results, and who has access to them.

A *session* is one game at one table until it is settled. It has one or more *stretches*: when the players or the
options change, a further one begins with the next hand. The *seats* of a stretch are in the order of the deal. A *hand*
is one deal and its outcome. Its rows are never overwritten: an amended hand is a new row that `replaces` the old one.
The *live* row of a number is the one that no other replaces. It counts unless it is voided. A *change* is one line of
the journal and one revision of the session.

The *people* of a session are all who sat in one of its stretches, in the order in which they sat down. What a session
has come to is theirs: in a settlement, a list of totals has one for each of them.

A *settlement* freezes the totals of a closed session, and its *payments* say who owes whom. *Access* is what one
browser may do at a table. The *board* of a browser shows all its tables to anyone with the link. A session may belong
to an evening and to one of its rounds, or to a *night*, the sessions at home that are settled together. Each person of
a closed session has a *result*, with the statistics of their *calls* and of each *pair* that they make with another. A
paper sheet of the session can be photographed to record the hands on it.

A foreign key to the session has no index of its own if a constraint or index begins with the session.

Columns, constraints and the methods of the query sets are here: writes are in `recording`, reads in `queries`. Totals
are not stored but replayed from the hands.
"""

from scorekeeper.play.models.access import (
    TOKEN_LENGTH,
    Access,
    Board,
    Role,
    TabletSide,
    make_token,
)
from scorekeeper.play.models.journal import (
    BESIDE_PLAY,
    DEALS_KEPT,
    OF_ACCESS,
    OF_CALL,
    OF_DELETION,
    OF_NIGHT,
    OF_PAYMENTS,
    Change,
    Verb,
)
from scorekeeper.play.models.photographed_page import (
    PHOTO_KEPT,
    PHOTO_KEPT_FOR_UNDO,
    PhotographedPage,
    PhotographedPageQuerySet,
    SessionSheet,
)
from scorekeeper.play.models.result import (
    CallStats,
    Payment,
    PlayerPairStats,
    Result,
    Settlement,
)
from scorekeeper.play.models.session import (
    IN_ORDER_OF_PLAY,
    RECOVERABLE,
    TERMS,
    Hand,
    Night,
    Seat,
    Session,
    SessionQuerySet,
    SessionTerms,
    Stretch,
    make_public_id,
)

__all__ = [
    "BESIDE_PLAY",
    "DEALS_KEPT",
    "IN_ORDER_OF_PLAY",
    "OF_ACCESS",
    "OF_CALL",
    "OF_DELETION",
    "OF_NIGHT",
    "OF_PAYMENTS",
    "PHOTO_KEPT",
    "PHOTO_KEPT_FOR_UNDO",
    "RECOVERABLE",
    "TERMS",
    "TOKEN_LENGTH",
    "Access",
    "Board",
    "CallStats",
    "Change",
    "Hand",
    "Night",
    "Payment",
    "PhotographedPage",
    "PhotographedPageQuerySet",
    "PlayerPairStats",
    "Result",
    "Role",
    "Seat",
    "Session",
    "SessionQuerySet",
    "SessionSheet",
    "SessionTerms",
    "Settlement",
    "Stretch",
    "TabletSide",
    "Verb",
    "make_public_id",
    "make_token",
]
