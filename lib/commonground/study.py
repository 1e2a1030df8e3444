"""The study's experiments: which pairings are played, from the parameters."""

from itertools import product

from commonground import catalogue
from commonground.agents import GUESSERS, SPYMASTERS
from commonground.errors import CommonGroundError
from commonground.parameters import Agents
from commonground.playing import Experiment, Pairing

ENVIRONMENTS = ("deterministic", "stochastic")


def statics(set_name: str) -> list[str]:
    """The static agents of a set: one for each embedding, internal ones first."""
    chosen = catalogue.load().set(set_name)
    return [*chosen.with_role("internal"), *chosen.with_role("external")]


def spymasters(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Every spymaster with every static guesser, in both environments (the paper's first table)."""
    speaking = ["random", *statics(set_name), *SPYMASTERS]
    return _experiment("spymasters", set_name, games, seed, agents, speaking, statics(set_name), "guesser")


def sweep(set_name: str, games: int, seed: int, agents: Agents, noise: tuple[float, ...]) -> Experiment:
    """SM_B assuming more and more noise, with every static guesser."""
    speaking = [assuming(level) for level in noise]
    return _experiment("sweep", set_name, games, seed, agents, speaking, statics(set_name), "guesser")


def guessers(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Every guesser with every static spymaster, in both environments (the paper's second table)."""
    hearing = ["random", *statics(set_name), *GUESSERS]
    return _experiment("guessers", set_name, games, seed, agents, statics(set_name), hearing, "channel")


def together(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """Bayesian spymasters with Bayesian guessers, which the paper never ran."""
    return _experiment("together", set_name, games, seed, agents, list(SPYMASTERS), list(GUESSERS), "channel")


def our_spymasters(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The spymaster that goes past the paper's, with every static guesser, on the boards of the paper's first table."""
    return _experiment("our-spymasters", set_name, games, seed, agents, ["SM_N"], statics(set_name), "guesser")


def our_guessers(set_name: str, games: int, seed: int, agents: Agents) -> Experiment:
    """The guesser that goes past the paper's, with every static spymaster, on the same boards."""
    return _experiment("our-guessers", set_name, games, seed, agents, statics(set_name), ["G_J"], "channel")


def assuming(noise: float) -> str:
    """The name of the Bayesian spymaster that assumes this noise."""
    return {0.0: "SM_B", 1.0: "SM_B_noise"}.get(noise, f"SM_B_{noise:g}")


def share_of(games: int, share: float) -> int:
    """A share of the games, at least one."""
    return max(1, round(games * share))


def _experiment(
    name: str,
    set_name: str,
    games: int,
    seed: int,
    agents: Agents,
    speaking: list[str],
    hearing: list[str],
    stochastic: str,
) -> Experiment:
    pairings = tuple(Pairing(*seats) for seats in product(ENVIRONMENTS, speaking, hearing))
    if not pairings:
        raise CommonGroundError(f"The set '{set_name}' has no embeddings to play with.")
    options = {speaker: {"samples": agents.spymaster_samples} for speaker in speaking if speaker.startswith("SM_B")}
    for hearer in set(hearing) & set(GUESSERS):
        noisy = GUESSERS[hearer].options["noise"] > 0
        options[hearer] = {"samples": agents.noisy_guesser_samples if noisy else agents.guesser_samples}
    return Experiment(name, set_name, games, pairings, stochastic, seed, agents.noise, options)
