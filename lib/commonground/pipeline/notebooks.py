"""Running a notebook of the study: its parameters come from params.yaml, and the executed copy is kept if all went well.

The first cell of a notebook names what it can be run with; exactly these names are looked up, in the stage's own section,
among the agents' parameters, and at the top. A stage is called as its notebook, without the number.
"""

import ast
import logging
import re
from pathlib import Path
from typing import Any

import nbformat
import papermill  # type: ignore[import-untyped]
from nbclient.exceptions import DeadKernelError
from papermill.exceptions import PapermillExecutionError  # type: ignore[import-untyped]
from traitlets.config import Config

from commonground import checks, files, parameters, paths, progress
from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.pipeline import publish

PYTHON = {"kernel_name": "python3", "language": "python"}
PEOPLE_SET = "people"
OF_PEOPLE = (
    "70-people",
    "71-learning-people",
    "72-for-people",
)  # notebooks of a pipeline of its own: what they read can't be had everywhere
QUIET = Config(
    KernelManager={"transport_encryption": "auto"},  # or every kernel warns of talking in the open
    NotebookClient={"extra_arguments": ["--log-level=CRITICAL"]},  # or a kernel complains when it is ended
)


def run(name: str, chosen: parameters.Parameters) -> None:
    """Execute the stripped copy of a notebook; what came of it is `runs/<set>/<name>.ipynb`, its results and its figures."""
    _execute(stripped(name), paths.runs(chosen.embeddings) / f"{name}.ipynb", chosen)


def run_as_it_stands(name: str, chosen: parameters.Parameters) -> None:
    """The same for a notebook that DVC knows nothing of: there is no stripped copy."""
    _execute(paths.notebooks() / f"{name}.ipynb", paths.runs(chosen.embeddings) / f"{name}.ipynb", chosen)


def redraw(chosen: parameters.Parameters) -> None:
    """Execute the notebooks that only show what others have played, for their figures; `runs/` stays as it is.

    One that lacks results does not keep the others from being drawn; what is missing is told at the end.
    """
    missing = {}
    for name in showing():
        progress.say(f"{name}: drawing from the results of the {chosen.embeddings} set")
        done = paths.scratch() / "tables" / paths.named(chosen.embeddings) / f"{name}.ipynb"
        try:
            _execute(paths.notebooks() / f"{name}.ipynb", done, chosen)
        except CommonGroundError as error:
            missing[name] = str(error)
    if missing:
        first = next(iter(missing.values()))
        raise CommonGroundError(f"Not drawn, and left as they were: {', '.join(missing)}. {first}")


def showing() -> list[str]:
    """The notebooks that need no vectors, only results: their numbers are 90 and more."""
    return sorted(path.stem for path in paths.notebooks().glob("9*.ipynb"))


def _execute(source: Path, done: Path, chosen: parameters.Parameters) -> None:
    """Run a notebook; the executed copy, its results and its figures are put in place if it ends well."""
    name = source.stem
    given = {key: _plain(value) for key, value in values(name, parameters_of(source), chosen).items()}
    under_way = done.with_suffix(".failed.ipynb")
    files.folder(done.parent)
    with publish.aside(chosen.embeddings, stage_of(name)):
        try:
            papermill.execute_notebook(
                *(source, under_way, given), **PYTHON, cwd=paths.notebooks(), progress_bar=False, config=QUIET
            )
        except DeadKernelError:
            raise CommonGroundError(
                "The notebook's kernel was ended or died, perhaps for want of memory: with fewer processes at a time "
                "(COMMONGROUND_WORKERS=1), run the same command again; what is done is kept."
            ) from None
        except KeyboardInterrupt:
            logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # it would complain of what now nobody waits for
            under_way.unlink(missing_ok=True)
            raise
        except OSError as error:
            raise files.explained(error, under_way) from error
        except PapermillExecutionError as error:
            progress.say(f"{name}: the notebook as far as it came is {under_way}.")
            raise CommonGroundError(_told(error)) from None
    with files.told(under_way):
        _tidy(under_way)
    files.move(under_way, done)


def _tidy(executed: Path) -> None:
    """Take out of an executed copy what was for the person at the terminal: progress, and the names of this machine's folders."""
    content = nbformat.read(executed, as_version=4)  # type: ignore[no-untyped-call]
    for cell in content.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    noted = content.metadata.papermill
    noted.input_path, noted.output_path = (Path(noted[key]).name for key in ("input_path", "output_path"))
    nbformat.write(content, executed)  # type: ignore[no-untyped-call]


def stripped(name: str) -> Path:
    """The copy of a notebook without output that runs are made from."""
    path = paths.stripped() / f"{name}.ipynb"
    if not path.exists():
        raise CommonGroundError(f"There is no {path}: `dvc repro clean` makes it, if there is a notebook '{name}'.")
    return path


def stage_of(name: str) -> str:
    """The stage that a notebook is run by."""
    return re.sub(r"^\d+-", "", name)


def parameters_of(notebook: Path) -> dict[str, Any]:
    """The names that a notebook's parameters cell defines, and its defaults; they are literals."""
    content = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    cells = [cell for cell in content.cells if is_parameters(cell)]
    if len(cells) != 1:
        raise CommonGroundError(f"{notebook} has {len(cells)} cells tagged 'parameters': it needs one.")
    found = {}
    for line in ast.parse(cells[0].source).body:
        if not isinstance(line, ast.Assign) or not isinstance(line.targets[0], ast.Name):
            raise CommonGroundError(f"{notebook}: line {line.lineno} of its parameters is not `name = value`.")
        found[line.targets[0].id] = ast.literal_eval(line.value)
    return found


def is_parameters(cell: Any) -> bool:
    """Whether a cell is the one of the parameters."""
    return "parameters" in cell.metadata.get("tags", [])


def values(name: str, wanted: dict[str, Any], chosen: parameters.Parameters) -> dict[str, Any]:
    """What params.yaml says for a notebook's parameters."""
    known = chosen.for_stage(stage_of(name))
    missing = [key for key in wanted if key not in known]
    if missing:
        raise CommonGroundError(
            f"The notebook '{name}' has the parameter '{missing[0]}', and {paths.parameters()} does not say what it is:"
            f" it belongs into 'experiments: {stage_of(name).replace('-', '_')}:'."
        )
    if "partner" in wanted:  # by its number, of those that the set has
        there = [
            key for key, entry in catalogue.load().set(chosen.embeddings).embeddings.items() if entry.role != "part"
        ]
        section = f"experiments.{stage_of(name).replace('-', '_')}.partner"
        checks.whole(section, known["partner"], 0, len(there) - 1, f"the set '{chosen.embeddings}' has so many, from 0")
    return {key: known[key] for key in wanted}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _told(error: PapermillExecutionError) -> str:
    """What a person is told of a notebook that failed: our own errors are a sentence, others say where they came from."""
    if error.ename == CommonGroundError.__name__:
        return str(error.evalue)
    colours = re.compile(r"\x1b\[[0-9;]*m")
    return colours.sub("", "\n".join(error.traceback)) or f"{error.ename}: {error.evalue}"
