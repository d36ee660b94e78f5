"""Values that are kept in memory: made once for each key, and only so many."""

from scorekeeper.web.memory_cache import Kept


def test_a_value_is_made_once_until_it_makes_room_for_others() -> None:
    made: list[str] = []
    kept = Kept[str](most=2)

    def value(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key.upper()

        return kept.get(key, make)

    assert [value(key) for key in ("a", "b", "a", "b")] == ["A", "B", "A", "B"]
    assert made == ["a", "b"]
    value("a")
    value("c")  # takes the place of b, for which nobody has asked the longest
    assert [value(key) for key in ("a", "c", "b")] == ["A", "C", "B"]
    assert made == ["a", "b", "c", "b"]
