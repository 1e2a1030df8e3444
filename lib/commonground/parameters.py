"""`params.yaml` as checked objects."""

from pathlib import Path

import msgspec
import yaml

from commonground import paths
from commonground.errors import CommonGroundError


class Precompute(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the Voronoi tables are sampled."""

    noise: tuple[float, ...]
    samples: int
    seed: int

    def __post_init__(self) -> None:
        if not all(sigma >= 0 for sigma in self.noise):
            raise ValueError(f"noise must be 0 or more, not {min(self.noise)}")
        if self.samples < 1:
            raise ValueError(f"samples must be 1 or more, not {self.samples}")


class Agents(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the Bayesian agents are run with."""

    spymaster_samples: int
    guesser_samples: int
    noisy_guesser_samples: int
    noise: float

    def __post_init__(self) -> None:
        if min(self.spymaster_samples, self.guesser_samples, self.noisy_guesser_samples) < 1:
            raise ValueError("samples must be 1 or more")
        if not self.noise >= 0:
            raise ValueError(f"noise must be 0 or more, not {self.noise}")


class Spymasters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The sweep over the noise that a Bayesian spymaster assumes."""

    sweep: tuple[float, ...]
    sweep_share: float

    def __post_init__(self) -> None:
        _check_share(self.sweep_share)


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An experiment that plays a share of the games."""

    share: float

    def __post_init__(self) -> None:
        _check_share(self.share)


class Worlds(Share, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The same, with agents that think about so many worlds."""

    samples: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.samples < 1:
            raise ValueError(f"samples must be 1 or more, not {self.samples}")


class Unknown(Share, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The same, and another share beside agents that are told what has to be found out."""

    fair_share: float

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_share(self.fair_share)


def _check_share(share: float) -> None:
    if not 0 < share <= 1:
        raise ValueError(f"a share of the games is above 0 and at most 1, not {share}")


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    embeddings: str
    games: int
    seed: int
    agents: Agents
    spymasters: Spymasters
    together: Share
    levels: Worlds
    pragmatics: Worlds
    readings: Share
    curse: Share
    unknown: Unknown
    better: Share
    precompute: Precompute

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"games must be 1 or more, not {self.games}")


def load(path: Path | None = None) -> Parameters:
    """Read and check the parameters."""
    path = path or paths.parameters()
    try:
        return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), Parameters)
    except (OSError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise CommonGroundError(f"{path}: {' '.join(str(error).split())}.") from error
