"""The page in a real browser: whole games by mouse and by keyboard on the toy set, against the server that people use.

Screenshots are kept in .cache/screenshots/. Without Chromium these tests are skipped, and say so.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect, sync_playwright

from commonground import agents
from commonground.embeddings import load_set
from commonground.game import Colour, SpymasterView, Turn
from commonground.study.experiment import TURN_COLUMNS
from helpers.support import CHECKOUT

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SHOTS = CHECKOUT / ".cache" / "screenshots"
LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
PATIENCE = 120_000  # ms: the first game of a kernel compiles, on a machine that may have other things to do
BOARD = 3
# what is not ours: a page that is left gives up what it was asking for; and on a busy machine ipywidgets may give up looking
# for a model just as it comes, for which the page loads itself again
FORGIVEN = re.compile("^net::ERR_ABORTED: |widget model not found")

pytestmark = [
    pytest.mark.slow(10),
    pytest.mark.skipif(
        CHROMIUM is None,
        reason="there is no Chromium here (make test installs it where it is root and has apt): the page is not tested in a browser",
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A project folder of the server's own, with the checkout's toy set: what is kept and saved goes there."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "data").mkdir()
    for name in ("data/board_words.txt", "data/blocked_words.txt", "data/embeddings.yaml", "params.yaml"):
        shutil.copy(CHECKOUT / name, folder / name)
    load_set("toy")
    for name in ("data/embeddings", "data/precomputed"):
        (folder / name).mkdir()
        (folder / name / "toy").symlink_to(CHECKOUT / name / "toy")
    (folder / "notebooks").symlink_to(CHECKOUT / "notebooks")
    return folder


@pytest.fixture(scope="module")
def address(folder) -> Iterator[str]:
    """The page as `make play` serves it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = (folder / "server.log").open("w+")
    command = [sys.executable, "-m", "commonground.people", "--port", str(port), "--set", "toy"]
    server = subprocess.Popen(
        command, stdout=log, stderr=log, env=os.environ | {"COMMONGROUND_ROOT": str(folder)}, start_new_session=True
    )
    try:
        yield said(folder / "server.log", r"http://127\.0\.0\.1:\d+/\?set=toy")
    finally:
        os.killpg(server.pid, signal.SIGTERM)  # the group that was started here: the server and its kernels
        server.wait(30)
        log.close()


