"""The cognitive hierarchy (paper §5.2): agents unsure of their team-mate's embedding, of its level, or of both.

A teammate model is a level of the deductive hierarchy over an embedding; beliefs over models are updated by Bayes' rule,
as those of the paper's Bayesian agents, which are the special case of models that are all of level 0. Models are
deterministic here (σ = 0). Example:

    HierarchySpymaster.over([level(k, e) for k in (0, 1) for e in words.internal], prior=poisson(1.5))
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.beliefs import Believer, most_believed, updated
from commonground.agents.deductive import SAMPLES, check_samples, drawn
from commonground.agents.ladder import Memory, Rung, check_memory
from commonground.agents.models import Level, Prior, checked_models, ladders_of, tell
from commonground.clues import NEIGHBOURS, ClueTable, mask, unrevealed_red
from commonground.game import Clue, Colour, GuesserView, SpymasterView, Turn
from commonground.kernels import cards, guesser, levels
from commonground.utility import PAPER, Utility


class HierarchySpymaster(Believer):
    """Gives the clue with the largest expected utility, over its beliefs about which G_k over which embedding it plays with.

    E(l, n) = Σ_m P(m) v(m's answer to (l, n)), each model told every clue so far. After the guess γ,
    P(m | γ) ∝ P(m) (1 + weight · [m's answer shows γ]): the pseudo-count of R7, with `weight` equal samples.
    """

    def __init__(
        self,
        models: Sequence[Level],
        prior: Prior = None,
        samples: int = SAMPLES,
        weight: int = 10,
        memory: Memory = "all",
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
    ) -> None:
        weights = checked_models(models, prior)
        super().__init__([model.embedding for model in models], weights.tolist(), 0.0, check_samples(samples))
        self.levels = tuple(model.number for model in models)
        self.names = tuple(model.name for model in models)
        self.weight = weight
        self.memory = check_memory(memory)
        self.utility = utility
        self.neighbours = neighbours
        self.name = name or f"SM_H({', '.join(self.names)})"

    @classmethod
    def over(cls, models: Sequence[Level], **options: Any) -> Self:  # type: ignore[override]
        """An agent unsure which of these levels and embeddings its team-mate has."""
        return cls(models, **options)

    def start(self, view: SpymasterView) -> None:
        self._words, self._beliefs = view.words, self.prior
        red = mask([colour is Colour.RED for colour in view.key])
        self._distinct = list(dict.fromkeys(self.models))
        self._table = ClueTable.of(self._distinct, view.words, red, self.neighbours)
        self._orders = [guesser.order_all(squared) for squared in self._table.squared]
        self._ladders = ladders_of(self.models, view.words, self.neighbours, self.memory)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        thought = drawn(view.revealed, self.samples, rng) if any(self.levels) else np.empty(0, np.int64)
        for ladder in self._ladders.values():
            ladder.open_turn(view.revealed, thought)
        red = unrevealed_red(view.key, view.revealed)
        self._clues = np.flatnonzero(self._table.near & red)  # the candidates this turn
        self._colours = np.array(view.key, dtype=np.int64)
        self._answers = np.stack([self._answers_of(model) for model in range(len(self.models))])
        leader = most_believed(self._beliefs)
        right, sums = levels.right_cards(self._answers[leader], self._squared(leader), self._colours)
        for everything in (False, True):
            self._expected = self._utilities(self._beliefs, everything)
            self._given = levels.best_clue(self._expected, right, sums)
            if self._given[0] != cards.NOT_VIABLE:
                break
        return self._clue(*self._given)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule by what each model would have shown for the clue given; then all are told the clue that was heard."""
        clue, number = self._given
        shown = [self._shown(self._answers[m, clue, number - 1]) for m in range(len(self.models))]
        same = np.array([answer == turn.guesses for answer in shown])
        self._beliefs = updated(self._beliefs, 1.0 + self.weight * same)
        tell(self._ladders, self.models, self.levels, turn.clue.word)

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        """Why the last clue: its expected utility under each model, each model's answer, and the next best clues."""
        clue, number = self._given
        answers = {name: self._answers[m, clue, number - 1] for m, name in enumerate(self.names)}
        return {
            "clue": self._clue(clue, number),
            "expected_utility": float(self._expected[clue, number - 1]),
            "by_model": {name: self._value(answer) for name, answer in answers.items()},
            "guesses": {name: [self._words[card] for card in _listed(answer)] for name, answer in answers.items()},
            "beliefs": self.beliefs(),
            "runners_up": self._runners_up(runners_up),
        }

    def _answers_of(self, model: int) -> np.ndarray:
        """A model's answers to every candidate and number, (clue, n − 1, place)."""
        ladder, rows = self._ladders[self.models[model].name], self._table.rows[self._clues]
        orders = self._orders[self._distinct.index(self.models[model])][self._clues]
        return np.asarray(levels.spelled(*ladder.answers(self.levels[model], orders, rows)))

    def _squared(self, model: int) -> np.ndarray:
        return np.asarray(self._table.squared[self._distinct.index(self.models[model])][self._clues])

    def _utilities(self, beliefs: np.ndarray, everything: bool) -> np.ndarray:
        values, turn = self.utility.of_card, self.utility.turn
        return levels.expected_utilities(self._answers, beliefs, self._colours, values, turn, everything)

    def _shown(self, answer: np.ndarray) -> tuple[int, ...]:
        """The cards that an answer reveals: up to the first that is not red."""
        listed = _listed(answer)
        reds = next((i for i, card in enumerate(listed) if self._colours[card]), len(listed))
        return tuple(listed[: reds + 1])

    def _value(self, answer: np.ndarray) -> float:
        return float(self.utility.of_card[self._colours[list(self._shown(answer))]].sum() + self.utility.turn)

    def _clue(self, clue: int, number: int) -> Clue:
        return Clue(str(self.models[0].words[self._table.rows[self._clues[clue]]]), number)

    def _runners_up(self, count: int) -> list[tuple[Clue, float]]:
        """The best other clues, each with its best number."""
        number, value = self._expected.argmax(axis=1), self._expected.max(axis=1)
        value[self._given[0]] = -np.inf
        order = np.argsort(-value, kind="stable")[:count]
        return [(self._clue(i, int(number[i]) + 1), float(value[i])) for i in order if np.isfinite(value[i])]


class HierarchyGuesser(BayesianGuesser):
    """The Bayesian guesser with spymasters S_k over an embedding as models: P(l | m, w) is 1 where S_k would say l, else 0.

    Where S_k has nothing viable to say, any of its candidates is as likely. Worlds, beliefs, thresholds and resets are the
    Bayesian guesser's; the levels below are simulated with the worlds it draws.
    """

    def __init__(
        self,
        models: Sequence[Level],
        prior: Prior = None,
        samples: int = SAMPLES,
        skip: float = 0.0,
        belief: float = 1.0,
        memory: Memory = "all",
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
    ) -> None:
        weights = checked_models(models, prior)
        embeddings = [model.embedding for model in models]
        super().__init__(
            *(embeddings, weights.tolist(), 0.0, samples, skip, belief), utility=utility, neighbours=neighbours
        )
        self.levels = tuple(model.number for model in models)
        self.names = tuple(model.name for model in models)
        self.memory = check_memory(memory)
        self.name = name or f"GM_H({', '.join(self.names)})"

    @classmethod
    def over(cls, models: Sequence[Level], **options: Any) -> Self:  # type: ignore[override]
        """An agent unsure which of these levels and embeddings its team-mate has."""
        return cls(models, **options)

    def start(self, view: GuesserView) -> None:
        self._words, self._beliefs = view.words, self.prior
        self._ladders = ladders_of(self.models, view.words, self.neighbours, self.memory)
        self._history = []
        self._turn, self._picked = -1, 0
        self._worlds, self._weights = np.empty(0, np.int64), np.empty(0)

    def _weighed(self, drawn: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self._drawn = drawn  # the levels are simulated with these worlds, too
        return super()._weighed(drawn)

    def _heard(self, view: GuesserView, clue: Clue, reds_left: int) -> "_Said":  # type: ignore[override]
        """The clue as each model may have said it; then all guessers below are told."""
        sights = []
        for ladder in self._ladders.values():
            ladder.open_turn(view.revealed, self._drawn)
        for embedding, number in zip(self.models, self.levels, strict=True):
            ladder = self._ladders[embedding.name]
            sights.append((ladder.rung(number), int(ladder.places[embedding.rows([clue.word])[0]])))
        tell(self._ladders, self.models, self.levels, clue.word)
        return _Said(self._beliefs, sights)

    def _likelihood(self, heard: Any, sight: Any, drawn: np.ndarray) -> np.ndarray:
        rung, number = sight
        return np.asarray(rung.heard(drawn, number))


class _Said(NamedTuple):
    """A clue that was heard: the beliefs before it, and for each model its rung that turn and the clue's number on it."""

    beliefs: np.ndarray
    sights: list[tuple[Rung, int]]


def _listed(answer: np.ndarray) -> list[int]:
    return [int(card) for card in answer if card != levels.NOBODY]
