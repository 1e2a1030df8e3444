"""Do beliefs about noise find the noise? Games with partners whose noise is set, and what was believed of it by turn."""

from itertools import product
from typing import Any

import pandas as pd

from commonground import agents
from commonground.errors import CommonGroundError
from commonground.game import Environment, play
from commonground.parameters import check
from commonground.study import workers
from commonground.study.experiment import base

COLUMNS = ["agent", "true", "partner", "where", "board", "turn", "level", "belief"]


def believed(
    agent: str, set_name: str, true: tuple[float, ...], boards: int, seed: int, **options: Any
) -> pd.DataFrame:
    """What an agent (or a variant) believes of the noise before each turn, with every static partner at every true noise."""
    if not true:
        raise CommonGroundError("Calibration takes one noise or more.")
    for noise in true:
        check("Calibration", boards=boards, noise=noise, seed=seed)
    partners = list(workers.known(set_name))
    tasks = [(agent, set_name, noise, partner, boards, seed, options) for noise, partner in product(true, partners)]
    rows = [row for found in workers.each(with_partner, tasks, f"noise that {agent} finds") for row in found]
    return pd.DataFrame(rows, columns=COLUMNS).sort_values(COLUMNS[:7], ignore_index=True)


def with_partner(
    agent: str, set_name: str, noise: float, partner: str, boards: int, seed: int, options: dict[str, Any]
) -> list[tuple[Any, ...]]:
    """One agent with one partner at one noise: a row for each board, turn and level."""
    known = workers.known(set_name)
    where = "in" if partner in {member.name for member in known.internal} else "out"
    speaks = base(agent) in agents.ALL_SPYMASTERS
    make = agents.spymaster if speaks else agents.guesser
    learner: Any = make(base(agent), known, **options)
    spymaster = learner if speaks else agents.spymaster(partner, known)
    guesser = agents.guesser(partner, known, ear=noise) if speaks else learner
    channel = Environment("stochastic", 0.0 if speaks else noise)
    rows: list[tuple[Any, ...]] = []
    for board in range(boards):
        play(known.deal(board, seed), spymaster, guesser, channel, (seed, "calibration", base(agent), partner, board))
        for turn, beliefs in enumerate(learner.noise_by_turn, start=1):
            rows += [
                (agent, noise, partner, where, board, turn, _named(level), belief) for level, belief in beliefs.items()
            ]
    return rows


def _named(level: float | str) -> str:
    """A level as tables call it."""
    return level if isinstance(level, str) else f"{level:g}"
