"""Whole games, told turn by turn: one for each kind of pair, on the toy set.

`PYTHONPATH=tests python -m helpers.playthroughs` writes them anew into tests/playthroughs/; a test compares. A change there is a change of
what agents do: read it before you commit it.
"""

from pathlib import Path

from commonground import agents
from commonground.embeddings import EmbeddingSet, load_set
from commonground.game import (
    DETERMINISTIC,
    STOCHASTIC,
    Clue,
    Colour,
    Environment,
    Guesser,
    GuesserView,
    Spymaster,
    SpymasterView,
    Turn,
    play,
)

FOLDER = Path(__file__).resolve().parents[1] / "playthroughs"
SEED = 12
COLUMNS = 5


class Told:
    """An agent whose every move is written down with its reasons."""

    def __init__(self, agent, lines: list[str]) -> None:
        self.agent, self.lines, self.name = agent, lines, agent.name

    @property
    def embedding(self):
        return self.agent.embedding

    def start(self, view: SpymasterView | GuesserView) -> None:
        self.agent.start(view)

    def beliefs(self) -> dict[str, float]:
        return self.agent.beliefs()

    def tell_beliefs(self) -> None:
        if self.beliefs():
            believed = ", ".join(f"{name} {p:.3f}" for name, p in self.beliefs().items())
            self.lines.append(f"    {self.name} believes: {believed}")


class ToldSpymaster(Told):
    def give_clue(self, view: SpymasterView, rng) -> Clue:
        clue = self.agent.give_clue(view, rng)
        self.lines.append(f"turn {len(view.history) + 1}: {self.name} says {clue}")
        self.tell_beliefs()
        why = self.agent.explain()
        if why:
            utilities = ", ".join(f"{name} {signed(value, 2)}" for name, value in why["by_model"].items())
            self.lines.append(
                f"    expected utility {signed(why['expected_utility'], 3)} (if the guesser is {utilities})"
            )
            for name, cards in why["guesses"].items():
                self.lines.append(f"    {name} would guess: {', '.join(cards)}")
            others = ", ".join(f"{other} {signed(value, 3)}" for other, value in why["runners_up"][:3])
            self.lines.append(f"    next best: {others}")
        return clue

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        self.agent.observe(view, turn)


class ToldGuesser(Told):
    def next_guess(self, view: GuesserView, clue: Clue, rng) -> int | None:
        card = self.agent.next_guess(view, clue, rng)
        if card is None:
            self.lines.append("    stops")
            return None
        self.lines.append(f"    picks {view.words[card]}")
        why = self.agent.explain()
        if why:
            red = {word: p["red"] for word, p in why["before_boosting"].items()}
            likely = sorted(red, key=lambda word: -round(red[word], 6))[:4]
            self.lines.append(f"        p(red): {', '.join(f'{word} {red[word]:.2f}' for word in likely)}")
            self.tell_beliefs()
        return card

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        self.agent.observe(view, card, colour)
        self.lines.append(f"        it is {colour.name.lower()}")


def signed(value: float, digits: int) -> str:
    """A number with its sign; what rounds to nothing is +0, whichever side of it rounding errors put it on."""
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def told(words: EmbeddingSet, spymaster: Spymaster, guesser: Guesser, environment: Environment) -> str:
    board = words.deal(SEED)
    cards = [f"{word}:{colour.letter}" for word, colour in zip(board.words, board.key, strict=True)]
    rows = [
        "  " + " ".join(f"{card:<14}" for card in cards[i : i + COLUMNS]).rstrip()
        for i in range(0, len(cards), COLUMNS)
    ]
    lines = [f"{spymaster.name} with {guesser.name}, {environment.name}, board {SEED} of the toy set", *rows]
    record = play(board, ToldSpymaster(spymaster, lines), ToldGuesser(guesser, lines), environment, rng=SEED)
    heard = [f"{turn.intended.word} -> {turn.heard.word}" for turn in record.turns if turn.heard != turn.intended]
    if heard:
        lines.append(f"misheard: {', '.join(heard)}")
    lines.append(f"{'won' if record.won else 'lost'} in {len(record.turns)} turns: {record.ending}")
    return "\n".join(lines) + "\n"


def games(words: EmbeddingSet) -> dict[str, str]:
    """Every playthrough by its file's name."""
    known, stranger = words.internal[1].name, words.external[1].name

    def spymaster(name: str) -> Spymaster:
        return agents.spymaster(name, words)

    def guesser(name: str, **options) -> Guesser:
        return agents.guesser(name, words, **options)

    samples = 2000
    table = {
        "static-static": (spymaster(known), guesser(known), DETERMINISTIC),
        "static-stranger": (spymaster(known), guesser(stranger), DETERMINISTIC),
        "random-static": (spymaster("random"), guesser(known), DETERMINISTIC),
        "static-random": (spymaster(known), guesser("random"), DETERMINISTIC),
        "SM_B-static": (spymaster("SM_B"), guesser(known), DETERMINISTIC),
        "SM_B_noise-stranger": (spymaster("SM_B_noise"), guesser(stranger), DETERMINISTIC),
        "SM_B_noise-noisy-static": (spymaster("SM_B_noise"), guesser(known, ear=1.0), DETERMINISTIC),
        "SM_B-DG_B": (spymaster("SM_B"), guesser("DG_B", samples=samples), DETERMINISTIC),
    }
    for name in agents.GUESSERS:
        environment = STOCHASTIC if name.endswith("noise") else DETERMINISTIC
        table[f"static-{name}"] = (spymaster(known), guesser(name, samples=samples), environment)
    return {name: told(words, *pair) for name, pair in table.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in games(load_set("toy")).items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {text.splitlines()[-1]}")
