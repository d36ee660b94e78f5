"""Statements without the ORM store what the ORM would."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from scorekeeper.database import quick_writes
from scorekeeper.play.models import Change, Session, Verb
from tests.play.tables import Scorer, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
AT = datetime(2026, 11, 26, 20, 15, 30, 123456, tzinfo=UTC)
AFTER = {"call": "garde", "note": 'Zoë said "%s"', "points": 49, "bouts": None}


def change(scorer: Scorer, **columns: Any) -> Change:
    given = {"revision": 100, "before": None, "after": AFTER, "who": "Zoë %s", "token": token()} | columns
    return Change(session=scorer.session, verb=Verb.RECORD, access=scorer.access, at=AT, **given)


def test_a_row_is_inserted_as_the_orm_inserts_it() -> None:
    scorer, secret = Scorer(), token()
    key = quick_writes.insert(change(scorer, token=secret))
    quick = Change.objects.get(pk=key)
    quick.delete()
    change(scorer, token=secret).save()
    by_orm = Change.objects.get(revision=100)
    assert model_to_dict(quick, exclude=["id"]) == model_to_dict(by_orm, exclude=["id"])
    assert (quick.at, quick.after) == (AT, AFTER)
    assert not Change.objects.filter(before__isnull=False, revision=100).exists(), "no JSON null"


def test_a_row_that_breaks_a_constraint_is_refused() -> None:
    scorer = Scorer()
    quick_writes.insert(change(scorer))
    with pytest.raises(IntegrityError), transaction.atomic():
        quick_writes.insert(change(scorer))


def test_only_rows_that_meet_the_condition_are_updated() -> None:
    session, other = Scorer().session, Scorer().session
    columns = {"revision": 7, "called": AFTER, "closed_at": AT, "title": "Zoë’s %s"}
    assert not quick_writes.update(Session, columns, "id = %s AND revision = %s", [session.pk, session.revision + 1])
    assert quick_writes.update(Session, columns, "id = %s AND revision = %s", [session.pk, session.revision]) == 1
    session.refresh_from_db()
    assert {name: getattr(session, name) for name in columns} == columns
    other.refresh_from_db()
    assert other.title == ""
    assert quick_writes.update(Session, {"called": None, "closed_at": None}, "id = %s", [session.pk]) == 1
    assert Session.objects.filter(pk=session.pk, called__isnull=True, closed_at=None).exists()
