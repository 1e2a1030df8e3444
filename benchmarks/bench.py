"""Speed, memory and scaling, as one table and one picture: `make bench`.

Times are the median over games on one core, after a game to warm up; ratios are to the literal algorithms of
tests/reference at the first move of the same boards. Machines are noisy: read the ratios and the slopes rather than the milliseconds.
"""

# ruff: noqa: E402  (the literal algorithms are among the tests, which must be put on the path first)
import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from commonground import agents, paths
from commonground.embeddings import Embedding, EmbeddingSet, formats, load_set, words
from commonground.game import (
    DETERMINISTIC,
    STOCHASTIC,
    Board,
    Environment,
    Guesser,
    GuesserView,
    Spymaster,
    SpymasterView,
    play,
)
from commonground.report import statistics
from commonground.report.figures import style
from helpers.literal_agents import LiteralBayesianGuesser, LiteralBayesianSpymaster, LiteralStaticSpymaster

KNOWN, STRANGER = "g1", "g50"
AUTHORS = {  # seconds a game of the authors' own code, on a machine like ours
    "static × static": 0.64,
    "SM_B": 32.0,
    "SM_B, noise 1.0": 42.0,
    "DG_B, 1,000 samples": 43.0,
    "DG_B, 10,000 samples": 430.0,
    "MG_B, noise 1.0, 1,000 samples": 43.0,
}
RIVALS = {  # and whom each is to be no slower than
    "spymaster": (agents.RIVAL_SPYMASTERS, "SM_B, noise 1.0"),
    "guesser": (agents.RIVAL_GUESSERS, "DG_B, 10,000 samples"),
}
Pair = tuple[Spymaster, Guesser, Environment]


def works(embeddings: EmbeddingSet, partner: str) -> Iterator[tuple[str, Pair]]:
    """Every kind of game that is timed, with a partner of that embedding."""
    static, hearing = agents.StaticSpymaster(embeddings[partner]), agents.StaticGuesser(embeddings[partner])
    yield "static × static", (agents.StaticSpymaster(embeddings[KNOWN]), hearing, DETERMINISTIC)
    yield "SM_B", (agents.spymaster("SM_B", embeddings), hearing, DETERMINISTIC)
    noisy = agents.StaticGuesser(embeddings[partner], ear=1.0)
    yield "SM_B, noise 1.0", (agents.spymaster("SM_B_noise", embeddings), hearing, DETERMINISTIC)
    yield "SM_B, noise 1.0, noisy guesser", (agents.spymaster("SM_B_noise", embeddings), noisy, STOCHASTIC)
    for samples in (1_000, 10_000):
        yield f"DG_B, {samples:,} samples", (static, agents.guesser("DG_B", embeddings, samples=samples), DETERMINISTIC)
    yield "SM_N", (agents.spymaster("SM_N", embeddings), hearing, DETERMINISTIC)
    yield "SM_N, noisy guesser", (agents.spymaster("SM_N", embeddings), noisy, STOCHASTIC)
    yield "G_J", (static, agents.guesser("G_J", embeddings), DETERMINISTIC)
    yield "G_J, noisy channel", (static, agents.guesser("G_J", embeddings), STOCHASTIC)
    for name in RIVALS["spymaster"][0]:
        yield f"{name}, spymaster", (agents.spymaster(name, embeddings), hearing, DETERMINISTIC)
    for name in RIVALS["guesser"][0]:
        yield f"{name}, guesser", (static, agents.guesser(name, embeddings), DETERMINISTIC)
    for samples in (1_000, 10_000):
        guesser = agents.guesser("MG_B_noise", embeddings, samples=samples)
        yield f"MG_B, noise 1.0, {samples:,} samples", (static, guesser, STOCHASTIC)
    for k in (1, 2):
        yield f"S{k} × G{k}, 1,000 samples", (*of_level(embeddings[partner], k), DETERMINISTIC)
    thinking = agents.spymaster("SM_CH2", embeddings), agents.guesser("GM_CH2", embeddings)
    yield "SM_CH2 × GM_CH2, 1,000 samples", (*thinking, DETERMINISTIC)


def of_level(embedding: Embedding, k: int, samples: int = 1_000) -> tuple[Spymaster, Guesser]:
    """A pair of one level of the deductive hierarchy."""
    return agents.DeductiveSpymaster(embedding, k, samples), agents.DeductiveGuesser(embedding, k, samples)


