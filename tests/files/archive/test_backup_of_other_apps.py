"""What no app has today: accounts, every kind of column, many-to-many, and tables changed since the backup."""

import json
import shutil
import textwrap
from pathlib import Path
from typing import Any

import pytest

from tests.external_programs import python

SETTINGS = """
from scorekeeper.settings import *
INSTALLED_APPS += ["members"]
"""
MODELS = """
import uuid
from django.conf import settings
from django.db import models

class Member(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE)
    name = models.CharField(max_length=50)
    sessions = models.ManyToManyField("play.Session")
    photo = models.BinaryField()
    dues = models.DecimalField(max_digits=12, decimal_places=4, null=True)
    weight = models.FloatField()
    born = models.DateField()
    arrives = models.TimeField()
    stays = models.DurationField()
    joined = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField(auto_now=True)
    active = models.BooleanField()
    ways = models.JSONField(null=True)
    greeting = models.CharField(max_length=60, default="")
"""
GREET = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("members", "0001_initial")]
    operations = [migrations.AddField("member", "greeting", models.CharField(max_length=60, default=""))]
"""
FILL = """
from datetime import *
from decimal import Decimal
from django.contrib.auth.models import Permission, User
from django.utils import timezone
from members.models import Member
from scorekeeper.play.models import Session
user = User.objects.create(username="zoe")
user.user_permissions.add(Permission.objects.get(codename="add_member"))
member = Member(user=user, name="Zoé", photo=bytes(range(256)), dues=Decimal("12345678.0001"), weight=0.1 + 0.2)
member.born, member.arrives, member.stays = date(1950, 2, 28), time(19, 30, 0, 7), timedelta(hours=3, microseconds=1)
member.active, member.ways = True, {"b": [1, None, "−"], "a": {}}
member.save()
for number in "12":
    member.sessions.add(Session.objects.create(
        game="tarot", rules="fft", first_dealer=0, started_at=timezone.now(), creation_token=number, watch_token=number
    ))
"""
SHOW = """
import json
from django.apps import apps
rows = {
    model._meta.label: sorted(map(repr, model._base_manager.values_list()))
    for model in apps.get_models(include_auto_created=True)
}
print(json.dumps(rows))
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Run `manage.py` in an installation with more apps, or some lines of Python if there is a `script`."""
    tmp_path = tmp_path_factory.mktemp("installations")
    for name, text in {
        "accounts.py": SETTINGS,
        "members/__init__.py": "",
        "members/models.py": MODELS,
        "members/migrations/__init__.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(textwrap.dedent(text))
    environment = {"DJANGO_SETTINGS_MODULE": "accounts", "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}

    def run(data_dir: Path, *arguments: str, **more: str) -> str:
        if arguments[0] == "script":
            arguments = ("shell", "--no-imports", "-v0", "-c", arguments[1])
        done = python("manage.py", *arguments, data_dir=data_dir, **environment, **more)
        return done.stdout if done.returncode == 0 else done.stderr

    run(tmp_path, "makemigrations", "members", "-v0")
    (tmp_path / "members/migrations/0001_initial.py").write_text(
        "\n".join(
            line
            for line in (tmp_path / "members/migrations/0001_initial.py").read_text().splitlines()
            if "greeting" not in line
        )
    )
    (tmp_path / "members/migrations/0002_greeting.py").write_text(GREET)
    return run


@pytest.fixture(scope="module")
def installed(program: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of an installation whose tables are empty."""
    folder = tmp_path_factory.mktemp("installed")
    assert program(folder, "migrate", "-v0") == ""
    return folder


@pytest.fixture(scope="module")
def filled(program: Any, installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of an installation that has been used."""
    folder = shutil.copytree(installed, tmp_path_factory.mktemp("filled") / "data")
    assert program(folder, "script", FILL) == ""
    return folder


def test_every_column_type_of_any_app_is_restored_exactly(
    program: Any, installed: Path, filled: Path, tmp_path: Path
) -> None:
    file, new = str(tmp_path / "file"), shutil.copytree(installed, tmp_path / "new")
    assert "rows" in program(filled, "backup", "--to", file)
    assert "rows restored" in program(new, "restore", file)
    was, now = json.loads(program(filled, "script", SHOW)), json.loads(program(new, "script", SHOW))
    assert len(was["members.Member_sessions"]) == 2
    assert len(was["auth.User_user_permissions"]) == 1
    assert now == was
    assert "not empty (auth.user, " in program(new, "restore", file)


def test_an_older_backup_of_an_app_without_schema_history_is_refused_in_one_sentence(
    program: Any, installed: Path, filled: Path, tmp_path: Path
) -> None:
    file = str(tmp_path / "file")
    old, new = shutil.copytree(filled, tmp_path / "old"), shutil.copytree(installed, tmp_path / "new")
    assert program(old, "migrate", "-v0", "members", "0001") == ""
    assert "rows" in program(old, "backup", "--to", file)
    assert program(new, "restore", file) == (
        "CommandError: The file has members.member in a form that this version cannot bring up to date. "
        "Nothing was restored.\n"
    )
    assert json.loads(program(new, "script", SHOW))["members.Member"] == []


def test_a_backup_is_restored_before_any_tables_exist(program: Any, filled: Path, tmp_path: Path) -> None:
    file, bare = str(tmp_path / "file"), tmp_path / "bare"
    bare.mkdir()
    program(filled, "backup", "--to", file)
    assert "rows restored" in program(bare, "restore", file)
    assert len(json.loads(program(bare, "script", SHOW))["members.Member"]) == 1
