"""The table: takes what the person does, keeps the match, and says what there is to see; the page only draws it."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

import msgspec

from commonground import embeddings, paths
from commonground.embeddings import catalogue
from commonground.errors import CommonGroundError
from commonground.game import STANDARD
from commonground.people import records
from commonground.people.match import Match
from commonground.people.picture import picture
from commonground.people.setup import BAYESIAN, NOISE, Role, Setup, own_words, warm_up

DEFAULTS: dict[Role, tuple[str, float]] = {"guesser": ("SM_B", 1.0), "spymaster": ("DG_B", 1.0)}


class Table:
    """One person's table. Every message is handled by the method it names; `show` is given all that is to be drawn.

    Under voila, the address holds the game's name, and a table that is opened with it goes on with that game.
    """

    def __init__(self, show: Callable[[dict[str, Any]], None], set_name: str, environment: Mapping[str, str]) -> None:
        self.show = show
        self.served = environment.get("SERVER_SOFTWARE", "").startswith("voila")
        asked = {key: values[0] for key, values in parse_qs(environment.get("QUERY_STRING", "")).items()}
        self.name = asked.get("game", "")
        self.set_name = asked.get("set", set_name) if asked.get("set") in available_sets() else set_name
        self.match: Match | None = None
        self.warm: set[tuple[str, str, float]] = set()
        self.sets: dict[str, embeddings.EmbeddingSet] = {}
        self._told = ("", False)  # the message, and whether it is a complaint
        self._serial = 0
        self._show(busy="One moment.")

    def handle(self, content: dict[str, Any]) -> None:
        """Do what the browser asks for; what can't be done is said in a sentence."""
        actions: dict[str, Callable[..., None]] = {
            "open": self.open,
            "start": self.start,
            "again": self.again,
            "say": self.say,
            "pick": self.pick,
            "stop": self.stop,
            "save": self.save,
        }
        self._told = ("", False)
        try:
            actions[content["do"]](**content.get("with", {}))
        except CommonGroundError as error:
            self._told = (str(error), True)
        self._show()

    # What the browser may ask for

    def open(self) -> None:
        """A browser looks at the page for the first time: go on with the game it names, or offer a new one."""
        if self.match is None and (kept := records.kept(self.name)):
            self._sit_down(kept.setup, kept.moves)

    def start(self, words: str = "", **choices: Any) -> None:
        """A new game with what was chosen in the form."""
        try:
            setup = msgspec.convert({**choices, "words": own_words(words)}, Setup)
        except msgspec.ValidationError as error:
            raise CommonGroundError(f"That can't be played: {error}.") from error
        if setup.seed < 0:
            raise CommonGroundError(f"Boards are numbered from 0 on: there is no board {setup.seed}.")
        self._sit_down(setup, (), anew=True)

    def again(self, step: int = 0) -> None:
        """The same setup again: the same board, or one some steps further on."""
        setup = self._playing().setup
        self._sit_down(msgspec.structs.replace(setup, seed=setup.seed + step), (), anew=True)

    def say(self, text: str) -> None:
        self._playing().say(text)
        records.keep(self.name, self._playing())

    def pick(self, card: int) -> None:
        self._playing().pick(card)
        records.keep(self.name, self._playing())

    def stop(self) -> None:
        self._playing().stop()
        records.keep(self.name, self._playing())

    def save(self) -> None:
        path = records.save(self.name, self._playing())
        shown = path.relative_to(paths.root()) if path.is_relative_to(paths.root()) else path
        self._told = (f"Saved: {shown}, and beside it what is needed to play it again.", False)

    # Behind them

    def _playing(self) -> Match:
        if self.match is None:
            raise CommonGroundError("There is no game yet: start one.")
        return self.match

    def _sit_down(self, setup: Setup, moves: Any, anew: bool = False) -> None:
        """Bring the agent to the table, and the game to where it stood."""
        known = self._load(setup.embeddings)
        agent = (setup.embeddings, setup.agent, setup.noise)
        if agent not in self.warm:
            self._show(busy="Your team-mate is on its way (the first time this takes some seconds).")
            warm_up(setup, known)
            self.warm.add(agent)
        match = Match(setup, known, moves)
        if anew or not self.name:
            self.name = records.new_name()
        self.match = match
        records.keep(self.name, match)

    def _load(self, set_name: str) -> embeddings.EmbeddingSet:
        if set_name not in available_sets():
            raise CommonGroundError(
                f"There is no set '{set_name}' here; there are {', '.join(available_sets())} (`dvc repro precompute` builds one)."
            )
        if set_name not in self.sets:
            self._show(busy=f"Loading the {set_name} set.")
            self.sets[set_name] = embeddings.load_set(set_name)
        return self.sets[set_name]

    def _show(self, busy: str = "") -> None:
        """Send the browser all that it draws; `serial` makes every answer a new one."""
        text, complaint = self._told
        self._serial += 1
        state = {
            "serial": self._serial,
            "busy": busy,
            "message": {"text": text, "complaint": complaint},
            "game": self.name if self.match else "",
            "served": self.served,
            "choices": choices(self.set_name),
            "match": picture(self.match) if self.match else None,
        }
        self.show(state)


def available_sets() -> list[str]:
    """The embedding sets that can be played with at once: those that are built, and toy, which is made when asked for."""
    built = [name for name in catalogue.load().sets if (paths.precomputed(name)).is_dir()]
    return built if "toy" in built else [*built, "toy"]


def choices(set_name: str) -> dict[str, Any]:
    """What the form for a new game offers."""
    chosen = catalogue.load()
    sets = {}
    for name in available_sets():
        entries = {key: entry for key, entry in chosen.set(name).embeddings.items() if entry.role != "part"}
        sets[name] = {"about": chosen.set(name).about, "static": {key: entry.title for key, entry in entries.items()}}
    return {
        "set": set_name,
        "sets": sets,
        "agents": BAYESIAN,
        "noise": NOISE,
        "cards": STANDARD.cards,
        "defaults": {role: {"agent": agent, "noise": noise} for role, (agent, noise) in DEFAULTS.items()},
    }
