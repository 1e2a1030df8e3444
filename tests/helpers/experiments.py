"""Two small experiments on the toy set, that tests and the processes they start play."""

from itertools import product

from commonground.study.experiment import Experiment, Pairing

ENVIRONMENTS = ("deterministic", "stochastic")
BAYESIAN = {"SM_B_noise": {"samples": 10}, "DG_B_noise": {"samples": 20}}
MIXED = Experiment(  # a chunk a pairing
    *("mixed", "toy", 4),
    tuple(Pairing(*seats) for seats in product(ENVIRONMENTS, ("ta", "SM_B_noise"), ("te", "DG_B_noise"))),
    *("channel", 5),
    options=BAYESIAN,
)
STATIC = Experiment("static", "toy", 3, (Pairing("deterministic", "ta", "te"),), "guesser")
