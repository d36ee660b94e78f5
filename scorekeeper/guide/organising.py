"""The text of the guide for organisers."""

from django.utils.translation import gettext_lazy as _

from scorekeeper.guide.parts import Guide, GuidePart, Picture

ORGANISER = Guide(
    title=_("A short guide for organisers"),
    lead=_("You manage the club in the panel and run an evening from a phone, for example one at the bar."),
    parts=(
        GuidePart(
            slug="sign-in",
            title=_("Sign in"),
            words=_(
                "The panel is at /admin/. The person who set up Scorekeeper gives you an account for it. Its first "
                "page shows tonight’s evening: who is present, and every table."
            ),
            picture=Picture(
                scene="panel-tonight",
                crop="#tonight-title, .front > .overview > .help, .front > .overview .pairs > :first-child",
                alt=_("The first page of the panel: tonight’s evening, who is present, and the open tables."),
            ),
        ),
        GuidePart(
            slug="members",
            title=_("Members"),
            words=_(
                "With “Add several” you enter names, one per line. Anyone who plays at a table without being a member "
                "is recorded as a guest; untick the guest box to make them a member. “Likely duplicates” finds people "
                "who are listed twice: check what a merge would move, and undo it if it was wrong."
            ),
        ),
        GuidePart(
            slug="phones",
            title=_("The club’s phones"),
            words=_(
                "“Phone link” shows a code. A phone that opens it once belongs to the club: it suggests the members "
                "at the table and shows standings and evenings. In the panel you choose which phone “runs evenings”, "
                "and remove phones that were lost."
            ),
        ),
        GuidePart(
            slug="house-rules",
            title=_("House rules"),
            words=_(
                "For each game, you can set what a new session of the club starts with: rules, options, stake. A "
                "table can still choose otherwise. “Tariffs” are the club’s own figures: copy a printed tariff and "
                "change individual figures. Sessions that have already started keep theirs."
            ),
        ),
        GuidePart(
            slug="evening",
            title=_("An evening"),
            words=_(
                "On a phone that runs evenings, open “Evenings” and start one. Tap everyone who is present and type "
                "the names of guests. “Draw tables” seats everyone who is free; “Seat a table manually” seats the "
                "people you choose. “Links for the tables” shows a code for each table’s phone."
            ),
            picture=Picture(
                scene="evening",
                crop="#people > :nth-child(-n+3)",
                alt=_(
                    "Who is present: the members as buttons, a field for a guest, and the list of those who have "
                    "arrived."
                ),
            ),
        ),
        GuidePart(
            slug="settle",
            title=_("Settle it"),
            words=_(
                "When all tables are closed, “Settle the evening” adds them up in money, rounded to a coin, with few "
                "payments and a share for the kitty if you agreed on one. With “Through the cash box”, everyone pays "
                "in or is paid out instead, and there is a list to sign. “Withdraw the settlement” lets you change the "
                "evening again."
            ),
            picture=Picture(
                scene="evening-settlement-settled",
                crop="#payments h2, #payments li:nth-child(-n+6)",
                alt=_("The settlement of an evening: who pays whom, and who pays into the kitty."),
            ),
        ),
        GuidePart(
            slug="standings",
            title=_("Standings and seasons"),
            words=_(
                "Every phone of the club shows the “Standings”, for all time or a season, by game. Each number links "
                "to the sessions behind it. In the panel, a season sets which sessions count and how many of the best."
            ),
            picture=Picture(
                scene="standings",
                crop=".standings:has(abbr) tr:nth-child(-n+7) > :nth-child(-n+3)",
                alt=_("Standings: place, name, total and average of the members."),
            ),
        ),
        GuidePart(
            slug="logins",
            title=_("Logins"),
            words=_(
                "Nobody needs one. Members who want to see their own page on any phone can have one: “Give a login” "
                "on the member’s page creates a link that works once and lets them set a password. If they forget it, "
                "create a “New link”."
            ),
        ),
        GuidePart(
            slug="later",
            title=_("Correct a session later"),
            words=_(
                "“Sessions” in the panel lists every table of the club: watch it, correct a hand with the game’s own "
                "form, lock it, close or reopen it, or move it to another evening. “Full journal” says who "
                "did what."
            ),
        ),
        GuidePart(
            slug="notice-board",
            title=_("For the notice board"),
            words=_(
                "“Print” is on the pages of evenings and standings and in the panel’s lists: all score sheets of an "
                "evening in one file, its result, and the standings. “Score sheets” has blank sheets and rule cards."
            ),
        ),
        GuidePart(
            slug="backup",
            title=_("Back up"),
            words=_(
                "One command copies everything into one file, even while people play. The file docs/hosting.md "
                "describes it and how to restore from it. Keep the copy on another machine."
            ),
        ),
    ),
)
