"""Rule cards: the whole tariff of a rule set with its options, on one page for the table."""

from __future__ import annotations

from games.game import Game
from games.scoring.text import Text
from games.scoring.types import Table
from games.ui.sheet import CardPart
from scorekeeper.play.formatting import in_words
from scorekeeper.printing.sheets.score_sheets import own_figures, own_words, tariff_words
from scorekeeper.printing.typesetting.pages import PageSetup
from scorekeeper.printing.typesetting.typesetter import Sheet


def card(game: Game, table: Table, page_setup: PageSetup) -> Sheet:
    """Return the rule card for a table."""
    sheet, rule_set = game.sheet(game.rules, table), game.rules.rule_set(table)
    name = in_words(rule_set.name)
    return {
        "kind": "card",
        "page": page_setup.page(landscape=sheet.card_landscape),
        "title": in_words(game.name),
        "subtitle": name,
        "lead": in_words(rule_set.summary),
        "parts": [
            {
                "title": in_words(part.title),
                "sentences": [in_words(sentence) for sentence in part.sentences],
                "tariffs": [tariff_words(one) for one in part.tariffs],
            }
            for part in (*_own(game, table), *sheet.card())
        ],
        "footer": f"{in_words(game.name)} · {name}",
    }


def _own(game: Game, table: Table) -> list[CardPart]:
    """Return the part with the club's own figures, which comes first, if the club has any."""
    sentences = [Text("{words}", {"words": words}) for words in own_words(table)]
    return (
        [CardPart(title=sentences[0], sentences=tuple(sentences[1:]), tariffs=own_figures(game.rules, table))]
        if sentences
        else []
    )
