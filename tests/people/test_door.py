"""Who is let in, over real HTTP against the real server: a token, this machine's name, a few tables, none for ever."""

import http.client
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from commonground.people import door
from helpers.served import ADDRESS, furnish, serving

pytestmark = pytest.mark.slow(25)
IDLE = 8  # seconds until a table that nobody touches is cleared


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Served:
    """A server, and requests to it."""

    def __init__(self, address: str, log: Path) -> None:
        self.port, self.token = re.fullmatch(ADDRESS, address).groups()
        self.host, self.log = f"127.0.0.1:{self.port}", log
        self.cookie = f"commonground-{self.port}={self.token}"

    def ask(self, path: str, method: str = "GET", **headers: str) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=120)
        sent = {"Host": self.host} | headers
        connection.putrequest(method, path, skip_host=True)
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        reply = Reply(answer.status, dict(answer.getheaders()), answer.read().decode(errors="replace"))
        connection.close()
        return reply

    def sit_down(self) -> str:
        """Load the page as a browser that was here before: the kernel it has started."""
        reply = self.ask("/?set=toy", Cookie=self.cookie)
        assert reply.status == 200, reply
        return re.search(r'"kernelId": "([0-9a-f-]+)"', reply.text)[1]

    def is_there(self, kernel: str) -> bool:
        return self.ask(f"/api/kernels/{kernel}", Cookie=self.cookie).status == 200


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Served]:
    folder = furnish(tmp_path_factory.mktemp("served"))
    with serving(folder, "--idle", str(IDLE)) as address:
        yield Served(address, folder / "server.log")


PLACES = (
    "/",
    "/?set=toy",
    "/voila/static/voila.js",
    "/api/kernels/0-0-0-0-0",
    "/api/kernels/0-0-0-0-0/channels",
    "/voila/files/x",
)


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("shown", [{}, {"Cookie": "commonground-{port}=guessed"}, {"Cookie": "commonground-1={token}"}])
def test_without_the_token_nobody_is_let_in(server, path, shown):
    headers = {name: text.format(port=server.port, token=server.token) for name, text in shown.items()}
    reply = server.ask(path, **headers)
    assert reply.status == 403 and door.CLOSED in reply.text and "Set-Cookie" not in reply.headers
    assert 'name="viewport"' in reply.text and f'href="{path}"' in reply.text


@pytest.mark.parametrize("token", ["", "guessed", "{token}x", "%C3%BC"])
def test_a_wrong_token_is_no_token(server, token):
    assert server.ask(f"/?token={token.format(token=server.token)}").status == 403


def test_the_printed_address_gives_a_cookie_and_leads_on_without_the_token(server):
    reply = server.ask(f"/?set=toy&token={server.token}&board=5")
    assert (reply.status, reply.headers["Location"]) == (302, "/?set=toy&board=5")
    cookie = reply.headers["Set-Cookie"]
    assert cookie.startswith(server.cookie) and "HttpOnly" in cookie and "SameSite=Strict" in cookie


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""]
)
def test_another_name_for_this_machine_is_refused_even_with_the_token(server, host):
    name = host.format(port=server.port)
    assert server.ask("/", Host=name, Cookie=server.cookie).status in (400, 403)
    assert server.ask(f"/?token={server.token}", Host=name).status in (400, 403)


def test_localhost_is_this_machine(server):
    assert server.ask("/api/kernels/0-0-0-0-0", Host=f"localhost:{server.port}", Cookie=server.cookie).status != 403


@pytest.mark.parametrize("path", ['/?board="><script>', "//evil.example/"])
def test_the_way_back_leads_nowhere_else(server, path):
    reply = server.ask(path.replace('"', "%22"))
    assert "<script>" not in reply.text and 'href="//' not in reply.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}"])
def test_other_pages_can_ask_for_nothing(server, origin):
    headers = {"Cookie": server.cookie, "Origin": origin.format(port=server.port)}
    assert server.ask("/", **headers).status == 403
    upgrade = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "x" * 22 + "==",
        "Sec-WebSocket-Version": "13",
    }
    assert server.ask("/api/kernels/0-0-0-0-0/channels", **headers, **upgrade).status == 403


def test_tables_are_few_and_those_that_nobody_touches_are_cleared(server):
    """Pages that no browser is connected to make room for new ones, the longest left first; after a while all are gone."""
    kernels = [server.sit_down() for _ in range(door.TABLES + 1)]
    assert not server.is_there(kernels[0]) and server.is_there(kernels[-1])
    assert sum(map(server.is_there, kernels)) <= door.TABLES
    until = time.monotonic() + 20 * IDLE
    while any(map(server.is_there, kernels)) and time.monotonic() < until:
        time.sleep(1)
    assert not any(map(server.is_there, kernels))


def test_the_token_stands_on_no_command_line(server):
    lines = [" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"])]
    assert any(f"--port={server.port}" in line for line in lines)
    assert not any(server.token in line for line in lines)
