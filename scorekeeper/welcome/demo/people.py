"""Who the demo is about, and what they play: a club for each language of the app, with names from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.welcome.demo.sessions import DemoTable


@dataclass(frozen=True, kw_only=True)
class DemoClub:
    """A club as its language has it: its names, its people and its four tables. The first game is the club's own."""

    name: str
    season: str
    evening: str
    tournament: str
    organiser: str
    people: Sequence[str]
    tables: Sequence[DemoTable]


WHIST = DemoTable(game="solo_whist", rules="foster", size=4)
BOSTON = DemoTable(game="boston", rules="original", size=4)
TAROT, TAROT_OF_FIVE = (DemoTable(game="tarot", rules="fft", size=size) for size in (4, 5))
SKAT, SKAT_OF_FOUR = (DemoTable(game="skat", rules="isko", size=size) for size in (3, 4))

CLUBS: Mapping[str, DemoClub] = {
    "en": DemoClub(
        name="The Tuesday Card Club",
        season="Season",
        evening="Tuesday at the Red Lion",
        tournament="Autumn Cup",
        organiser="Margaret",
        people=(
            "Margaret Ashworth", "Tom Hargreaves", "Priya Nair", "Alan Whitfield", "Sheila Braithwaite",
            "Owen Pritchard", "Fiona MacLeod", "Derek Simmonds", "Joan Pettigrew", "Colin Barker",
            "Hannah Lindley", "Roy Fletcher", "Beth Thornton", "Graham Osgood", "Nell Carrington",
            "Peter Okafor", "Lucy Wainwright", "Ken Dowling",
        ),
        tables=(WHIST, WHIST, BOSTON, TAROT),
    ),
    "fr": DemoClub(
        name="Les Valets du jeudi",
        season="Saison",
        evening="Jeudi au café du Commerce",
        tournament="Coupe d’automne",
        organiser="Solène",
        people=(
            "Solène Morvan", "Gérard Lefèvre", "Inès Belkacem", "Théo Marchand", "Marion Dupuis",
            "Jean-Pierre Vasseur", "Chantal Roussel", "Bruno Castagne", "Odile Perrault", "Yannick Le Goff",
            "Anne-Sophie Delmas", "Karim Haddad", "Nicole Chabert", "Gabriel Fontaine", "Monique Astier",
            "Luc Bourdieu", "Élise Tanguy", "René Poitevin",
        ),
        tables=(TAROT, TAROT_OF_FIVE, TAROT, BOSTON),
    ),
    "de": DemoClub(
        name="Skatfreunde Kreuz-Bube",
        season="Saison",
        evening="Donnerstag im Ratskeller",
        tournament="Preisskat",
        organiser="Renate",
        people=(
            "Renate Voß", "Jürgen Kühnel", "Ayşe Demir", "Matthias Brandt", "Heike Lorenz",
            "Wolfgang Ziegler", "Sabine Krüger", "Dieter Hoffmann", "Monika Schäfer", "Uwe Petersen",
            "Katrin Neumann", "Günther Albrecht", "Lena Hartwig", "Rainer Schulze", "Birgit Öztürk",
            "Horst Engelmann", "Franziska Beyer", "Karl-Heinz Möller",
        ),
        tables=(SKAT, SKAT_OF_FOUR, SKAT_OF_FOUR, TAROT),
    ),
}  # fmt: skip
