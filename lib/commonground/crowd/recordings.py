"""People's guesses as they were recorded: who, when, on which board, to which clue, which cards.

Persons are numbered as they are met, from 0 in each recording: in the order of the file, or, in Connector, whose rows are put
into the order of play first, in the order of their names. What the file calls them is forgotten at once. In Connector a
"person" is a pair, one of whom guesses. A row that can't be used is left out and counted, by reason. Words are in lower case.
"""

import ast
import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from commonground.crowd import sources
from commonground.errors import CommonGroundError

NOBODY = -1  # the number of a person who is not recorded
OFF_BOARD = "a guess is not on the board"
EMPTY = "no clue, or fewer guesses than asked for"


class Trial(NamedTuple):
    """One person's guesses to one clue."""

    person: int
    turn: int  # counts from 1 for each person
    board: int
    clue: str
    cards: tuple[str, ...]
    guesses: tuple[str, ...]
    meant: tuple[str, ...] = ()


class Recorded(NamedTuple):
    """The trials of one recording, and how many rows were left out for what reason."""

    name: str
    title: str
    trials: tuple[Trial, ...]
    left_out: dict[str, int]


class Answer(NamedTuple):
    """What GPT-4 itself made of a clue on a board: the share of the meant cards among its guesses."""

    clue: str
    cards: tuple[str, ...]
    right: float


def load() -> dict[str, Recorded]:
    """All recordings, from the raw store."""
    found = (gpt_clues(), human_clues(), connector())
    return {recorded.name: recorded for recorded in found}


def gpt_clues() -> Recorded:
    """GPT-4's clues for three of twelve cards, and what persons guessed, twenty trials each."""
    rows = _json("codenames-trials.json", list)
    boards, people = _Numbers(), _Numbers()
    with _complete("codenames-trials.json"):
        trials = [
            Trial(
                people[row["subject_id"]],
                int(row["trial_order"]),
                boards[row["words"]],
                row["clue"].lower(),
                *(_words(ast.literal_eval(row[column])) for column in ("words", "chosen_words", "intended_words")),
            )
            for row in rows
        ]
    return _kept("codenames", "Codenames, GPT-4's clues", trials, asked=3)


def human_clues() -> Recorded:
    """People's clues for three of twelve cards, and what others guessed; it is not recorded who."""
    boards = _json("codenames-combined.json", dict)
    with _complete("codenames-combined.json"):
        trials = [
            Trial(NOBODY, 1, number, board["human_clue"].lower(), _words(board["words"]), _words(guesses), meant)
            for number, board in enumerate(boards.values())
            for meant in [_words(board["human_intended_words"])]
            for guesses in board["human_guess_human_clue"]
        ]
    return _kept("codenames-people", "Codenames, people's clues", trials, asked=3)


def answers() -> dict[str, list[Answer]]:
    """What GPT-4 guessed itself, to its own clues and to people's, by the recording that has them."""
    boards = _json("codenames-combined.json", dict)
    columns = {
        "codenames": ("GPT_clue", "GPT_intended_words", "GPT_guess_GPT_clue"),
        "codenames-people": ("human_clue", "human_intended_words", "gpt_guess_human_clue"),
    }
    with _complete("codenames-combined.json"):
        return {
            name: [
                Answer(board[clue].lower(), _words(board["words"]), _right(_words(board[meant]), _words(board[taken])))
                for board in boards.values()
            ]
            for name, (clue, meant, taken) in columns.items()
        }


def _right(meant: tuple[str, ...], taken: tuple[str, ...]) -> float:
    return len(set(meant) & set(taken)) / len(set(meant))


def connector() -> Recorded:
    """A partner's clues for two of twenty cards, and the pair that was guessed first, thirty rounds each."""
    boards = [_words(words) for words in _json("connector-boards.json", dict).values()]
    path = sources.located("connector-listener.csv")
    people = _Numbers()
    with _complete(path.name), path.open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: (row["Subject"], int(row["Trial"])))
        trials = [_round(row, people[row["Subject"]], boards) for row in rows]
    return _kept("connector", "Connector, a partner's clues", _in_turn(trials), asked=2)


def _round(row: dict[str, str], person: int, boards: list[tuple[str, ...]]) -> Trial:
    """A row of Connector's: the board is the one that has both words that were meant."""
    meant = _words((row["Word1"], row["Word2"]))
    number = next(n for n, cards in enumerate(boards) if set(meant) <= set(cards))
    guesses = _words(word for word in (row["P2W1"], row["P2W2"]) if word)
    return Trial(person, 0, number, _typed(row["Clue1"]), boards[number], guesses, meant)


def _typed(text: str) -> str:
    """A clue without the names that the recorder gave to keys."""
    return text.replace("{space}", " ").replace("{-}", "-").strip().lower()


def _in_turn(trials: Iterable[Trial]) -> list[Trial]:
    """Trials whose turns count from 1 for each person; they come in the order of play."""
    seen: Counter[int] = Counter()
    found = []
    for trial in trials:
        seen[trial.person] += 1
        found.append(trial._replace(turn=seen[trial.person]))
    return found


def _kept(name: str, title: str, trials: Iterable[Trial], asked: int) -> Recorded:
    """The trials that can be used, by person and turn."""
    judged = [(trial, _fault(trial, asked)) for trial in trials]
    left_out = Counter(fault for _, fault in judged if fault)
    kept = sorted((trial for trial, fault in judged if not fault), key=lambda trial: trial[:3])
    if not kept:
        raise CommonGroundError(f"The recording '{name}' has no row that can be used: is it the file it is said to be?")
    return Recorded(name, title, tuple(kept), dict(left_out))


def _fault(trial: Trial, asked: int) -> str:
    """Why a trial can't be used; empty if it can."""
    if not trial.clue or len(set(trial.guesses)) < asked:
        return EMPTY
    return OFF_BOARD if not set(trial.guesses) <= set(trial.cards) else ""


def _words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.strip().lower() for word in words)


class _Numbers(dict[Any, int]):
    """Numbers things in the order in which they are first asked for."""

    def __missing__(self, key: Any) -> int:
        self[key] = len(self)
        return self[key]


def _json(name: str, kind: type) -> Any:
    content = json.loads(sources.located(name).read_text(encoding="utf-8"))
    if not isinstance(content, kind):
        raise CommonGroundError(f"{name} is not a {kind.__name__} of trials: is it the file that it is said to be?")
    return content


@contextmanager
def _complete(name: str) -> Iterator[None]:
    """Whatever a file lacks that is read in the block is told in one sentence."""
    try:
        yield
    except (AttributeError, KeyError, StopIteration, SyntaxError, TypeError, ValueError) as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise CommonGroundError(
            f"{name} does not hold people's guesses as its authors wrote them ({type(error).__name__}: {reason})."
        ) from error
