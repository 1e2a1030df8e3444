"""Sets of embeddings that play together: they share one vocabulary."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
import numpy as np

from commonground import checks, files, grid, paths
from commonground.embeddings import build, catalogue
from commonground.embeddings.blend import blended
from commonground.embeddings.cards import with_cards
from commonground.embeddings.embedding import Embedding
from commonground.embeddings.names import fault
from commonground.embeddings.words import clue_vocabulary
from commonground.errors import CommonGroundError
from commonground.game import STANDARD, Board, Rules
from commonground.game.words import board_words

MEMBERS = 'a list of embeddings, e.g. [Embedding.from_file("vectors.txt")]'
VOCABULARY = 12_000  # of the most frequent English words may be clues


@dataclass(frozen=True, eq=False)
class EmbeddingSet(Mapping[str, Embedding]):
    """Embeddings over one vocabulary, by id, and the board words that are left of it."""

    name: str
    members: dict[str, Embedding] = field(repr=False)
    entries: dict[str, catalogue.Entry] = field(repr=False)
    board_words: tuple[str, ...] = field(repr=False)

    def __getitem__(self, name: str) -> Embedding:
        if name not in self.members:
            raise self._unknown(name)
        return self.members[name]

    def __contains__(self, name: object) -> bool:
        return name in self.members

    def __iter__(self) -> Iterator[str]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    @property
    def words(self) -> np.ndarray:
        """The clue vocabulary: the same in every embedding of the set."""
        return next(iter(self.members.values())).words

    @classmethod
    def of(
        cls, name: str, internal: Sequence[Embedding], external: Sequence[Embedding] = (), vocabulary: int = VOCABULARY
    ) -> "EmbeddingSet":
        """A set of one's own, of embeddings from anywhere: cut to the clue vocabulary that all of them have, and on the grid."""
        internal, external = (
            checks.each(role, members, Embedding, MEMBERS)
            for role, members in (("internal", internal), ("external", external))
        )
        given = [*internal, *external]
        _check_members(name, internal, [embedding.name for embedding in given])
        vocabulary = checks.whole("vocabulary", vocabulary, 1, catalogue.MOST_WORDS)
        common = [word for word in clue_vocabulary(vocabulary) if all(word in embedding for embedding in given)]
        if not common:
            raise CommonGroundError(
                f"The embeddings of the set '{name}' have no word of the clue vocabulary in common."
            )
        members = {embedding.name: _on_grid(embedding.restricted(common)) for embedding in given}
        entries = {one.name: _entry(one.name, "internal") for one in internal}
        entries |= {one.name: _entry(one.name, "external") for one in external}
        return cls(name, members, entries, _cards(common))

    def deal(self, seed: int, root: int = 0, rules: Rules = STANDARD) -> Board:
        """The board of that number, of the words every embedding of the set has; another `root`, other boards."""
        return Board.deal(self.board_words, seed, root, rules)

    def knowing(self, names: Sequence[str]) -> "EmbeddingSet":
        """The same set to agents that know only these embeddings: all others are strangers' to them."""
        if odd := [name for name in names if name not in self.members]:
            raise self._unknown(odd[0])
        roles = {name: "internal" if name in names else "external" for name in self.entries}
        entries = {name: msgspec.structs.replace(entry, role=roles[name]) for name, entry in self.entries.items()}
        return replace(self, entries=entries)

    @property
    def internal(self) -> list[Embedding]:
        """The embeddings that the Bayesian agents know."""
        return self._with_role("internal")

    @property
    def external(self) -> list[Embedding]:
        """The embeddings of partners that the Bayesian agents do not know."""
        return self._with_role("external")

    @property
    def singles(self) -> list[Embedding]:
        """The embeddings that are not others end to end: what such a one adds, its parts have said."""
        return [self[name] for name in self if not self.entries[name].concatenate]

    @property
    def blend(self) -> Embedding:
        """All internal embeddings as one (made once)."""
        return blended(tuple(self.internal))

    def with_cards(self, words: Sequence[str]) -> "EmbeddingSet":
        """The same set, in which boards of these words can be played, too (see `cards`); itself if it has them all."""
        members = {name: with_cards(member, words) for name, member in self.members.items()}
        if all(member is self.members[name] for name, member in members.items()):
            return self
        return EmbeddingSet(self.name, members, self.entries, self.board_words)

    def _unknown(self, name: str) -> CommonGroundError:
        return CommonGroundError(f"There is no embedding '{name}' in the set '{self.name}'; it has {', '.join(self)}.")

    def _with_role(self, role: catalogue.Role) -> list[Embedding]:
        return [member for name, member in self.members.items() if self.entries[name].role == role]


def load_set(name: str) -> EmbeddingSet:
    """The embedding set of that name, from `data/embeddings/`; one that needs no download is made if it is missing."""
    build.ensure(name)
    folder, precomputed = paths.embeddings(name), paths.precomputed(name)
    chosen = catalogue.load().set(name)
    entries = {key: entry for key, entry in chosen.embeddings.items() if entry.role != "part"}
    _check_digests(name, {key: folder / f"{key}.npz" for key in entries})
    members = {key: Embedding.load(folder / f"{key}.npz", key, precomputed / f"{key}.npz") for key in entries}
    return EmbeddingSet(name, members, entries, _cards(next(iter(members.values())).index))


def _check_digests(name: str, paths_of: Mapping[str, Path]) -> None:
    """See that embeddings on disk are as they were built, by the sha256 that was noted then."""
    found = build.manifest_of(name).get("sha256")
    noted = found if isinstance(found, dict) else {}
    for key, path in paths_of.items():
        if key in noted and files.digest_now(path) != noted[key]:
            raise CommonGroundError(
                f"{path} is not as it was built (its sha256 is not the one in the manifest beside it): delete the folder"
                f" {path.parent}, and have it made again by `python -m commonground vectors {name}`."
            )


def _cards(words: Iterable[str]) -> tuple[str, ...]:
    """The words of the game that are among these."""
    known = set(words)
    return tuple(word for word in board_words() if word in known)


def _entry(name: str, role: catalogue.Role) -> catalogue.Entry:
    return catalogue.Entry(title=name, role=role, file=name)


def _on_grid(embedding: Embedding) -> Embedding:
    """An embedding with which games are the same on every machine, as those of built sets are."""
    rounded = grid.on_grid(embedding.vectors.astype(np.float32))
    if not grid.is_exact(rounded):
        raise CommonGroundError(
            f"The vectors of '{embedding.name}' are too long to be reckoned with exactly: take `.scaled(4.0)` of it."
        )
    return Embedding(embedding.name, embedding.words, rounded)


def _check_members(set_name: str, internal: Sequence[Embedding], names: list[str]) -> None:
    if problem := fault("set", set_name):
        raise CommonGroundError(problem[0].upper() + problem[1:])
    if not internal:
        raise CommonGroundError(f"The set '{set_name}' needs an internal embedding: agents think in those.")
    problems = [problem for name in names if (problem := fault("embedding", name))]
    problems += [f"the embedding '{name}' is there twice." for name in names if names.count(name) > 1]
    if problems:
        raise CommonGroundError(f"In the set '{set_name}', {problems[0]}")
