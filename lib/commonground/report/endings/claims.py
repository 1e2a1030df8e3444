"""How the notebook on claims ends."""

from collections.abc import Sequence
from itertools import permutations

from commonground.report import summaries, verdicts
from commonground.report.claims import FAILS, HOLDS, Claim, corrected
from commonground.report.compare import AHEAD, BEHIND, CEILING, CONDITIONS, SCORE, UNSURE, WON, Condition, Contest
from commonground.report.endings import words

SAID = {verdict: several for verdict, (_, several) in verdicts.SAID.items()}


def message(claims: Sequence[Claim]) -> str:
    """What the forest says: how many claims hold."""
    return f"Of {len(claims)} claims {_counts(claims)}"


def ending(claims: Sequence[Claim], boards: int) -> list[str]:
    """How many claims hold, which do, where score says otherwise, what would change it."""
    return words.told(
        boards,
        f"Of {len(claims)} claims, measured by games won or by belief on {_boards(claims)} boards, {_counts(claims)}.",
        *(f"{lead}: {'; '.join(found)}." for lead, verdict in NAMED.items() if (found := _names(claims, verdict))),
        _by_score(claims),
        "What would change this: the paper's own embeddings, which `docs/embeddings.md` says how to bring, and more boards for what"
        " is too close to call. A tie at the ceiling would stay one.",
    )


NAMED = {"These hold": HOLDS, "These do not hold": FAILS, "Too close to call": UNSURE, "Tied at the ceiling": CEILING}


def _names(claims: Sequence[Claim], verdict: str) -> list[str]:
    """The claims with a verdict by name; with a mark if the paper only suggests them."""
    return [
        f"*{claim.name}*{' (only suggested by the paper)' if claim.ours else ''}"
        for claim in claims
        if claim.verdict == verdict
    ]


def _boards(claims: Sequence[Claim]) -> str:
    """`25 to 500`, or one number if all claims are measured on as many."""
    fewest, most = (end(claim.boards for claim in claims) for end in (min, max))
    return f"{fewest:,} to {most:,}" if fewest < most else f"{most:,}"


def _counts(claims: Sequence[Claim]) -> str:
    found = {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in SAID}
    return words.listed([f"{count} {SAID[verdict]}" for verdict, count in found.items() if count])


def _by_score(claims: Sequence[Claim]) -> str:
    """Which verdicts are others by score."""
    others = [f"*{claim.name}* ({claim.by_score})" for claim in claims if claim.by_score not in ("", claim.verdict)]
    if not others:
        return "By score no verdict differs."
    count = f"{words.count(len(others))} verdict{'s differ' if len(others) > 1 else ' differs'}"
    return f"By score {count}: {'; '.join(others)}."


# Figures


def about_noise(sweep: Contest) -> str:
    """What the curves of assumed noise say: where some should be assumed, and how much, by wins and by score."""
    (wins, much), (scores, scored) = (_noise_pays(sweep, measure) for measure in (WON, SCORE))
    if wins != scores:
        return f"Assuming noise pays {_so(wins, much)} by wins, and {_so(scores, scored)} by score"
    how = f": by wins {much}, by score {scored}" if much != scored else f": {much}, by wins and by score"
    return f"Assuming noise pays {wins}{how if much else ', by wins and by score'}"


def _so(where: str, much: str) -> str:
    return f"{where} ({much})" if much else where


def _noise_pays(sweep: Contest, measure: str) -> tuple[str, str]:
    """Where assuming some noise is clearly better than none, and which levels are best there."""
    none, *levels = sorted(sweep.agents, key=summaries.assumed)
    tried = [sweep.compare(tuple(levels), none, condition, measure) for condition in CONDITIONS]
    pays = [condition for condition, told in zip(CONDITIONS, corrected(tried), strict=True) if told == AHEAD]
    return (words.where(pays), _how_much(sweep, levels, pays, measure)) if pays else ("clearly in no condition", "")


def _how_much(sweep: Contest, levels: Sequence[str], pays: Sequence[Condition], measure: str) -> str:
    """The levels that none of the others clearly beats where assuming noise pays."""
    pairs = [sweep.compare(*pair, condition, measure) for pair in permutations(levels, 2) for condition in pays]
    beaten = {one.ours for one, told in zip(pairs, corrected(pairs), strict=True) if told == BEHIND}
    left = [f"{summaries.assumed(name):g}" for name in levels if name not in beaten]
    if not left:
        return "how much hangs on the condition"
    return f"{left[0]} is best" if len(left) == 1 else f"{words.listed(left)} are too close to call"
