"""One game as a picture story: the board at each turn, what the clue was worth under each model, the beliefs moving."""

from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Patch

from commonground.game import Colour, GameRecord, TurnRecord
from commonground.report import numbers
from commonground.report.figures.style import message
from commonground.study.story import Story

ACROSS = 5
# face and text of a revealed card; its shape says the colour too
LOOKS = {
    Colour.RED: ("#b3261e", "white"),
    Colour.BLUE: ("#1f5f9e", "white"),
    Colour.BYSTANDER: ("#d9c79a", "black"),
    Colour.ASSASSIN: ("#232323", "white"),
}
SHAPES = {Colour.RED: "D", Colour.BLUE: "o", Colour.BYSTANDER: "^", Colour.ASSASSIN: "X"}
ROW = 2.35  # inches a turn


def sentence(story: Story, number: int) -> str:
    """A turn in words."""
    turn, reasons, after = story.record.turns[number], story.reasons[number], story.beliefs[number + 1]
    words = story.record.board.words
    picks = ", ".join(f"{words[c]} ({k.name.lower()})" for c, k in zip(turn.guesses, turn.colours, strict=True))
    leader = max(after, key=after.__getitem__)
    others = ", ".join(str(clue) for clue, _ in reasons["runners_up"][:2])
    return (
        f"Turn {number + 1}: {story.record.spymaster} says “{turn.heard}”, expecting {numbers.change(reasons['expected_utility'])}"
        f" (next best: {others or 'nothing'}). {story.record.guesser} picks {picks}."
        f" Most believed now: {leader} ({numbers.rate(after[leader], 2)})."
    )


def draw(story: Story, first: int = 0, last: int | None = None, title: str = "") -> Figure:
    """Some turns of a story, a row each: the board, the clue's worth under each model, beliefs before and after."""
    turns = range(first, len(story.record.turns) if last is None else last)
    figure, grid = plt.subplots(
        len(turns), 3, figsize=(11, ROW * len(turns) + 0.5), squeeze=False, gridspec_kw={"width_ratios": (2.5, 1, 1)}
    )
    for (cards, worth, beliefs), number in zip(grid, turns, strict=True):
        turn = story.record.turns[number]
        _board(cards, story.record, number)
        _worth(worth, story, number)
        _beliefs(beliefs, story, number)
        cards.set_title(f"{number + 1}. “{turn.heard}”")
    grid[0][1].set_title("what it is worth\nif the guesser is …", fontweight="normal", fontsize=9)
    grid[0][2].set_title("beliefs before and after", fontweight="normal", fontsize=9)
    if title:
        message(figure, title)
    figure.legend(handles=_handles(), loc="outside lower center", ncols=8, fontsize=8)
    return figure


def _board(axes: Axes, record: GameRecord, number: int) -> None:
    """The board after a turn: earlier cards are pale, this turn's are numbered as they were picked, others show their key."""
    turn: TurnRecord = record.turns[number]
    before = {card for earlier in record.turns[:number] for card in earlier.guesses}
    down = -(-len(record.board.words) // ACROSS)
    for card, word in enumerate(record.board.words):
        x, y = card % ACROSS, down - 1 - card // ACROSS
        colour = record.board.key[card]
        shown = card in before or card in turn.guesses
        face, text = LOOKS[colour] if shown else ("#fffdf8", "black")
        box = FancyBboxPatch((x + 0.05, y + 0.08), 0.9, 0.84, boxstyle="round,pad=0,rounding_size=0.08", facecolor=face)
        box.set(edgecolor="black" if card in turn.guesses else "0.7", linewidth=1.8 if card in turn.guesses else 0.6)
        box.set_alpha(0.35 if card in before else 1.0)
        axes.add_patch(box)
        ink = "0.25" if card in before else text
        axes.text(x + 0.5, y + 0.5, word, ha="center", va="center", fontsize=7.5, color=ink)
        mark = (
            {"color": ink} if shown else {"color": LOOKS[colour][0], "markerfacecolor": "none", "markeredgewidth": 0.7}
        )
        axes.plot(x + 0.14, y + 0.76, SHAPES[colour], markersize=3.5, **mark)
        if card in turn.guesses:
            order = turn.guesses.index(card) + 1
            axes.text(x + 0.88, y + 0.76, str(order), ha="center", va="center", fontsize=7, color=text, weight="bold")
    axes.set(xlim=(0, ACROSS), ylim=(0, down), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)


def _worth(axes: Axes, story: Story, number: int) -> None:
    """The clue's expected utility under each model as bars, and over all beliefs as a line."""
    reasons = story.reasons[number]
    values = [reasons["by_model"][name] for name in story.models]
    places = range(len(story.models))
    axes.barh(places, values, color="0.75", edgecolor="black", linewidth=0.6, height=0.6)
    axes.axvline(0, color="black", linewidth=0.6)
    axes.axvline(reasons["expected_utility"], color="C1", linewidth=1.6, linestyle="--")
    axes.set_yticks(places, story.models)
    axes.invert_yaxis()
    low = min(-1.0, *(r["by_model"][name] for r in story.reasons for name in story.models))
    high = max(1.0, *(r["by_model"][name] for r in story.reasons for name in story.models))
    axes.set_xlim(low - 0.3, high + 0.3)


def _beliefs(axes: Axes, story: Story, number: int) -> None:
    """Each model's belief after the turn as a bar, and before it as a mark."""
    before, after = story.beliefs[number], story.beliefs[number + 1]
    places = range(len(story.models))
    axes.barh(places, list(after.values()), color="C0", edgecolor="black", linewidth=0.6, height=0.6)
    axes.plot(list(before.values()), places, "d", color="white", markeredgecolor="black", markersize=6)
    for place, value in zip(places, after.values(), strict=True):
        axes.text(1.02, place, numbers.rate(value, 2), va="center", fontsize=8)
    axes.set_yticks(places, story.models)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)


def _handles() -> list[Any]:
    cards = [
        Line2D([], [], marker=SHAPES[c], color=LOOKS[c][0], linestyle="", markersize=6, label=c.name.lower())
        for c in Colour
    ]
    return [
        *cards,
        Line2D([], [], color="C1", linestyle="--", label="worth over all beliefs"),
        Patch(facecolor="C0", edgecolor="black", label="belief after"),
        Line2D([], [], marker="d", color="white", markeredgecolor="black", linestyle="", label="belief before"),
    ]
