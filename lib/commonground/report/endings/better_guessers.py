"""How the notebook on better guessers ends."""

import pandas as pd

from commonground.report import numbers
from commonground.report.compare import AHEAD, BEHIND, SCORE, WON
from commonground.report.endings import clear, words
from commonground.report.statistics import Estimate

SAMPLING = "+ conditioned"  # the step that draws other worlds
LEFT_OUT = "+ caution"  # the step that G_J does not take
HARDLY = 0.25  # of the comparisons: a step that helps in no more


def ending(papers: pd.DataFrame, oracle: pd.DataFrame, ablation: pd.DataFrame, turns: Estimate) -> list[str]:
    """How much of the trouble goes away, whether it was the sampling, what else it was, what it costs, what would change it.

    `papers` and `oracle` hold G_J against DG_B and against Best Model, `ablation` every step against the one before it, all as
    `variants.apart` has it; `turns` is how many more G_J takes than DG_B where both win.
    """
    boards = int(ablation["boards"].min())
    return words.told(
        boards,
        f"How much of the trouble goes away? {_shortfall(papers, oracle)} Beside `DG_B`, `G_J` {clear.changes(papers)}.",
        f"Was it the sampling? {_sampling(ablation, boards)}",
        f"{_other_steps(ablation)} With caution, which it leaves out, it {clear.changes(ablation[ablation['label'] == LEFT_OUT])}.",
        f"In games that both win, the turns that `G_J` takes differ from those of `DG_B` by {numbers.change(turns)}.",
        "What would change this: more boards for the steps, each of which is worth little by itself; spymasters that learn, too;"
        " and another price for a turn, since what caution wins in games it pays for in turns (notebook 66).",
    )


def finding(papers: pd.DataFrame, oracle: pd.DataFrame) -> list[str]:
    """The same for the README."""
    return [
        "`G_J`, a guesser with one posterior over speaker, noise and cards,"
        f" {clear.changes(papers)}, beside the paper's `DG_B`.",
        f"Beside Best Model, the oracle, it {clear.changes(oracle)}.",
    ]


def beside(papers: pd.DataFrame) -> str:
    """What the figure beside others says of G_J and DG_B."""
    return f"Beside DG_B, G_J {clear.changes(papers)}"


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
        "On average over the conditions, beside Best Model, the static guesser that is best for each partner, the paper's `DG_B` has"
        f" {won} of games won and {score} of score; `G_J` has {after}."
    )


def _sampling(ablation: pd.DataFrame, boards: int) -> str:
    """Whether drawing worlds in which the clue makes sense is worth anything by itself."""
    own = ablation[ablation["label"] == SAMPLING]
    if clear.alike(own):
        return f"That can't be told on {boards} boards."
    share = (own["told"] == AHEAD).mean()
    lead = "Yes" if share == 1 else "In part" if share > HARDLY else "Hardly" if share else "No"
    wins, score = (_more(own[own["measure"] == measure], measure) for measure in (WON, SCORE))
    return f"{lead}: drawing only worlds in which the clue makes sense {wins}, and {score} ({boards} boards)."


def _more(own: pd.DataFrame, measure: str) -> str:
    """`wins no more games in any condition`, `scores more in one condition and less in one`."""
    more, less = (int((own["told"] == verdict).sum()) for verdict in (AHEAD, BEHIND))
    verb, games = (f"{clear.VERBS[measure]}s", " games" if measure == WON else "")
    first = (
        f"{verb} more{games} in {words.out_of(more, len(own), 'conditions')}"
        if more
        else f"{verb} no more{games} in any condition"
    )
    return f"{first}{f' and {clear.LESS[measure]} in {words.count(less)}' if less else ''}"


def _other_steps(ablation: pd.DataFrame) -> str:
    """Which of the other steps to G_J clearly help somewhere, by wins and by score."""
    others = ablation[~ablation["label"].isin((SAMPLING, LEFT_OUT))]
    helps = [
        [step.removeprefix("+ ") for step, number in _ahead(others, measure).items() if number]
        for measure in (WON, SCORE)
    ]
    wins, score = (
        f"{words.listed(steps) or 'none'} {verb}{'' if len(steps) > 1 else 's'} more"
        for steps, verb in zip(helps, clear.VERBS.values(), strict=True)
    )
    return f"Of the other steps, {wins} in some condition, and {score}."
