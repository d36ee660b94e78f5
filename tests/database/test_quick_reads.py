"""Models from raw SQL equal those that the ORM reads."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.forms.models import model_to_dict

from scorekeeper.clubs.models import Club
from scorekeeper.database import quick_reads
from scorekeeper.play import queries
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Access, Session
from tests.play.tables import Scorer

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
AT = datetime(2026, 11, 26, 20, 15, 30, 123456, tzinfo=UTC)


@pytest.fixture
def scorer() -> Scorer:
    """Return a scorer at a table whose row has a value of every type."""
    scorer = Scorer()
    club = Club.objects.create(name="L’Écart", slug="ecart")
    Session.objects.filter(pk=scorer.session.pk).update(
        club=club, stake=Decimal("0.05"), called={"call": "garde", "taker": None}, continues=True, closed_at=AT
    )
    return scorer


def test_a_session_equals_the_one_that_the_orm_reads(scorer: Scorer) -> None:
    by_orm = Session.objects.get(pk=scorer.session.pk)
    quick = queries.open_for(scorer.access.device, scorer.session.public_id).session
    assert model_to_dict(quick) == model_to_dict(by_orm)
    assert (quick.stake, quick.continues, quick.closed_at) == (Decimal("0.05"), True, AT)
    assert quick.called == {"call": "garde", "taker": None}
    quick.title = "Friday"
    quick.save()
    assert Session.objects.get(title="Friday") == by_orm, "saved as the row that it is"


def test_an_access_comes_with_its_session_and_club(scorer: Scorer) -> None:
    Access.objects.filter(pk=scorer.access.pk).update(facing="left")
    access = queries.open_for(scorer.access.device, scorer.session.public_id)
    by_orm = Access.objects.select_related("session__club").get(pk=scorer.access.pk)
    assert access.session.club is not None
    assert by_orm.session.club is not None
    assert model_to_dict(access) == model_to_dict(by_orm), "also the columns that are read only when needed"
    assert model_to_dict(access.session) == model_to_dict(by_orm.session)
    assert model_to_dict(access.session.club) == model_to_dict(by_orm.session.club)
    assert access.session.club.created_at == by_orm.session.club.created_at


def test_reading_a_ledger_updates_its_session(scorer: Scorer) -> None:
    stale = scorer.session
    assert (stale.stake, stale.called, stale.closed_at) == (None, None, None)
    ledgers.forget()
    assert ledgers.of(stale).hands == ()
    assert (stale.stake, stale.closed_at) == (Decimal("0.05"), AT)
    assert stale.called == {"call": "garde", "taker": None}


def test_columns_are_qualified_by_the_table_name_or_its_alias() -> None:
    assert quick_reads.columns(Club).startswith('clubs_club."id", clubs_club."uid", ')
    assert quick_reads.columns(Club, "other").startswith('other."id", other."uid", ')
    assert quick_reads.width(Club) == quick_reads.columns(Club).count(",") + 1
