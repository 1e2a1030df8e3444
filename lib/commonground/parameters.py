"""`params.yaml` as checked objects."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from commonground import documents, paths
from commonground.checks import LOUDEST
from commonground.errors import CommonGroundError

MOST_GAMES = 1_000_000  # a pairing: more is a slip of the finger
MOST_SAMPLES = 10_000_000  # likewise, and more than memory has room for
CHOOSING_SEED = 7777  # of the boards that agents' settings are chosen on, which nothing that is reported is played on

Games = Annotated[int, Meta(ge=1, le=MOST_GAMES)]
Count = Annotated[int, Meta(ge=1, le=MOST_SAMPLES)]
Number = Annotated[int, Meta(ge=0)]  # of a board, of an embedding, of a seed
Noise = Annotated[float, Meta(ge=0, le=LOUDEST)]
Share = Annotated[float, Meta(gt=0, le=1)]  # of the games

RULES: dict[str, Any] = {
    "games": Games,
    "boards": Games,
    "seed": Number,
    "noise": Noise,
    "share": Share,
    "samples": Count,
}  # that hold for these names wherever they are given


class Precompute(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the Voronoi tables are sampled."""

    noise: tuple[Noise, ...]
    samples: Count
    seed: Number


class Agents(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the Bayesian agents are run with."""

    spymaster_samples: Count
    guesser_samples: Count
    noisy_guesser_samples: Count
    noise: Noise


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one notebook is run with besides: whatever of this it has in its parameters."""

    share: Share | UnsetType = UNSET
    fair_share: Share | UnsetType = UNSET
    sweep_share: Share | UnsetType = UNSET
    ear_share: Share | UnsetType = UNSET
    noise_share: Share | UnsetType = UNSET
    sweep: tuple[Noise, ...] | UnsetType = UNSET
    samples: Count | UnsetType = UNSET
    draws: Count | UnsetType = UNSET
    resamples: Count | UnsetType = UNSET
    noise: Noise | UnsetType = UNSET
    boards: Count | UnsetType = UNSET
    board_seed: Number | UnsetType = UNSET
    partner: Number | UnsetType = UNSET
    turn: Count | UnsetType = UNSET
    in_a_row: Count | UnsetType = UNSET


class Parameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that the study is run with."""

    embeddings: str
    games: Games
    seed: Number
    agents: Agents
    experiments: dict[str, Section]  # by the stage's name, with _ for -
    precompute: Precompute

    def __post_init__(self) -> None:
        if self.seed == CHOOSING_SEED:
            raise ValueError(
                f"the seed {CHOOSING_SEED} deals the boards that agents' settings were chosen on: take another"
            )

    def for_stage(self, stage: str) -> dict[str, Any]:
        """All that a stage's notebook can be run with, by name; what stands in its own section comes first."""
        own = self.experiments.get(stage.replace("-", "_"), Section())
        whole = {"embeddings": self.embeddings, "games": self.games, "seed": self.seed}
        found: dict[str, Any] = whole | msgspec.to_builtins(self.agents) | msgspec.to_builtins(own)
        return found


def load(path: Path | None = None) -> Parameters:
    """Read and check the parameters."""
    path = path or paths.parameters()
    content = documents.read(path)
    try:
        return msgspec.convert(content, Parameters)
    except msgspec.ValidationError as error:
        raise CommonGroundError(f"{path}: {_placed(str(error), content)}.") from error


def _placed(problem: str, content: Any) -> str:
    """A problem with a section, and which section it is: the checker only says that it is one of them."""
    for name, section in content["experiments"].items() if "experiments[...]" in problem else ():
        try:
            msgspec.convert(section, Section)
        except msgspec.ValidationError as error:
            return f"{error} of the experiment '{name}'"
    return problem


def check(whose: str, **given: Any) -> None:
    """See that numbers which were given by hand keep the rules that the file has for them."""
    for name, value in given.items():
        plain = value.item() if hasattr(value, "item") else value  # numpy's numbers are numbers, too
        try:
            msgspec.convert(plain, RULES[name])
        except msgspec.ValidationError as error:
            raise CommonGroundError(f"{whose} can't have {name} {value}: {error}.") from error


def agents(**chosen: Any) -> Agents:
    """What the Bayesian agents are run with, some of it chosen here; checked like the file."""
    known = msgspec.to_builtins(load().agents)
    try:
        return msgspec.convert(known | chosen, Agents)
    except msgspec.ValidationError as error:
        raise CommonGroundError(f"Agents can't be run with that: {error}.") from error
