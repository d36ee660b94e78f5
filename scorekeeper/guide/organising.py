"""The text of the guide for organisers."""

from django.utils.translation import gettext_lazy as _

from scorekeeper.guide.parts import Guide, GuidePart, Picture

ORGANISER = Guide(
    title=_("A short guide for organisers"),
    lead=_("A club is looked after in the panel; an evening is run on a phone that lies at the bar."),
    parts=(
        GuidePart(
            slug="sign-in",
            title=_("Sign in"),
            words=_(
                "The panel is at /admin/; whoever set up the scorekeeper gives you an account for it. Its first page "
                "has tonight: who is there, and every table."
            ),
            picture=Picture(
                scene="panel-tonight",
                crop="#tonight-title, .tonight > .help, .tonight .pairs > :first-child",
                alt=_("The first page of the panel: tonight’s evening, who is there, and the tables that are open."),
            ),
        ),
        GuidePart(
            slug="members",
            title=_("Members"),
            words=_(
                "“Add many” takes names, one a line. Whoever is named at a table and is no member is noted as "
                "a guest; unticking one box makes a member of them. “Likely doubles” finds who is there twice: see "
                "first what merging two moves, and undo it if it was wrong."
            ),
        ),
        GuidePart(
            slug="phones",
            title=_("Phones of the club"),
            words=_(
                "“Link of the phones” has a code. A phone that opens it once belongs to the club: it offers the "
                "members at the table and shows standings and evenings. In the panel you say which phone “runs "
                "evenings”, and let go of one that is lost."
            ),
        ),
        GuidePart(
            slug="house-rules",
            title=_("House rules"),
            words=_(
                "For each game you can say what a new session of the club is filled in with: rules, options, stake. A "
                "table may still choose otherwise. “Tariffs” are figures of the club’s own: a printed tariff is copied "
                "and changed figure by figure, and what was started before keeps its figures."
            ),
        ),
        GuidePart(
            slug="evening",
            title=_("An evening"),
            words=_(
                "On a phone that runs evenings open “Evenings” and begin one. Tap who is there, type a guest’s name. "
                "“Draw tables” seats all who are free, “Seat a table by hand” those you choose. “Links for the "
                "tables” has a code for each table’s own phone."
            ),
            picture=Picture(
                scene="evening",
                crop="#people > :nth-child(-n+3)",
                alt=_("Who is there: the members as buttons, a field for a guest, and the list of those who came."),
            ),
        ),
        GuidePart(
            slug="settle",
            title=_("Settle it"),
            words=_(
                "When the tables are closed, “Settle the evening” adds them all up in money, rounded to a coin, with "
                "few payments and something for the kitty if that was agreed. “Withdraw the settlement” opens all of "
                "it again."
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
                "“Standings” are there on every phone of the club, of all time or of a season, by game. Each number "
                "leads to the sessions it is made of. In the panel a season says which sessions count, and how many "
                "of the best."
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
                "Nobody needs one. Who wants a page of their own on any phone gets it by “Give a login” on the "
                "member’s page: a link that is good once, by which they set a password. Who forgot it gets a “New "
                "link”."
            ),
        ),
        GuidePart(
            slug="later",
            title=_("Put right later"),
            words=_(
                "“Sessions” in the panel has every table of the club: watch it, correct a hand through the game’s own "
                "form, lock it, close or reopen it, move it to another evening. “Journal of everything” says who did "
                "what."
            ),
        ),
        GuidePart(
            slug="notice-board",
            title=_("For the notice board"),
            words=_(
                "“Print” stands at evenings and standings and in the lists of the panel: all sheets of an evening in "
                "one file, its result, the standings. “Score sheets” has empty sheets and rule cards."
            ),
        ),
        GuidePart(
            slug="backup",
            title=_("Keep a copy"),
            words=_(
                "One command copies everything to one file while people play. The file docs/hosting.md says which one, "
                "and how to restore from it. Keep the copy on another machine."
            ),
        ),
    ),
)
