"""The cognitive hierarchy (paper §5.2): agents unsure of their team-mate's embedding, of its level, or of both.

A teammate model is a level of the deductive hierarchy over an embedding, or an agent of this module, with models of its
own, to any depth. Beliefs over models are updated by Bayes' rule, as those of the paper's Bayesian agents, which are the
special case of models that are all of level 0. Models are deterministic here (σ = 0). Examples:

    unsure = HierarchySpymaster.over([level(k, e) for k in (0, 1) for e in embeddings.internal], prior=poisson(1.5))
    learner = HierarchyGuesser.over([level(0, e) for e in embeddings.internal])
    teacher = HierarchySpymaster.over([*(level(0, e) for e in embeddings.internal), learner])
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from commonground import checks
from commonground.agents import arguments, keys, worlds
from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.beliefs import Believer, most_believed, updated
from commonground.agents.clues import CANDIDATES, ClueTable, mask, next_best, speechless, unrevealed_red
from commonground.agents.deductive import SAMPLES
from commonground.agents.imagined import Imagination
from commonground.agents.kernels import cards, weighing
from commonground.agents.ladder import Memory, checked_memory
from commonground.agents.models import Level, Model, Prior, checked_models, embeddings_of
from commonground.agents.scene import Speaker, all_answers, listed, nearest_of, shows
from commonground.agents.worlds import Known, View
from commonground.embeddings import Embedding
from commonground.errors import CommonGroundError
from commonground.game import Clue, Colour, GuesserView, SpymasterView, Turn
from commonground.game.utility import PAPER, Utility


class Unsure(Believer):
    """What both agents are: unsure which of several models the team-mate is."""

    letter: str

    def __init__(
        self, models: Sequence[Model], prior: Prior, kind: type, memory: Memory, name: str | None, **options: Any
    ) -> None:
        """`options` are those of the agent that this one is a kind of."""
        weights = checked_models(models, prior, kind)
        super().__init__([model.embedding for model in models], weights.tolist(), noise=0.0, **options)
        self.teammates = tuple(models)
        self.names = tuple(model.name for model in models)
        self.memory = checked_memory(memory)
        self.name = arguments.name(name, f"{self.letter}M_H({', '.join(self.names)})")
        self._minds: Sequence[Any] = self.teammates  # as they are imagined, once a game has started

    @classmethod
    def over(cls, models: Sequence[Model], **options: Any) -> Self:  # type: ignore[override]
        """An agent unsure which of these its team-mate is."""
        return super().over(models, **options)  # type: ignore[arg-type]

    def _known(self, models: Sequence[Embedding]) -> tuple[Embedding, ...]:
        """Several models may have the same embedding."""
        return arguments.of_one_vocabulary(tuple(models))

    @property
    def embedding(self) -> Embedding:
        """That of the most believed model, as it now is; ties go to the model named first."""
        found: Embedding = self._minds[most_believed(self._beliefs)].embedding
        return found

    def _thoughts(self, drawn: np.ndarray, view: View, rng: np.random.Generator) -> np.ndarray:
        """The worlds to think about: whole keys, if anyone imagined has to know what a wrong guess costs."""
        return keys.coloured(drawn, view, rng) if need_keys(self.teammates) else drawn


class HierarchySpymaster(Unsure):
    """Gives the clue with the largest expected utility, over its beliefs about which guesser it plays with.

    E(l, n) = Σ_m P(m) v(m's answer to (l, n)), each model told every clue so far. After the guess γ,
    P(m | γ) ∝ P(m) (1 + weight · [m's answer shows γ]): the pseudo-count of R7, with `weight` equal samples. A model is
    G_k over an embedding, or a `HierarchyGuesser`.
    """

    letter = "S"

    def __init__(
        self,
        models: Sequence[Model],
        prior: Prior = None,
        samples: int = SAMPLES,
        weight: int = 10,
        memory: Memory = "all",
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
    ) -> None:
        super().__init__(models, prior, HierarchyGuesser, memory, name, samples=arguments.worlds(samples))
        for model in models:
            if isinstance(model, HierarchyGuesser) and (model.skip, model.belief) != (0.0, 1.0):
                raise CommonGroundError(
                    f"A guesser that is a model has skip 0 and belief 1; '{model.name}' has others."
                )
        self.weight = checks.whole("weight", weight, 0, arguments.DRAWS)
        self.utility = arguments.utility(utility)
        self.neighbours = arguments.neighbours(neighbours)

    @property
    def depth(self) -> int:
        """Its level: that of its highest model, as S_k is made for G_k."""
        return max(model.depth for model in self.teammates)

    def start(self, view: SpymasterView) -> None:
        self._words, self._beliefs = view.words, self.prior
        red = mask([colour is Colour.RED for colour in view.key])
        self._scene = Imagination(view.words, view.rules)
        self._minds = [self._scene.guesser(model, self.memory, self.neighbours) for model in self.teammates]
        embeddings = embeddings_of(self.teammates)
        self._table = ClueTable.of(embeddings, view.words, red, self.neighbours)
        names = (embedding.name for embedding in embeddings)
        self._squared = dict(zip(names, self._table.squared, strict=True))
        self._nearest = nearest_of(self._squared)

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        drawn = worlds.seen_by(view, self.samples, rng) if self.depth else np.empty(0, np.int64)
        self._scene.open_turn(view, self._thoughts(drawn, view, rng))
        self._clues = np.flatnonzero(self._table.near & unrevealed_red(view.key, view.revealed))  # the candidates now
        self._colours = np.array(view.key, dtype=np.int64)
        self._weighed = self._weigh(view)
        for everything in (False, True):
            self._expected = weighing.expected_utilities(self._colours, self._weighed, everything)
            self._given = weighing.best_clue(self._expected, self._colours, self._weighed)
            if self._given[0] != cards.NOT_VIABLE:
                break
        else:
            raise speechless(self.name)
        return self._clue(*self._given)

    def _weigh(self, view: SpymasterView) -> weighing.Weighed:
        """Every model's answer to every candidate, and what it is weighed by."""
        nearest = {name: order[self._clues] for name, order in self._nearest.items()}
        return weighing.Weighed(
            self._table.near[self._clues],
            all_answers(self._minds, self._table.rows[self._clues], nearest),
            self._beliefs,
            most_believed(self._beliefs),
            self._squared[self.embedding.name][self._clues],
            self.utility.of_card(view.rules),
            float(self.utility.turn),
        )

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule by what each model would have shown for the clue given."""
        clue, number = self._given
        same = np.array([shows(answer, turn) for answer in self._weighed.answers[clue, number - 1]])
        self._beliefs = updated(self._beliefs, 1.0 + self.weight * same)

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        """Why the last clue: its expected utility under each model, each model's answer, and the next best clues."""
        clue, number = self._given
        answers = dict(zip(self.names, self._weighed.answers[clue, number - 1], strict=True))
        others = next_best(self._expected, clue, runners_up)
        return {
            "clue": self._clue(clue, number),
            "expected_utility": float(self._expected[clue, number - 1]),
            "by_model": {name: self._value(answer) for name, answer in answers.items()},
            "guesses": {name: [self._words[card] for card in listed(answer)] for name, answer in answers.items()},
            "beliefs": self.beliefs(),
            "runners_up": [(self._clue(other, n), value) for other, n, value in others],
        }

    def _value(self, answer: np.ndarray) -> float:
        """What the cards are worth that an answer reveals: up to the first that is not red."""
        colours = self._colours[listed(answer)]
        reds = int(np.argmax(colours > 0)) if colours.any() else len(colours)
        return float(self._weighed.values[colours[: reds + 1]].sum() + self._weighed.turn)

    def _clue(self, clue: int, number: int) -> Clue:
        return Clue(str(self.models[0].words[self._table.rows[self._clues[clue]]]), number)


class HierarchyGuesser(Unsure, BayesianGuesser):
    """The Bayesian guesser with other spymasters as models: S_k over an embedding, or a `HierarchySpymaster`.

    P(l | m, w) is 1 where m would say l, else 0; where S_k has nothing viable to say, any of its candidates is as likely.
    Worlds, beliefs, thresholds and resets are the Bayesian guesser's; everybody imagined thinks about the worlds it draws.
    """

    letter = "G"

    def __init__(
        self,
        models: Sequence[Model],
        prior: Prior = None,
        samples: int = SAMPLES,
        skip: float = 0.0,
        belief: float = 1.0,
        memory: Memory = "all",
        utility: Utility = PAPER,
        neighbours: int = CANDIDATES,
        name: str | None = None,
    ) -> None:
        options = {"samples": samples, "skip": skip, "belief": belief, "utility": utility, "neighbours": neighbours}
        super().__init__(models, prior, HierarchySpymaster, memory, name, **options)

    @property
    def depth(self) -> int:
        """Its level: one above that of its highest model, as G_{k+1} hears S_k."""
        return 1 + max(model.depth for model in self.teammates)

    def start(self, view: GuesserView) -> None:
        self._begin(view)
        self._scene = Imagination(view.words, view.rules)
        self._minds = [self._scene.spymaster(model, self.memory, self.neighbours) for model in self.teammates]

    def _hear(self, view: GuesserView, clue: Clue, rng: np.random.Generator) -> None:
        self._now = view, rng
        super()._hear(view, clue, rng)

    def _weighed(self, drawn: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The others think about the worlds drawn, too."""
        view, rng = self._now
        thoughts = self._thoughts(drawn, view, rng)
        self._scene.open_turn(view, thoughts)
        return super()._weighed(thoughts)

    def _heard(self, known: Known, clue: Clue) -> "_Said":  # type: ignore[override]
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


def need_keys(models: Sequence[Model]) -> bool:
    """Whether anyone among these, or imagined by them, is a spymaster that weighs what a wrong guess costs."""
    thinkers = [model for model in models if not isinstance(model, Level)]
    return any(isinstance(model, HierarchySpymaster) or need_keys(model.teammates) for model in thinkers)
