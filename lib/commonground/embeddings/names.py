"""What sources, sets and embeddings may be called: their names become those of files, and stand beside agents' in tables."""

import re

from commonground import checks

PLAIN = re.compile(r"(?=.*[A-Za-z0-9])[A-Za-z0-9_-]{1,64}")  # a name that is safe as that of a file
AGENTS = re.compile(
    r"random|blend|crowd|people|stranger|[SG]\d+|[A-Z]{1,2}_.*"
)  # names that agents go by in results, where static ones go by their embedding's


def fault(kind: str, name: object) -> str:
    """What is wrong with the name of a source, a set or an embedding, as a sentence; empty if nothing is."""
    if not isinstance(name, str) or not PLAIN.fullmatch(name):
        given = repr(name[:80]) if isinstance(name, str) else checks.shown(name)
        return f"the {kind} {given} needs another name, of letters a to z, digits, - and _, 64 at most."
    if kind == "embedding" and AGENTS.fullmatch(name):
        return f"the embedding '{name}' needs another name: agents are called so."
    return ""
