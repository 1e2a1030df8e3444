"""The Bayesian guesser, line by line from the paper's appendix, with our readings R11 to R16.

`inference` is R13's: "factored" marginalises as the paper's text does, "printed" has the plain sums of its algorithms
*Compute World State Probabilities* and *Update Model Probabilities*, "joint" is the exact posterior.
A world is the set of its red cards; P(l | m, w) is computed by letting the spymaster of model m choose in world w.
"""

from collections.abc import Callable, Sequence

from reference.static import Model, candidates, nearest_cards, static_clue

World = frozenset[str]
Heard = Callable[[int, str, str], float]  # (model, meant, heard) -> probability


class LiteralGuesser:
    def __init__(
        self,
        models: Sequence[Model],
        vocabulary: list[str],
        heard: Heard,
        skip: float,
        belief: float,
        neighbours: int,
        prior: Sequence[float] | None = None,
        number: bool = False,
        inference: str = "factored",
    ) -> None:
        self.number, self.inference = number, inference
        self.models, self.vocabulary, self.heard = models, vocabulary, heard
        self.skip, self.belief, self.neighbours = skip, belief, neighbours
        self.prior = list(prior or [1 / len(models)] * len(models))

    def initialize(self, board: list[str], reds: int = 9) -> None:
        """A new board, with so many red cards: as much as all of them is what an assassin costs (R1)."""
        self.board = board
        self.values = (1.0, -1.0, 0.0, -float(reds))
        self.p_m = list(self.prior)
        # clue, its number, unrevealed then, beliefs before it
        self.history: list[tuple[str, int, set[str], list[float]]] = []

    def likelihood(self, m: int, world: World, clue: str, number: int, unrevealed: set[str]) -> float:
        """VoronoiProbability(l, m(w)); a spymaster with nothing to say picks a candidate at random, for one card."""
        red = set(world) & unrevealed
        clues = candidates(self.models[m], self.vocabulary, self.board, red, self.neighbours)
        said = static_clue(self.models[m], clues, self.board, unrevealed, red)
        if self.number and number != (said[1] if said else 1):
            return 0.0
        if said is not None:
            return self.heard(m, said[0], clue)
        return sum(self.heard(m, word, clue) for word in clues) / len(clues)

    def run(self, worlds: list[World], clue: str, number: int, unrevealed: set[str]) -> None:
        """Run Bayesian Guesser, up to the guess: world probabilities, then beliefs over models."""
        models = range(len(self.models))
        table = [[self.likelihood(m, world, clue, number, unrevealed) for world in worlds] for m in models]
        if self.inference == "joint":
            self.run_jointly(worlds, clue, number, unrevealed, table)
            return
        if self.inference == "printed":
            self.run_as_printed(worlds, clue, number, unrevealed, table)
            return
        weights = self.world_probabilities(worlds)
        total = sum(weights)
        weights = [w / total for w in weights] if total > 0 else [1 / len(worlds)] * len(worlds)
        by_world = [sum(self.p_m[m] * table[m][i] for m in models) for i in range(len(worlds))]
        if sum(w * p for w, p in zip(weights, by_world, strict=True)) > 0:
            self.history.append((clue, number, set(unrevealed), list(self.p_m)))
            evidence = [sum(w * p for w, p in zip(weights, row, strict=True)) for row in table]
            posterior = [p * e for p, e in zip(self.p_m, evidence, strict=True)]
            self.p_m = [p / sum(posterior) for p in posterior]
            weights = [w * p for w, p in zip(weights, by_world, strict=True)]
        self.worlds = [(world, w) for world, w in zip(worlds, weights, strict=True) if w > 0]

    def run_as_printed(self, worlds: list[World], clue: str, number: int, unrevealed: set[str], table) -> None:
        """UpdateModelProbabilities as it stands; where it would divide by zero, worlds weigh as before the clue (R14)."""
        before = self.world_probabilities(worlds)
        if sum(before) == 0:
            before = [1.0] * len(worlds)
        p, p_m, p_w = 0.0, [0.0] * len(self.models), [0.0] * len(worlds)
        for i in range(len(worlds)):
            for m in range(len(self.models)):
                p_w[i] += table[m][i]
                p_m[m] += table[m][i]
                p += table[m][i]
        weights = before
        if p > 0:
            self.history.append((clue, number, set(unrevealed), list(self.p_m)))
            posterior = [old * new for old, new in zip(self.p_m, p_m, strict=True)]
            if sum(posterior) > 0:
                self.p_m = [q / sum(posterior) for q in posterior]
            weights = [w * new for w, new in zip(before, p_w, strict=True)]
        if sum(weights) == 0:
            weights = before
        self.worlds = [(world, w / sum(weights)) for world, w in zip(worlds, weights, strict=True) if w > 0]

    def run_jointly(self, worlds: list[World], clue: str, number: int, unrevealed: set[str], table) -> None:
        """R13's alternative: p(m, w) ∝ P(m) Π_i P(l_i | m, w), every clue under the same model."""
        before = {}
        for m, p in enumerate(self.prior):
            for i, world in enumerate(worlds):
                before[m, i] = p
                for earlier, n, shown, _ in self.history:
                    before[m, i] *= self.likelihood(m, world, earlier, n, shown)
        if sum(before.values()) == 0:
            before = {(m, i): self.prior[m] for m, i in before}
        after = {(m, i): p * table[m][i] for (m, i), p in before.items()}
        if sum(after.values()) > 0:
            self.history.append((clue, number, set(unrevealed), list(self.p_m)))
            before = after
        total = sum(before.values())
        self.p_m = [sum(before[m, i] for i in range(len(worlds))) / total for m in range(len(self.models))]
        weights = [sum(before[m, i] for m in range(len(self.models))) / total for i in range(len(worlds))]
        self.worlds = [(world, w) for world, w in zip(worlds, weights, strict=True) if w > 0]

    def world_probabilities(self, worlds: list[World]) -> list[float]:
        """ComputeWorldStateProbabilities: the product over the history of the likelihood, marginalised over models."""
        result = [1.0] * len(worlds)
        for clue, number, unrevealed, p_m in self.history:
            for i, world in enumerate(worlds):
                if result[i]:
                    counts = [1.0] * len(p_m) if self.inference == "printed" else p_m
                    result[i] *= sum(
                        counts[m] * self.likelihood(m, world, clue, number, unrevealed) for m in range(len(self.models))
                    )
        return result

    def card_probabilities(
        self, order: list[str], k: int, left: tuple[int, int, int]
    ) -> tuple[dict[str, tuple[float, ...]], dict[str, tuple[float, ...]]]:
        """CardProbabilities, before and after boosting; `left` counts blue, bystander and assassin cards."""
        before = {}
        for card in order:
            red = sum(w for world, w in self.worlds if card in world)
            other = sum(w for world, w in self.worlds if card not in world)
            p = red / (red + other)
            before[card] = (p, *((other / (red + other)) * count / max(sum(left), 1) for count in left))
        after = dict(before)
        for card in [card for card in order if before[card][0] > self.skip][:k]:
            after[card] = (1.0, 0.0, 0.0, 0.0)
        return before, after

    def pick(self, clue: str, number: int, picked: int, unrevealed: set[str], left: tuple[int, int, int]) -> str | None:
        """FirstGuess for the first card, ComputeGuess's loop for the others."""
        leader = next(model for model, p in zip(self.models, self.p_m, strict=True) if p >= max(self.p_m) - 1e-9)
        order = nearest_cards(leader, clue, self.board, unrevealed)
        if not self.worlds:
            return None if picked else order[0]
        self.before, after = self.card_probabilities(order, max(number - picked, 0), left)
        best, best_value = None, 0.0
        for card in order:
            v = sum(p * value for p, value in zip(after[card], self.values, strict=True))
            if after[card][0] >= self.belief and v > best_value + 1e-9:
                best, best_value = card, v
        if best is None and picked == 0:
            best_value = -float("inf")
            for card in order:
                v = sum(p * value for p, value in zip(after[card], self.values, strict=True))
                if v > best_value + 1e-9:
                    best, best_value = card, v
        return best

    def update(self, card: str, colour: int) -> None:
        """UpdateBayesianGuesser, and conditioning on the card."""
        if self.worlds and self.before[card][colour] == 0:
            self.p_m = list(self.prior)
            if self.inference == "joint":
                self.history.clear()
        self.worlds = [(world, w) for world, w in self.worlds if (card in world) == (colour == 0)]


