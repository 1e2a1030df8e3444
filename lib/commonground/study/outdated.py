"""Which results on disk were made by other code than this: a manifest says with which its games were played."""

from pathlib import Path

from commonground import paths
from commonground.study import provenance, results

ALL = "All {} experiments under data/results were played by this code."
SOME = (
    "{} of {} experiments under data/results were played by other code than this: {}. `dvc repro` plays them again, and"
    " `make people` those of the set for people."
)


def told() -> str:
    """One sentence on the study's results: whether all are of this code, and how to make those again that are not."""
    found = by_name(paths.root() / "data" / "results")
    others = [name for name, current in found.items() if not current]
    stages = dict.fromkeys("/".join(name.split("/")[:2]) for name in others)
    return SOME.format(len(others), len(found), ", ".join(stages)) if others else ALL.format(len(found))


def by_name(folder: Path) -> dict[str, bool]:
    """By the name of each experiment under a folder, whether the code that its manifest names is the code as it is."""
    played = sorted(path.parent for path in folder.glob("**/games.csv.gz"))
    return {one.relative_to(folder).as_posix(): _is_current(one) for one in played}


def _is_current(folder: Path) -> bool:
    said = results.manifest(folder)
    modules = said.get("modules", [])
    return bool(modules) and said.get("code") == provenance.deciding(*modules)
