"""Who is let in: the server of the page, for the browser of the person who started it and nobody else.

Whoever comes needs the token of the printed address; from then on a cookie has it. Requests must name this machine as
their host, or any web page could reach the server through a name of its own that leads here (DNS rebinding). There are a
few tables at most, and one that nobody touches is cleared.
"""

import asyncio
import hmac
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import jinja2
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado import web
from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher
from voila.app import Voila  # type: ignore[import-untyped]

TABLES = 4  # kernels at most: each takes some hundred megabytes
FULL = f"There are {TABLES} tables here already, all of them in use: close one of their tabs, and load this page again."
CLOSED = "This table is for whoever started it: first open the address that was printed in the terminal, then this one."
SENTENCE = Path(__file__).parent / "voila" / "templates" / "table" / "error.html"


class Door(Matcher):
    """Matches what is not let in as it is: strangers, and whoever shows the token for the first time."""

    def __init__(self, port: int, token: str) -> None:
        self.token, self.cookie = token, f"commonground-{port}"
        self.hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        known = self.is_local(request) and self.has_cookie(request)
        return None if known and "token" not in request.arguments else {}

    def is_local(self, request: HTTPServerRequest) -> bool:
        """Whether a request is for this server by its own name, and from no other page."""
        origin = request.headers.get("Origin")
        return request.host in self.hosts and (origin is None or origin in {f"http://{host}" for host in self.hosts})

    def has_cookie(self, request: HTTPServerRequest) -> bool:
        shown = request.cookies.get(self.cookie)
        return shown is not None and self.fits(shown.value)

    def fits(self, shown: str) -> bool:
        return hmac.compare_digest(shown.encode(), self.token.encode())


class Porter(web.RequestHandler):
    """Gives the cookie to who has the token, and sends everybody else away."""

    def initialize(self, door: Door) -> None:
        self.door = door

    def prepare(self) -> None:
        shown = self.get_query_argument("token", "")
        if self.request.method != "GET" or not self.door.is_local(self.request) or not self.door.fits(shown):
            self.set_status(403)
            # a cookie comes along from a page of our own only, so whoever followed a link from elsewhere needs another step
            self.finish(_page(CLOSED, self.request.uri if self.door.is_local(self.request) else None))
            return
        self.set_cookie(self.door.cookie, self.door.token, httponly=True, samesite="Strict", path="/")
        rest = [(name, value) for name, value in parse_qsl(self.request.query) if name != "token"]
        self.redirect(f"/?{urlencode(rest)}" if rest else "/")

    def check_xsrf_cookie(self) -> None:
        """Nothing is done for anybody here that a forged request could ask for."""

    def _log(self) -> None:
        """The terminal is not told: who knocks may knock a thousand times."""


class Tables(AsyncMappingKernelManager):
    """Kernels, a few at most: a new one takes the place of one that no page is connected to, if there is one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]
        self._one_by_one = asyncio.Lock()

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        async with self._one_by_one:
            if len(self) >= TABLES:
                await self._clear_one()
            return str(await super().start_kernel(**options))

    async def _clear_one(self) -> None:
        left = [name for name in self.list_kernel_ids() if not self._kernel_connections.get(name)]
        if not left:
            raise web.HTTPError(503, FULL)
        longest_left = min(left, key=lambda name: self._kernels[name].last_activity)
        await self.shutdown_kernel(longest_left)  # type: ignore[no-untyped-call]


class Served(Voila):
    """voila behind the door."""

    secret = ""  # the token of the printed address

    def init_handlers(self) -> list[Any]:
        door = Door(self.port, self.secret)
        return [(door, Porter, {"door": door}), *super().init_handlers()]


def _page(sentence: str, again: str | None) -> str:
    """A page of one sentence, and a link to where it was asked for."""
    page = jinja2.Template(SENTENCE.read_text(encoding="utf-8"), autoescape=True)
    return str(page.render(message=sentence, again=again and f"/{again.lstrip('/')}"))


def serve(token: str) -> None:
    """Serve the page, as the command line says, to who has the token."""
    Served.secret = token
    Served.launch_instance()
