"""No backup contains a second factor or a browser's session; after a restore the password is enough to sign in."""

from __future__ import annotations

import gzip
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from scorekeeper.accounts.models import SecondFactor
from tests.accounts.second_factors import SECRET, FakeClock, give_password, signed_in_with_code, with_factor
from tests.clubs.clubs import SampleClub

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_backup_contains_no_second_factor_and_restoring_locks_nobody_out(
    sample_club: SampleClub, fake_clock: FakeClock, tmp_path: Path
) -> None:
    with_factor(User.objects.get(username="marion"), fake_clock)
    signed_in = signed_in_with_code(fake_clock)
    hashes = SecondFactor.objects.get().recovery_hashes
    assert len(hashes) == 10
    call_command("backup", to=tmp_path / "file", stdout=StringIO())
    content = gzip.decompress((tmp_path / "file").read_bytes())
    assert b"marion" in content
    assert [secret for secret in [SECRET, *hashes] if secret.encode() in content] == []
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", str(tmp_path / "file"), stdout=StringIO())
    assert not SecondFactor.objects.exists()
    assert give_password(Client())["Location"] == "/admin/"
    assert signed_in.get("/admin/").status_code == 302  # browsers sign in again
