"""`data/embeddings.yaml` as checked objects: which embeddings there are, and where each comes from."""

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec

from commonground import documents, paths
from commonground.embeddings import names
from commonground.errors import CommonGroundError

Role = Literal["internal", "external", "part"]
Format = Literal["word2vec-text", "word2vec-binary", "glove-text", "npz", "wink-json", "numpy-parquet"]
MOST_WORDS = 1_000_000  # of a vocabulary: no list of words has as many
LONGEST = 700.0  # the mean norm of vectors at most: longer ones are not reckoned with exactly
RECIPES = ("mlm", "ftxt", "retro", "dict", "toy")  # by which embeddings are made here, see `recipes`
PACKAGE = re.compile(r"(@[\w-][\w.-]*/)?\w[\w.-]*", re.ASCII)  # and no option of pip's or npm's
VERSION = re.compile(r"\d[\w.+!-]*", re.ASCII)
HEXADECIMAL = {"sha256": r"[0-9a-fA-F]{64}", "md5": r"[0-9a-fA-F]{32}", "": ""}


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An archive that is fetched: a pinned package of a registry, or an address."""

    kind: Literal["pypi", "npm", "http"]
    package: str = ""
    version: str = ""
    url: str = ""
    size: Annotated[int, msgspec.Meta(ge=0)] = 0  # bytes of the archive
    sha256: str = ""
    md5: str = ""
    licence: str
    files: dict[
        str, str
    ] = {}  # name under data/raw/<source>/ -> path inside the archive; empty: keep the archive itself
    note: str = ""

    def __post_init__(self) -> None:
        if self.kind == "http":
            _check_url(self.url)
        elif not PACKAGE.fullmatch(self.package) or not VERSION.fullmatch(self.version):
            raise ValueError(
                f"a package of {self.kind} has a name and a version, not '{self.package}' '{self.version}'"
            )
        algorithm, digits = self.digest
        if not re.fullmatch(HEXADECIMAL[algorithm], digits):
            raise ValueError(f"'{digits}' is no {algorithm}")

    @property
    def archive(self) -> str:
        """The name of the file at its address."""
        return PurePosixPath(urlsplit(self.url).path).name

    @property
    def brings(self) -> tuple[str, ...]:
        """The names of the files that come into its folder."""
        return tuple(self.files) or (self.archive,)

    @property
    def digest(self) -> tuple[str, str]:
        """The checksum as (algorithm, hex digits); both empty where none was ever published."""
        if self.sha256:
            return "sha256", self.sha256
        return ("md5", self.md5) if self.md5 else ("", "")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One embedding of a set. Exactly one of `file`, `recipe` and `concatenate` says how its vectors come about."""

    title: str
    role: Role
    stands_for: str = ""  # the paper's row it takes the place of
    file: str = ""  # under data/raw/<source>/ if there is a source, else a path of the user's own, seen from the project's folder
    source: str = ""
    format: Format | None = None
    prefix: str = ""  # what every word in the file begins with
    recipe: str = ""
    needs: tuple[str, ...] = ()  # the sources a recipe reads
    concatenate: tuple[str, ...] = ()  # embeddings of the same set
    mean_norm: float | None = None  # scale to this mean norm; None keeps the native scale
    sha256: str = ""  # of the vectors that the study was made with, as `build` writes them
    survival: float | None = None  # how often a clue survives noise 1.0, as published for the embedding it stands for
    citation: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if sum(map(bool, (self.file, self.recipe, self.concatenate))) != 1:
            raise ValueError("give exactly one of file, recipe and concatenate")
        if self.mean_norm is not None and not 0 < self.mean_norm <= LONGEST:
            raise ValueError(f"mean_norm must be above 0, not {self.mean_norm}, and at most {LONGEST:.0f}")

    @property
    def sources(self) -> tuple[str, ...]:
        return (self.source, *self.needs) if self.source else self.needs


