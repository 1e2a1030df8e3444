"""How the notebook on two Bayesian agents ends: whether they understand each other, and what assuming noise is worth."""

from itertools import product

import pandas as pd

from commonground.report import compare, numbers, statistics
from commonground.report.compare import AHEAD, BEHIND, SCORE, WON, told
from commonground.report.endings import words
from commonground.report.endings.places import NOISE
from commonground.report.lineup import OTHER, in_order
from commonground.study.plan import ENVIRONMENTS

MEASURES = (WON, SCORE)
BY = {WON: "by wins", SCORE: "by score"}
SPEAKING = ("SM_B_noise", "SM_B")  # one that assumes noise, against one that does not


def averages(played: pd.DataFrame) -> pd.DataFrame:
    """Wins and score of every pairing, as `figures.averages` draws them."""
    parts = dict(list(played.groupby(["environment", "spymaster", "guesser"])))
    order = in_order(played["spymaster"]), in_order(played["guesser"])
    rows = [
        (
            guesser,
            f"{spymaster}, {environment}",
            measure,
            *compare.average(parts[environment, spymaster, guesser], measure),
        )
        for measure, environment, spymaster, guesser in product(MEASURES, ENVIRONMENTS, *order)
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "value", "low", "high"])


def message(played: pd.DataFrame) -> str:
    """What the picture of all pairings says: whether one is clearly best."""
    best = {environment: clear_pair(played, environment) for environment in ENVIRONMENTS}
    boards = played["board"].nunique()
    if not any(best.values()):
        return f"No pairing of two learners is clearly best, without noise or in it ({boards} boards)"
    said = [f"{NOISE[environment]} {pair or 'none'}" for environment, pair in best.items()]
    return f"The pairing of two learners that is clearly best: {', '.join(said)} ({boards} boards)"


def clear_pair(played: pd.DataFrame, environment: str) -> str | None:
    """The pairing that clearly wins more games than every other one in an environment, if there is one."""
    here = played[played["environment"] == environment]
    wide = here.assign(pair=here["spymaster"] + " with " + here["guesser"]).pivot(
        index="board", columns="pair", values=WON
    )
    return statistics.clear_best({str(pair): wide[pair].to_numpy() for pair in wide})


# Beside static partners


def beside_static(played: pd.DataFrame, known: pd.DataFrame) -> pd.DataFrame:
    """Learners with learners minus the same with static partners that they know, on the same boards: each, and each role.

    `known` are games of the same agents with static partners; as `figures.differences` draws it, `ours` and `theirs` besides.
    """
    rows = []
    for measure, role, environment in product(MEASURES, OTHER, ENVIRONMENTS):
        names = in_order(played[role])
        for label, some in {f"all {role}s": names, **{name: [name] for name in names}}.items():
            ours, theirs = (_plays(part, role, some, environment) for part in (played, known))
            effect = compare.difference(ours, theirs, measure)
            sides = float(ours[measure].mean()), float(theirs[measure].mean())
            rows.append((label, environment, measure, *sides, *effect, told(effect, sides, measure)))
    columns = ["label", "condition", "measure", "ours", "theirs", "difference", "low", "high", "told"]
    return pd.DataFrame(rows, columns=columns)


def _plays(games: pd.DataFrame, role: str, names: list[str], environment: str) -> pd.DataFrame:
    """Games of some agents of a role, over whatever partners they had."""
    return games[games[role].isin(names) & (games["environment"] == environment)].assign(partner="any")


def beside_message(beside: pd.DataFrame) -> str:
    """What the picture of learners beside static partners says."""
    return _less(beside)


def _less(beside: pd.DataFrame) -> str:
    """Whether two learners win and score less than a learner with a static partner that it knows."""
    rows = beside[beside["label"].isin([f"all {role}s" for role in OTHER])]
    said: dict[str, list[str]] = {}
    for measure, verb in ((WON, "win"), (SCORE, "score")):
        verdicts = frozenset(rows[rows["measure"] == measure]["told"])
        how = {frozenset({BEHIND}): "less", frozenset({AHEAD}): "more"}.get(verdicts, "")
        said.setdefault(how, []).append(verb)
    if "" in said:
        told = "; ".join(f"{role}s {_beside(beside, role)}" for role in OTHER)
        return f"With learners, against static partners that they know: {told}"
    verbs = " and ".join(f"{' and '.join(own)} {how}" for how, own in said.items())
    return f"Two learners {verbs} than a learner with a static partner that it knows"


def _beside(beside: pd.DataFrame, role: str) -> str:
    """The verdicts of all of a role, by wins and by score, told once if they are the same without noise and in it."""
    rows = beside[beside["label"] == f"all {role}s"].set_index(["condition", "measure"])["told"]
    return _by_noise({e: (rows[e, WON], rows[e, SCORE]) for e in ENVIRONMENTS})