def seconds_a_game(pair: Pair, boards: list[Board]) -> list[float]:
    spymaster, guesser, environment = pair
    play(boards[0], spymaster, guesser, environment, rng=0)
    times = []
    for seed, board in enumerate(boards):
        started = time.perf_counter()
        play(board, spymaster, guesser, environment, rng=seed)
        times.append(time.perf_counter() - started)
    return times


def contests(embeddings: EmbeddingSet) -> dict[str, tuple[Spymaster | Guesser, Spymaster | Guesser]]:
    """For some kinds of work, our agent and the literal algorithm; the guesser's with few worlds, or it would take hours."""
    internal, own = embeddings.internal, embeddings[KNOWN]
    return {
        "static × static": (agents.StaticSpymaster(own), LiteralStaticSpymaster(own)),
        "SM_B": (agents.spymaster("SM_B", embeddings), LiteralBayesianSpymaster(internal, 0.0, 1)),
        "SM_B, noise 1.0": (agents.spymaster("SM_B_noise", embeddings), LiteralBayesianSpymaster(internal, 1.0, 10)),
        "DG_B, 100 samples": (
            agents.guesser("DG_B", embeddings, samples=100),
            LiteralBayesianGuesser(internal, 0.0, 100, 0.0, 1.0),
        ),
    }


def opening_seconds(agent: Spymaster | Guesser, embeddings: EmbeddingSet, board: Board) -> float:
    """How long an agent takes from seeing a board to its first move; a guesser gets the clue of a partner it knows."""
    whole = SpymasterView(board.words, board.key, (None,) * len(board.words), ())
    partner = agents.StaticSpymaster(embeddings[KNOWN])
    partner.start(whole)
    clue = partner.give_clue(whole, np.random.default_rng(0))
    started = time.perf_counter()
    if hasattr(agent, "give_clue"):
        agent.start(whole)
        agent.give_clue(whole, np.random.default_rng(0))
    else:
        view = GuesserView(board.words, whole.revealed, ())
        agent.start(view)
        agent.next_guess(view, clue, np.random.default_rng(0))
    return time.perf_counter() - started


def table_of_games(embeddings: EmbeddingSet, games: int) -> pd.DataFrame:
    boards = [embeddings.deal(seed) for seed in range(games)]
    rows = []
    for where, partner in (("in", KNOWN), ("out of", STRANGER)):
        for work, pair in works(embeddings, partner):
            times = np.array(seconds_a_game(pair, boards))
            mean, error = times.mean(), 1.96 * times.std(ddof=1) / np.sqrt(len(times))
            authors = AUTHORS[work] / mean if work in AUTHORS and partner == KNOWN else None
            rows.append(
                (work, f"{where} distribution", 1e3 * mean, 1e3 * error, 1e3 * np.median(times), 1 / mean, authors)
            )
            print(f"{work}, partner {where} distribution: {1e3 * mean:.2f} ms a game", file=sys.stderr, flush=True)
    return pd.DataFrame(rows, columns=["work", "partner", "ms a game", "±", "median ms", "games a second", "× authors"])


def table_of_ratios(embeddings: EmbeddingSet, boards: int) -> pd.DataFrame:
    """How much faster the first move comes than from the literal algorithm, on the same boards."""
    rows = []
    for work, (ours, literal) in contests(embeddings).items():
        opening_seconds(ours, embeddings, embeddings.deal(boards))
        seconds = [
            [opening_seconds(agent, embeddings, embeddings.deal(board)) for board in range(boards)]
            for agent in (literal, ours)
        ]
        slow, fast = np.mean(seconds, axis=1)
        rows.append((work, slow, 1e3 * fast, slow / fast))
        print(f"{work}: literal {slow:.1f} s, ours {1e3 * fast:.2f} ms", file=sys.stderr, flush=True)
    return pd.DataFrame(rows, columns=["first move of", "literal s", "ours ms", "ratio"])


def table_of_rivals(games: pd.DataFrame) -> pd.DataFrame:
    """How long each rival takes beside the paper's agent of its role: 1 is as long, less is faster. By medians."""
    medians = games.set_index(["work", "partner"])["median ms"]
    rows = [
        (
            name,
            role,
            partner,
            medians[f"{name}, {role}", partner],
            beside,
            medians[f"{name}, {role}", partner] / medians[beside, partner],
        )
        for role, (names, beside) in RIVALS.items()
        for name in names
        for partner in games["partner"].unique()
    ]
    return pd.DataFrame(rows, columns=["rival", "role", "partner", "median ms", "beside", "ratio"])


