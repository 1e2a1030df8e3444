"""What the figures of the notebook on agents for people say, and how it ends."""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.crowd.asking import AGENT, EVEN, LANGUAGE, THEMSELVES
from commonground.embeddings.weighted import PEOPLE
from commonground.report import crowd, numbers
from commonground.report.compare import SCORE, WON
from commonground.report.endings import words
from commonground.report.for_people import ALL_KNOW, BLENDED, LISTEN, OURS_KNOW, WITH_CROWD, Fitted, partner
from commonground.report.standings import hardest, rival
from commonground.report.statistics import Estimate
from commonground.study.experiment import base
from commonground.study.for_people import DRIFTS

Apart = Mapping[str, pd.DataFrame]  # ours against each of the others, by role, as `standings.apart` has it
ALIKE = 0.1  # a part of the language that differs by no more
CROWD = "With a crowd of the form that `SM_P` assumes, fitted on other people"


def ending(
    fitted: Sequence[Fitted],
    language: pd.DataFrame,
    found: Mapping[str, Estimate],
    ahead: Mapping[str, Estimate],
    apart: Apart,
) -> list[str]:
    """How people use words, how many of the meant cards are found, what is won with whom, what would change it.

    `fitted` is as `for_people.as_tables` has it, for both halves, `language` as `language.held_out` has it of one recording,
    `found` the share of the meant cards that each guesser finds, `ahead` how many more `G_P` finds than some of them.
    """
    boards = int(min(table["boards"].min() for table in apart.values()))
    all_know, ours_know = (_partner(apart, kind) for kind in (ALL_KNOW, OURS_KNOW))
    return [
        f"**How people use words.** {_common(fitted)}. {alike(fitted)} {_predicted(language)}",
        f"**What they mean.** {_found(found)} `G_P` finds {_beside(ahead[EVEN])} all embeddings evenly ({numbers.rate(found[EVEN].value)}),"
        f" and {_beside(ahead[LANGUAGE])} people's language alone ({numbers.rate(found[LANGUAGE].value)}).",
        *words.told(
            boards,
            f"**{CROWD}** ({boards} boards), beside the best of the others there: {best(apart, WITH_CROWD)}.",
            f"**With `{all_know}`, which all of them know**, {best(apart, ALL_KNOW, amounts=False)}. With `{ours_know}`, which only"
            f" `SM_P` and `G_P` have among their models, a stranger to the others, {best(apart, OURS_KNOW, amounts=False)}.",
        ),
        "What would change this: real games with people, which the page (`make play`) saves; the crowd is people's kind only as far as"
        " these embeddings can tell.",
    ]


def finding(found: Mapping[str, Estimate], apart: Apart) -> list[str]:
    """The same for the page of findings."""
    return [_found(found), f"{CROWD}, {best(apart, WITH_CROWD)}."]


def drifts(apart: Apart) -> list[str]:
    """Ours beside what they would be if they were sure of the wrong drift, with the crowd and with an embedding."""
    stays, changes = DRIFTS
    boards = int(min(table["boards"].min() for table in apart.values()))
    return words.told(
        boards,
        f"With the crowd, {_beside_themselves(apart, WITH_CROWD, stays)}.",
        f"With `{_partner(apart, ALL_KNOW)}`, which all know, {_beside_themselves(apart, ALL_KNOW, changes)}.",
    )


# What figures say


def message(apart: pd.DataFrame, panel: str) -> str:
    """How ours does beside the best of the others, without numbers."""
    return told(apart, panel, best_other(apart, panel), amounts=False).replace("`", "")


def headline(ahead: Estimate, apart: Apart) -> str:
    """What is found of people's cards, and how ours do with the crowd."""
    with_crowd = "; ".join(message(table, WITH_CROWD) for table in apart.values())
    return f"Of what people mean, G_P finds {_beside(ahead)} all embeddings evenly. With the crowd, {with_crowd}"


# Parts of sentences


def best_other(apart: pd.DataFrame, panel: str) -> str:
    """The best of the others by games won; of several that tie, the one that ours does worst against."""
    others = [name for name in map(rival, apart["label"].unique()) if base(name) != _ours(apart)]
    found = hardest(apart, others)
    return rival(found[found["condition"].str.endswith(panel) & (found["measure"] == WON)]["label"].item())


