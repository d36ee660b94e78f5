"""Tournaments to draw, for the property tests."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tests.desk.documents import NAMES, Document, seat, tournament

CENTS = st.integers(0, 5000).map(lambda cents: f"{cents // 100}.{cents % 100:02}")
TIE_BREAKS = ("best_round", "last_round", "rounds_won", "won", "lost", "lot")
CATEGORIES = (None, "women", "youth")


@st.composite
def prizes(draw: st.DrawFn) -> Document:
    by_place = draw(
        st.one_of(
            st.fixed_dictionaries({"amounts": st.lists(CENTS, max_size=5)}),
            st.fixed_dictionaries({"percent": st.lists(st.integers(0, 20), max_size=5)}),
        )
    )
    special = st.fixed_dictionaries(
        {"for": st.sampled_from(["best_round", "best", "last"]), "amount": CENTS},
        optional={"category": st.sampled_from(["women", "youth"])},
    )
    every = draw(st.none() | st.integers(1, 6))
    return {**by_place, "special": draw(st.lists(special, max_size=3)), **({} if every is None else {"every": every})}


@st.composite
def terms(draw: st.DrawFn) -> Document:
    optional = {
        "missed": st.sampled_from(["nothing", "average"]),
        "tie_breaks": st.lists(st.sampled_from(TIE_BREAKS), unique=True, max_size=3),
        "loss_money": st.lists(st.integers(1, 5), unique=True, max_size=3).flatmap(
            lambda games: st.tuples(*[st.tuples(st.just(game), CENTS).map(list) for game in sorted(games)]).map(list)
        ),
        "loss_money_to": st.sampled_from(["house", "pool"]),
        "prizes": prizes(),
    }
    drawn: Document = draw(st.fixed_dictionaries({"seed": st.integers(0, 99)}, optional=optional))
    if draw(st.booleans()):
        drawn["entry_fee"] = draw(CENTS)
        drawn["house_share"] = draw(st.sampled_from(["0.00", drawn["entry_fee"]]))
    return drawn


@st.composite
def tournaments(draw: st.DrawFn) -> Document:
    """Draw a tournament of up to three rounds, seated by lot, with few different results, so that there are ties."""
    names = NAMES[: draw(st.integers(3, len(NAMES)))]
    document = tournament(names, options={"seeger": True}, terms={"rounds": 3, "hands": {"4": 48}, **draw(terms())})
    chance = draw(st.randoms(use_true_random=False))
    for entry in document["entries"]:
        entry.update({key: chance.choice("AB") for key in ("team", "tandem") if chance.random() < 0.7})
        if (category := chance.choice(CATEGORIES)) is not None:
            entry["category"] = category
        if chance.random() < 0.15:
            entry["withdrawn_after"] = chance.randrange(4)
    for _round in range(draw(st.integers(0, 3))):
        seated = seat(document)
        if "error" in seated:  # too many have withdrawn
            break
        document = seated
        for table in document["rounds"][-1]["tables"]:
            if chance.random() < 0.8:
                table["results"] = {name: result(chance) for name in table["seats"]}
    return document


def result(chance: Random) -> dict[str, int]:
    return {"points": chance.choice([-50, 0, 50]), "won": chance.randrange(3), "lost": chance.randrange(3)}
