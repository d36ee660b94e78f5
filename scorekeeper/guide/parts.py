"""The text of the guide for the table. In every language, text in quotation marks is a label as the app shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise
"""Text that may be translated into the reader's language."""


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
    """A part of a guide; one that `needs_camera` is shown only where the server can read photos."""

    slug: str
    title: Words
    words: Words
    picture: Picture | None = None
    needs_camera: bool = False


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
            title=_("Start a session"),
            words=_(
                "Tap the game on the home page. Rules, stake and people are those of last time: tap a line to change "
                "it, or “Other people” to clear the names. Enter them in the order in which they sit, and mark who "
                "deals first."
            ),
        ),
        GuidePart(
            slug="write",
            title=_("Record a hand"),
            words=_(
                "Tap what was played, in any order. A red dot marks what is still missing; your choices are filled "
                "in. The button shows the result before you record it. Rare options are folded away. “What the words "
                "mean” below the form explains the terms."
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
            title=_("Why this score?"),
            words=_(
                "Tap a hand in the ledger to see, line by line, how each amount is made up and which rule it comes "
                "from."
            ),
            picture=Picture(
                scene="table-solo_whist-why",
                crop=".derivation h2, .derivation tbody tr:nth-child(-n+3)",
                alt=_("A hand of the ledger, unfolded: what was played, what each player gets, and the rule."),
            ),
        ),
        GuidePart(
            slug="mend",
            title=_("Correct a mistake"),
            words=_(
                "“Undo” brings the last hand back, filled in. To correct an older hand, tap it in the ledger: “Amend” "
                "changes it, “Void” crosses it out, and “Something wrong?” is for a forgotten hand, the wrong order or "
                "the wrong person. You see first which totals change, and the journal says who changed what."
            ),
            picture=Picture(
                scene="table-boston-recorded",
                crop="#bar",
                alt=_("The bar at the bottom: the totals, and the Undo button beside “Record”."),
            ),
        ),
        GuidePart(
            slug="others",
            title=_("Other phones"),
            words=_(
                "“Share” in the menu shows two QR codes: one lets a phone record, the other only watch. All phones "
                "show each hand at once, and a form that someone is filling in stays as it is."
            ),
        ),
        GuidePart(
            slug="wifi",
            title=_("Bad wifi"),
            words=_(
                "Keep recording. A hand that can’t be sent waits on the phone, which tells you so. It is sent once "
                "the connection is back, and only once, even if you reload the page."
            ),
            picture=Picture(
                scene="table-offline",
                crop="#bar",
                alt=_("The bar below the form: a recorded hand is waiting for a connection."),
            ),
        ),
        GuidePart(
            slug="people",
            title=_("Change players"),
            words=_(
                "If somebody joins or leaves, “Change players” in the menu continues with the same game, rules and "
                "next dealer. Everybody keeps their points, and there is one result at the end."
            ),
        ),
        GuidePart(
            slug="delete",
            title=_("Delete a session"),
            words=_(
                "“Delete this session” in the menu, under “More”, is for a session that was a mistake: it no longer "
                "counts, and no list shows it. For 30 days you can bring it back as it was: choose it under “Deleted” "
                "on the home page."
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
                "“Close and settle” in the menu ends the session and says who pays whom, with the fewest payments. "
                "Tick each payment when it is paid, and share the result as a picture. “Same people again” starts the "
                "next session. If you closed a session too soon, reopen it at the bottom of its page."
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
                "“Print” prints the score sheet of the table; “Score sheets” at the foot of every page has blank "
                "ones. To enter a sheet kept by hand, use “Type from paper”: one line for each hand, and the app "
                "checks the totals on the sheet."
            ),
        ),
        GuidePart(
            slug="photograph",
            needs_camera=True,
            title=_("Read a sheet from a photo"),
            words=_(
                "Sheets printed here can be read from a photo: “Photograph a sheet” is on the home page and in the "
                "menu of a session. Lay the sheet flat, in even light, and hold the phone above it so that it fills "
                "the picture with all four corner marks. You see every hand before it is recorded."
            ),
        ),
    ),
)
