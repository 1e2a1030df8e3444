"""What the figures of the notebook on learning people say, and how it ends."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from commonground.crowd.learners import WHO
from commonground.crowd.partners import KNOWN, STRANGER
from commonground.report import crowd, numbers
from commonground.report.endings import words
from commonground.report.endings.recordings import changed, recordings
from commonground.report.statistics import Estimate

Titles = Mapping[str, str]  # of the recordings
LEADS = {
    crowd.PAYS: "Yes: with people it pays",
    crowd.COSTS: "No: with people it costs",
    crowd.SAME: "Not clearly: with people it makes little difference",
}
WHAT = "the log-likelihood of the next guesses"


def ending(
    learned: pd.DataFrame, simulated: pd.DataFrame, chosen: Mapping[str, Estimate], longest: int, titles: Titles
) -> list[str]:
    """Whether learning pays with people, with embeddings, in other ways, what that says of people, what would change it.

    `chosen` is what the best learner of one half of the people gains with the other half, `longest` the most trials of a person.
    """
    return [
        f"**{_lead(learned, titles)}.** Per trial, learning by the paper's Bayes who somebody is {_with_people(learned, titles)}.",
        f"**With embeddings in people's places.** {_with_embeddings(simulated)}",
        "**Other ways to learn.** Of all learners that were tried, the one that is best with half of the people was tried with the"
        f" other half. That {changed(_values(chosen), 'the log-likelihood')}, a clear gain {recordings(_paying(chosen), len(chosen))}.",
        f"**Why?** {_why(learned, simulated, titles)}",
        f"**For the paper's idea.** {_idea(learned, simulated, titles)}",
        f"What would change this: people who play together for longer than these, who have {longest} trials at most, and come to"
        " share something; and models that are people, not embeddings. `72-for-people` makes agents that know people in general and"
        " hold both possible, a partner who stays the same and one who does not.",
    ]


def finding(learned: pd.DataFrame, simulated: pd.DataFrame, titles: Titles) -> list[str]:
    """The same for the page of findings."""
    known = changed(_with_partners(simulated, KNOWN), "it")
    return [
        f"Per trial, working out by Bayes' rule which embedding a person speaks {_with_people(learned, titles)}, against a fixed"
        f" mixture of embeddings. With embeddings in people's places it {known}."
    ]


# What figures say


def drift(learned: pd.DataFrame, simulated: pd.DataFrame, titles: Titles) -> str:
    """Whether learning by Bayes pays with people, and with embeddings that the learner knows."""
    known = [crowd.PAYS if gain > 0 else crowd.COSTS for gain in _with_partners(simulated, KNOWN).values()]
    people = crowd.said_of(crowd.verdict(gain) for gain in bayes(learned, titles).values())
    return f"With people, learning who it is {people}; with embeddings that it knows, it {crowd.said_of(known)}"


def by_trial(later: Mapping[str, Estimate], titles: Titles) -> str:
    """Whether Bayes does better the more it has seen: the later half of the trials beside the earlier one."""
    verdicts = {name: crowd.verdict(change) for name, change in later.items()}
    worse, better = (
        [titles[name] for name, told in verdicts.items() if told == one] for one in (crowd.COSTS, crowd.PAYS)
    )
    told = [f"clearly {how} ({'; '.join(where)})" for how, where in (("worse", worse), ("better", better)) if where]
    if len(worse + better) < len(later):
        told.append("neither clearly better nor worse" + (" elsewhere" if told else ""))
    return f"Beside the fixed mixture, Bayes does {words.listed(told)} in the later half of the trials than in the earlier one"


# Parts of sentences


def bayes(learned: pd.DataFrame, titles: Titles) -> dict[str, Estimate]:
    """What the paper's Bayes gains with the people of each recording."""
    return {name: crowd.gain(learned, data=name, about=WHO, learner="drift", setting=0.0) for name in titles}


def better_predicted(gains: Mapping[str, np.ndarray], titles: Titles) -> str:
    """How many people are predicted better by Bayes than by the mixture that learns nothing."""
    told = [
        f"{numbers.percent((gains[name] > 0).mean())} of {len(gains[name])} {crowd.whom(name)} ({title})"
        for name, title in titles.items()
    ]
    return f"The paper's Bayes predicts {words.listed(told)} better than the fixed mixture does."


def _values(gains: Mapping[str, Estimate]) -> dict[str, float]:
    return {name: gain.value for name, gain in gains.items()}


def _paying(gains: Mapping[str, Estimate]) -> int:
    return sum(crowd.verdict(gain) == crowd.PAYS for gain in gains.values())


def _lead(learned: pd.DataFrame, titles: Titles) -> str:
    found = {crowd.verdict(gain) for gain in bayes(learned, titles).values()}
    return LEADS[found.pop()] if len(found) == 1 else "With people it depends on the recording"


def _with_people(learned: pd.DataFrame, titles: Titles) -> str:
    """What Bayes does to predictions of people, and in how many recordings clearly."""
    gains = bayes(learned, titles)
    clear = sum(crowd.verdict(gain) != crowd.SAME for gain in gains.values())
    return f"{changed(_values(gains), WHAT, titles)}, clearly {recordings(clear, len(gains))}"


def _with_partners(simulated: pd.DataFrame, kind: str) -> dict[str, float]:
    """What Bayes gains with partners of a kind, on average, in each recording."""
    part = simulated[(simulated["partner"] == kind) & (simulated["drift"] == 0)]
    return {str(data): float(gain) for data, gain in part.groupby("data", sort=False)["gain"].mean().items()}


