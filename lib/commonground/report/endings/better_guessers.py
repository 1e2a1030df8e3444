"""How the notebook on better guessers ends."""

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import DETERMINISTIC_IN, DETERMINISTIC_OUT, SCORE, WON
from commonground.report.endings import words

SAMPLING = "+ conditioned"  # the step that draws other worlds


def ending(papers: pd.DataFrame, single: pd.DataFrame, ablation: pd.DataFrame, turns: dict[str, float]) -> list[str]:
    """Whether it was the sampling, what else it was, what all of it comes to, what it costs, what would change it.

    `papers` and `single` hold G_J against DG_B and against Best single, `ablation` every step against the one before it, all as
    `variants.apart` has it; `turns` are those of the games that G_J and DG_B win.
    """
    boards = int(ablation["boards"].min())
    return words.told(
        boards,
        f"Was it the sampling? {_how_far(ablation)}: to draw worlds in which the clue makes sense leaves a guesser"
        f" {words.by_both(ablation, SAMPLING)} ({boards} boards). {_other_steps(ablation)}",
        f"All of it together is `G_J`: against `DG_B` it is {words.by_both(papers, papers['label'].iloc[0])}; against the best"
        f" single static guesser, {words.by_both(single, single['label'].iloc[0])}.",
        f"A game that it wins takes {numbers.amount(turns['G_J'])} turns, one that `DG_B` wins {numbers.amount(turns['DG_B'])}.",
        "What would change this: more boards for the steps, each of which is worth little by itself; spymasters that learn, too;"
        " and another price for a turn, since what caution wins in games it pays for in turns (notebook 66).",
    )


def finding(papers: pd.DataFrame, single: pd.DataFrame) -> list[str]:
    """The same for the README."""
    first, second = papers["label"].iloc[0], single["label"].iloc[0]
    effect = words.effect(papers, first, DETERMINISTIC_IN)
    stranger = words.effect(single, second, DETERMINISTIC_OUT, SCORE)
    return [
        f"`G_J`, a guesser with one posterior over speaker, noise and cards, is {words.standing(papers, first)} by wins against the"
        f" paper's `DG_B` ({numbers.difference(effect)} {words.place(DETERMINISTIC_IN)}).",
        f"{words.place(DETERMINISTIC_OUT).capitalize()} its score differs from that of the best single static guesser by {numbers.change(stranger)}.",
    ]


def message(ablation: pd.DataFrame) -> str:
    """What the figure of the steps says: which are clearly ahead by wins in most conditions."""
    helps = {step: count for step, count in _ahead(ablation).items() if count}
    most = [step for step, count in helps.items() if count == max(helps.values())]
    return (
        f"Clearly worth games in most conditions: {words.listed([step.removeprefix('+ ') for step in most])}"
        f" ({words.count(max(helps.values()))} of {words.count(ablation['condition'].nunique())})"
        if most
        else "No step is clearly worth games by itself"
    )


def _ahead(ablation: pd.DataFrame, measure: str = WON) -> dict[str, int]:
    """In how many conditions each step is clearly ahead of the one before it."""
    part = ablation[ablation["measure"] == measure]
    return {step: int((own["low"] > 0).sum()) for step, own in part.groupby("label", sort=False)}


def _how_far(ablation: pd.DataFrame) -> str:
    ahead, conditions = _ahead(ablation)[SAMPLING], ablation["condition"].nunique()
    return "Yes" if ahead == conditions else "In part" if ahead > 1 else "Hardly"


def _other_steps(ablation: pd.DataFrame) -> str:
    """Which of the other steps are clearly worth games somewhere."""
    helps = {step.removeprefix("+ "): n for step, n in _ahead(ablation).items() if n and step != SAMPLING}
    told = words.listed([f"{step} in {words.count(number)}" for step, number in helps.items()])
    total = words.count(ablation["condition"].nunique())
    return (
        f"Of the other steps, these are clearly worth games in some of the {total} conditions: {told}."
        if told
        else "No other step is clearly worth games by itself."
    )
