"""A clock for tests of what depends on time."""


class Clock:
    """A clock that stands still until the test moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now
