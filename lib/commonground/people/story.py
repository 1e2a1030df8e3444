"""A game in plain words: what became of each card, what was meant and what was seen, what it says about the person."""

from collections.abc import Sequence
from typing import Any

from commonground.game import Colour, Turn
from commonground.people import characters
from commonground.people.match import Match
from commonground.people.setup import GUESSER, SPYMASTER
from commonground.people.stakes import in_words

CHANGE = 0.005  # of a belief, that is worth a sentence
FEW = 2  # models at most whose names tell something
COLOURS = {
    Colour.RED: "red!",
    Colour.BLUE: "blue, one of theirs.",
    Colour.BYSTANDER: "a bystander.",
    Colour.ASSASSIN: "the assassin.",
}


def turn_of(match: Match, number: int) -> Turn:
    """A turn, over or under way."""
    if number < len(match.history):
        return match.history[number]
    assert match.clue is not None, "who asks for the turn under way has heard its clue"
    return Turn(match.clue, tuple(match.picks), tuple(match.board.key[card] for card in match.picks))


# A card is turned


def reveals(match: Match) -> list[dict[str, Any]]:
    """Every card that was picked, in order: its turn, and a verdict. The last of a turn `ends` it, unless the guesser stopped."""
    count = len(match.history) + bool(match.picks and not match.over)
    turns = [turn_of(match, number) for number in range(count)]
    return [
        _reveal(match, number, place, turn) for number, turn in enumerate(turns) for place in range(len(turn.guesses))
    ]


def _reveal(match: Match, number: int, place: int, turn: Turn) -> dict[str, Any]:
    card, colour = turn.guesses[place], turn.colours[place]
    last = number < len(match.history) and place == len(turn.guesses) - 1
    over = last and match.over and number == len(match.history) - 1
    spent = last and place == turn.clue.number
    ends = over or colour is not Colour.RED or spent
    verdict = f"{match.board.words[card].upper()} is {COLOURS[colour]} {_consequence(match, colour, over, last, spent)}"
    return {
        "card": card,
        "word": match.board.words[card],
        "colour": colour.name.lower(),
        "turn": number + 1,
        "ends": ends,
        "verdict": verdict.strip(),
    }


def _consequence(match: Match, colour: Colour, over: bool, last: bool, spent: bool) -> str:
    if over:
        won = match.record is not None and match.record.won
        return "That was the last one: you win!" if won else "You lose."
    if colour is not Colour.RED:
        return "Turn over."
    if spent:
        return "That was the last pick of this turn."
    return "I stop here." if last and match.setup.role == SPYMASTER else ""


# What a turn was, once the game is over


def told(match: Match, number: int) -> str:
    """A turn in a sentence: what was meant, and what was seen."""
    turn = turn_of(match, number)
    words = [match.board.words[card] for card in turn.guesses]
    if match.setup.role == GUESSER:
        return _as_meant(turn, words, meant(match, number))
    return _as_heard(turn, words, match.thoughts[number])


def meant(match: Match, number: int) -> list[str]:
    """The red cards that the agent's clue was for: as many as it said, the likelier first to be picked by whom it reckons with."""
    thought = match.thoughts[number][0] if match.thoughts[number] else {}
    red = {word for word, colour in zip(match.board.words, match.board.key, strict=True) if colour is Colour.RED}
    chances = dict.fromkeys(
        (word for model in thought.get("models", ()) for word in model["picks"] if word in red), 0.0
    )
    for model in thought.get("models", ()):
        for word in chances.keys() & set(model["picks"]):
            chances[word] += model["belief"]
    return sorted(chances, key=lambda word: -chances[word])[: turn_of(match, number).clue.number]


def _as_meant(turn: Turn, words: Sequence[str], intended: list[str]) -> str:
    found = [word for word in words if word in intended]
    wrong = next((word for word, colour in zip(words, turn.colours, strict=True) if colour is not Colour.RED), None)
    more = [word for word in words if word not in intended and word != wrong]
    if not intended:
        return f"You picked {_listed(words)}{_but(turn)}."
    opening = f"I meant {_listed(intended)}"
    extra = f" You found {_listed(more)} as well." if more else ""
    if wrong:
        before = f"you found {_listed(found)}, then saw" if found else "you saw"
        return f"{opening}; {before} {wrong.upper()}{_but(turn)}.{extra}"
    if len(found) == len(intended):
        all_of_it = ("it", "both")[len(found) - 1] if len(found) <= 2 else f"all {in_words(len(found))}"
        return f"{opening}, and you found {all_of_it}.{extra}"
    return f"{opening}; you {f'found {_listed(found)} and ' if found else ''}stopped.{extra}"


