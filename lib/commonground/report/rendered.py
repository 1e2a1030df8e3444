"""Text that a notebook shows as a reader should see it: sentences and tables as Markdown."""

from collections.abc import Iterable, Sequence

from IPython.display import Markdown


def paragraph(*sentences: str) -> Markdown:
    """Sentences one after the other; those that are empty had nothing to say."""
    return markdown(" ".join(sentence for sentence in sentences if sentence))


def points(*answers: str) -> Markdown:
    """Answers below each other, each a sentence or a few; those that are empty had nothing to say."""
    return markdown("\n".join(f"- {answer}" for answer in answers if answer))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Markdown:
    """A table of words."""
    lines = [header, ["---"] * len(header), *rows]
    return markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


def markdown(text: str) -> Markdown:
    """Markdown, as Jupyter shows it."""
    return Markdown(text)  # type: ignore[no-untyped-call]
