"""Lines on stderr that say how far a recipe is; bars stall under papermill and DVC, lines do not."""

import sys
import time

SECONDS_BETWEEN_LINES = 5.0


def say(recipe: str, message: str) -> None:
    """Print one line about what a recipe is doing."""
    print(f"{recipe}: {message}", file=sys.stderr, flush=True)


class Progress:
    """Counts steps of a long loop and now and then says how many are done and how long the rest will take."""

    def __init__(self, recipe: str, total: int, unit: str) -> None:
        self.recipe, self.total, self.unit = recipe, total, unit
        self.done = 0
        self.started = self.last_line = time.monotonic()

    def advance(self, steps: int = 1) -> None:
        self.done += steps
        now = time.monotonic()
        if now - self.last_line >= SECONDS_BETWEEN_LINES:
            self.last_line = now
            left = (now - self.started) * (self.total - self.done) / self.done
            say(self.recipe, f"{self.done:,} of {self.total:,} {self.unit}, {duration(left)} left")


def duration(seconds: float) -> str:
    """Write a time to the nearest unit that a person waits in: "40 s", "3 min"."""
    return f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.0f} min"
