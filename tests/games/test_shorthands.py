"""Every game's shorthand: it has a word for everything, and whatever can be recorded can be typed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.game import Game
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.documents import DocumentError, read
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import CORRECTION, RuleSet
from games.ui.hand_shorthand import HandShorthand
from games.ui.shorthand import Shorthand
from games.ui.tokens import CALL
from tests.games import worked_examples
from tests.games.registry_cases import every_game_of_ours, every_rule_set_of_ours, usual_tables
from tests.games.shorthand_table import of_table
from tests.property_tests import examples

LANGUAGES = ("en", "fr", "de")
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def all_shorthands(game: Game, rule_set: RuleSet) -> list[Shorthand]:
    return [of_table(game.slug, table, translator=translation) for table in usual_tables(game, rule_set)]


@in_every_language
@every_rule_set_of_ours
def test_every_example_line_is_valid_by_the_rules(game: Game, rule_set: RuleSet, language: str) -> None:
    """Each as the first hand; if the rules refuse it there, that is not the line's fault."""
    with translation.override(language):
        for typing in all_shorthands(game, rule_set):
            assert typing.examples()
            for line in typing.examples():
                raw = typing.read(line).raw
                assert raw is not None, line
                naming = Naming(typing.table.players, by_seat=True)
                hand, state = decode_hand(game.rules, typing.table, typing.state, raw, naming)
                game.rules.score(typing.table, state, hand.outcome)


@in_every_language
@every_rule_set_of_ours
def test_every_sentence_of_the_legend_is_complete(game: Game, rule_set: RuleSet, language: str) -> None:
    with translation.override(language):
        for typing in all_shorthands(game, rule_set):
            sentences = [sentence.render(typing.table.players, translation) for sentence in typing.order()]
            assert [words for words in sentences if not (words[0].isupper() and words.endswith("."))] == []


@in_every_language
@every_rule_set_of_ours
def test_words_for_the_same_slot_are_spelled_differently(game: Game, rule_set: RuleSet, language: str) -> None:
    with translation.override(language):
        for typing in all_shorthands(game, rule_set):
            spelled = Counter((word.slot, typing.usual(word).casefold()) for word in typing.words())
            assert {spelling for spelling, times in spelled.items() if times > 1} == set()


@every_rule_set_of_ours
def test_a_minus_alone_is_never_a_hand(game: Game, rule_set: RuleSet) -> None:
    """It is too easily what remains of an unfinished line."""
    for typing in all_shorthands(game, rule_set):
        for line in ("-", "− = 12", "- # note", "-1"):
            with pytest.raises(RuleError) as caught:
                typing.read(line)
            suggests_passed = "-1" not in line and any(typing.usual(word) == "--" for word in typing.words())
            assert ("If everyone passed, type --." in str(caught.value.message)) is suggests_passed


@in_every_language
@every_rule_set_of_ours
def test_a_word_is_recognised_in_its_own_spelling(game: Game, rule_set: RuleSet, language: str) -> None:
    """No spelling contains a space, or a sign with another meaning in a line."""
    with translation.override(language):
        for typing in all_shorthands(game, rule_set):
            for word in typing.words():
                usual = typing.usual(word)
                assert not set(usual) & set("=#@:>"), usual
                assert len(usual) <= 6, f"{usual} takes long to type"


@every_rule_set_of_ours
def test_every_call_has_a_word(game: Game, rule_set: RuleSet) -> None:
    for typing in all_shorthands(game, rule_set):
        calls = game.rules.hand_at(typing.table).by_key
        values = [str(word.value) for word in typing.words() if word.slot == CALL]
        named = {calls[value].word if value in calls else value for value in values}
        unnamed = {"tricks", "suit", "hand", "contrat", "contract"} | ({"solo"} if game.slug == "skat" else set())
        assert set(game.rules.calls(typing.table)) - named <= unnamed


ODD = ["=", "@", "#", ":", ">", "2>3:4", "po:", "b", "+", "-", "−", ".", "½", "9" * 9, "٣", "²", "ß", "\x00", "1.5"]
ODD += ["--", "—", "–", "––"]


@every_game_of_ours
def test_any_line_is_parsed_or_refused_with_a_message(game: Game) -> None:
    shorthands = [
        shorthand for rule_set in game.rules.rule_sets.values() for shorthand in all_shorthands(game, rule_set)
    ]
    spelled = [
        [*(shorthand.usual(word) for word in shorthand.words()), *ODD, *shorthand.table.players]
        for shorthand in shorthands
    ]
    tokens = [st.sampled_from([*words, *map(str, range(15))]) | st.text(max_size=4) for words in spelled]
    lines = [
        st.tuples(st.just(shorthand), st.lists(token, max_size=30).map(" ".join))
        for shorthand, token in zip(shorthands, tokens, strict=True)
    ]

    @examples(33)
    @given(st.one_of(lines))
    def any_line(drawn: tuple[Shorthand, str]) -> None:
        typing, line = drawn
        why = "understood"
        try:
            raw = typing.read(line).raw
            if raw is not None:
                naming = Naming(typing.table.players, by_seat=True)
                score_hand(game.rules, typing.table, typing.state, (0,) * typing.table.size, raw, naming)
        except RuleError as error:
            why = typing.in_words(error).render(typing.table.players)
        assert why.strip()

    any_line()


# Whatever can be recorded can be typed: the hands of the worked examples, as the shorthand itself writes them


@every_game_of_ours
def test_every_hand_of_the_worked_examples_can_be_typed(game: Game) -> None:
    typed = 0
    for example in worked_examples.examples(game.slug):
        try:
            ledger = read(example["document"], registry.find_rules).single().ledger()
        except DocumentError:
            continue  # an example of a refusal
        table, naming = ledger.table, Naming(ledger.table.players, by_seat=True)
        state = game.rules.opening(table)
        for scored in ledger.hands:
            raw = encode_hand(game.rules, table, scored.hand, naming)
            if raw.get("call") != CORRECTION:
                typing = of_table(game.slug, table, state=state)
                assert isinstance(typing, HandShorthand)
                line = typing.write(raw)
                dealer = f" @{raw['dealer'] + 1}" if "dealer" in raw else ""
                assert stored(game, typing, line + dealer) == {k: v for k, v in raw.items() if k != "note"}, line
                typed += 1
            state = scored.state
    assert typed >= 20


def stored(game: Game, typing: Shorthand, line: str) -> dict[str, Any]:
    """Return what a line is stored as."""
    naming = Naming(typing.table.players, by_seat=True)
    try:
        raw = typing.read(line).raw
        assert raw is not None
        hand, _state = decode_hand(game.rules, typing.table, typing.state, raw, naming)
    except RuleError as error:
        raise AssertionError(f"{line}: {error.message}") from error
    return encode_hand(game.rules, typing.table, hand, naming)
