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
    """What the picture of all pairings says."""
    return _best(played).replace("`", "").removesuffix(".")


def leaders(played: pd.DataFrame, environment: str, measure: str = WON) -> list[tuple[str, str]]:
    """The pairings that are best in an environment, chosen on these very games."""
    means = played[played["environment"] == environment].groupby(["spymaster", "guesser"], sort=False)[measure].mean()
    named = {"\t".join(pair): value for pair, value in means.items()}
    found = [name.split("\t") for name in statistics.leaders(named)]
    return [(speaks, hears) for speaks, hears in found]


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
    told = "; ".join(f"{role}s {_beside(beside, role)}" for role in OTHER)
    return f"With learners, against static partners that they know: {told}"


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
        *(_understood(beside, role) for role in OTHER),
        f"{_best(played)} Over all guessers, a spymaster that assumes noise is {_assuming(played)}, against one that does not.",
        f"{ear_message(assumed)}, on {ear_boards} boards. {_moved(moved)}".strip(),
        f"What would change this: more boards than {boards} (and {ear_boards} with noise in the ear), and agents whose models of"
        " each other are Bayesian themselves (notebook 41); the best pairings were chosen on the games that are shown.",
    )


def _understood(beside: pd.DataFrame, role: str) -> str:
    """How a role does with learners, beside what it does with static partners that it knows."""
    values = {
        (row.condition, row.measure): " against ".join(
            numbers.WRITERS[row.measure].value(float(side)) for side in (row.ours, row.theirs)
        )
        for row in beside[beside["label"] == f"all {role}s"].itertuples()
    }
    said = [f"{NOISE[e]} they win {values[e, WON]} and score {values[e, SCORE]}" for e in ENVIRONMENTS]
    others = OTHER[role]
    return (
        f"Bayesian {role}s with {others}s that learn, against the same with static {others}s that they know, are"
        f" {_beside(beside, role)}: {'; '.join(said)}."
    )


def _best(played: pd.DataFrame) -> str:
    """The best pairings of each environment by wins and by score."""
    return " ".join(_best_in(played, environment) for environment in ENVIRONMENTS)


def _best_in(played: pd.DataFrame, environment: str) -> str:
    here, names, values = played[played["environment"] == environment], [], []
    for measure in MEASURES:
        best = leaders(played, environment, measure)
        names.append(words.listed([_pair(pair) for pair in best]))
        values.append(numbers.WRITERS[measure].value(float(_of(here, best[0])[measure].mean())))
    told = (
        f"the best by wins and by score is {names[0]} ({values[0]}, {values[1]})"
        if names[0] == names[1]
        else f"the best by wins is {names[0]} ({values[0]}), by score {names[1]} ({values[1]})"
    )
    return f"{NOISE[environment].capitalize()} {told}."


def _of(games: pd.DataFrame, pair: tuple[str, str]) -> pd.DataFrame:
    return games[(games["spymaster"] == pair[0]) & (games["guesser"] == pair[1])]


def _pair(pair: tuple[str, str]) -> str:
    return f"`{pair[0]}` with `{pair[1]}`"


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
    return f"Assuming the noise in one's own ear is, in {len(assumed)} comparisons, {' and '.join(said)}"


def _clear(assumed: pd.DataFrame, measure: str) -> str:
    """`clearly worse for DG_B with static spymasters`."""
    said = []
    for verdict, word in ((AHEAD, "better"), (BEHIND, "worse")):
        found = assumed[assumed[f"{measure}_told"] == verdict]
        whom = found["speaks"].replace("static", "static spymasters")
        names = [f"{guesser} with {speaks}" for guesser, speaks in zip(found["guesser"], whom, strict=True)]
        said += [f"clearly {word} for {words.listed(names)}"] if names else []
    return words.listed(said) or "too close to call in all"


def _moved(moved: pd.DataFrame) -> str:
    """Whether it matters where the noise is, by wins and by score: who clearly does better or worse with it in the ear."""
    said = [f"{by} {_effects(moved, measure)}" for measure, by in BY.items()]
    return f"Noise in the ear instead of on the way: {', '.join(said)}." if len(moved) else ""


def _effects(moved: pd.DataFrame, measure: str) -> str:
    clear = moved[moved[f"{measure}_told"].isin([AHEAD, BEHIND])]
    effects = numbers.column(clear, measure, f"{measure}_low", f"{measure}_high", numbers.WRITERS[measure].difference)
    found = [f"`{guesser}` {effect}" for guesser, effect in zip(clear["guesser"], effects, strict=True)]
    return words.listed(found) or "nothing clear"