def best(apart: Apart, panel: str, amounts: bool = True) -> str:
    """Ours beside the best of the others, in both roles."""
    return "; ".join(told(table, panel, best_other(table, panel), amounts) for table in apart.values())


def told(apart: pd.DataFrame, panel: str, theirs: str, amounts: bool = True) -> str:
    """How ours does beside another, by both measures: the verdict, once if it is the same, and the difference."""
    won, score = (_row(apart, panel, theirs, measure) for measure in (WON, SCORE))
    wins, points = (f" ({numbers.WRITERS[row.measure].difference(row.difference)})" for row in (won, score))
    again = "" if won.told == score.told else f"{words.VERDICTS[score.told]} "
    return (
        f"`{_ours(apart)}` is {words.VERDICTS[won.told]} by wins{wins * amounts} and {again}by score{points * amounts}"
        f" against `{theirs}`"
    )


def _beside_themselves(apart: Apart, panel: str, said: str) -> str:
    return "; ".join(told(table, panel, f"{_ours(table)} ({said})") for table in apart.values())


def _row(apart: pd.DataFrame, panel: str, theirs: str, measure: str) -> pd.Series:
    chosen = (
        apart["condition"].str.endswith(panel) & (apart["measure"] == measure) & (apart["label"].map(rival) == theirs)
    )
    return apart[chosen].iloc[0]


def _partner(apart: Apart, kind: str) -> str:
    return partner(next(iter(apart.values()))["condition"], kind)


def _ours(apart: pd.DataFrame) -> str:
    return str(apart["label"].iloc[0]).split(" − ")[0]


def _common(fitted: Sequence[Fitted]) -> str:
    """How much of people's listening is in their common language, and which embeddings count most there, by half."""
    shares = crowd.span((half[LISTEN].get(PEOPLE, 0.0) for half in fitted), numbers.percent)
    blends = [half[BLENDED] for half in fitted]
    most = words.listed([f"`{name}`" for name in dict.fromkeys(str(blend.idxmax()) for blend in blends)], "or")
    return (
        f"{shares} of how people listen, by half, is one common language, a blend of embeddings in which {most} counts most"
        f" ({crowd.span((blend.max() for blend in blends), numbers.percent)})"
    )


def alike(fitted: Sequence[Fitted]) -> str:
    """Whether the same language comes out of both halves of the people."""
    one, other = (half[BLENDED] for half in fitted)
    apart = one.sub(other, fill_value=0.0).abs().max()
    lead = "Much the same language comes" if apart <= ALIKE else "Not quite the same language comes"
    return f"{lead} out of both halves: an embedding's parts in it differ by up to {100 * apart:.0f} percentage points."


def _predicted(language: pd.DataFrame) -> str:
    """How well people's language predicts people, beside the best single embedding."""
    own, others = (language[(language["model"] == PEOPLE) == which] for which in (True, False))
    people, single = own.iloc[0], others.loc[others["score"].idxmax()]
    how = (
        "clearly better"
        if single["ahead_low"] > 0
        else "clearly worse"
        if single["ahead_high"] < 0
        else "no clear difference"
    )
    return (
        f"To somebody who knows it, a person's guesses to people's clues are like one of {crowd.equally_likely(people['score'])}"
        f" sets of cards, to the best single embedding (`{single['model']}`) like one of"
        f" {crowd.equally_likely(single['score'])}: {how}."
    )


def _found(found: Mapping[str, Estimate]) -> str:
    return (
        f"On boards that nothing was fitted on, `G_P` finds {numbers.rate(found[AGENT])} of the cards that people meant; people"
        f" themselves find {numbers.rate(found[THEMSELVES].value)}."
    )


def _beside(ahead: Estimate) -> str:
    """How many cards are found beside another: clearly more or fewer, or neither."""
    if ahead.low > 0 or ahead.high < 0:
        return "clearly more than" if ahead.low > 0 else "clearly less than"
    return "not clearly more than" if ahead.value > 0 else "no more than"
