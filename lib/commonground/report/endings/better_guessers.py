"""How the notebook on better guessers ends."""

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, SCORE, WON
from commonground.report.endings import words
from commonground.report.statistics import Estimate

SAMPLING = "+ conditioned"  # the step that draws other worlds
LEFT_OUT = "+ caution"  # the step that G_J does not take


def ending(papers: pd.DataFrame, oracle: pd.DataFrame, ablation: pd.DataFrame, turns: Estimate) -> list[str]:
    """How much of the trouble goes away, whether it was the sampling, what else it was, what it costs, what would change it.

    `papers` and `oracle` hold G_J against DG_B and against Best Model, `ablation` every step against the one before it, all as
    `variants.apart` has it; `turns` is how many more G_J takes than DG_B where both win.
    """
    boards = int(ablation["boards"].min())
    label = papers["label"].iloc[0]
    return words.told(
        boards,
        f"How much of the trouble goes away? {_shortfall(papers, oracle)} Against `DG_B`, `G_J` is {words.by_both(papers, label)}.",
        f"Was it the sampling? {_sampling(ablation, boards)}",
        f"Of the other steps, these are {_other_steps(ablation)}. Caution, which `G_J` leaves out, would be"
        f" {words.tallied(ablation[ablation['label'] == LEFT_OUT])}.",
        f"In games that both win, the turns that `G_J` takes differ from those of `DG_B` by {numbers.change(turns)}.",
        "What would change this: more boards for the steps, each of which is worth little by itself; spymasters that learn, too;"
        " and another price for a turn, since what caution wins in games it pays for in turns (notebook 66).",
    )


def finding(papers: pd.DataFrame, oracle: pd.DataFrame) -> list[str]:
    """The same for the README."""
    return [
        "`G_J`, a guesser with one posterior over speaker, noise and cards, is, against the paper's `DG_B`,"
        f" {words.by_both(papers, papers['label'].iloc[0])}.",
        f"Against Best Model, the oracle, it is {words.tallied(oracle)}.",
    ]


def message(ablation: pd.DataFrame) -> str:
    """What the figure of the steps says: which are clearly ahead most often, by wins and by score."""
    parts = [f"by {name} {_most(ablation, measure)}" for name, measure in (("wins", WON), ("score", SCORE))]
    return f"Clearly ahead of the step before it most often: {'; '.join(parts)}"


def _most(ablation: pd.DataFrame, measure: str) -> str:
    """The steps that are clearly ahead in most conditions, and in how many."""
    helps = _ahead(ablation, measure)
    most = max(helps.values())
    steps = words.listed([step.removeprefix("+ ") for step, number in helps.items() if number == most])
    return f"{steps}, in {words.out_of(most, ablation['condition'].nunique(), 'conditions')}" if most else "no step"


def _ahead(ablation: pd.DataFrame, measure: str) -> dict[str, int]:
    """In how many conditions each step is clearly ahead of the one before it."""
    part = ablation[ablation["measure"] == measure]
    return {str(step): int((own["told"] == AHEAD).sum()) for step, own in part.groupby("label", sort=False)}


def _shortfall(papers: pd.DataFrame, oracle: pd.DataFrame) -> str:
    """How far DG_B and G_J are from the oracle, on average over the conditions, by wins and by score."""
    far: dict[str, list[str]] = {"theirs": [], "ours": []}
    for measure in (WON, SCORE):
        mine, best = (found[found["measure"] == measure].set_index("condition") for found in (papers, oracle))
        for side, said in far.items():
            said.append(numbers.WRITERS[measure].difference(float((mine[side] - best["theirs"]).mean())))
    (won, score), after = far["theirs"], " and ".join(far["ours"])
    return (
        f"On average over the conditions `DG_B` has {won} of games won and {score} of score beside Best Model, the static guesser"
        f" that is best for each partner; `G_J` has {after}."
    )


def _sampling(ablation: pd.DataFrame, boards: int) -> str:
    """Whether drawing worlds in which the clue makes sense is worth anything by itself."""
    own = ablation[ablation["label"] == SAMPLING]
    if not own["told"].isin((AHEAD, BEHIND)).any():
        return f"That can't be told on {boards} boards."
    lead = "Yes" if (own["told"] == AHEAD).all() else "In part" if (own["told"] == AHEAD).any() else "No"
    return f"{lead}: to draw worlds in which the clue makes sense is {words.tallied(own)} ({boards} boards)."


def _other_steps(ablation: pd.DataFrame) -> str:
    """Which of the other steps to G_J are clearly ahead somewhere, by wins and by score."""
    others = ablation[~ablation["label"].isin((SAMPLING, LEFT_OUT))]
    parts = []
    for name, measure in (("wins", WON), ("score", SCORE)):
        helps = [step.removeprefix("+ ") for step, number in _ahead(others, measure).items() if number]
        parts.append(f"{words.listed(helps) or 'none'} by {name}")
    return f"clearly ahead of the one before in some condition: {'; '.join(parts)}"
