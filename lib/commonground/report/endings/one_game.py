"""The first clue of a game by teammate models, and how the notebook on one game ends."""

from IPython.display import Markdown

from commonground.game import Colour
from commonground.report import numbers, rendered, statistics
from commonground.report.endings import words
from commonground.study.story import Story


def by_model(story: Story, number: int = 0) -> Markdown:
    """What each model would have seen of a clue, what that would be worth, and the belief in it before and after."""
    reasons, before, after = story.reasons[number], story.beliefs[number], story.beliefs[number + 1]
    rows = [
        (
            f"`{model}`",
            ", ".join(f"{word} ({colour.name.lower()})" for word, colour in revealed(story, reasons["guesses"][model])),
            numbers.change(reasons["by_model"][model]),
            numbers.rate(before[model]),
            numbers.rate(after[model]),
        )
        for model in story.models
    ]
    return rendered.table(("if the guesser is", "it reveals", "worth", "belief before", "and after"), rows)


def revealed(story: Story, picks: list[str]) -> list[tuple[str, Colour]]:
    """What is seen of some picks: up to the first that is not red, and with it."""
    board, seen = story.record.board, []
    for word in picks:
        colour = Colour(board.key[board.words.index(word)])
        seen.append((word, colour))
        if colour != Colour.RED:
            break
    return seen


def message(story: Story, truth: str) -> str:
    """What the picture of the game says."""
    before, after = (
        numbers.rate(beliefs.get(truth, float("nan")), 2) for beliefs in (story.beliefs[0], story.beliefs[-1])
    )
    if truth not in story.models:
        return f"{story.record.spymaster} plays with {truth}, of whom it has no model"
    return f"Turn by turn {story.record.spymaster}'s belief in {truth}, its guesser, goes from {before} to {after}"


def ending(story: Story, truth: str) -> list[str]:
    """What the spymaster thought of its first clue, when it knew its partner, how it ended, and what that proves."""
    worth, first = story.reasons[0]["by_model"], story.record.turns[0].heard
    best, least = statistics.leaders(worth), statistics.leaders({name: -value for name, value in worth.items()})
    return [
        f"Each clue is a bet on all models at once: “{first}” was the best on average ({numbers.change(story.reasons[0]['expected_utility'])}), worth most if"
        f" the guesser is {words.listed([f'`{name}`' for name in best], 'or')} ({numbers.change(worth[best[0]])})"
        f"{_least(least, worth, truth)}.",
        _found(story, truth),
        f"The game was {'won' if story.record.won else 'lost'} in {words.count(len(story.record.turns))}"
        f" turn{'s' if len(story.record.turns) > 1 else ''}: {story.record.ending}.",
        "One game proves nothing. A guesser whose embedding is none of the models can't be found out, and one that mishears is found"
        " out more slowly: how often this works, and with whom, is the question of notebooks 10 and 93.",
    ]


def _least(least: list[str], worth: dict[str, float], truth: str) -> str:
    """For whom a clue was worth least, and whether that was the guesser; nothing if it was worth as much for all."""
    if len(least) == len(worth):
        return ""
    named = words.listed([f"`{name}`" for name in least], "or")
    was = ", as it was" if least == [truth] else ""
    return f" and least if it is {named}{was} ({numbers.change(worth[least[0]])})"


def _found(story: Story, truth: str) -> str:
    """When the truth came to be believed in most, if it is one of the models."""
    if truth not in story.models:
        return f"Its guesser, `{truth}`, is none of its models, so that it could only find out whom it resembles."
    leads = [n for n, belief in enumerate(story.beliefs) if statistics.leaders(belief) == [truth]]
    last = numbers.rate(story.beliefs[-1][truth])
    if not leads:
        return f"The cards that were picked did not tell it who its guesser is: at the end it believed in `{truth}`, the truth, with {last}."
    return (
        f"It found out from the cards that were picked: after turn {leads[0]} it believed most in `{truth}`, the truth"
        f" ({numbers.rate(story.beliefs[leads[0]][truth])}), and at the end with {last}."
    )