class LiteralDeductiveGuesser:
    """G^1 (paper §3.1, R21): rules worlds out in which S^0 would not have said the clue; guesses, skips, and bonus."""

    def __init__(self, model: Model, vocabulary: list[str], neighbours: int) -> None:
        self.model, self.vocabulary, self.neighbours = model, vocabulary, neighbours

    def initialize(self, board: list[str], reds: int = 9) -> None:
        self.board = board
        self.history: list[tuple[str, set[str]]] = []

    def says(self, world: World, clue: str, unrevealed: set[str]) -> bool:
        red = set(world) & unrevealed
        clues = candidates(self.model, self.vocabulary, self.board, red, self.neighbours)
        said = static_clue(self.model, clues, self.board, unrevealed, red)
        return said[0] == clue if said is not None else clue in clues

    def run(self, worlds: list[World], clue: str, number: int, unrevealed: set[str]) -> None:
        left = [w for w in worlds if all(self.says(w, *kept) for kept in self.history)] or worlds
        consistent = [w for w in left if self.says(w, clue, unrevealed)]
        if consistent:
            self.history.append((clue, set(unrevealed)))
        self.worlds = consistent or left

    def pick(self, clue: str, number: int, picked: int, unrevealed: set[str]) -> str | None:
        order = nearest_cards(self.model, clue, self.board, unrevealed)
        if not self.worlds:
            return None if picked else order[0]
        not_red = {card for card in order if not any(card in world for world in self.worlds)}
        red = {card for card in order if all(card in world for world in self.worlds)}
        if picked < number:
            wanted = [card for card in order if card not in not_red]
        else:
            wanted = [card for card in order if card in red]
        if wanted:
            return wanted[0]
        return None if picked else order[0]

    def update(self, card: str, is_red: bool) -> None:
        self.worlds = [world for world in self.worlds if (card in world) == is_red]
