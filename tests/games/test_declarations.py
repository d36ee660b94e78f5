"""Every registered game declares what it must. A new game is checked without an edit here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from django.conf import settings

import games
from games import registry
from games.examples import documents
from games.game import Game
from games.scoring.documents import read, read_option
from games.scoring.errors import Code, RuleError
from games.scoring.fields import MISSING, OF_ANY_HAND
from games.scoring.text import Text
from games.scoring.types import CORRECTION, RuleSet
from games.ui.forms import Position
from scorekeeper.play.formatting import Notation, in_words
from scorekeeper.play.pages import table_screen
from tests.games import worked_examples
from tests.games.registry_cases import every_game, every_game_of_ours, every_rule_set, usual_tables
from tests.games.strategies import NAMES


def test_there_are_games() -> None:
    assert "tarot" in registry.slugs()


@every_game
def test_a_slug_is_the_name_of_the_folder(game: Game) -> None:
    assert registry.get(game.slug) is game
    assert worked_examples.folder(game.slug).name == game.slug
    assert str(game.name)
    assert str(game.counter)


@every_game_of_ours
def test_the_usual_rules_are_rule_sets_by_languages_of_the_app_and_their_regions(game: Game) -> None:
    assert {locale.partition("-")[0] for locale in game.usual_rules} <= dict(settings.LANGUAGES).keys()
    assert set(game.usual_rules.values()) <= set(game.rules.rule_sets)


def test_no_two_games_have_the_same_place_in_a_language_or_region() -> None:
    places = Counter(place for game in registry.all_games() for place in game.at_home.items())
    assert [place for place, games in places.items() if games > 1] == []


@every_game
def test_a_game_is_at_home_in_languages_and_regions_as_browsers_name_them(game: Game) -> None:
    assert all(re.fullmatch("[a-z]{2}(-[A-Z]{2})?", locale) and place > 0 for locale, place in game.at_home.items())


@every_game
def test_seats_that_have_names_have_one_each(game: Game) -> None:
    for size, names in game.seat_names.items():
        assert len({str(name) for name in names}) == size
        assert any(size in rule_set.players for rule_set in game.rules.rule_sets.values())


@every_game
def test_counters_belong_to_rule_sets_and_can_represent_every_amount(game: Game) -> None:
    assert set(game.counters) <= set(game.rules.rule_sets)
    for counters in game.counters.values():
        worths = [kind.worth for kind in counters.kinds]
        assert worths == sorted(set(worths), reverse=True)
        assert len(worths) > 1
        assert worths[-1] == 1
        assert {kind.look for kind in counters.kinds} <= {"disc", "ring"}


@every_game
def test_rule_sets_and_paragraphs_are_stored_under_their_slug(game: Game) -> None:
    rules = game.rules
    assert [rule_set.slug for rule_set in rules.rule_sets.values()] == list(rules.rule_sets)
    assert [paragraph.slug for paragraph in rules.paragraphs.values()] == list(rules.paragraphs)
    assert "correction" in rules.paragraphs
    for paragraph in rules.paragraphs.values():
        assert all(str(text).strip() for text in (paragraph.title, paragraph.sentence, paragraph.source))


@every_game
def test_the_first_rule_set_is_the_default(game: Game) -> None:
    first = next(iter(game.rules.rule_sets.values()))
    document = {
        "format": "scorekeeper.session",
        "version": 1,
        "game": game.slug,
        "players": list(NAMES[: first.players[0]]),
        "hands": [],
    }
    assert read(document, registry.find_rules).single().table.rules == first.slug


@every_rule_set
def test_a_rule_set_has_players_a_version_a_name_and_a_summary(game: Game, rule_set: RuleSet) -> None:
    assert rule_set.players
    assert list(rule_set.players) == sorted(set(rule_set.players))
    assert rule_set.players[0] >= 2
    assert rule_set.version >= 1
    assert str(rule_set.name).strip()
    assert str(rule_set.summary).strip()


@every_rule_set
def test_options_have_valid_defaults(game: Game, rule_set: RuleSet) -> None:
    assert len({option.name for option in rule_set.options}) == len(rule_set.options)
    for option in rule_set.options:
        assert read_option(option, option.default) == option.default
        assert not (option.choices and option.low is not None)
        assert len(dict(option.choices)) == len(option.choices) != 1
        assert set(option.players) <= set(rule_set.players)
        assert str(option.label).strip()
    for table in usual_tables(game, rule_set):
        assert table.options == {option.name: option.default for option in rule_set.options}


@every_rule_set
def test_a_new_table_has_a_dealer_and_players(game: Game, rule_set: RuleSet) -> None:
    rules = game.rules
    for table in usual_tables(game, rule_set):
        state = rules.opening(table)
        assert rules.dealer(table, state) == table.first_dealer == rules.usual_first_dealer(table.size)
        assert not rules.over(table, state)
        absent = rules.sits_out(table, state)
        assert set(rules.playing(table, state)) == set(table.seats) - set(absent)
        assert json.dumps(rules.state_document(table, state))


@every_rule_set
def test_calls_have_distinguishable_fields(game: Game, rule_set: RuleSet) -> None:
    rules = game.rules
    for table in usual_tables(game, rule_set):
        calls = rules.calls(table)
        assert len(set(calls)) == len(calls) > 0
        assert CORRECTION not in calls
        assert rules.ordinary_call is None or rules.ordinary_call in calls
        for call in calls:
            fields = rules.fields(table, call, {})
            names = [field.name for field in fields]
            assert len(set(names)) == len(names)
            assert not OF_ANY_HAND & set(names)
            # A hand that leaves a field out has what the outcome says.
            defaults = rules.outcome._field_defaults
            assert [field.name for field in fields if field.default not in (MISSING, defaults.get(field.name))] == []
    assert rules.outcome._fields[0] == "call"


@every_game
def test_the_position_depends_on_the_dealer_only_in_games_that_say_so(game: Game) -> None:
    """Before the first hand and after every hand of the worked examples; in some games, only in some of these."""
    openings = [
        (table, game.rules.opening(table))
        for rule_set in game.rules.rule_sets.values()
        for table in usual_tables(game, rule_set)
    ]
    later = [
        (document.table, scored.state)
        for document in documents(game.slug)
        for scored in document.ledger().hands
        if not game.rules.over(document.table, scored.state)
    ]
    depends = False
    for table, state in (*openings, *later):
        before = Position(rules=game.rules, table=table, state=state, number=1)
        printed = {table_screen.position_in_words(before.dealt_by(seat), Notation()) for seat in before.playing}
        depends = depends or len(printed) > 1
    assert depends == game.position_says_dealer


@every_game
def test_all_missing_fields_of_a_hand_are_marked(game: Game) -> None:
    for rule_set in game.rules.rule_sets.values():
        for table in usual_tables(game, rule_set):
            position = Position(rules=game.rules, table=table, state=game.rules.opening(table), number=1)
            missing = [name for name, _words in game.form(position).missing]
            refused = game.form(position, error=RuleError(Code.REQUIRED, missing[0], Text("What was it?")))
            assert [name for name, sentence in refused.errors if sentence] == missing
            assert next(str(sentence) for _name, sentence in refused.errors if sentence) == "What was it?"


@every_rule_set
def test_every_field_has_a_place_on_the_screen(game: Game, rule_set: RuleSet) -> None:
    for table in usual_tables(game, rule_set):
        form = game.form(Position(rules=game.rules, table=table, state=game.rules.opening(table)))
        for call in game.rules.calls(table):
            for field in game.rules.fields(table, call, {}):
                assert form.group_of(field.name) in form.groups


@every_rule_set
def test_a_call_can_be_chosen_and_announced_before_the_hand_is_played(game: Game, rule_set: RuleSet) -> None:
    for table in usual_tables(game, rule_set):
        position = Position(rules=game.rules, table=table, state=game.rules.opening(table), number=1)
        form = game.form(position)
        assert form.call_so_far == {}
        groups = form.called_groups
        tapped: dict[str, str] = {}
        not_called = {"note": "x", "dealer": str(int(position.dealer))}
        for group in groups:
            chip = next((chip for chip in group if chip.value and not chip.checked), None)
            if chip is None or group.name in tapped:
                continue
            tapped |= {chip.value: "1"} if group.many else {group.name: chip.value}
            call_so_far = game.form(position, tapped | not_called).call_so_far
            assert tapped.items() <= call_so_far.items()
            assert not not_called.keys() & call_so_far.keys()
            shown = game.form(position, call_so_far)
            assert shown.call_so_far == call_so_far
            assert in_words(shown.called_in_words(), table.players).strip()
        junk = {group.name: "junk" for group in groups if not group.many}
        assert game.form(position, junk).call_so_far == {}


@every_rule_set
def test_the_styles_have_a_rule_for_every_item_of_a_hand(game: Game, rule_set: RuleSet) -> None:
    """They name items by number, and what has no rule would show with every call."""
    styles = (Path(settings.BASE_DIR) / "static/css/hand_form.css").read_text()
    for table in usual_tables(game, rule_set):
        for number, _item in enumerate(game.rules.hand_at(table).items, 1):
            assert f'[data-item="{number}"]' in styles


def pure_modules() -> list[str]:
    root = Path(games.__file__ or "").parent
    parts = [*root.glob("scoring/*.py"), *root.glob("*/rules.py"), *root.glob("*/tariff.py")]
    return sorted(".".join(("games", part.parent.name, part.stem)) for part in parts if part.stem != "__init__")


def test_the_scoring_modules_do_not_import_django() -> None:
    script = (
        "import importlib, sys\n"
        f"for name in {pure_modules()!r}: importlib.import_module(name)\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'django', 'scorekeeper', 'asgiref'}))\n"
        "print(*sorted(name for name in sys.modules if name in ('games.registry', 'games.ui.forms', 'games.game')))\n"
    )
    here = Path(games.__file__ or "").parent.parent
    found = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=here)
    assert found.stdout.split() == []
    assert {"games.scoring.replay", "games.tarot.rules"} <= set(pure_modules())
