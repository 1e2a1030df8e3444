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


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    embeddings: str
    games: int
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