def table_of_levels(embeddings: EmbeddingSet, games: int, highest: int = 4) -> pd.DataFrame:
    """How the cost of a pair of one level grows with the level, a turn and a game, beside DG_B with a static spymaster."""
    boards = [embeddings.deal(seed) for seed in range(games)]
    known = agents.StaticSpymaster(embeddings[KNOWN]), agents.guesser("DG_B", embeddings, samples=1_000), DETERMINISTIC
    bar = float(np.mean(seconds_a_game(known, boards)))
    rows = []
    for k in range(highest + 1):
        pair = of_level(embeddings[KNOWN], k)
        seconds = float(np.mean(seconds_a_game((*pair, DETERMINISTIC), boards)))
        turns = np.mean([len(play(board, *pair, rng=seed).turns) for seed, board in enumerate(boards)])
        rows.append((f"S{k} × G{k}", 1e3 * seconds, turns, 1e3 * seconds / turns, seconds / bar))
        print(f"S{k} × G{k}: {1e3 * seconds:.2f} ms a game, {seconds / bar:.2f} of DG_B", file=sys.stderr, flush=True)
    return pd.DataFrame(rows, columns=["pair", "ms a game", "turns", "ms a turn", "× DG_B"])


def self_play(embeddings: EmbeddingSet, games: int = 500) -> str:
    """How a static pair that shares an embedding fares: the paper's authors report 1.000, in 3.4 turns."""
    spymaster, guesser = agents.StaticSpymaster(embeddings[KNOWN]), agents.StaticGuesser(embeddings[KNOWN])
    records = [play(embeddings.deal(board), spymaster, guesser, rng=board) for board in range(games)]
    won = statistics.proportion([record.won for record in records])
    turns = statistics.mean(np.array([len(record.turns) for record in records]))
    return f"{KNOWN} with itself, {games} boards: won {won}, {turns} turns"


def peak_memory(set_name: str) -> float:
    """GB of a fresh process that has the four internal models loaded and has played one game of each kind."""
    command = [sys.executable, __file__, "--memory-of", set_name]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def measure_memory(set_name: str) -> None:
    embeddings = load_set(set_name)
    for _, (spymaster, guesser, environment) in works(embeddings, KNOWN):
        play(embeddings.deal(0), spymaster, guesser, environment)
    print(_peak_kilobytes() / 2**20)


