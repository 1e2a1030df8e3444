"""`params.yaml` as checked objects."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from commonground import documents, paths
from commonground.checks import LOUDEST, shown
from commonground.errors import CommonGroundError

MOST_GAMES = 1_000_000  # a pairing: more is a slip of the finger
MOST_SAMPLES = 10_000_000  # likewise, and more than memory has room for
CHOOSING_SEED = 7777  # of the boards that agents' settings are chosen on, which nothing that is reported is played on

Games = Annotated[int, Meta(ge=1, le=MOST_GAMES)]
Count = Annotated[int, Meta(ge=1, le=MOST_SAMPLES)]
Number = Annotated[int, Meta(ge=0)]  # of a board, of an embedding, of a seed
Noise = Annotated[float, Meta(ge=0, le=LOUDEST)]
Share = Annotated[float, Meta(gt=0, le=1)]  # of the games
TurnNumber = Annotated[int, Meta(ge=1, le=25)]  # a turn shows a card, and a board has 25
Noises = tuple[Noise, ...]

WANTED: dict[Any, str] = {
    str: "a name",
    Games: f"a whole number from 1 to {MOST_GAMES:,}",
    Count: f"a whole number from 1 to {MOST_SAMPLES:,}",
    Number: "a whole number of 0 or more",
    Noise: f"a number from 0 to {LOUDEST:,.0f}",
    Noises: f"a list of numbers from 0 to {LOUDEST:,.0f}, at least one, each once",
    Share: "above 0 and at most 1",
    TurnNumber: "a whole number from 1 to 25",
}  # how each kind is told of

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

    noise: Noises
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
    sweep: Noises | UnsetType = UNSET
    samples: Count | UnsetType = UNSET
    draws: Count | UnsetType = UNSET
    resamples: Count | UnsetType = UNSET
    noise: Noise | UnsetType = UNSET
    boards: Count | UnsetType = UNSET
    board_seed: Number | UnsetType = UNSET
    partner: Number | UnsetType = UNSET
    turn: TurnNumber | UnsetType = UNSET
    in_a_row: Count | UnsetType = UNSET


class Parameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that the study is run with."""

    embeddings: str
    games: Games
    seed: Number
    agents: Agents
    experiments: dict[str, Section]  # by the stage's name, with _ for -
    precompute: Precompute

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
        chosen: Parameters = _converted(content, Parameters, "")
        for name, section in chosen.experiments.items():
            _check_each_once(f"experiments.{name}.sweep", section.sweep)
        _check_each_once("precompute.noise", chosen.precompute.noise)
        _check_sections(chosen, path.parent)
        if chosen.seed == CHOOSING_SEED:
            raise ValueError(
                f"seed {CHOOSING_SEED} deals the boards that agents' settings were chosen on: take another"
            )
    except ValueError as error:
        raise CommonGroundError(f"{path}: {error}.") from error
    return chosen


def _converted(content: Any, kind: Any, place: str) -> Any:
    """A section as a checked object; what is wrong with it is told of the parameter, by its whole name."""
    for name, section in _sections(content).items() if kind is Parameters else ():
        _converted(section, Section, f"experiments.{name}")
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        raise ValueError(_told(str(error), content, kind, place)) from error


def _sections(content: Any) -> dict[str, Any]:
    found = content.get("experiments") if isinstance(content, dict) else None
    return found if isinstance(found, dict) else {}


def _told(problem: str, content: Any, kind: Any, place: str) -> str:
    """A problem as the checker words it, as a sentence about a parameter."""
    where = re.search(r"at `\$\.?([A-Za-z_.]*)", problem)
    names = where[1].rstrip(".").split(".") if where and where[1] else []
    value, wanted = content, kind
    for name in names:
        value = value[name]
        wanted = _without_unset(get_type_hints(wanted, include_extras=True)[name])
    whole = ".".join([*([place] if place else []), *names])
    if field := re.search(r"(unknown|missing required) field `([^`]*)`", problem):
        known = ", ".join(get_type_hints(wanted))
        within = f" in {whole}" if whole else ""
        return (
            f"there is no parameter '{field[2]}'{within}; there are {known}"
            if field[1] == "unknown"
            else (f"the parameter '{field[2]}' is missing{within}")
        )
    return f"{whole or 'what it holds'} must be {WANTED.get(wanted, 'a section, with names and values')}, not {shown(value)}"


def _without_unset(kind: Any) -> Any:
    return next((one for one in get_args(kind) if UnsetType in get_args(kind) and one is not UnsetType), kind)


def _check_each_once(place: str, noises: Sequence[float] | UnsetType) -> None:
    if noises is not UNSET and (not noises or len(set(noises)) < len(noises)):
        raise ValueError(f"{place} must be {WANTED[Noises]}, not {shown(list(noises))}")


def _check_sections(chosen: Parameters, folder: Path) -> None:
    """See that every section is that of a notebook, in a folder that has the study's."""
    if not (folder / "dvc.yaml").exists():
        return
    stages = {re.sub(r"^\d+-", "", path.stem).replace("-", "_") for path in (folder / "notebooks").glob("*.ipynb")}
    odd = [name for name in chosen.experiments if name not in stages]
    if stages and odd:
        raise ValueError(
            f"experiments.{odd[0]} is the section of no notebook; those there are: {', '.join(sorted(stages))}"
        )


def check(whose: str, **given: Any) -> None:
    """See that numbers which were given by hand keep the rules that the file has for them."""
    for name, value in given.items():
        plain = value.item() if hasattr(value, "item") else value  # numpy's numbers are numbers, too
        try:
            msgspec.convert(plain, RULES[name])
        except msgspec.ValidationError as error:
            wanted = WANTED[RULES[name]]
            raise CommonGroundError(f"{whose} can't have {name} {shown(value)}: it must be {wanted}.") from error


def agents(**chosen: Any) -> Agents:
    """What the Bayesian agents are run with, some of it chosen here; checked like the file."""
    try:
        return _converted(msgspec.to_builtins(load().agents) | chosen, Agents, "")  # type: ignore[no-any-return]
    except ValueError as error:
        raise CommonGroundError(f"Agents can't be run with that: {error}.") from error
