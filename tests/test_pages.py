"""README and docs: every number is of a file of the run or has a reason, every link leads somewhere."""

import re

import pytest

from commonground.report import readme
from helpers import pages
from helpers.support import CHECKOUT

PAGES = {str(path.relative_to(CHECKOUT)): path for path in readme.pages(CHECKOUT)}


@pytest.mark.parametrize("page", PAGES)
def test_no_number_on_a_page_is_typed(page):
    assert pages.unexplained(PAGES[page].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md"])
def test_every_link_of_a_page_leads_somewhere(page):
    assert list(pages.broken(CHECKOUT / page)) == []


def test_every_page_of_docs_can_be_reached_from_the_readme():
    reached = {(CHECKOUT / link).resolve() for link in pages.links(PAGES["README.md"].read_text(encoding="utf-8"))}
    assert {path for name, path in PAGES.items() if re.fullmatch(r"docs/\w+\.md", name)} <= reached


def test_the_first_screen_is_two_sentences_a_picture_five_findings_a_legend_and_two_commands():
    first = PAGES["README.md"].read_text(encoding="utf-8").partition("\n## ")[0]
    assert re.findall(r"<!-- from (\S+) -->", first) == [
        *("figures/open/findings/opening.md", "figures/open/findings/findings.md", "figures/people/finding.md"),
        *("data/results/open/times-quick.csv#total", "data/results/open/times.csv#total"),
    ]
    assert len(re.findall(r"!\[", first)) == 1
    assert len(re.findall(r"^\| [*`]", first, flags=re.MULTILINE)) == 5
    assert re.findall(r"^make \w+", first, flags=re.MULTILINE) == ["make study", "make test"]


# What the tests above would find


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It wins 51 % of them.", ["51 %"]),
        ("It gains −.175 [−.2, +.1] in wins", ["−.175", "−.2", "+.1"]),
        ("It takes eight minutes", ["eight minutes"]),
        ("<!-- from a.md -->\n51 %\n<!-- end -->\n", []),
        ("`make GAMES=100` and notebook 63, notebooks 70 and 71, with Python 3.11", []),
        ("```\n51 %\n```\nand 7", ["7"]),
        ("[2024](https://somewhere.org/abs/2412.1)", []),
        ("1. first\n2. second", []),
    ],
)
def test_numbers_are_found_where_they_are_typed_and_nowhere_else(text, found):
    assert pages.unexplained(text) == found


def test_links_are_followed_to_files_and_headings(tmp_path):
    (tmp_path / "other.md").write_text("# A head: with `code`\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md) [b](other.md#a-head-with-code) [c](other.md#nowhere) ![d](none.png) [e](#here) [f](https://x.y)\n"
        "# Here\n```\n[g](nowhere.md)\n```\n"
    )
    assert list(pages.broken(page)) == ["other.md#nowhere", "none.png"]
