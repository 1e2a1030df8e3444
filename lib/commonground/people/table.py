"""The table: takes what the person does, keeps the match, and says what there is to see; the page only draws it."""

import re
import secrets
import traceback
from collections.abc import Callable, Mapping
from typing import Any, get_args
from urllib.parse import parse_qs

import msgspec

from commonground import embeddings, paths
from commonground.errors import CommonGroundError
from commonground.game.players import Role
from commonground.people import characters, records, sets
from commonground.people.match import Match, Move
from commonground.people.picture import picture
from commonground.people.setup import HIGHEST_SEED, Setup, believable, own_words, warm_up

DEALT = 10_000  # boards that one is dealt who asks for none
ELSEWHERE = "This game goes on in another tab: what you do here no longer counts."


class Table:
    """One person's table. Every message is handled by the method it names; `show` is given all that is to be drawn.

    Under voila, the address holds the game's name, and a table that is opened with it goes on with that game. A game is
    played at one table: the last that was opened with it.
    """

    def __init__(self, show: Callable[[dict[str, Any]], None], set_name: str, environment: Mapping[str, str]) -> None:
        self.show = show
        self.served = environment.get("SERVER_SOFTWARE", "").startswith("voila")
        self.asked = {key: values[0] for key, values in parse_qs(environment.get("QUERY_STRING", "")).items()}
        self.name = self.asked.get("game", "")
        wanted = self.asked.get("set", set_name)
        self.set_name = wanted if wanted in sets.available() else sets.best()
        self.id = secrets.token_hex(4)
        self.match: Match | None = None
        self.warm: set[tuple[str, str, float]] = set()
        self.sets: dict[str, embeddings.EmbeddingSet] = {}
        self._told = ("", False)  # the message, and whether it is a complaint
        self._serial = 0
        self._show(busy="One moment.")

    def handle(self, content: dict[str, Any]) -> None:
        """Do what the browser asks for; what can't be done is said in a sentence, whatever the reason, and nothing changes."""
        before = (self.match, list(self.match.moves) if self.match else [])
        self._told = ("", False)
        try:
            self._action(content)(**content.get("with", {}))
        except CommonGroundError as error:
            self._told = (str(error), True)
            self._take_back(*before)
        except Exception as error:  # whatever it is, the person must be able to go on
            log = records.trouble(self.id, traceback.format_exc())
            self._told = (f"That went wrong here ({type(error).__name__}) and was taken back; {log} says more.", True)
            self._take_back(*before)
        self._show()

    def _action(self, content: dict[str, Any]) -> Callable[..., None]:
        actions = (self.open, self.start, self.again, self.say, self.pick, self.stop, self.save, self.watch)
        return {action.__name__: action for action in actions}[content["do"]]

    # What the browser may ask for

    def open(self) -> None:
        """A browser looks at the page for the first time: go on with the game it names, or offer a new one."""
        if self.match is None and (kept := records.kept(self.name)):
            self._sit_down(kept.setup, kept.moves)
            self._playing().watched = kept.watched
        elif self.match is None:
            board_number(self.asked.get("board", ""))

    def start(
        self, words: str = "", seed: Any = None, prior: Any = None, watched: bool = False, **choices: Any
    ) -> None:
        """A new game with what was chosen in the form: on a board of any number, if none was."""
        number = board_number(seed)
        try:
            known = believable(msgspec.convert(prior or {}, dict[str, float]))
            setup = msgspec.convert({**choices, "seed": number, "words": own_words(words), "prior": known}, Setup)
        except msgspec.ValidationError as error:
            raise CommonGroundError(f"That can't be played: {error}.") from error
        if not re.fullmatch(r"\w{0,32}", setup.person):
            raise CommonGroundError("That can't be played: a person's name is of letters and digits.")
        self._sit_down(setup, (), anew=True)
        self.watch(watched)

    def again(self, step: int = 0, prior: Any = None, watched: bool = False) -> None:
        """The same setup again: the same board, or one some steps further on."""
        kept = msgspec.to_builtins(self._playing().setup)
        words = " ".join(kept.pop("words"))
        self.start(**kept | {"words": words, "seed": kept["seed"] + step, "prior": prior, "watched": watched})

    def say(self, text: str) -> None:
        self._playing().say(text)
        self._keep()

    def pick(self, card: int) -> None:
        self._playing().pick(card)
        self._keep()

    def stop(self) -> None:
        self._playing().stop()
        self._keep()

    def watch(self, shown: bool) -> None:
        """The person sees what the agent believes, from now on, while the game goes on."""
        if shown and not self._playing().over:
            self._playing().watched = True
            self._keep()

    def save(self) -> None:
        path = records.save(self.name, self._playing())
        shown = path.relative_to(paths.root()) if path.is_relative_to(paths.root()) else path
        self._told = (f"Saved: {shown}, and beside it what is needed to play it again.", False)

    # Behind them

    def _playing(self) -> Match:
        if self.match is None:
            raise CommonGroundError("There is no game yet: start one.")
        if records.holder(self.name) != self.id:
            raise CommonGroundError(ELSEWHERE)
        return self.match

    def _keep(self) -> None:
        records.keep(self.name, self._playing())

    def _take_back(self, match: Match | None, moves: list[Move]) -> None:
        """Lay the board again as it was, if a move has failed half-way."""
        self.match = match
        if match is None or match.moves == moves:
            return
        try:
            self.match = Match(match.setup, match.known, moves)
            self.match.watched = match.watched
        except Exception:
            records.trouble(self.id, traceback.format_exc())
            self.match = None

    def _sit_down(self, setup: Setup, moves: Any, anew: bool = False) -> None:
        """Bring the agent to the table, and the game to where it stood."""
        known = self._load(setup.embeddings)
        agent = (setup.embeddings, setup.agent, setup.noise)
        if agent not in self.warm:
            self._show(busy=f"{characters.MATE} is on the way: some seconds, and about a minute the very first time.")
            warm_up(setup, known)
            self.warm.add(agent)
        match = Match(setup, known, moves)
        if anew or not self.name:
            self.name = records.new_name()
        self.match = match
        records.claim(self.name, self.id)
        records.keep(self.name, match)

    def _asked(self) -> dict[str, str]:
        """What the address asks for that there is: a board's number, a role."""
        found = {"board": self.asked.get("board", "").strip(), "role": self.asked.get("role", "")}
        there = {"board": is_board(found["board"]), "role": found["role"] in get_args(Role)}
        return {key: value for key, value in found.items() if there[key]}

    def _load(self, set_name: str) -> embeddings.EmbeddingSet:
        if set_name not in sets.available():
            there = ", ".join(sets.available())
            raise CommonGroundError(
                f"There is no set '{set_name}' here; there are {there} (`python -m commonground vectors` builds one)."
            )
        if set_name not in self.sets:
            self._show(busy="Fetching the words.")
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
            "elsewhere": bool(self.match) and records.holder(self.name) != self.id,
            "served": self.served,
            "asked": self._asked(),
            "choices": sets.choices(self.set_name),
            "match": picture(self.match) if self.match else None,
        }
        self.show(state)


def is_board(text: str) -> bool:
    """Whether a text is a board's number."""
    return bool(re.fullmatch(r"[0-9]{1,12}", text)) and int(text) <= HIGHEST_SEED


def board_number(asked: Any) -> int:
    """The board's number that is asked for, as it is typed; any, if none is."""
    text = "" if asked is None else str(asked).strip()
    if text and not is_board(text):
        raise CommonGroundError(f"Boards are numbered from 0 to {HIGHEST_SEED:,}: take one of those.")
    return int(text) if text else secrets.randbelow(DEALT)
