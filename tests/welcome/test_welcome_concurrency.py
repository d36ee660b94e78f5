"""Answers at the same moment: real threads, on the database the tests run on."""

from collections import Counter
from functools import partial

import pytest
from django.contrib.auth.models import User

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session
from scorekeeper.welcome import first_answer
from scorekeeper.welcome.demo import evening
from scorekeeper.welcome.demo.disposal import throw_away
from scorekeeper.welcome.models import FirstAnswer
from tests.concurrency import at_once
from tests.play.tables import device

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def club(name: str) -> str:
    try:
        first_answer.answer_club(name, User(username=f"organiser of {name}"))
    except first_answer.AlreadyAnsweredError:
        return "late"
    return "made"


def home() -> str:
    try:
        first_answer.answer_home()
    except first_answer.AlreadyAnsweredError:
        return "late"
    return "made"


def demo() -> str:
    try:
        evening.make(language="en", device=device())
    except first_answer.AlreadyAnsweredError:
        return "late"
    return "made"


def test_one_of_several_clubs_is_made_with_one_account() -> None:
    names = ("Les Atouts", "Les Atouts", "Karo Sieben", "The Tuesday Club")
    assert at_once([partial(club, name) for name in names]) == Counter(made=1, late=3)
    assert User.objects.get().organises.get().club == Club.objects.get()


def test_one_of_different_answers_counts() -> None:
    assert at_once([home, partial(club, "Les Atouts"), home]) == Counter(made=1, late=2)
    answer = FirstAnswer.objects.get().answer
    assert (answer, Club.objects.count()) in [("home", 0), ("club", 1)]


@pytest.mark.thorough
def test_one_demo_is_made_and_thrown_away_once() -> None:
    assert at_once([demo, demo]) == Counter(made=1, late=1)
    key = Club.objects.get().pk
    assert Session.objects.filter(club=key).count() == 4 * (evening.WEEKS_PLAYED + 1)

    def throw() -> str:
        throw_away(Club(pk=key))
        return "gone"

    assert at_once([throw, throw, throw]) == Counter(gone=3)
    assert first_answer.is_open()
    assert not User.objects.exists()
