"""Pages of Markdown: what is prose in them, where their links lead, which numbers stand there by themselves."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

FENCED = re.compile(r"^(?P<fence>`{3,})[^\n]*\n.*?^(?P=fence)[ \t]*$", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"<!-- from \S+ -->.*?<!-- end -->", re.DOTALL)
LINK = re.compile(r"!?\[((?:[^][]|\[[^][]*\])*)\]\(([^()\s]+)\)")
NUMBER = re.compile(r"[−+-]?[\d.,]*\d(?: ?%)?")
COUNTED = r"(?:seconds?|minutes?|hours?|GB|MB|gigabytes|games|cores|words|archives|embeddings|guesses|boards|notebooks)"
SPELT = r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|thousand)s?"
# numbers that no run gives: names, versions, notation, and what this page is about
EXPLAINED = (
    r"Python\s+3\.11",
    r"Debian 12",
    r"x86-64",
    r"AVX2",
    r"GPT-4",
    r"sha256",
    r"\b[Nn]otebooks? (?:from )?\d\d(?: (?:and|to|on|from) \d\d)*",
    r"word2vec",
    r"level[- ][0-3k]",
    r"95 %",
    r"\b\d+ (?:cards|words of your own|red|blue|and \d+ civilian|civilian)\b",  # the rules of the game
    r"special numbers 0",
    r"ten thousand boards|eight or nine minutes",  # settings of the page
    r"\[?20\d\d\]?",
)


def prose(text: str) -> str:
    """What is left of a page without blocks, code and the addresses of links."""
    text = FENCED.sub("", BLOCK.sub("", text))
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", text, flags=re.DOTALL)
    return LINK.sub(lambda link: link[1], text)


def unexplained(text: str) -> list[str]:
    """The numbers of a page that no file of the run gives, and that are no names."""
    left = prose(text)
    for pattern in EXPLAINED:
        left = re.sub(pattern, "", left)
    left = re.sub(r"^\s*\d+\. ", "", left, flags=re.MULTILINE)  # of lists
    spelt = re.findall(rf"\b{SPELT} {COUNTED}\b", left)
    return [*NUMBER.findall(left), *spelt]


def links(text: str) -> list[str]:
    """The addresses of a page's links and pictures."""
    return [link[2] for link in LINK.finditer(FENCED.sub("", text))]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as code hosts and the book make them."""
    heads = re.findall(r"^#+ +(.*?) *$", FENCED.sub("", text), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", LINK.sub(lambda link: link[1], head).lower()).replace(" ", "-") for head in heads}


def broken(page: Path) -> Iterator[str]:
    """The links of a page that lead nowhere; those to other hosts are not followed."""
    for address in links(page.read_text(encoding="utf-8")):
        if re.match(r"https?://", address):
            continue
        name, _, anchor = unquote(address).partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (
            anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8"))
        ):
            yield address