def _with_embeddings(simulated: pd.DataFrame) -> str:
    """What Bayes gains with embeddings that it knows, with which drift it would gain most, and with strangers."""
    known, strangers = (changed(_with_partners(simulated, kind), "it") for kind in (KNOWN, STRANGER))
    part = simulated[simulated["partner"] == KNOWN].groupby(["data", "drift"], sort=False)["gain"].mean().unstack()
    drifts = sorted(set(part.idxmax(axis=1)))
    best = (
        "no drift" if drifts == [0.0] else f"a drift of {words.listed([numbers.rate(one, 2) for one in drifts], 'or')}"
    )
    return (
        f"On the same boards with the same clues Bayes {known} if it knows the embedding, clearly with {_clear(simulated, KNOWN)},"
        f" by recording, and {best} is best. With strangers, whose embedding it does not know, it {strangers} on average: a clear gain"
        f" with {_clear(simulated, STRANGER)}, a clear loss with {_clear(simulated, STRANGER, crowd.COSTS)}."
    )


def _clear(simulated: pd.DataFrame, kind: str, told: str = crowd.PAYS) -> str:
    """With how many partners of a kind Bayes clearly gains, or loses, in each recording: `7 and 6 of 7`."""
    part = simulated[(simulated["partner"] == kind) & (simulated["drift"] == 0)]
    clear = part["low"] > 0 if told == crowd.PAYS else part["high"] < 0
    return f"{words.listed(map(str, clear.groupby(part['data'], sort=False).sum()))} of {part['embedding'].nunique()}"


def _idea(learned: pd.DataFrame, simulated: pd.DataFrame, titles: Titles) -> str:
    """What it means for the idea that a team-mate is one of the agent's models, and stays so."""
    gains, known = bayes(learned, titles), _with_partners(simulated, KNOWN)
    told = {crowd.verdict(gain) for gain in gains.values()}
    advice = ADVICE[told.pop()] if len(told) == 1 else DEPENDS
    return (
        f"That a team-mate is one of the agent's models, and stays so, changes the log-likelihood of a trial by"
        f" {words.listed(map(numbers.difference, known.values()))} where it is true, and by"
        f" {words.listed([numbers.difference(gain.value) for gain in gains.values()])} with people. {advice}"
        f"{'' if (_drifting(learned)['low'] > 0).any() else _open(learned, simulated, titles)}"
    )


ADVICE = {
    crowd.COSTS: "So the idea serves partners that are embeddings; with people an agent should know how people mix them, and"
    " change its mind little.",
    crowd.PAYS: "So the idea holds for people as well: an agent should find out who they are.",
    crowd.SAME: "So with people the idea neither helps nor harms as far as these trials can tell.",
}
DEPENDS = "So with people the idea helps or harms by recording: an agent should hold both possible."


def _open(learned: pd.DataFrame, simulated: pd.DataFrame, titles: Titles) -> str:
    """What stays open, unless people can be told from all strangers that stay the same."""
    strangers = simulated[simulated["partner"] == STRANGER]["embedding"].nunique()
    apart = min(_beyond(learned, simulated, titles)) == strangers
    return (
        "" if apart else " Whether people change from turn to turn, or are merely none of the models, this can't tell."
    )


def _drifting(learned: pd.DataFrame) -> pd.DataFrame:
    """What learners of who somebody is gain with people, by drift."""
    return learned[(learned["about"] == WHO) & (learned["learner"] == "drift") & (learned["setting"] < 1)]


def _beyond(learned: pd.DataFrame, simulated: pd.DataFrame, titles: Titles) -> list[int]:
    """With how many strangers the best drift clearly gains more than any could with people, in each recording."""
    most = _drifting(learned).groupby("data")["high"].max()
    strangers = simulated[(simulated["partner"] == STRANGER) & (simulated["drift"] < 1)]
    gains = strangers.groupby(["data", "embedding"])["low"].max()
    return [int((gains[name] > max(most[name], 0.0)).sum()) for name in titles]


def _why(learned: pd.DataFrame, simulated: pd.DataFrame, titles: Titles) -> str:
    """Whether people can be told from strangers that stay the same, by what they and those gain at the best drift."""
    people = _drifting(learned)
    if (people["low"] > 0).any():
        best = people.loc[people["gain"].idxmax()]
        return (
            f"With a drift of {numbers.rate(best['setting'], 2)}, learning gains {numbers.difference(best['gain'])} with people"
            f" ({titles[best['data']]}): there is somebody to be found out, for a while."
        )
    strangers = simulated[simulated["partner"] == STRANGER]
    more = _beyond(learned, simulated, titles)
    each = strangers["embedding"].nunique()
    lead = LOSE_TOO if (strangers[strangers["drift"] == 0]["high"] < 0).any() else ""
    return (
        f"{lead}With people no drift is a clear gain; with {words.listed(map(str, dict.fromkeys(more)))} of the {each} strangers, by"
        f" recording, the best drift clearly gains more than it could with people. {ALL_APART if min(more) == each else NOT_APART}"
    )


LOSE_TOO = "Some strangers who stay the same clearly lose under Bayes, too, so that to lose does not tell who changes. "
ALL_APART = "So people are not even one unknown embedding that stays the same."
NOT_APART = "The other strangers look as people do: it stays open whether people change from turn to turn, or are only none of the models."
