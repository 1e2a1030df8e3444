"""The deductive hierarchy (paper §3.1, after Bills and Archibald 2023): agents of any level, over one embedding (R21).

G0 and S0 are the static agents. S_k gives the clue to which G_k answers with the most cards, all of them red. G_k, by
deduction alone, rules out every world in which S_{k−1} would not have said what it heard.
"""

from typing import Any

import numpy as np

from commonground import checks, seeds
from commonground.agents import arguments, worlds
from commonground.agents.clues import CANDIDATES, nearest_cards, unrevealed, unrevealed_red
from commonground.agents.kernels import cards
from commonground.agents.ladder import Ladder, Memory, checked_memory
from commonground.agents.worlds import Known, View
from commonground.embeddings import Embedding
from commonground.game import Clue, Colour, GuesserView, Player, SpymasterView, Turn

SAMPLES = 1000


class _Deductive(Player):
    """What both agents are: a level over one embedding, and how many worlds they think about.

    `memory` is that of all guessers of the hierarchy. Worlds are drawn afresh each turn, by the agent itself; with
    `shared`, from a stream of that seed, which the other side then knows as well: both think about the same worlds.
    """

    letter: str

    def __init__(
        self,
        embedding: Embedding,
        level: int = 1,
        samples: int = SAMPLES,
        memory: Memory = "all",
        shared: int | None = None,
        neighbours: int = CANDIDATES,
        name: str | None = None,
    ) -> None:
        self.embedding = arguments.embedding(embedding)
        self.level = arguments.level(level)
        self.samples = arguments.worlds(samples)
        self.memory = checked_memory(memory)
        self.shared = None if shared is None else checks.whole("shared", shared)
        self.neighbours = arguments.neighbours(neighbours)
        self.name = arguments.name(name, f"{self.letter}{level}:{embedding.name}")

    def start(self, view: View) -> None:
        self._words = view.words
        self._ladder = Ladder(self.embedding, view.words, self.neighbours, self.memory)

    def beliefs(self) -> dict[str, float]:
        return {}

    def _drawn(self, view: View, rng: np.random.Generator) -> np.ndarray:
        if self.shared is not None:
            rng = seeds.generator(self.shared, "worlds", *view.words, len(view.history))
        return worlds.seen_by(view, self.samples, rng)

    def _row(self, word: str) -> int:
        return int(self.embedding.rows([word])[0])


class DeductiveSpymaster(_Deductive):
    """S_k: the clue to which G_k, told every clue so far, answers with the most cards, all red.

    Ties go to the smaller summed distance, then to the alphabet, then to the smaller number. Where no answer is all red,
    it says a candidate at random.
    """

    letter = "S"
    _given: Any = None  # (clue, number), once one is given in a game

    def start(self, view: View) -> None:
        super().start(view)
        self._given = None

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        red = unrevealed_red(view.key, view.revealed)
        self._ladder.open_turn(Known.of(view), self._drawn(view, rng) if self.level else np.empty(0, np.int64))
        rung = self._ladder.rung(self.level)
        clue, number = rung.best(red)
        self._viable = clue != cards.NOT_VIABLE
        if not self._viable:
            clue, number = self._ladder.table.any_near(red, rng, self.name), 1
        self._given, self._rung = (clue, number), rung
        return self._clue(clue, number)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """All guessers on the ladder are told the clue."""
        for level in range(1, self.level + 1):
            self._ladder.hear(level, self._row(turn.clue.word))

    def explain(self) -> dict[str, Any]:
        """Why the last clue: the cards that G_k is expected to pick for it, and whether any clue was viable."""
        if self._given is None:
            return {}
        clue, number = self._given
        picks, bonus = self._rung.picks[clue, :number].tolist(), int(self._rung.bonus[clue, number - 1])
        answer = [*picks, bonus] if bonus < len(self._words) else picks
        by_word = {self.embedding.name: [self._words[card] for card in answer]}
        return {"clue": self._clue(clue, number), "viable": self._viable, "guesses": by_word}

    def _clue(self, clue: int, number: int) -> Clue:
        return Clue(str(self.embedding.words[self._ladder.table.rows[clue]]), number)


class DeductiveGuesser(_Deductive):
    """G_k: from the worlds drawn, those in which S_{k−1} would have said every clue kept and the one heard now.

    Passes over cards that are red in none of them, picks the n nearest of the others, worlds conditioned on each card,
    and then, as a bonus, the nearest card that is red in all.
    """

    letter = "G"
    _turn = -1  # the last one in which a clue was heard; none yet

    def start(self, view: View) -> None:
        super().start(view)
        self._turn, self._picked = -1, 0
        self._left = np.empty(0, np.int64)

    def next_guess(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> int | None:
        if self._turn != len(view.history):
            self._turn, self._picked = len(view.history), 0
            if self.level:
                self._ladder.open_turn(Known.of(view), self._drawn(view, rng))
                self._left = self._ladder.hear(self.level, self._row(clue.word))
                for level in range(1, self.level):
                    self._ladder.hear(level, self._row(clue.word))
        order = nearest_cards(self.embedding, view.words, clue.word, unrevealed(view.revealed))
        if self.level == 0:
            return order[0] if self._picked < clue.number else None
        self._every, self._some = deduced(self._left)
        sure = self._picked >= clue.number
        wanted = [card for card in order if (self._every if sure else self._some) >> card & 1]
        return wanted[0] if wanted else None if self._picked else order[0]

    def observe(self, view: GuesserView, card: int, colour: Colour) -> None:
        """Keep the worlds in which the card is what it was."""
        self._picked += 1
        self._left = self._left[(self._left >> card & 1 == 1) == (colour is Colour.RED)]

    def explain(self) -> dict[str, Any]:
        """What was deduced before the last pick, and from how many worlds."""
        if not self.level or self._turn < 0:
            return {}
        hidden = [(card, word) for card, word in enumerate(self._words) if self._ladder.unrevealed >> card & 1]
        return {
            "red": [word for card, word in hidden if self._every >> card & 1],
            "not_red": [word for card, word in hidden if not self._some >> card & 1],
            "worlds": len(self._left),
        }


def deduced(left: np.ndarray) -> tuple[int, int]:
    """The cards that are red in every world, and those that are in some; nothing from no worlds."""
    if not len(left):
        return 0, 0
    return int(np.bitwise_and.reduce(left)), int(np.bitwise_or.reduce(left))
