"""The recipe `mlm`: a contextual language model's vectors made static by averaging, after Bommasani et al. 2020.

MiniLM reads every word alone, before its definitions and in a sentence; the vectors it gives the word's own tokens
are averaged within a context and then over the contexts.

The network is evaluated operation by operation in numpy: an inference engine picks its kernels by the processor, and the
last digits of what they give differ from one machine to the next.
"""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun
from scipy import special
from tokenizers import Tokenizer

from commonground import paths
from commonground.embeddings.recipes import lexicon
from commonground.embeddings.recipes.linear import unit_rows
from commonground.errors import CommonGroundError
from commonground.parallel import workers
from commonground.progress import Counter, say

SENSES = 2  # definitions a word
LONGEST = 32  # tokens a context
BATCH = 2048  # tokens


class Context(NamedTuple):
    """A text in which a word stands, and where: its first character and the one after its last."""

    word: int  # its number in the vocabulary
    text: str
    start: int
    end: int


class Encoded(NamedTuple):
    """A context as tokens, and the span of tokens that the word is made of."""

    word: int
    ids: list[int]
    first: int
    last: int  # exclusive


def build(embedding: str, vocabulary: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Make unit vectors for all words of the vocabulary."""
    say(f"{embedding}: reading definitions and examples")
    encoded = encode(tokenizer(), list(contexts(vocabulary)))
    model = network()
    progress = Counter(embedding, sum(len(context.ids) for context in encoded), "tokens")
    sums, counts = np.zeros((len(vocabulary), width(model))), np.zeros(len(vocabulary))
    waiting = list(batches(encoded))
    with ThreadPoolExecutor(workers()) as pool:  # side by side, and added up in order
        for batch, vectors in zip(waiting, pool.map(partial(read, model), waiting), strict=True):
            words = [context.word for context in batch]
            np.add.at(sums, words, vectors)
            np.add.at(counts, words, 1)
            progress.advance(len(batch) * len(batch[0].ids))
    covered = np.flatnonzero(counts)
    return [vocabulary[i] for i in covered.tolist()], unit_rows(sums[covered]).astype(np.float32)


def contexts(vocabulary: Sequence[str]) -> Iterator[Context]:
    """Yield the contexts of each word: bare, with up to two definitions, and in one example where there is one."""
    senses = lexicon.senses()
    synsets = {synset.key: synset for synset in lexicon.synsets()}
    for number, word in enumerate(vocabulary):
        yield Context(number, word, 0, len(word))
        found = [synsets[key] for key in senses.get(word, []) if key in synsets]
        for synset in found[:SENSES]:
            yield Context(number, f"{word}: {synset.definition}", 0, len(word))
        examples = (example for synset in found for example in synset.examples)
        yield from [context for context in (_in_example(number, word, text) for text in examples) if context][:1]


def _in_example(number: int, word: str, text: str) -> Context | None:
    place = re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)
    return Context(number, text, *place.span()) if place else None


def encode(reader: Tokenizer, found: Sequence[Context]) -> list[Encoded]:
    """Turn contexts into tokens; one whose word is cut off by the limit of length is left out."""
    encodings = reader.encode_batch([context.text for context in found])
    encoded = []
    for context, encoding in zip(found, encodings, strict=True):
        own = [i for i, (start, end) in enumerate(encoding.offsets) if context.start <= start < end <= context.end]
        if own:
            encoded.append(Encoded(context.word, encoding.ids, own[0], own[-1] + 1))
    return encoded


def batches(encoded: Sequence[Encoded]) -> Iterator[list[Encoded]]:
    """Group contexts of exactly the same length, so that none is padded."""
    by_length: dict[int, list[Encoded]] = {}
    for context in encoded:
        by_length.setdefault(len(context.ids), []).append(context)
    for length, group in sorted(by_length.items()):
        size = BATCH // length
        yield from (group[i : i + size] for i in range(0, len(group), size))


def pooled(states: np.ndarray, batch: Sequence[Encoded]) -> np.ndarray:
    """Average the vectors of each word's own tokens."""  # states: (context, token, dimension)
    rows = [state[context.first : context.last].mean(axis=0) for state, context in zip(states, batch, strict=True)]
    return np.array(rows)


def tokenizer() -> Tokenizer:
    """Load the model's tokenizer, with our limit of length."""
    path = _fetched("minilm-tokenizer", "tokenizer.json")
    reader = Tokenizer.from_file(path)
    reader.no_padding()
    reader.enable_truncation(LONGEST)
    return reader


def read(model: ReferenceEvaluator, batch: Sequence[Encoded]) -> np.ndarray:
    """The vector of each context's word."""
    return pooled(run(model, batch), batch)


class MatMul(OpRun):
    """A product; that of many matrices with one is one product of a long matrix, which is faster."""

    op_domain = ""

    def _run(self, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray]:
        if b.ndim > 2:
            return (np.matmul(a, b),)
        return ((a.reshape(-1, a.shape[-1]) @ b).reshape(*a.shape[:-1], b.shape[1]),)


class Erf(OpRun):
    """The error function of a whole array; the evaluator's own goes number by number."""

    op_domain = ""

    def _run(self, x: np.ndarray) -> tuple[np.ndarray]:
        return (np.asarray(special.erf(x), dtype=x.dtype),)


def network() -> ReferenceEvaluator:
    """Load the model."""
    return ReferenceEvaluator(_fetched("minilm", "model.onnx"), new_ops=[Erf, MatMul])


def width(model: ReferenceEvaluator) -> int:
    """How many dimensions a model's hidden states have."""
    return int(model.proto_.graph.output[0].type.tensor_type.shape.dim[2].dim_value)


def run(model: ReferenceEvaluator, batch: Sequence[Encoded]) -> np.ndarray:
    """Give the model's last hidden states."""
    ids = np.array([context.ids for context in batch], dtype=np.int64)
    ones, zeros = np.ones_like(ids), np.zeros_like(ids)
    (states,) = model.run(None, {"input_ids": ids, "attention_mask": ones, "token_type_ids": zeros})
    return np.asarray(states)


def _fetched(source: str, name: str) -> str:
    path = paths.raw(source) / name
    if not path.is_file():
        raise CommonGroundError(f"There is no {path}: fetch the source '{source}' first.")
    return str(path)
