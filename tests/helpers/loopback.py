"""A server on loopback that serves bytes from memory and misbehaves on demand, and sources that name it."""

import gzip
import hashlib
import http.server
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

from commonground import paths
from commonground.embeddings.catalogue import Source

NAME = "word2vec-google-news-300"
CONTENT = gzip.compress(random.Random(0).randbytes(200_000), mtime=0)  # as good as any vectors: fetching reads none


class Server(http.server.ThreadingHTTPServer):
    """`asked` lists each request's path and range."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.files: dict[str, bytes] = {}
        self.moved: dict[str, str] = {}  # path -> where it redirects to
        self.asked: list[tuple[str, str | None]] = []
        self.resumable = True
        self.statuses: list[int] = []  # answers to the next requests, before any good one
        self.spans: list[str] = []  # false accounts of what the next partial answers hold
        self.stalls: list[float] = []  # seconds of silence within the next answers
        self.says_length = True
        self.cut: Callable[[int], int | None] = lambda request: None  # how many bytes the nth response ends after

    def publish(self, path: str, content: bytes) -> str:
        self.files[path] = content
        return self.url + path

    @property
    def ranges(self) -> list[str | None]:
        return [wanted for _, wanted in self.asked]


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        server, wanted = self.server, self.headers.get("Range")
        server.asked.append((self.path, wanted))
        if server.statuses:
            return self.send_error(server.statuses.pop(0))
        if self.path in server.moved:
            return self.answer(302, {"Location": server.moved[self.path]}, b"")
        if self.path not in server.files:
            return self.send_error(404)
        content, start = server.files[self.path], 0
        if wanted and server.resumable:
            start = int(re.fullmatch(r"bytes=(\d+)-", wanted)[1])
            if start >= len(content):
                return self.answer(416, {"Content-Range": f"bytes */{len(content)}"}, b"")
            span = f"bytes {start}-{len(content) - 1}/{len(content)}"
            return self.answer(206, {"Content-Range": server.spans.pop(0) if server.spans else span}, content[start:])
        return self.answer(200, {}, content)

    def answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        length = {"Content-Length": str(len(body))} if self.server.says_length else {}
        self.send_response(status)
        for key, value in {**length, **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        if self.server.stalls:
            self.wfile.write(body[:1000])
            time.sleep(self.server.stalls.pop(0))
            return
        self.wfile.write(body[: self.server.cut(len(self.server.asked))])

    def log_message(self, *args: object) -> None:
        pass


def http_source(server: Server, content: bytes = CONTENT, **fields: object) -> Source:
    """A source in gensim-data's layout; its checksum is that of `CONTENT`, whatever the server holds."""
    url = server.publish(f"/{NAME}/{NAME}.gz", content)
    checks = {} if "sha256" in fields else {"md5": hashlib.md5(CONTENT).hexdigest()}
    return Source(**{"kind": "http", "url": url, "size": len(CONTENT), "licence": "none", **checks, **fields})


def cached(name: str, file: str, content: bytes) -> Path:
    """Put an archive, or the beginning of one, where a download would come to."""
    path = paths.cache() / "downloads" / name / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
