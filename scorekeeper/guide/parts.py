"""The text of the guide for the table. In every language, text in quotation marks is a label as the app shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise
"""Text, perhaps translated into the reader's language."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture: part of the page of a scene, at the full width of a phone.

    It extends from the first to the last element that the selector `crop` matches. `alt` is the alternative text.
    """

    scene: str
    crop: str
    alt: Words


@dataclass(frozen=True, kw_only=True)
class GuidePart:
    slug: str
    title: Words
    words: Words
    picture: Picture | None = None


@dataclass(frozen=True, kw_only=True)
class Guide:
    title: Words
    lead: Words
    parts: tuple[GuidePart, ...]

    @property
    def pictures(self) -> list[Picture]:
        return [part.picture for part in self.parts if part.picture]


TABLE = Guide(
    title=_("A short guide for the table"),
    lead=_("You don’t need to read this before you play. It is here if you want to know what else the app can do."),
    parts=(
        GuidePart(
            slug="begin",
            title=_("Begin"),
            words=_(
                "Tap “New session”, choose the game and name the players in the order in which they sit. Mark who "
                "deals first. The rules stand as they are usual, and counters are for nothing unless you open “Play "
                "for money”."
            ),
        ),
        GuidePart(
            slug="write",
            title=_("Write a hand"),
            words=_(
                "Tap what was played, in any order. A red dot marks what is still missing, what is chosen is filled. "
                "The button says the result before it is recorded. Rare things are folded, and below the form stands "
                "“What the words mean”."
            ),
            picture=Picture(
                scene="table-solo_whist-filled",
                crop="#outcome .played, #bar",
                alt=_(
                    "The form of a hand, filled in: the caller and the tricks; below, the new totals and the button."
                ),
            ),
        ),
        GuidePart(
            slug="why",
            title=_("Why is it so many?"),
            words=_(
                "Tap a hand in the ledger. It says, line by line, what each amount is made of, and the sentence of "
                "the rules that it rests on."
            ),
            picture=Picture(
                scene="table-solo_whist-why",
                crop=".derivation h2, .derivation tbody tr:nth-child(-n+3)",
                alt=_("A hand of the ledger, unfolded: what was played, what each player gets, and the rule."),
            ),
        ),
        GuidePart(
            slug="mend",
            title=_("Put something right"),
            words=_(
                "“Undo” takes back what was just recorded. An older hand is tapped in the ledger: “Amend” changes it, "
                "“Void” strikes it through, and first you see which later totals move. Nothing is lost: the journal "
                "says who changed what."
            ),
            picture=Picture(
                scene="table-boston-recorded",
                crop="#bar",
                alt=_("The bar below the form: what was just recorded, and beside it the button Undo."),
            ),
        ),
        GuidePart(
            slug="others",
            title=_("Other phones"),
            words=_(
                "“Share” in the menu has two codes for cameras: by one a phone may write, by the other only watch. "
                "All phones have each hand at once, and a form that somebody is filling in stays as it is."
            ),
        ),
        GuidePart(
            slug="wifi",
            title=_("Bad wifi"),
            words=_(
                "Keep recording. A hand that can’t be sent waits on the phone, which tells you so, "
                "and is sent once the connection is back: only once, even if the page was reloaded."
            ),
            picture=Picture(
                scene="table-offline",
                crop="#bar",
                alt=_("The bar below the form: a hand that was recorded waits for the connection."),
            ),
        ),
        GuidePart(
            slug="people",
            title=_("Somebody leaves, somebody comes"),
            words=_(
                "“Change players” in the menu settles what has been played and continues with the new"
                " players: same game, same rules, same dealer to come."
            ),
        ),
        GuidePart(
            slug="wall",
            title=_("On the wall"),
            words=_(
                "If several tables are open, “All tables at a glance” on the home page shows them. "
                "“Wall display” creates a link with which a tablet or a television shows them all "
                "evening."
            ),
        ),
        GuidePart(
            slug="close",
            title=_("Who pays whom"),
            words=_(
                "“Close and settle” in the menu ends the session and says who pays whom, in the fewest payments. "
                "“Same people again” begins the next one. What was closed too soon is reopened below."
            ),
            picture=Picture(
                scene="table-solo_whist-closed",
                crop="#payments",
                alt=_("Who pays whom: three payments, in points and in money."),
            ),
        ),
        GuidePart(
            slug="paper",
            title=_("On paper"),
            words=_(
                "“Print” gives the sheet of the table, “Score sheets” at the foot of every page empty ones. What was "
                "kept by hand goes in by “Type from paper”: a line for each hand, and the totals of the sheet are "
                "checked."
            ),
        ),
    ),
)
