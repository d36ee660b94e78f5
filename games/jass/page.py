"""Tables of Jass for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.jass.tariff import WEIS_FIGURES
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.page import TariffTable, tariff


def weise() -> TariffTable:
    return tariff(Text("Weis"), [Text("Weis"), _("points")], WEIS_FIGURES)


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {"weise": weise}
"""The tables that the text of the page shows."""