def _as_heard(turn: Turn, words: Sequence[str], thoughts: Sequence[dict[str, Any]]) -> str:
    *before, last = words
    if turn.colours[-1] is Colour.RED:
        return f"I found {_listed(words)}{'' if len(words) >= turn.clue.number else ', and dared no more'}."
    sure = next(
        (
            card["after"]
            for thought in thoughts
            for card in thought["cards"]
            if card["word"] == last == thought["picked"]
        ),
        None,
    )
    chance = f" I was {100 * sure:.0f}\u00a0% sure it was red." if sure is not None else ""
    return f"I {f'found {_listed(before)}, then ' if before else ''}saw {last.upper()}{_but(turn)}.{chance}"


def _but(turn: Turn) -> str:
    """What the last card was, if it was not red."""
    colour = turn.colours[-1]
    said = {Colour.BLUE: ", one of theirs", Colour.BYSTANDER: ", a bystander", Colour.ASSASSIN: ", the assassin"}
    return said.get(colour, "")


def turning_point(match: Match) -> str:
    """The turn that decided the game, in a sentence: the worst of a game that was lost, the best of one that was won."""
    assert match.record is not None, "a game that is over"
    worth = [_worth(match, turn) for turn in match.history]
    number = worth.index(max(worth) if match.record.won else min(worth))
    turn = match.history[number]
    reds = turn.colours.count(Colour.RED)
    what = f"{in_words(reds)} red card{'s' if reds != 1 else ''}" + (" at once" if reds > 1 else "")
    if not match.record.won:
        what = {Colour.ASSASSIN: "the assassin", Colour.BLUE: "a card of theirs"}.get(turn.colours[-1], what)
    return f"The turning point was turn {number + 1}, {str(turn.clue).upper()}: {what}."


def _worth(match: Match, turn: Turn) -> int:
    price = {Colour.RED: 1, Colour.BLUE: -1, Colour.BYSTANDER: 0, Colour.ASSASSIN: -match.board.rules.red}
    return sum(price[colour] for colour in turn.colours)


# What a turn says about the person


def change_of_mind(match: Match, number: int) -> str:
    """A sentence on how a turn that is over changed the agent's beliefs; nothing if it did not.

    Of the cards only those that were picked are named: it may be read while the game goes on.
    """
    past = [*match.believed, match.agent.beliefs()]
    before, after = past[number], past[number + 1]
    moves = {name: after[name] - before[name] for name in after if name in before}
    if number >= len(match.history) or not moves or max(map(abs, moves.values())) < CHANGE:
        return ""
    risen = max(moves, key=lambda name: moves[name])
    who, rise = _name(match, risen), f"({100 * before[risen]:.0f}\u00a0→\u00a0{100 * after[risen]:.0f}\u00a0%)"
    if match.setup.role == GUESSER:
        return _evidence(match, number, risen, f"{who} {rise}", rise)
    return f"You said {match.history[number].clue.word.upper()}; that sounds more like {who} {rise}."


def _evidence(match: Match, number: int, risen: str, who: str, rise: str) -> str:
    """Which of the models would have picked what the person picked: by the card that tells them apart best."""
    turn = match.history[number]
    thought = match.thoughts[number][0] if match.thoughts[number] else {}
    models = thought.get("models", [])
    words = [match.board.words[card] for card in turn.guesses]
    by_card = {word: [model["name"] for model in models if word in model["picks"]] for word in words}
    telling = [word for word in words if risen in by_card[word]]
    for_clue = f"for {turn.clue.word.upper()}"
    if not any(by_card.values()):
        return f"You picked {words[-1].upper()} {for_clue}; nobody I know would, but it is nearest to {who}."
    word = min(telling, key=lambda card: len(by_card[card])) if telling else words[-1]
    would = [_name(match, name) for name in by_card[word]]
    if not telling or len(would) > FEW:
        return f"You picked {word.upper()} {for_clue}: that is more like {who}."
    most = f". {who[0].upper()}{who[1:]} most of all." if len(would) > 1 else f" {rise}."
    return f"You picked {word.upper()} {for_clue}; of those I know, only {_joined(would)} would{most}"


def _name(match: Match, model: str) -> str:
    """A model's name within a sentence."""
    name = characters.of_model(model, match.known.entries).name
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def _listed(words: Sequence[str]) -> str:
    return _joined([word.upper() for word in words])


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
