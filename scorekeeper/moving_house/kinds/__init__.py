"""The kinds of lines that a club's file has, in their order: whoever is spoken of comes before who speaks of them.

A new kind is a class here and nothing else; a file that has lines of a kind that is not known is refused.
"""

from collections.abc import Sequence

from scorekeeper.moving_house.kinds.base import Kind
from scorekeeper.moving_house.kinds.clubs import ClubKind, HouseRulesKind, SeasonKind
from scorekeeper.moving_house.kinds.evenings import EveningKind
from scorekeeper.moving_house.kinds.journal import DeedKind
from scorekeeper.moving_house.kinds.people import MergeKind, PlayerKind
from scorekeeper.moving_house.kinds.sessions import SessionKind
from scorekeeper.moving_house.kinds.tariffs import TariffKind

KINDS: Sequence[type[Kind]] = (
    ClubKind,
    PlayerKind,
    TariffKind,
    HouseRulesKind,
    SeasonKind,
    EveningKind,
    SessionKind,
    MergeKind,
    DeedKind,
)