def _by_noise(verdicts: dict[str, tuple[str, str]]) -> str:
    """Verdicts by wins and by score in each environment, in as few words as say it."""
    found: dict[str, list[str]] = {}
    for environment, (wins, score) in verdicts.items():
        first, second = words.VERDICTS[wins], words.VERDICTS[score]
        said = f"{first} by wins and by score" if first == second else f"{first} by wins and {second} by score"
        found.setdefault(said, []).append(NOISE[environment])
    return ", but ".join(f"{said}{'' if len(found) == 1 else f' {where[0]}'}" for said, where in found.items())


# The ending


def ending(
    played: pd.DataFrame, beside: pd.DataFrame, assumed: pd.DataFrame, moved: pd.DataFrame, ear_boards: int
) -> list[str]:
    """Whether two learners understand each other, who best, whether assuming noise pays, and where the noise is.

    `beside` is what `beside_static` says; `assumed` and `moved` are what `reckoned` says of noise in the ear: what assuming it
    is worth, and the ear against the way.
    """
    boards = played["board"].nunique()
    return words.told(
        boards,
        *finding(played, beside),
        f"Over all guessers, a spymaster that assumes noise is {_assuming(played)}, against one that does not.",
        f"{ear_message(assumed)}, on {ear_boards} boards. {_moved(moved)}".strip(),
        f"What would change this: more boards than {boards} (and {ear_boards} with noise in the ear), and agents whose models of"
        " each other are Bayesian themselves (notebook 41).",
    )


def finding(played: pd.DataFrame, beside: pd.DataFrame) -> list[str]:
    """Whether two learners understand each other, and which two do best: also for docs/."""
    wins = {
        (row.label, row.condition): (numbers.rate(row.ours), numbers.rate(row.theirs))
        for row in beside[beside["measure"] == WON].itertuples()
    }
    first, second = OTHER
    said = [
        [wins[f"all {first}s", e][0], wins[f"all {first}s", e][1], wins[f"all {second}s", e][1]] for e in ENVIRONMENTS
    ]
    (both, speaking, hearing), noisy = said
    told = (
        f"{NOISE[ENVIRONMENTS[0]].capitalize()} they win {both} of their games, a {first} with static {second}s {speaking}, a {second} with static"
        f" {first}s {hearing}; {NOISE[ENVIRONMENTS[1]]} {words.listed(noisy)}"
    )
    return [f"{_less(beside)}. {told}.", f"{message(played)}."]


def _assuming(played: pd.DataFrame) -> str:
    """How it compares by both measures, without noise and in it: once if that is the same."""
    verdicts = {}
    for environment in ENVIRONMENTS:
        here = played[played["environment"] == environment]
        ours, theirs = (here[here["spymaster"] == name] for name in SPEAKING)
        verdicts[environment] = _judged(ours, theirs, WON), _judged(ours, theirs, SCORE)
    return _by_noise(verdicts)


def _judged(ours: pd.DataFrame, theirs: pd.DataFrame, measure: str) -> str:
    effect = compare.difference(ours, theirs, measure, partner="guesser")
    return told(effect, (float(ours[measure].mean()), float(theirs[measure].mean())), measure)


# Noise in the ear


def ear_message(assumed: pd.DataFrame) -> str:
    """What the picture of noise in the ear says: in which comparisons assuming it is clearly better or worse."""
    said = [f"{_clear(assumed, measure)} {by}" for measure, by in BY.items()]
    return f"Assuming the noise in one's own ear is {' and '.join(said)}"


def _clear(assumed: pd.DataFrame, measure: str) -> str:
    """`clearly worse for DG_B with static spymasters`."""
    said = []
    for verdict, word in ((AHEAD, "better"), (BEHIND, "worse")):
        found = assumed[assumed[f"{measure}_told"] == verdict]
        whom = found["speaks"].replace("static", "static spymasters")
        names = [f"{guesser} with {speaks}" for guesser, speaks in zip(found["guesser"], whom, strict=True)]
        said += [f"clearly {word} for {words.listed(names)}"] if names else []
    return words.listed(said) or "neither clearly better nor worse"


def _moved(moved: pd.DataFrame) -> str:
    """Whether it matters where the noise is, by wins and by score: who clearly does better or worse with it in the ear."""
    if moved.empty:
        return ""
    said = [f"{by} {_effects(moved, measure)}" for measure, by in BY.items()]
    return f"With the noise in the ear instead of on the way, {' and '.join(said)}."


def _effects(moved: pd.DataFrame, measure: str) -> str:
    """`DG_B does clearly worse`, `nobody does clearly better or worse`."""
    said = []
    for verdict, word in ((AHEAD, "better"), (BEHIND, "worse")):
        names = [f"`{name}`" for name in moved[moved[f"{measure}_told"] == verdict]["guesser"]]
        said += [f"{words.listed(names)} {'do' if len(names) > 1 else 'does'} clearly {word}"] if names else []
    return words.listed(said) or "nobody does clearly better or worse"
