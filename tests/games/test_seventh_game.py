"""A game in a folder of its own, somewhere else, is played through the web; no other file knows of it."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

RULES = """
from dataclasses import dataclass

from games.scoring.fields import Fields, PlayerField, WholeField
from games.scoring.payments import each_pays
from games.scoring.rules import Rules
from games.scoring.text import Text
from games.scoring.types import Entry, Line, Paragraph, RuleSet, Seat, State

POTS = Fields((PlayerField(name="winner"), WholeField(name="pips", low=1, high=9)))


@dataclass(frozen=True, kw_only=True)
class Outcome:
    call: str
    winner: Seat
    pips: int


class HighCardRules(Rules[State, Outcome]):
    slug = "high_card"
    rule_sets = {"house": RuleSet(slug="house", name=Text("House"), summary=Text("Two or three."), players=(2, 3))}
    paragraphs = {
        slug: Paragraph(slug=slug, title=Text(slug), sentence=Text("Each pays the pips."), source=Text("Ours"))
        for slug in ("pot", "correction")
    }
    outcome = Outcome

    def opening(self, table):
        return State(dealer=table.first_dealer)

    def calls(self, table):
        return ("pot",)

    def fields(self, table, call, raw):
        return POTS

    def score(self, table, state, outcome):
        payers = [seat for seat in table.seats if seat != outcome.winner]
        amounts = each_pays(table.size, outcome.pips, to=outcome.winner, payers=payers)
        line = Line("pot", Text("{pips} pips", {"pips": outcome.pips}), amounts)
        return Entry.of(table.size, [line]), State(dealer=table.after(state.dealer))
"""

FORMS = """
from games.ui.forms import OutcomeForm, seat_name, whole_number
from games.scoring.text import Text


class HighCardForm(OutcomeForm):
    template = "high_card/_form.html"
    groups = ("call", "winner", "pips")

    @property
    def winner(self):
        return self.players("winner", Text("Winner"), self.position.playing, needed=True)

    @property
    def pips(self):
        return self.chips("pips", Text("Pips"), [(str(n), str(n)) for n in range(1, 10)], needed=True)

    def needed(self):
        return [("winner", Text("winner")), ("pips", Text("pips"))]

    def raw_of_call(self, call):
        given = {name: whole_number(self.data[name]) for name in ("winner", "pips") if self.data.get(name)}
        return {"call": "pot", **given}

    def values_of_call(self, raw):
        return {name: str(raw[name]) for name in ("winner", "pips")}

    @classmethod
    def describe_call(cls, table, raw):
        return Text("{player} with {pips}", {"player": seat_name(raw["winner"]), "pips": raw["pips"]})
"""

GAME = """
from games.game import Game
from games.high_card.forms import HighCardForm
from games.high_card.rules import HighCardRules
from games.scoring.text import Text

GAME = Game(
    rules=HighCardRules(), name=Text("High card"), summary=Text("The highest card."), order=Text("Clockwise."),
    counter=Text("pips"), form=HighCardForm, rules_template="high_card/rules.html", page=lambda: (),
)
"""

FORM_TEMPLATE = (
    '{% include "play/_chips.html" with group=form.winner %}{% include "play/_chips.html" with group=form.pips %}'
)

PLAYED = """
import json, re

import django

django.setup()
from django.core.management import call_command
from django.test import Client

call_command("migrate", verbosity=0)
client = Client(SERVER_NAME="localhost")


def hidden(page, name):
    return re.search(f'name="{name}" value="([^"]*)"', page).group(1)


new = client.get("/new/?game=high_card").content.decode()
players = {"player-0": "Ida", "player-1": "Jo", "player-2": "Max"}
asked = {"action": "start", "game": "high_card", "rules": "house", "first_dealer": "2", "currency": "€", **players}
started = client.post("/new/", {**asked, "token": hidden(new, "token")})
table = started.headers["Location"]
for winner, pips in ((0, 7), (1, 2)):
    page = client.get(table).content.decode()
    data = {"revision": hidden(page, "revision"), "token": hidden(page, "token"), "winner": winner, "pips": pips}
    assert client.post(f"{table}record/", data).status_code == 302
page = client.get(table).content.decode()
print(json.dumps({
    "says": "Jo with 2" in page,
    "why": "Each pays the pips." in client.get(f"{table}hands/1/").content.decode(),
    "rules": client.get("/games/high_card/").status_code,
    "export": json.loads(client.get(f"{table}export.json").content),
}))
"""


def test_a_game_in_a_folder_elsewhere_is_played_through_the_web(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "high_card"
    templates = folder / "templates" / "high_card"
    templates.mkdir(parents=True)
    (tmp_path / "games" / "__init__.py").touch()
    for name, text in {"__init__": "", "rules": RULES, "forms": FORMS, "game": GAME}.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "examples.json").write_text("[]")
    (templates / "_form.html").write_text(FORM_TEMPLATE)
    (templates / "rules.html").write_text('{% extends "play/rules.html" %}')

    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(tmp_path),
        "DATA_DIR": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    run = [sys.executable, "-c", PLAYED]
    played = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert not played.returncode, played.stderr
    said = json.loads(played.stdout)
    assert said["says"]
    assert said["why"]
    assert said["rules"] == 200
    assert said["export"]["hands"] == [
        {"call": "pot", "winner": "Ida", "pips": 7},
        {"call": "pot", "winner": "Jo", "pips": 2},
    ]
