"""axe-core, which looks for what keeps people with a screen reader or a keyboard from using a page.

`python tests/helpers/axe.py` (`make browser` runs it) fetches it with npm into .cache, at a pinned version and digest; tests that
need it are skipped where it isn't there, unless `COMMONGROUND_BROWSER=required` says that the page must be tested.
"""

import os
import sys
import tarfile
import tempfile
from pathlib import Path

from commonground import files, paths
from commonground.embeddings import registries
from commonground.embeddings.catalogue import Source
from commonground.errors import CommonGroundError

SOURCE = Source(
    kind="npm",
    package="axe-core",
    version="4.10.3",
    sha256="0f2b4d7dcdf7d1219df8d1959ad68e565f51d14c3f0d88bb71cd59abeb956292",
    licence="MPL-2.0",
)
REQUIRED = os.environ.get("COMMONGROUND_BROWSER") == "required"
MISSING = "axe-core is not here (`make browser` fetches it with npm): accessibility is not tested"


def script() -> Path:
    return paths.cache() / "axe" / f"axe-{SOURCE.version}.js"


def fetch() -> None:
    """Fetch it, unless it is there."""
    if script().exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = registries.download("axe-core", SOURCE, Path(folder))
        if files.digest_now(archive) != SOURCE.sha256:
            raise CommonGroundError(f"axe-core {SOURCE.version} is not what was pinned: its sha256 is another.")
        with tarfile.open(archive) as opened:
            content = opened.extractfile("package/axe.min.js")
            assert content is not None
            files.write_bytes(script(), content.read())


if __name__ == "__main__":
    try:
        fetch()
    except CommonGroundError as error:
        sys.exit(f"{error} Accessibility is not tested.")
