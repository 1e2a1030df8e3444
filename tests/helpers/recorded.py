"""Small recordings in the formats of the real ones, of which no row may stand here."""

import csv
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import yaml

CARDS = ["Apple", "Bark", "Cat", "Dog", "Egg", "Fish", "Gold", "Ham", "Ice Cream", "Jam", "King", "Lion"]
TWENTY = [f"w{letter}" for letter in "abcdefghijklmnopqrst"]
COLUMNS = ["Subject", "Trial", "Word1", "Word2", "Clue1", "P2W1", "P2W2"]


def trial(person: str, turn: int, guesses: list[str], clue: str = "ANIMAL", words: list[str] = CARDS) -> dict[str, str]:
    """A row of the trials, in which lists are Python's."""
    return {
        "subject_id": person,
        "trial_order": str(turn),
        "clue": clue,
        "words": repr([word.upper() for word in words]),
        "chosen_words": repr([word.upper() for word in guesses]),
        "intended_words": repr(["CAT", "DOG", "LION"]),
    }


def contents(trials: list[dict[str, str]] | None = None, rounds: list[list[Any]] | None = None) -> dict[str, bytes]:
    """The four files; what is not given is one good row."""
    trials = trials if trials is not None else [trial("someone", 1, ["Cat", "Dog", "Lion"])]
    rounds = rounds if rounds is not None else [["E1.1", 6, "wa", "wb", "start", "wa", "wb"]]
    board = {
        "words": [word.upper() for word in CARDS],
        "human_clue": "ZOO",
        "human_intended_words": ["CAT", "DOG", "LION"],
        "human_guess_human_clue": [["LION", "CAT", "DOG"], ["CAT", "FISH", "DOG"]],
        "gpt_guess_human_clue": ["LION", "ELEPHANT", "DOG"],
        "GPT_clue": "ANIMAL",
        "GPT_intended_words": ["CAT", "DOG", "LION"],
        "GPT_guess_GPT_clue": ["DOG", "CAT", "LION"],
    }
    listener = io.StringIO()
    csv.writer(listener).writerows([COLUMNS, *rounds])
    return {
        "codenames-combined.json": json.dumps({"('APPLE', …)": board}).encode(),
        "codenames-trials.json": json.dumps(trials).encode(),
        "connector-listener.csv": listener.getvalue().encode(),
        "connector-boards.json": json.dumps({"board1": TWENTY}).encode(),
    }


def catalogued(project: Path, files: dict[str, bytes], url: str = "http://127.0.0.1:9") -> None:
    """A catalogue that names these files at an address, by default one where nobody is at home."""
    entries = {
        name: {"url": f"{url}/{name}", "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in files.items()
    }
    made = {"title": "made up", "citation": "nobody", "licence": "none stated", "files": entries}
    (project / "data/people.yaml").write_text(yaml.safe_dump({"recordings": {"made-up": made}}))


def stored(project: Path, files: dict[str, bytes]) -> None:
    """Put the files into the raw store, and the catalogue that names them into the project."""
    catalogued(project, files)
    folder = project / "data/raw/people"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
