"""Seats and dealer of a session draft."""

import pytest

from scorekeeper.play.session_draft import Draft

FOUR = ("Anne", "Bruno", "Chloé", "David")


def draft(*names: str, dealer: str = "", rules: str = "fft") -> Draft:
    posted = {f"player-{place}": name for place, name in enumerate(names)}
    return Draft.from_fields({"game": "tarot", "rules": rules, "first_dealer": dealer, **posted})


def test_a_new_draft_has_four_seats_and_the_last_one_deals() -> None:
    fresh = Draft.from_fields({})
    assert (fresh.names, fresh.dealer) == (("", "", "", ""), 3)


@pytest.mark.parametrize(
    ("action", "names", "dealer"),
    [
        ("up:1", ("Bruno", "Anne", "Chloé", "David"), "David"),
        ("down:2", ("Anne", "Bruno", "David", "Chloé"), "David"),
        ("up:3", ("Anne", "Bruno", "David", "Chloé"), "David"),
        ("up:0", FOUR, "David"),
        ("down:3", FOUR, "David"),
        ("remove:0", ("Bruno", "Chloé", "David"), "David"),
        ("remove:3", ("Anne", "Bruno", "Chloé"), "Chloé"),
        ("add", (*FOUR, ""), ""),
        ("seat:Emil", (*FOUR, "Emil"), "Emil"),
        ("seat:bruno", ("Anne", "", "Chloé", "David"), "David"),
        ("remove:9", FOUR, "David"),
        ("remove:x", FOUR, "David"),
        (f"up:{'9' * 5000}", FOUR, "David"),
        ("dance", FOUR, "David"),
    ],
)
def test_moving_players_moves_the_dealer_with_them(action: str, names: tuple[str, ...], dealer: str) -> None:
    after = draft(*FOUR).after(action)
    assert (after.names, after.names[after.dealer]) == (names, dealer)


def test_adding_a_seat_keeps_the_chosen_dealer() -> None:
    after = draft(*FOUR, dealer="1").after("add")
    assert after.names[after.dealer] == "Bruno"


def test_the_number_of_seats_is_limited_by_the_rule_set() -> None:
    assert draft(*FOUR, rules="classic").after("add").names == FOUR
    assert draft(*FOUR, rules="classic").after("remove:1").names == ("Anne", "", "Chloé", "David")
    five = draft(*FOUR, "Emil")
    assert five.after("add") == five.after("seat:Fanny") == five
    three = draft("Anne", "Bruno", "Chloé")
    assert three.after("remove:2").names == ("Anne", "Bruno", "")


@pytest.mark.parametrize(
    ("players", "rules", "for_more"),
    [(FOUR, "classic", "fft"), (FOUR, "fft", None), ((*FOUR, "Emil"), "fft", None), ((*FOUR, "Emil"), "classic", None)],
)
def test_rules_for_more_players_are_named_where_these_rules_have_no_further_seat(
    players: tuple[str, ...], rules: str, for_more: str | None
) -> None:
    named = draft(*players, rules=rules).rules_for_more
    assert (named.slug if named else None) == for_more


def test_another_rule_set_removes_only_empty_seats() -> None:
    assert draft("Anne", "", "Chloé", "David", "Emil", rules="classic").names == ("Anne", "Chloé", "David", "Emil")
    assert draft(*FOUR, "Emil", rules="classic").names == (*FOUR, "Emil")
    assert draft("Anne", "Bruno", "Chloé", rules="classic").names == ("Anne", "Bruno", "Chloé", "")


def test_drawing_seats_keeps_the_players_and_the_dealer() -> None:
    before = draft(*FOUR, dealer="1")
    drawn = [before.after("shuffle") for _ in range(60)]
    assert {tuple(sorted(after.names)) for after in drawn} == {FOUR}
    assert {after.names[after.dealer] for after in drawn} == {"Bruno"}
    assert len({after.names for after in drawn}) > 1


def test_options_are_shown_for_the_numbers_of_players_they_concern() -> None:
    assert [option.name for option in draft(*FOUR).shown_options] == ["round_to_ten"]
    assert [option.name for option in draft(*FOUR, "Emil").shown_options] == ["five_players", "round_to_ten"]


@pytest.mark.parametrize(
    ("names", "rules", "named", "missing"),
    [
        (FOUR, "classic", FOUR, 0),
        (("Anne", "", "Chloé", "David"), "fft", ("Anne", "Chloé", "David"), 0),
        (("Anne", "", "Chloé", "David"), "classic", ("Anne", "", "Chloé", "David"), 1),
        (("Anne", "", "Chloé", ""), "fft", ("Anne", "", "Chloé", ""), 1),
        ((*FOUR, "Emil", ""), "fft", (*FOUR, "Emil"), 0),
        ((*FOUR, "Emil"), "classic", (*FOUR, "Emil"), 0),
    ],
)
def test_a_draft_as_it_is_named_has_no_empty_seats_if_the_rules_allow_it(
    names: tuple[str, ...], rules: str, named: tuple[str, ...], missing: int
) -> None:
    before = draft(*names, rules=rules)
    assert (before.as_named().names, before.missing) == (named, missing)


def test_a_proposal_follows_the_option_on_which_it_depends_until_it_is_changed() -> None:
    def target(**posted: str) -> str:
        fields = {name.replace("_", "-"): value for name, value in posted.items()}
        return Draft.from_fields({"game": "jass", "rules": "schieber", **fields}).options["target"]

    assert target() == "1000"
    assert target(option_multipliers="1_2_3") == "2500"
    assert target(option_multipliers="1_2_3", option_target="1000", proposed_target="1000") == "2500"
    assert target(option_multipliers="none", option_target="2500", proposed_target="2500") == "1000"
    assert target(option_multipliers="1_2_3", option_target="1500", proposed_target="1000") == "1500"
    assert target(option_multipliers="1_2_3", option_target="1000") == "1000", "as it was played before"
    assert target(option_multipliers="1_2_3", option_target="1000", proposed_target="1000", action="start") == "1000"