class Set(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Embeddings that play together: they share one vocabulary."""

    about: str
    vocabulary: Annotated[
        int, msgspec.Meta(ge=1, le=MOST_WORDS)
    ]  # how many of the most frequent English words may be clues
    fill: str = ""  # the embedding whose nearest words stand in for a word that another of the set lacks
    embeddings: dict[str, Entry]

    def __post_init__(self) -> None:
        if not self.with_role("internal"):
            raise ValueError("a set needs an embedding whose role is internal: agents think in those")
        if self.fill and self.fill not in self.embeddings:
            raise ValueError(f"words can't be filled in from '{self.fill}', which the set does not have")

    def entry(self, name: str) -> Entry:
        if name not in self.embeddings:
            raise CommonGroundError(f"There is no embedding '{name}' in this set; it has {', '.join(self.embeddings)}.")
        return self.embeddings[name]

    def with_role(self, role: Role) -> list[str]:
        return [name for name, entry in self.embeddings.items() if entry.role == role]

    @property
    def sources(self) -> list[str]:
        """Everything that must be fetched before the set can be built."""
        return _unique(source for entry in self.embeddings.values() for source in entry.sources)


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where everything comes from, and the sets that are made of it."""

    sources: dict[str, Source] = {}
    sets: dict[str, Set]

    def set(self, name: str) -> Set:
        if name not in self.sets:
            raise CommonGroundError(
                f"There is no embedding set '{name}' in {paths.catalogue()}; it has {', '.join(self.sets)}."
            )
        return self.sets[name]

    def source(self, name: str) -> Source:
        if name not in self.sources:
            raise CommonGroundError(
                f"There is no source '{name}' in {paths.catalogue()}; it has {', '.join(self.sources)}."
            )
        return self.sources[name]


def load(path: Path | None = None) -> Catalogue:
    """Read and check the catalogue: that of the project's folder and, for what it does not have, the package's own."""
    own = path or paths.catalogue()
    catalogue = _read(own)
    if path is None and own != paths.shipped_catalogue():
        known = _read(paths.shipped_catalogue())
        # what is a person's own comes first, in order and in precedence
        sources = catalogue.sources | known.sources | catalogue.sources
        catalogue = Catalogue(sources=sources, sets=catalogue.sets | known.sets | catalogue.sets)
    for set_name, chosen in catalogue.sets.items():
        _check_references(catalogue, set_name, chosen, own)
    return catalogue


def _read(path: Path) -> Catalogue:
    content = documents.read(path)
    try:
        catalogue = msgspec.convert(content, Catalogue)
    except msgspec.ValidationError as error:
        raise CommonGroundError(f"{path} is not a valid catalogue: {_placed(error, content)}.") from error
    _check_names(catalogue, path)
    return catalogue


def _placed(problem: msgspec.ValidationError, content: Any) -> str:
    """A problem and the entry that has it, by its name: the checker only says that it is one of them."""
    sets = {f"set '{name}'": one for name, one in _named(content, "sets").items()}
    entries = {
        f"embedding '{name}' of {of}": one for of, s in sets.items() for name, one in _named(s, "embeddings").items()
    }
    sources = {f"source '{name}'": one for name, one in _named(content, "sources").items()}
    for parts, kind in ((sources, Source), (entries, Entry), (sets, Set)):
        for name, part in parts.items():
            try:
                msgspec.convert(part, kind)
            except msgspec.ValidationError as error:
                return f"{name}: {re.sub(r' - at `[$][.]?([^`]*)`', _field, str(error))}"
    return str(problem)


def _field(where: re.Match[str]) -> str:
    return f" ({where[1]})" if where[1] else ""


def _named(content: Any, name: str) -> dict[Any, Any]:
    """The entries under a name, as far as there are any."""
    found = content.get(name) if isinstance(content, dict) else None
    return found if isinstance(found, dict) else {}


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or not PurePosixPath(parts.path).name:
        raise ValueError(f"a url is the http or https address of a file, not '{url}'")


def _check_names(catalogue: Catalogue, path: Path) -> None:
    """Names become those of files and folders, and stand beside agents' in tables."""
    named = [("source", name) for name in catalogue.sources] + [("set", name) for name in catalogue.sets]
    named += [("embedding", name) for chosen in catalogue.sets.values() for name in chosen.embeddings]
    for kind, name in named:
        if problem := names.fault(kind, name):
            raise CommonGroundError(f"{path}: {problem}")


def _check_references(catalogue: Catalogue, set_name: str, chosen: Set, path: Path) -> None:
    for name, entry in chosen.embeddings.items():
        where = f"{path}: embedding '{name}' of set '{set_name}'"
        unknown = [s for s in entry.sources if s not in catalogue.sources]
        unknown += [part for part in entry.concatenate if part not in chosen.embeddings]
        if unknown:
            raise CommonGroundError(f"{where} names {', '.join(unknown)}, which the file does not have.")
        if entry.source and entry.file not in catalogue.sources[entry.source].brings:
            raise CommonGroundError(
                f"{where} is read from {entry.file}, which the source '{entry.source}' does not bring."
            )
        if entry.recipe and entry.recipe not in RECIPES:
            raise CommonGroundError(
                f"{where} has no recipe '{entry.recipe}' to be made by; there are {', '.join(RECIPES)}."
            )
        nested = [part for part in entry.concatenate if chosen.embeddings[part].concatenate]
        if nested:
            raise CommonGroundError(
                f"{where} joins {', '.join(nested)}, itself a concatenation: name its parts instead."
            )


def _unique(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))
