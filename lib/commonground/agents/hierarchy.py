"""The cognitive hierarchy (paper §5.2): agents unsure of their team-mate's embedding, of its level, or of both.

A teammate model is a level of the deductive hierarchy over an embedding, or an agent of this module, with models of its
own, to any depth. Beliefs over models are updated by Bayes' rule, as those of the paper's Bayesian agents, which are the
special case of models that are all of level 0. Models are deterministic here (σ = 0). Examples:

    unsure = HierarchySpymaster.over([level(k, e) for k in (0, 1) for e in words.internal], prior=poisson(1.5))
    learner = HierarchyGuesser.over([level(0, e) for e in words.internal])
    teacher = HierarchySpymaster.over([*(level(0, e) for e in words.internal), learner])
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from commonground.agents import keys
from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.beliefs import Believer, most_believed, updated
from commonground.agents.clues import NEIGHBOURS, ClueTable, mask, unrevealed_red
from commonground.agents.deductive import SAMPLES, check_samples, drawn
from commonground.agents.imagined import Imagination, Speaker, distances_of, listed, orders_of, shows
from commonground.agents.kernels import cards, deduction, weighing
from commonground.agents.ladder import Memory, check_memory
from commonground.agents.models import Level, Model, Prior, checked_models, embeddings_of
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import STANDARD, Clue, Colour, GuesserView, SpymasterView, Turn
from commonground.game.utility import PAPER, Utility


class Unsure:
    """What both agents are: unsure which of several models the team-mate is."""

    teammates: tuple[Model, ...]
    _beliefs: np.ndarray

    def _take(self, models: Sequence[Model], memory: Memory) -> None:
        self.teammates = tuple(models)
        self.names = tuple(model.name for model in models)
        self.memory = check_memory(memory)
        self._minds: Sequence[Any] = self.teammates  # as they are imagined, once a game has started

    @classmethod
    def over(cls, models: Sequence[Model], **options: Any) -> Self:
        """An agent unsure which of these its team-mate is."""
        return cls(models, **options)  # type: ignore[call-arg]

    @property
    def embedding(self) -> Embedding:
        """That of the most believed model, as it now is; ties go to the model named first."""
        found: Embedding = self._minds[most_believed(self._beliefs)].embedding
        return found

    def _thoughts(
        self, worlds: np.ndarray, revealed: tuple[Colour | None, ...], rng: np.random.Generator
    ) -> np.ndarray:
        """The worlds to think about: whole keys, if anyone imagined has to know what a wrong guess costs."""
        return keys.coloured(worlds, revealed, rng) if _need_keys(self.teammates) else worlds


class HierarchySpymaster(Unsure, Believer):  # type: ignore[misc]
    """Gives the clue with the largest expected utility, over its beliefs about which guesser it plays with.

    E(l, n) = Σ_m P(m) v(m's answer to (l, n)), each model told every clue so far. After the guess γ,
    P(m | γ) ∝ P(m) (1 + weight · [m's answer shows γ]): the pseudo-count of R7, with `weight` equal samples. A model is
    G_k over an embedding, or a `HierarchyGuesser`.
    """

    def __init__(
        self,
        models: Sequence[Model],
        prior: Prior = None,
        samples: int = SAMPLES,
        weight: int = 10,
        memory: Memory = "all",
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
    ) -> None:
        weights = checked_models(models, prior, HierarchyGuesser)
        for model in models:
            if isinstance(model, HierarchyGuesser) and (model.skip, model.belief) != (0.0, 1.0):
                raise CommonGroundError(
                    f"A guesser that is a model has skip 0 and belief 1; '{model.name}' has others."
                )
        super().__init__([model.embedding for model in models], weights.tolist(), 0.0, check_samples(samples))
        self._take(models, memory)
        self.weight = weight
        self.utility = utility
        self.neighbours = neighbours
        self.name = name or f"SM_H({', '.join(self.names)})"

    @property
    def depth(self) -> int:
        """Its level: that of its highest model, as S_k is made for G_k."""
        return max(model.depth for model in self.teammates)

    def start(self, view: SpymasterView) -> None:
        self._words, self._beliefs = view.words, self.prior
        red = mask([colour is Colour.RED for colour in view.key])
        self._scene = Imagination(view.words)
        self._minds = [self._scene.guesser(model, self.memory, self.neighbours) for model in self.teammates]
        embeddings = embeddings_of(self.teammates)
        self._table = ClueTable.of(embeddings, view.words, red, self.neighbours)
        self._squared = distances_of(embeddings, view.words, self._table.rows)
        self._orders = orders_of(self._squared)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        worlds = drawn(view.revealed, self.samples, rng) if self.depth else np.empty(0, np.int64)
        self._scene.open_turn(view, self._thoughts(worlds, view.revealed, rng))
        red = unrevealed_red(view.key, view.revealed)
        self._clues = np.flatnonzero(self._table.near & red)  # the candidates this turn
        self._colours = np.array(view.key, dtype=np.int64)
        orders = {name: order[self._clues] for name, order in self._orders.items()}
        rows = self._table.rows[self._clues]
        self._answers = np.stack([deduction.spelled(*mind.answers(rows, orders)) for mind in self._minds], axis=2)
        leader = most_believed(self._beliefs)
        squared = self._squared[self.embedding.name][self._clues]
        for everything in (False, True):
            self._expected = self._utilities(everything)
            self._given = weighing.best_clue(self._expected, self._answers, leader, squared, self._colours)
            if self._given[0] != cards.NOT_VIABLE:
                break
        return self._clue(*self._given)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule by what each model would have shown for the clue given."""
        clue, number = self._given
        same = np.array([shows(answer, turn) for answer in self._answers[clue, number - 1]])
        self._beliefs = updated(self._beliefs, 1.0 + self.weight * same)

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        """Why the last clue: its expected utility under each model, each model's answer, and the next best clues."""
        clue, number = self._given
        answers = dict(zip(self.names, self._answers[clue, number - 1], strict=True))
        return {
            "clue": self._clue(clue, number),
            "expected_utility": float(self._expected[clue, number - 1]),
            "by_model": {name: self._value(answer) for name, answer in answers.items()},
            "guesses": {name: [self._words[card] for card in listed(answer)] for name, answer in answers.items()},
            "beliefs": self.beliefs(),
            "runners_up": self._runners_up(runners_up),
        }

    def _utilities(self, everything: bool) -> np.ndarray:
        values, turn = self.utility.of_card(STANDARD), self.utility.turn
        return weighing.expected_utilities(self._answers, self._beliefs, self._colours, values, turn, everything)

    def _value(self, answer: np.ndarray) -> float:
        """What the cards are worth that an answer reveals: up to the first that is not red."""
        colours = self._colours[listed(answer)]
        reds = int(np.argmax(colours > 0)) if colours.any() else len(colours)
        return float(self.utility.of_card(STANDARD)[colours[: reds + 1]].sum() + self.utility.turn)

    def _clue(self, clue: int, number: int) -> Clue:
        return Clue(str(self.models[0].words[self._table.rows[self._clues[clue]]]), number)

    def _runners_up(self, count: int) -> list[tuple[Clue, float]]:
        """The best other clues, each with its best number."""
        number, value = self._expected.argmax(axis=1), self._expected.max(axis=1)
        value[self._given[0]] = -np.inf
        order = np.argsort(-value, kind="stable")[:count]
        return [(self._clue(i, int(number[i]) + 1), float(value[i])) for i in order if np.isfinite(value[i])]


class HierarchyGuesser(Unsure, BayesianGuesser):  # type: ignore[misc]
    """The Bayesian guesser with other spymasters as models: S_k over an embedding, or a `HierarchySpymaster`.

    P(l | m, w) is 1 where m would say l, else 0; where S_k has nothing viable to say, any of its candidates is as likely.
    Worlds, beliefs, thresholds and resets are the Bayesian guesser's; everybody imagined thinks about the worlds it draws.
    """

    def __init__(
        self,
        models: Sequence[Model],
        prior: Prior = None,
        samples: int = SAMPLES,
        skip: float = 0.0,
        belief: float = 1.0,
        memory: Memory = "all",
        utility: Utility = PAPER,
        neighbours: int = NEIGHBOURS,
        name: str | None = None,
    ) -> None:
        weights = checked_models(models, prior, HierarchySpymaster)
        embeddings = [model.embedding for model in models]
        super().__init__(
            *(embeddings, weights.tolist(), 0.0, samples, skip, belief), utility=utility, neighbours=neighbours
        )
        self._take(models, memory)
        self.name = name or f"GM_H({', '.join(self.names)})"

    @property
    def depth(self) -> int:
        """Its level: one above that of its highest model, as G_{k+1} hears S_k."""
        return 1 + max(model.depth for model in self.teammates)

    def start(self, view: GuesserView) -> None:
        self._words, self._beliefs = view.words, self.prior
        self._scene = Imagination(view.words)
        self._minds = [self._scene.spymaster(model, self.memory, self.neighbours) for model in self.teammates]
        self._history = []
        self._turn, self._picked = -1, 0
        self._worlds, self._weights = np.empty(0, np.int64), np.empty(0)

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        self._now = view, rng
        super()._hear(view, clue, rng)

    def _weighed(self, drawn: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The others think about the worlds drawn, too."""
        view, rng = self._now
        thoughts = self._thoughts(drawn, view.revealed, rng)
        self._scene.open_turn(view, thoughts)
        return super()._weighed(thoughts)

    def _heard(self, view: GuesserView, clue: Clue, reds_left: int) -> "_Said":  # type: ignore[override]
        """The clue as each model may have said it."""
        row = int(self.models[0].rows([clue.word])[0])
        return _Said(self._beliefs, [(mind.speaker(), row) for mind in self._minds])

    def _likelihood(self, heard: Any, sight: Any, drawn: np.ndarray) -> np.ndarray:
        speaker, row = sight
        return np.asarray(speaker.heard(drawn, row))


class _Said(NamedTuple):
    """A clue that was heard: the beliefs before it, and for each model how it spoke that turn, and the word."""

    beliefs: np.ndarray
    sights: list[tuple[Speaker, int]]


def _need_keys(models: Sequence[Model]) -> bool:
    """Whether anyone among these, or imagined by them, is a spymaster that weighs what a wrong guess costs."""
    thinkers = [model for model in models if not isinstance(model, Level)]
    return any(isinstance(model, HierarchySpymaster) or _need_keys(model.teammates) for model in thinkers)
