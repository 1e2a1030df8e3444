"""What the figures of the notebook on people's language say, and how it ends."""

from collections import Counter
from collections.abc import Mapping

import pandas as pd

from commonground.crowd.listeners import CHANCE, WITH_BLEND
from commonground.crowd.noise import LEVELS
from commonground.crowd.persons import Steadiness
from commonground.report import crowd, numbers
from commonground.report.endings import words
from commonground.report.endings.recordings import recordings
from commonground.report.statistics import Estimate

CLEAR = 0.05  # the p-value below which people differ by more than chance


def ending(
    scores: pd.DataFrame,
    with_others: pd.DataFrame,
    gained: Mapping[str, Estimate],
    shares: pd.DataFrame,
    best: pd.DataFrame,
    steady: Mapping[str, Steadiness],
    with_right: Mapping[str, float],
) -> list[str]:
    """Whether people speak one embedding or several, which, with how much noise, how far that goes, for whom, what would change it.

    `gained` is what all embeddings together gain over the best single one, `shares` what each weighs in the mixture, `best` as
    `listeners.implied` has it, `with_right` the rank correlation of how well somebody is predicted with the share of the meant
    cards that they find.
    """
    return [
        f"**{_lead(gained)}.** All embeddings together predict people clearly better than the best single one"
        f" {recordings(_clear(gained), len(gained))}: they change the log-likelihood of a trial by {crowd.span((gain.value for gain in gained.values()), numbers.change)}."
        f" The best single one is {_singles(scores, gained)}. {_which(shares)}",
        f"**How much noise.** {noise(best)}. That they mishear the clue explains them clearly better than that they misjudge each"
        f" card by itself in {_of(best['low'] > 0)} embeddings and recordings, and clearly worse in {_of(best['high'] < 0)}.",
        f"**How far that goes.** {_sets(scores, gained)} Where at least {words.count(crowd.OTHERS)} others heard the same clue,"
        f" all together get {crowd.span(crowd.ways(with_others), numbers.percent)} of the way from chance to what these others' guesses predict.",
        f"**Whom it predicts well.** {persons(steady)}. {_goes_with(with_right)}",
        "What would change this: more people to a clue, which would make the crowd a longer yardstick, and embeddings of a larger"
        " model, which could come nearer to it. Whether it pays to find out which language a *particular* person speaks is asked in"
        " `71-learning-people`, whether people share one in `72-for-people`.",
    ]


# What figures say


def likelihoods(with_others: pd.DataFrame) -> str:
    """How far all embeddings together go."""
    part = crowd.span(crowd.ways(with_others), numbers.percent)
    return f"All embeddings together get {part} of the way from chance to what other people's guesses predict"


def noise(best: pd.DataFrame) -> str:
    """The noise that people imply, in standard deviations."""
    levels = crowd.span(best["level"], "{:g}".format)
    grid = crowd.span((min(LEVELS), max(LEVELS)), "{:g}".format)
    return (
        f"In whatever embedding, the noise that fits people best is {levels} standard deviations of a coordinate,"
        f" of {words.count(len(LEVELS))} levels tried from {grid}"
    )


def persons(steady: Mapping[str, Steadiness]) -> str:
    """Whether some people are harder to predict than others."""
    number = sum(one.p_value < CLEAR for one in steady.values())
    if not number:
        return "People, or pairs, do not differ in how well they are predicted by more than chance would have it"
    where = f"{recordings(number, len(steady))} that tell who guessed"
    return f"Some people, or pairs, are harder to predict than others, by more than chance {where}"


# Parts of sentences


def _clear(gained: Mapping[str, Estimate]) -> int:
    return sum(gain.low > 0 for gain in gained.values())


def _lead(gained: Mapping[str, Estimate]) -> str:
    if not _clear(gained):
        return "Several embeddings are not clearly better than one"
    return "Several embeddings at once" + ("" if _clear(gained) == len(gained) else ", but not everywhere")


def _singles(scores: pd.DataFrame, gained: Mapping[str, Estimate]) -> str:
    """The best single embedding, and in how many recordings."""
    found = Counter(crowd.best_single(scores, data) for data in gained).most_common()
    if len(found) == 1:
        return f"`{found[0][0]}` {recordings(len(gained), len(gained))}"
    return f"{words.listed([f'`{name}` in {words.count(number)}' for name, number in found])} of them"


def _which(shares: pd.DataFrame) -> str:
    """The two embeddings that weigh most in the mixture, on average over recordings."""
    wide = shares[shares["embedding"] != CHANCE].pivot(index="embedding", columns="data", values="weight")
    most = wide.mean(axis=1).nlargest(2).index
    part = crowd.span(wide.loc[most].sum(), numbers.percent)
    return f"In the mixture, {words.listed([f'`{name}`' for name in most])} weigh most: {part} together."


def _of(which: pd.Series) -> str:
    """How many there are of all: `19 of 21`."""
    return f"{int(which.sum())} of {len(which)}"


def _sets(scores: pd.DataFrame, gained: Mapping[str, Estimate]) -> str:
    """How likely people's guesses are by chance, to the best single embedding and to all together."""
    models = {name: dict.fromkeys(gained, name) for name in (CHANCE, WITH_BLEND)}
    single = {data: crowd.best_single(scores, data) for data in gained}
    chance, one, several = (crowd.likely_sets(scores, who) for who in (models[CHANCE], single, models[WITH_BLEND]))
    return (
        f"By chance a person's guesses are one of {chance} sets of cards, by recording; to the best single embedding they are like"
        f" one of {one}, to all together like one of {several}."
    )


def _goes_with(with_right: Mapping[str, float]) -> str:
    """Whether those who find the meant cards are those who are predicted well."""
    known = [value for value in with_right.values() if value == value]
    if not known:
        return ""
    told = (
        f"rank correlation{'s' if len(known) > 1 else ''} {words.listed([numbers.rate(value, 2) for value in known])}"
    )
    if min(known) > 0 or max(known) < 0:
        return (
            f"Those who find more of the meant cards are predicted {'better' if min(known) > 0 else 'worse'} ({told})."
        )
    return f"Whether they find the meant cards does not go with it in the same way in all recordings ({told})."
