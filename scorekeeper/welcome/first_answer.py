"""Whether the welcome question is still open, and the answers to it: one transaction each."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session
from scorekeeper.welcome.models import Answer, FirstAnswer

_over = False
"""Whether this process knows that there is no demo and never will be, so that no page has to ask the database."""


class AlreadyAnsweredError(Exception):
    """The installation is no longer empty, or somebody else has answered in the meantime."""


def is_open() -> bool:
    """Return whether nobody has answered, and nothing was done that answers the question by itself."""
    return not FirstAnswer.objects.exists() and not any(
        model._default_manager.exists() for model in (Session, Club, User)
    )


def demo() -> Club | None:
    """Return the club of the demo, if there is one."""
    global _over  # noqa: PLW0603 - it changes once
    if _over:
        return None
    may_come = is_open()  # asked first, so that a demo made in between is found
    club = Club.objects.filter(pk__in=FirstAnswer.objects.values("demo")).first()
    _over = club is None and not may_come
    return club


def is_awaited() -> bool:
    """Return whether the welcome address has something to ask: the question, or what to do with the demo."""
    return demo() is not None or is_open()


def answer_home() -> None:
    """Record that this is the home table's installation; raises `AlreadyAnsweredError`."""
    _answer(Answer.HOME)


@transaction.atomic
def answer_club(name: str, organiser: User) -> Club:
    """Create the club with its organiser, a new account; raises `AlreadyAnsweredError`."""
    _answer(Answer.CLUB)
    return clubs.create_club_with_organiser(name, organiser)


@transaction.atomic
def answer_demo(name: str, organiser: User) -> Club:
    """Create the club of a demo with its organiser, a new account; raises `AlreadyAnsweredError`."""
    answer = _answer(Answer.DEMO)
    answer.demo = clubs.create_club_with_organiser(name, organiser)
    answer.save(update_fields=["demo"])
    return answer.demo


def _answer(answer: Answer) -> FirstAnswer:
    """Insert the only row. Of two transactions, the second one waits here for the first one, and then fails."""
    if not is_open():
        raise AlreadyAnsweredError
    try:
        with transaction.atomic():
            return FirstAnswer.objects.create(answer=answer)
    except IntegrityError:
        raise AlreadyAnsweredError from None
