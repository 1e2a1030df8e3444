"""A site of HTML pages in a folder: what its pages load and where their links lead."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "object": "data"}


class Page(HTMLParser):
    """A page's anchors, the addresses it links to, and those it loads by itself."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "link" and "stylesheet" in found.get("rel", ""):
            self.loads.append(found.get("href", ""))
        if found.get(LOADED.get(tag, "")):
            self.loads.append(found[LOADED[tag]])


def pages(folder: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(folder.rglob("*.html"))}


def broken(found: dict[Path, Page]) -> Iterator[str]:
    """The links and loads within a site that lead nowhere."""
    for path, page in found.items():
        for address in (*page.links, *page.loads):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or address == "#":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists() or (parts.fragment and not _has(found, target, unquote(parts.fragment))):
                yield f"{path.name}: {address}"


def _has(found: dict[Path, Page], target: Path, anchor: str) -> bool:
    return target not in found or anchor in found[target].anchors


def from_elsewhere(folder: Path, found: dict[Path, Page]) -> Iterator[str]:
    """What pages and style sheets load from other hosts."""
    for path, page in found.items():
        yield from (f"{path.name}: {address}" for address in page.loads if re.match(r"(https?:)?//", address))
    for path in folder.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        yield from (f"{path.name}: {address}" for address in re.findall(r"url\([\"']?((?:https?:)?//[^)]*)", text))
