"""Agents by name: the names that result files and tables use.

A static agent is called by its embedding's id. The paper's Bayesian agents are `SM_B` and, assuming noise 1.0,
`SM_B_noise` (with another noise, `SM_B_0.25`); `DG_B`, `BG_B`, `MG_B` and, assuming noise 1.0, `DG_B_noise`, `BG_B_noise`, `MG_B_noise`.
Ours, which go past the paper, are `SM_C` (noise 1.0, every clue of a turn judged on the same draws), `SM_N` (learns the
noise) and `G_J` (a guesser with one posterior over all it does not know). Rivals, made by others for the same job, are
written here from their papers: `blend` (a static agent over all internal embeddings as one), `SM_ACE` and `G_ACE` (an
ensemble that picks an expert a turn), `SM_A_step` and `SM_A_likelihood` (they adapt the noise they assume), `SM_RSA`,
`SM_RSA_8` and `G_RSA` (rational speech acts).

For people there are `SM_P` and `G_P`, over what was fitted on people's guesses, and `crowd`, a partner that speaks another
language each turn, as people do.

A Bayesian agent's name with `+blend` is that agent with the blend as one more model: `SM_B+blend`.

The agents of the hierarchies have names that say what they are made of: see `agents.making`.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from commonground.agents.adapted_noise import AdaptedNoise
from commonground.agents.bandit import EnsembleGuesser, EnsembleSpymaster
from commonground.agents.bayesian_guesser import BayesianGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.agents.crowd import NAME as CROWD
from commonground.agents.crowd import CrowdGuesser, CrowdSpymaster
from commonground.agents.for_people import SpymasterForPeople
from commonground.agents.joint_guesser import JointGuesser
from commonground.agents.noise_learner import NoiseLearner
from commonground.agents.people_guesser import GuesserForPeople
from commonground.agents.rational_speech import RationalListener, RationalSpeaker
from commonground.agents.static import StaticGuesser, StaticSpymaster
from commonground.embeddings.blend import NAME as BLEND
from commonground.game.players import Role

PAPER = "Bills, Blaylock and Archibald, Improving Cooperation in Language Games with Bayesian Inference and the Cognitive Hierarchy"
HERE = "this study"
WHITE = "White, Pandey and Pan (2024), Communicate to Play: Pragmatic Reasoning for Efficient Cross-Cultural Communication in Codenames, arXiv:2408.04900"
ARCHIBALD = "Archibald and Brosnahan (2024), Adapting to Teammates in a Cooperative Language Game, arXiv:2403.00823"
# Of this one we could read the abstract alone, which is kept without a title, an author or a year.
NOISY_CLUES = "the follow-up on noisy clues (openreview.net/forum?id=Bl0rhsTmkB), by its abstract"
KIM = "Kim, Ruzmaykin, Truong and Summerville (2019), Cooperation and Codenames"
NOISE = 1.0
Over = Literal["internal", "blend", "people"]  # people: all embeddings, and what was fitted on people
WITH_BLEND = f"+{BLEND}"  # how the names of Bayesian agents end that have the blend as one more model
# What rivals' papers leave open stands as the defaults of their classes. It was chosen as `study.choosing` has it, on boards and
# partners that no table reports: by the share of games won over all conditions, and of those too close to call by score. The
# rational speaker that wins most games there, too close to call, plays as well.
MILD = {"rationality": 8.0}


@dataclass(frozen=True)
class Named:
    """An agent that has a name: what it is, where it comes from, whether it has a row in the tables, what it is over.

    `other_seat` is what it is in the other role, if it goes by the same name there; `about` is its line in the legend (variants
    of another, which their names tell, have none); `in_matches` says whether it plays many games in a row with one partner.
    """

    role: Role
    agent: type
    options: dict[str, Any]
    citation: str = PAPER
    in_tables: bool = True
    over: Over = "internal"
    other_seat: type | None = None
    about: str = ""
    in_matches: bool = False

    def seated(self, role: Role) -> type | None:
        """What it is in a role, if it can be in it."""
        return self.agent if role == self.role else self.other_seat

    @property
    def ours(self) -> bool:
        """Whether it goes past the paper."""
        return self.citation == HERE

    @property
    def rival(self) -> bool:
        """Whether somebody else made it for the same job."""
        return self.citation not in (PAPER, HERE)


_DEDUCING = (
    "Bayesian guesser that *deduces*: of the cards near the clue, none that is red in no world; more only if red in all"
)
_TRUSTING = "Bayesian guesser that trusts its *probabilities* alone, not the clue's nearness"
_MIXING = "Bayesian guesser that *mixes* the two: both thresholds at one half"
_THRESHOLDS = {
    "DG_B": (0.0, 1.0, _DEDUCING),
    "BG_B": (1.0, 0.0, _TRUSTING),
    "MG_B": (0.5, 0.5, _MIXING),
}  # skip, belief, what it is
NAMED = {  # the paper's, others' (rivals), then ours: the order of every table and legend
    "SM_B": Named(
        "spymaster",
        BayesianSpymaster,
        {"noise": 0.0},
        about="Bayesian spymaster: believes in its internal embeddings as far as they explain the cards picked; assumes no noise",
        in_matches=True,
    ),
    "SM_B_noise": Named("spymaster", BayesianSpymaster, {"noise": NOISE}, in_matches=True),
    **{
        name + suffix: Named(
            "guesser",
            BayesianGuesser,
            {"skip": skip, "belief": belief, "noise": noise},
            about="" if noise else about,
            in_matches=name == "DG_B",
        )
        for name, (skip, belief, about) in _THRESHOLDS.items()
        for suffix, noise in (("", 0.0), ("_noise", NOISE))
    },
    BLEND: Named(
        "spymaster",
        StaticSpymaster,
        {},
        KIM,
        over="blend",
        other_seat=StaticGuesser,
        about="static, over all internal embeddings as one",
    ),
    "SM_ACE": Named(
        "spymaster",
        EnsembleSpymaster,
        {},
        ARCHIBALD,
        about="ensemble: speaks as one of its internal embeddings, chosen each turn by how well each has done",
        in_matches=True,
    ),
    "G_ACE": Named(
        "guesser",
        EnsembleGuesser,
        {},
        ARCHIBALD,
        about="ensemble: hears as one of its internal embeddings, chosen each turn by how well each has done",
        in_matches=True,
    ),
    "SM_A_step": Named(
        "spymaster",
        AdaptedNoise,
        {"rule": "step"},
        NOISY_CLUES,
        over="blend",
        about="spymaster over the blend that assumes more noise after a miss, less after a hit",
    ),
    "SM_A_likelihood": Named(
        "spymaster",
        AdaptedNoise,
        {"rule": "likelihood"},
        NOISY_CLUES,
        over="blend",
        about="spymaster over the blend that assumes the noise under which the guesses so far were likeliest",
        in_matches=True,
    ),
    "SM_RSA": Named(
        "spymaster",
        RationalSpeaker,
        {},
        WHITE,
        about="rational speech acts: a speaker that reasons about a literal listener, unsure which embedding it has",
        in_matches=True,
    ),
    "SM_RSA_8": Named(
        "spymaster",
        RationalSpeaker,
        MILD,
        WHITE,
        about="`SM_RSA` that reckons with a listener who errs more: it wins more of the games in which it was tried, too few to tell",
        in_matches=True,
    ),
    "G_RSA": Named(
        "guesser",
        RationalListener,
        {},
        WHITE,
        about="rational speech acts: a listener that reasons about that speaker",
        in_matches=True,
    ),
    "SM_C": Named(
        "spymaster",
        BayesianSpymaster,
        {"noise": NOISE, "draws": "common"},
        HERE,
        in_tables=False,
        about="`SM_B_noise` that judges every clue of a turn on the same draws of noise",
    ),
    "SM_N": Named(
        "spymaster",
        NoiseLearner,
        {},
        HERE,
        about="Bayesian spymaster that learns its partner's noise together with its embedding",
        in_matches=True,
    ),
    "G_J": Named(
        "guesser",
        JointGuesser,
        {},
        HERE,
        about="Bayesian guesser with one posterior over who speaks, with how much noise, and the key; reckons with strangers",
        in_matches=True,
    ),
    CROWD: Named(
        "spymaster",
        CrowdSpymaster,
        {},
        HERE,
        in_tables=False,
        over="people",
        other_seat=CrowdGuesser,
        about="half of the people as one partner: another listener, or speaker, each turn",
    ),
    "SM_P": Named(
        "spymaster",
        SpymasterForPeople,
        {},
        HERE,
        in_tables=False,
        over="people",
        about="Bayesian spymaster for people: models, shares and noise are what fits people's guesses",
    ),
    "G_P": Named(
        "guesser",
        GuesserForPeople,
        {},
        HERE,
        in_tables=False,
        over="people",
        about="Bayesian guesser for people: a clue is for the cards that are nearest in people's own language",
    ),
}
ALL_SPYMASTERS, ALL_GUESSERS = (
    {name: named for name, named in NAMED.items() if named.seated(role)} for role in get_args(Role)
)
SPYMASTERS, GUESSERS = (
    {name: named for name, named in all_of.items() if named.citation == PAPER}
    for all_of in (ALL_SPYMASTERS, ALL_GUESSERS)
)
RIVAL_SPYMASTERS, RIVAL_GUESSERS = (
    {name: named for name, named in all_of.items() if named.rival} for all_of in (ALL_SPYMASTERS, ALL_GUESSERS)
)
OUR_SPYMASTERS, OUR_GUESSERS = (
    {name: named for name, named in all_of.items() if named.ours} for all_of in (ALL_SPYMASTERS, ALL_GUESSERS)
)