def said(log: Path, pattern: str) -> str:
    """What the server says, once it does."""
    for _ in range(600):
        if found := re.search(pattern, log.read_text()):
            return found[0]
        time.sleep(0.1)
    raise AssertionError(log.read_text())


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium):
    """Opens pages; at the end, none may have put an error on its console or asked for what is not there."""
    contexts, trouble = [], []

    def opened(address: str, size: dict[str, int] = LAPTOP) -> Page:
        contexts.append(chromium.new_context(viewport=size, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: message.type == "error" and trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("requestfailed", lambda request: trouble.append(f"{request.failure}: {request.url}"))
        page.on(
            "response", lambda response: response.status >= 400 and trouble.append(f"{response.status}: {response.url}")
        )
        page.on(
            "request",
            lambda request: (
                "//127.0.0.1:" in request.url
                or request.url.startswith(("data:", "blob:"))
                or trouble.append(f"from elsewhere: {request.url}")
            ),
        )
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in trouble if not FORGIVEN.search(line)] == []


def shot(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")


def start(page: Page, role: str, **choices: str) -> None:
    page.locator(f"[data-key=role-{role}]").check()
    for name, value in choices.items():
        field = page.locator(f"[name={name}]")
        field.select_option(value) if name != "seed" else field.fill(value)
    page.locator("[data-key=start]").click()
    expect(page.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)


def settled(page: Page) -> None:
    expect(page.locator(".cg")).not_to_have_class(re.compile("cg-pending"), timeout=PATIENCE)


def bars(page: Page) -> dict[str, float]:
    return {
        bar.get_attribute("data-model"): float(bar.get_attribute("data-now"))
        for bar in page.locator(".cg-bars li").all()
    }


def over(page: Page) -> bool:
    return page.locator("[data-key=next]").count() > 0


def clue_on(page: Page) -> tuple[str, int]:
    word, number = page.locator(".cg-clue strong").all_inner_texts()
    return word.lower(), int(number)


def as_guesser(page: Page, embedding) -> list[str]:
    """The cards that a static guesser would pick for the clue on the page."""
    word, number = clue_on(page)
    left = page.locator(".cg-card:not(.cg-shown)").evaluate_all("cards => cards.map(card => card.dataset.word)")
    squared = ((embedding.vectors[embedding.rows(left)] - embedding.vectors[embedding.index[word]]) ** 2).sum(axis=1)
    return [left[card] for card in squared.argsort(kind="stable")[:number]]


@pytest.fixture(scope="module")
def words():
    return load_set("toy")


def test_a_whole_game_by_mouse_with_beliefs_moving_and_a_reload_and_a_saved_record(address, open_page, folder, words):
    page = open_page(address)
    expect(page.locator("[data-key=start]")).to_be_visible(timeout=PATIENCE)
    shot(page, "laptop-form")
    start(page, "guesser", seed=str(BOARD))
    board = words.deal(BOARD)
    assert page.locator(".cg-card .cg-word").all_text_contents() == list(board.words)
    assert page.locator(".cg-card.cg-red, .cg-card.cg-blue, .cg-card.cg-assassin").count() == 0, "a guesser sees no key"
    assert set(bars(page).values()) == {0.25}
    shot(page, "laptop-guesser-start")
    seen, turns = [bars(page)], 0
    while not over(page):
        turn = page.locator(".cg-score li").nth(2).inner_text()
        for word in as_guesser(page, words["tb"]):
            page.locator(f'.cg-card[data-word="{word}"]').click()
            settled(page)
            expect(page.locator(f'.cg-card[data-word="{word}"]')).to_have_class(re.compile("cg-shown"))
            if over(page) or page.locator(".cg-score li").nth(2).inner_text() != turn:
                break
        else:
            page.locator("[data-key=stop]").click()
            settled(page)
        seen.append(bars(page))
        turns += 1
        if turns == 2 and not over(page):
            shot(page, "laptop-guesser-middle")
            before = page.locator("main").inner_text()
            page.reload()
            expect(page.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
            settled(page)
            assert page.locator("main").inner_text() == before, "a reload goes on with the game"
    assert seen[-1] != seen[0], "beliefs have moved"
    assert abs(sum(seen[-1].values()) - 1) < 1e-3
    headline = page.locator(".cg-headline").inner_text()
    assert re.match(
        r"You (win|lose) in (\d+) turns: (all red cards found|the assassin was picked|all blue cards were picked)\.",
        headline,
    )
    assert page.locator(".cg-card.cg-red").count() == 9 and page.locator(".cg-card.cg-assassin").count() == 1
    assert page.locator(".cg-story > ol > li").count() == turns
    shot(page, "laptop-guesser-end")
    page.locator("[data-key=save]").click()
    settled(page)
    name = re.search(r"data/people/(\w+)\.csv", page.locator(".cg-message").inner_text())[1]
    table = pd.read_csv(folder / "data" / "people" / f"{name}.csv")
    assert list(table.columns) == TURN_COLUMNS and len(table) == turns
    assert set(table["guesser"]) == {"person"} and set(table["board"]) == {BOARD}
    assert json.loads((folder / "data" / "people" / f"{name}.json").read_text())["words"] == list(board.words)
    page.locator("[data-key=again]").click()
    settled(page)
    expect(page.locator(".cg-card.cg-shown")).to_have_count(0, timeout=PATIENCE)
    assert page.locator(".cg-card .cg-word").all_text_contents() == list(board.words), "the same board"


def test_a_whole_game_by_keyboard_alone(address, open_page, words):
    """Tab, arrows, Enter and typing; the pointer is never used."""
    page = open_page(address)
    expect(page.locator("[data-key=start]")).to_be_visible(timeout=PATIENCE)
    tab_to(page, "role-guesser")
    tab_to(page, "form-seed")
    page.keyboard.press("Control+a")
    page.keyboard.type(str(BOARD + 1))
    page.keyboard.press("Enter")
    expect(page.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    settled(page)
    board = words.deal(BOARD + 1)
    for _ in range(60):
        if over(page):
            break
        turn = page.locator(".cg-score li").nth(2).inner_text()
        for word in as_guesser(page, words["ta"]):
            tab_to(page, "card-")
            go_to(page, board.words.index(word))
            page.keyboard.press("Enter")
            settled(page)
            if over(page) or page.locator(".cg-score li").nth(2).inner_text() != turn:
                break
        else:
            tab_to(page, "stop", backwards=True)
            page.keyboard.press("Space")
            settled(page)
    assert over(page)
    tab_to(page, "save", backwards=True)
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator(".cg-message")).to_contain_text("Saved: data/people/")


def tab_to(page: Page, key: str, backwards: bool = False) -> None:
    """Press Tab until the focus is on the element of that key (or of a key that starts so, if it ends in a dash)."""
    for _ in range(80):
        here = page.evaluate("document.activeElement?.dataset.key ?? ''")
        if here == key or (key.endswith("-") and here.startswith(key)):
            return
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"no way to {key} by Tab")


def go_to(page: Page, card: int) -> None:
    """Walk over the board by arrow keys."""
    here = int(page.evaluate("document.activeElement.dataset.key").removeprefix("card-"))
    down, right = card // 5 - here // 5, card % 5 - here % 5
    for _ in range(abs(down)):
        page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    for _ in range(abs(right)):
        page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.key") == f"card-{card}"


def test_a_whole_game_of_clues_with_illegal_ones_by_keyboard(address, open_page, words):
    page = open_page(address)
    expect(page.locator("[data-key=start]")).to_be_visible(timeout=PATIENCE)
    start(page, "spymaster", seed=str(BOARD), noise="0")
    board = words.deal(BOARD)
    assert page.locator(".cg-card.cg-red").count() == 9, "a spymaster sees the key"
    shot(page, "laptop-spymaster-start")
    for typed, says in (
        (f"{board.words[0]} 1", "is a word on the board"),
        (f"{board.words[0]}s 1", "contains the board word"),
        ("qwertz 2", "does not know the word 'qwertz'"),
        ("ocean", "one word and a number"),
    ):
        page.locator("[name=clue]").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator(".cg-complaint")).to_contain_text(says, timeout=PATIENCE)
        settled(page)
        assert page.locator("[name=clue]").input_value() == typed, "it can be mended"
    shot(page, "laptop-spymaster-illegal")
    spymaster = agents.StaticSpymaster(words["tb"], legality="strict")
    revealed: list[Colour | None] = [None] * 25
    spymaster.start(SpymasterView(board.words, board.key, tuple(revealed), ()))
    turns, said_before = 0, ()
    while not over(page) and turns < 25:
        clue = spymaster.give_clue(SpymasterView(board.words, board.key, tuple(revealed), said_before), None)
        said_before = (*said_before, Turn(clue, (), ()))
        page.locator("[name=clue]").fill(str(clue))
        page.keyboard.press("Enter")
        settled(page)
        turns += 1
        shown = page.locator(".cg-card").evaluate_all("cards => cards.map(card => card.classList.contains('cg-shown'))")
        revealed = [board.key[card] if seen else None for card, seen in enumerate(shown)]
        assert page.locator(".cg-story > ol > li").count() == turns
        if turns == 2:
            assert page.locator(".cg-cards li").count() >= 20, "a probability on each card"
            page.locator("[data-key=look-0]").click()
            assert page.locator(".cg-cards .cg-picked").count() == 1
            shot(page, "laptop-spymaster-middle")
    assert over(page)
    shot(page, "laptop-spymaster-end")


def test_beliefs_can_be_hidden_until_the_end(address, open_page, words):
    page = open_page(address, PHONE)
    expect(page.locator("[data-key=start]")).to_be_visible(timeout=PATIENCE)
    shot(page, "phone-form")
    start(page, "guesser", seed="8")
    shot(page, "phone-guesser-start")
    page.locator("[data-key=watch]").uncheck()
    assert page.locator(".cg-bars").count() == 0 and page.locator(".cg-hidden").is_visible()
    page.locator(f'.cg-card[data-word="{as_guesser(page, words["ta"])[0]}"]').click()
    settled(page)
    assert page.locator(".cg-bars").count() == 0
    shot(page, "phone-guesser-middle")
    board = words.deal(8)
    assassin = board.words[board.key.index(Colour.ASSASSIN)]
    page.locator(f'.cg-card[data-word="{assassin}"]').click()
    expect(page.locator(".cg-headline")).to_contain_text("the assassin was picked", timeout=PATIENCE)
    assert page.locator(".cg-bars").count() == 1, "shown after the game"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "nothing sticks out of a phone"
    shot(page, "phone-guesser-end")


def test_two_tabs_have_two_games_and_own_words_are_checked(address, open_page, words):
    one, two = open_page(address), open_page(address, PHONE)
    for page in (one, two):
        expect(page.locator("[data-key=start]")).to_be_visible(timeout=PATIENCE)
    start(one, "guesser", seed="5")
    own = list(words.board_words[100:125])
    two.locator("[data-key=role-spymaster]").check()
    two.locator("[data-key=form-own]").click()
    for typed, says in (
        (" ".join(own[:20]), "these are 20: add 5"),
        (", ".join([*own[:24], own[0]]), f"'{own[0]}' is there twice"),
        ("\n".join([*own[:24], "qwertz"]), "no vector for 'qwertz'"),
    ):
        two.locator("[name=words]").fill(typed)
        two.locator("[data-key=start]").click()
        expect(two.locator(".cg-complaint")).to_contain_text(says, timeout=PATIENCE)
        settled(two)
    two.locator("[name=words]").fill(" ".join(own))
    two.locator("[data-key=start]").click()
    expect(two.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    assert two.locator(".cg-card .cg-word").all_text_contents() == own
    shot(two, "phone-spymaster-start")
    assert one.url != two.url and "game=" in one.url
    assert one.locator(".cg-card .cg-word").all_text_contents() == list(words.deal(5).words)
    card = one.locator(".cg-card").first
    card.click()
    settled(one)
    assert two.locator(".cg-card.cg-shown").count() == 0


def test_the_server_listens_on_loopback_only(address):
    port = int(re.search(r":(\d+)/", address)[1])
    listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    mine = {
        fields[1].split(":")[0]
        for fields in listening
        if fields[3] == "0A" and int(fields[1].split(":")[1], 16) == port
    }
    assert mine == {"0100007F"}, "127.0.0.1, as /proc writes it"
    six = [line.split()[1] for line in Path("/proc/net/tcp6").read_text().splitlines()[1:]]
    assert not [place for place in six if int(place.split(":")[1], 16) == port]


def test_the_terminal_shows_where_the_page_is_and_no_warnings_of_kernels(address, open_page, folder):
    expect(open_page(address).locator("[data-key=start]")).to_be_visible(timeout=PATIENCE)
    told = (folder / "server.log").read_text()
    assert address in told
    assert not re.search("without encryption|Deprecat", told), told