def _peak_kilobytes() -> int:
    """This process's own peak: Linux's ru_maxrss would include what the parent had before it started this program."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")))


def scaling(embeddings: EmbeddingSet, games: int) -> pd.DataFrame:
    """Seconds a game as the vocabulary, the samples and the models grow."""
    rows: list[tuple[str, str, int, float]] = []

    def add(what: str, work: str, size: int, make: Callable[[], Pair], boards: list[Board]) -> None:
        rows.append((what, work, size, float(np.mean(seconds_a_game(make(), boards)))))
        print(f"{what} {size:,}: {work} {1e3 * rows[-1][3]:.2f} ms a game", file=sys.stderr, flush=True)

    boards = [embeddings.deal(seed) for seed in range(games)]
    for size in (3_000, 6_000, 12_000, 24_000, 40_000):
        grown = glove_of(size)
        own = [Board.deal([w for w in words.board_words() if w in grown], seed) for seed in range(games)]
        spymaster, hearing = agents.StaticSpymaster(grown), agents.StaticGuesser(grown)
        add("words", "static × static", size, lambda s=spymaster, g=hearing: (s, g, DETERMINISTIC), own)
        add(
            "words",
            "SM_B, noise 1.0",
            size,
            lambda e=grown, g=hearing: (agents.BayesianSpymaster.over([e], noise=1.0), g, DETERMINISTIC),
            own,
        )
        add(
            "words",
            "DG_B",
            size,
            lambda e=grown, s=spymaster: (s, agents.BayesianGuesser.over([e]), DETERMINISTIC),
            own,
        )
    static, hearing = agents.StaticSpymaster(embeddings[KNOWN]), agents.StaticGuesser(embeddings[KNOWN])
    for size in (100, 1_000, 10_000, 100_000):
        add(
            "samples",
            "DG_B",
            size,
            lambda n=size: (static, agents.guesser("DG_B", embeddings, samples=n), DETERMINISTIC),
            boards,
        )
        add(
            "samples",
            "MG_B, noise 1.0",
            size,
            lambda n=size: (static, agents.guesser("MG_B_noise", embeddings, samples=n), STOCHASTIC),
            boards,
        )
    everyone = list(embeddings.values())
    everyone.sort(key=lambda member: member.name != KNOWN)  # the partner's own model is always among them
    for size in (1, 2, 4, 8):
        add(
            "models",
            "SM_B, noise 1.0",
            size,
            lambda n=size: (agents.BayesianSpymaster.over(everyone[:n], noise=1.0), hearing, DETERMINISTIC),
            boards,
        )
        add(
            "models",
            "DG_B",
            size,
            lambda n=size: (static, agents.BayesianGuesser.over(everyone[:n]), DETERMINISTIC),
            boards,
        )
    return pd.DataFrame(rows, columns=["grows", "work", "size", "seconds"])


def glove_of(size: int) -> Embedding:
    """GloVe-50 over the `size` most frequent words and the board words."""
    chosen = words.clue_vocabulary(size)
    found, vectors = formats.read(paths.raw("glove50") / "vectors.npy", "numpy-parquet", chosen)
    order = np.argsort(found)
    return Embedding("g50", np.array(found)[order], vectors[order])


def slopes(table: pd.DataFrame) -> pd.DataFrame:
    """Log-log slopes: 1 means that twice as much takes twice as long."""
    rows = [
        (grows, work, np.polyfit(np.log(part["size"]), np.log(part["seconds"]), 1)[0])
        for (grows, work), part in table.groupby(["grows", "work"], sort=False)
    ]
    return pd.DataFrame(rows, columns=["grows", "work", "log-log slope"])


def draw(table: pd.DataFrame) -> None:
    style.use_style()
    figure, axes = plt.subplots(1, 3, figsize=(9, 2.9), sharey=True)
    for axis, (grows, part) in zip(axes, table.groupby("grows", sort=False), strict=True):
        for marker, (work, line) in zip("osD", part.groupby("work", sort=False), strict=False):
            axis.loglog(line["size"], 1e3 * line["seconds"], marker=marker, markersize=4, label=work)
        axis.set_xlabel(
            {"words": "words in the vocabulary", "samples": "worlds sampled", "models": "teammate models"}[grows]
        )
        sizes = sorted(set(part["size"]))
        axis.set_xticks(sizes, [f"{size:,}" if size < 10_000 else f"{size // 1000}k" for size in sizes], minor=False)
        axis.set_xticks([], minor=True)
        axis.legend(fontsize=7)
    axes[0].set_ylabel("ms a game")
    figure.suptitle("How the cost of a game grows (one core)", x=0.01, ha="left", fontweight="bold")
    style.save(figure, HERE, "scaling")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", default="open")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--literal-boards", type=int, default=2)
    parser.add_argument("--memory-of", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.memory_of:
        return measure_memory(chosen.memory_of)
    with threadpool_limits(1):
        embeddings = load_set(chosen.set)
        games = table_of_games(embeddings, chosen.games)
        ratios = table_of_ratios(embeddings, chosen.literal_boards)
        levels = table_of_levels(embeddings, chosen.games)
        grown = scaling(embeddings, max(chosen.games // 5, 5))
    games.to_csv(HERE / "games.csv", index=False, float_format="%.4g")
    rivals = table_of_rivals(games)
    rivals.to_csv(HERE / "rivals.csv", index=False, float_format="%.4g")
    ratios.to_csv(HERE / "ratios.csv", index=False, float_format="%.4g")
    levels.to_csv(HERE / "levels.csv", index=False, float_format="%.4g")
    grown.to_csv(HERE / "scaling.csv", index=False, float_format="%.4g")
    draw(grown)
    with pd.option_context("display.width", 160, "display.max_columns", 20, "display.float_format", "{:.4g}".format):
        print(games.to_string(index=False, na_rep=""))
        print()
        print(ratios.to_string(index=False))
        print()
        print(rivals.to_string(index=False))
        print()
        print(levels.to_string(index=False))
        print()
        print(slopes(grown).to_string(index=False))
    print(f"\n{self_play(embeddings)}")
    print(f"peak memory of a process with every embedding of the set loaded: {peak_memory(chosen.set):.2f} GB")
    return None


if __name__ == "__main__":
    main()
