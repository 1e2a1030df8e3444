"""The cognitive hierarchy (paper §5.2): agents unsure of their team-mate's embedding, of its level, or of both.

A teammate model is a level of the deductive hierarchy over an embedding, or an agent of this module, with models of its
own, to any depth. Beliefs over models are updated by Bayes' rule, as those of the paper's Bayesian agents, which are the
special case of models that are all of level 0. Models are deterministic; the agents themselves may assume noise in the
channel (R17): the word that is said is heard as another, by everybody. So they can be unsure of semantics, roughly (which
embedding?) and finely (how much noise?), and of pragmatics (which level?), all at once. Examples:

    unsure = HierarchySpymaster.over([level(k, e) for k in (0, 1) for e in embeddings.internal], prior=poisson(1.5))
    learner = HierarchyGuesser.over([level(0, e) for e in embeddings.internal])
    teacher = HierarchySpymaster.over([*(level(0, e) for e in embeddings.internal), learner])
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from commonground import checks
from commonground.agents import arguments, worlds
from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.beliefs import most_believed, updated
from commonground.agents.clues import CANDIDATES, ClueTable, mask, next_best, speechless, unrevealed_red
from commonground.agents.deductive import SAMPLES
from commonground.agents.ears import Channels
from commonground.agents.imagined import Imagination
from commonground.agents.kernels import cards, weighing
from commonground.agents.ladder import Memory
from commonground.agents.models import Model, Prior, embeddings_of
from commonground.agents.scene import Nearest, Speaker, all_answers, distances_of, listed, nearest_of, same_answers
from commonground.agents.unsure import Unsure, need_keys
from commonground.agents.worlds import Known
from commonground.errors import CommonGroundError
from commonground.game import Clue, Colour, GuesserView, Noise, SpymasterView, Turn
from commonground.game.utility import PAPER, Utility


class HierarchySpymaster(Unsure):
    """Gives the clue with the largest expected utility, over its beliefs about which guesser it plays with.

    E(l, n) = Σ_m P(m) v(m's answer to (l, n)), each model told every clue so far. After the guess γ,
    P(m | γ) ∝ P(m) (1 + weight · [m's answer shows γ]): the pseudo-count of R7, with `weight` equal samples. A model is
    G_k over an embedding, or a `HierarchyGuesser`.

    With `noise`, E(l, n) = Σ_l' P(l' | l) Σ_m P(m) v(m's answer to (l', n)), over the words l' that l may be heard as in
    the embedding of the most believed model: exactly, from its Voronoi table. What was heard is seen by all, so beliefs
    follow from the answers to that; which clues are viable, and ties, are judged without noise (R3, R4).
    """

    letter = "S"
    _given: Any = None  # (clue, number), once one is given in a game

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
        noise: float | Noise = 0.0,
    ) -> None:
        options = {"samples": arguments.worlds(samples), "noise": noise}
        super().__init__(models, prior, HierarchyGuesser, memory, name, **options)
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
        self._words, self._beliefs, self._given = view.words, self.prior, None
        red = mask([colour is Colour.RED for colour in view.key])
        self._scene = Imagination(view.words, view.rules)
        self._minds = [self._scene.guesser(model, self.memory, self.neighbours) for model in self.teammates]
        self._known_embeddings = embeddings_of(self.teammates)
        self._table = ClueTable.of(self._known_embeddings, view.words, red, self.neighbours)
        names = (embedding.name for embedding in self._known_embeddings)
        self._squared = dict(zip(names, self._table.squared, strict=True))
        self._nearest = nearest_of(self._squared)
        self._channels = Channels(view.words, self.noise)
        if self.noise:
            everything = np.arange(len(self.models[0]))
            self._anything = nearest_of(distances_of(self._known_embeddings, view.words, everything))

    def give_clue(self, view: SpymasterView, rng: np.random.Generator) -> Clue:
        drawn = worlds.seen_by(view, self.samples, rng) if self.depth else np.empty(0, np.int64)
        self._scene.open_turn(view, self._thoughts(drawn, view, rng))
        self._clues = np.flatnonzero(self._table.near & unrevealed_red(view.key, view.revealed))  # the candidates now
        self._colours = np.array(view.key, dtype=np.int64)
        rows = self._table.rows[self._clues]
        nearest = {name: order[self._clues] for name, order in self._nearest.items()}
        self._weighed = self._weigh(view, rows, nearest)
        noisy = self._through_noise(view, rows) if self.noise else None
        for everything in (False, True):
            self._expected = weighing.expected_utilities(self._colours, self._weighed, everything)
            if noisy is not None:
                self._expected = np.where(np.isfinite(self._expected), noisy, -np.inf)
            self._given = weighing.best_clue(self._expected, self._colours, self._weighed)
            if self._given[0] != cards.NOT_VIABLE:
                break
        else:
            raise speechless(self.name)
        return self._clue(*self._given)

    def _weigh(self, view: SpymasterView, rows: np.ndarray, nearest: Nearest) -> weighing.Weighed:
        """Every model's answer to the candidates, and what it is weighed by."""
        return weighing.Weighed(
            self._table.near[self._clues],
            all_answers(self._minds, rows, nearest),
            self._beliefs,
            most_believed(self._beliefs),
            self._squared[self.embedding.name][self._clues],
            self.utility.of_card(view.rules),
            float(self.utility.turn),
        )

    def _through_noise(self, view: SpymasterView, rows: np.ndarray) -> np.ndarray:
        """E of saying some words, from what it is worth if any word of the vocabulary is heard, (word, n − 1)."""
        answers = all_answers(self._minds, np.arange(len(self.embedding)), self._anything)
        values, turn = self.utility.of_card(view.rules), float(self.utility.turn)
        heard = weighing.worths(answers, self._beliefs, values, turn, self._colours)
        return self._channels.of(self.embedding).worth(rows, heard)

    def observe(self, view: SpymasterView, turn: Turn) -> None:
        """Bayes' rule by what each model would have shown for the clue heard; the paper's spymaster takes the one given (R7)."""
        same = same_answers(self._minds, self._known_embeddings, self._scene, turn)
        self._beliefs = updated(self._beliefs, 1.0 + self.weight * same)

    def explain(self, runners_up: int = 5) -> dict[str, Any]:
        """Why the last clue: its expected utility under each model, each model's answer, and the next best clues."""
        if self._given is None:
            return {}
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
    With `noise`, P(l | m, w) = Σ_l* P(m says l* in w) P(l | l*), by the Voronoi table of m's embedding (R12).
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
        noise: float | Noise = 0.0,
    ) -> None:
        options = {"samples": samples, "skip": skip, "belief": belief, "utility": utility, "neighbours": neighbours}
        options["noise"] = noise
        super().__init__(models, prior, HierarchySpymaster, memory, name, **options)
        if need_keys(models) and (self.skip, self.belief) != (0.0, 1.0):  # by which no card's other colours count
            raise CommonGroundError(
                f"A guesser with models that think has skip 0 and belief 1; '{self.name}' has others."
            )

    @property
    def depth(self) -> int:
        """Its level: one above that of its highest model, as G_{k+1} hears S_k."""
        return 1 + max(model.depth for model in self.teammates)

    def start(self, view: GuesserView) -> None:
        self._begin(view)
        self._channels = Channels(view.words, self.noise)
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
        return _Said(self._beliefs, [_Source(mind.speaker(), row, self._meant(mind, row)) for mind in self._minds])

    def _meant(self, mind: Any, row: int) -> np.ndarray | None:
        """How likely each word is heard as that one, if a model means it; without noise there is nothing to say."""
        if not self.noise:
            return None
        meant, chances = self._channels.of(mind.embedding).meant(row)
        return np.bincount(meant, chances, minlength=len(mind.embedding))

    def _likelihood(self, heard: Any, sight: Any, drawn: np.ndarray) -> np.ndarray:
        if sight.meant is None:
            return np.asarray(sight.speaker.heard(drawn, sight.row))
        spoken = sight.speaker.spoken(drawn)
        return np.bincount(spoken.worlds, spoken.chances * sight.meant[spoken.words], minlength=len(drawn))


class _Source(NamedTuple):
    """How a model spoke in a turn, the word that was heard, and what each word counts for it, if there is noise."""

    speaker: Speaker
    row: int
    meant: np.ndarray | None  # (word of the vocabulary,)


class _Said(NamedTuple):
    """A clue that was heard: the beliefs before it, and for each model how it may have come about."""

    beliefs: np.ndarray
    sights: list[_Source]
