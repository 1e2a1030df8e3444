"""The page in a real browser: whole games by mouse, keyboard and touch on the toy set, against the server that people use.

On a laptop and on a phone, in light and in dark; axe-core looks at every stage. Screenshots are kept in .cache/screenshots/. Without
Chromium these tests are skipped, and say so; with `COMMONGROUND_BROWSER=required`, as in .ci/run, they fail.
"""

import json
import re
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect, sync_playwright

from commonground import agents
from commonground.embeddings import load_set
from commonground.game import Colour, SpymasterView, Turn
from commonground.people import door
from commonground.study.experiment import TURN_COLUMNS
from helpers import axe
from helpers.served import furnish, serving
from helpers.support import CHECKOUT

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SHOTS = CHECKOUT / ".cache" / "screenshots"
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PATIENCE = 120_000  # ms: the first game of a kernel compiles, on a machine that may have other things to do
BOARD = 3
SMALLEST = 13  # px of letters
# what is not ours: a page that is left gives up what it was asking for; and on a busy machine ipywidgets may give up looking
# for a model just as it comes, for which the page loads itself again
FORGIVEN = re.compile("^net::ERR_ABORTED: |widget model not found")

pytestmark = [
    pytest.mark.slow(15),
    pytest.mark.skipif(
        CHROMIUM is None and not axe.REQUIRED,
        reason="there is no Chromium here (`make browser` installs it, as root and with apt): the page is not tested in a browser",
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return furnish(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def address(folder) -> Iterator[str]:
    """The page as `make play` serves it."""
    with serving(folder) as printed:
        yield printed


@pytest.fixture(scope="module")
def words():
    return load_set("toy")


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, address):
    """Opens pages; at the end, none may have put an error on its console or asked for what is not there."""
    contexts, trouble = [], []

    def watched(page: Page) -> Page:
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
        return page

    def opened(device: dict = LAPTOP, scheme: str = "light", beside: Page | None = None, path: str = "") -> Page:
        """A page of a new browser, or of the browser of another page."""
        if beside is None:
            contexts.append(chromium.new_context(**device, color_scheme=scheme, reduced_motion="reduce"))
        page = watched((beside.context if beside else contexts[-1]).new_page())
        page.goto(path or address)
        expect(page.locator("[data-key=role-guesser], .cg-card").first).to_be_visible(timeout=PATIENCE)
        return page

    opened.trouble = trouble
    yield opened
    for context in contexts:
        context.close()
    assert [line for line in trouble if not FORGIVEN.search(line)] == []


def shot(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


def is_sound(page: Page) -> None:
    """Nothing serious for axe-core, no small letters, and nothing that sticks out."""
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out"
    small = page.locator(".cg *").evaluate_all(
        "(all, least) => all.filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())"
        " && e.getClientRects().length && parseFloat(getComputedStyle(e).fontSize) < least).map(e => e.outerHTML)",
        SMALLEST,
    )
    assert small == []
    cut = page.locator(".cg-card").evaluate_all(
        "cards => cards.filter(c => c.scrollWidth > c.clientWidth + 1 || c.scrollHeight > c.clientHeight + 1)"
        ".map(c => c.dataset.word)"
    )
    assert cut == [], "no word is cut off"
    if axe.script().exists():
        assert serious(page) == []


def serious(page: Page) -> list[str]:
    """What axe-core finds that would keep somebody from using the page."""
    page.evaluate(axe.script().read_text(encoding="utf-8"))
    found = page.evaluate("axe.run('.cg').then(found => found.violations)")
    return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found if v["impact"] in ("serious", "critical")]


@pytest.mark.skipif(not axe.script().exists() and not axe.REQUIRED, reason=axe.MISSING)
def test_axe_core_looks_at_the_page_and_finds_a_button_without_a_name(open_page):
    page = open_page()
    assert serious(page) == []
    page.locator(".cg").first.evaluate("page => page.append(document.createElement('button'))")
    assert serious(page) == ["button-name: <button></button>"]


def settled(page: Page) -> None:
    expect(page.locator(".cg")).not_to_have_class(re.compile("cg-pending"), timeout=PATIENCE)


def start(page: Page, role: str, seed: int = BOARD, **chosen: str) -> None:
    page.locator("[data-key=more]").click()
    page.locator("[name=seed]").fill(str(seed))
    for name, value in chosen.items():
        page.locator(f"[name={name}]").select_option(value)
    page.locator(f"[data-key=role-{role}]").click()
    expect(page.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    settled(page)


def is_over(page: Page) -> bool:
    return page.locator("[data-key=next]").count() > 0


def clue_on(page: Page) -> tuple[str, int]:
    word, number = page.locator(".cg-clue strong").all_text_contents()
    return word.lower(), int(number)


def as_guesser(page: Page, embedding) -> list[str]:
    """The cards that a static guesser would pick for the clue on the page."""
    word, number = clue_on(page)
    left = page.locator(".cg-card:not(.cg-shown)").evaluate_all("cards => cards.map(card => card.dataset.word)")
    squared = ((embedding.vectors[embedding.rows(left)] - embedding.vectors[embedding.index[word]]) ** 2).sum(axis=1)
    return [left[card] for card in squared.argsort(kind="stable")[:number]]


def card(page: Page, word: str):
    return page.locator(f'.cg-card[data-word="{word}"]')


def board_top(page: Page) -> float:
    return page.locator(".cg-board").evaluate("board => board.getBoundingClientRect().top + scrollY")


class Hand:
    """How a person touches things: by mouse, by finger, or by the keyboard alone."""

    def __init__(self, page: Page, words) -> None:
        self.page, self.words = page, words

    def press(self, key: str) -> None:
        self.page.locator(f"[data-key={key}]").click()

    def pick(self, word: str) -> None:
        card(self.page, word).click()
        expect(card(self.page, word)).to_have_class(re.compile("cg-selected"))
        card(self.page, word).click()

    def turn(self, embedding) -> None:
        """Play a turn as a static guesser would; every card is felt, and a turn that is over waits for Continue."""
        for word in as_guesser(self.page, embedding):
            self.pick(word)
            settled(self.page)
            expect(card(self.page, word)).to_have_class(re.compile("cg-shown"))
            if self.page.locator("[data-key=continue]").count():
                assert re.match(rf"{word.upper()} is (red|blue|a bystander|the assassin)", self.verdict())
                self.press("continue")
                return
        self.press("stop")
        settled(self.page)

    def verdict(self) -> str:
        shown = self.page.locator(".cg-headline").inner_text()
        assert shown == self.page.locator("[role=status]").inner_text(), "what is seen is announced"
        return shown


class Finger(Hand):
    def press(self, key: str) -> None:
        self.page.locator(f"[data-key={key}]").tap()

    def pick(self, word: str) -> None:
        card(self.page, word).tap()
        self.press("pick")  # the button under the board does as well


class Keys(Hand):
    def press(self, key: str) -> None:
        self.tab_to(key)
        self.page.keyboard.press("Enter")

    def pick(self, word: str) -> None:
        self.tab_to("card-")
        self.go_to(self.board().index(word))
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Enter")

    def board(self) -> list[str]:
        return self.page.locator(".cg-card").evaluate_all("cards => cards.map(card => card.dataset.word)")

    def focus(self) -> str:
        return self.page.evaluate("document.activeElement?.dataset.key ?? ''")

    def tab_to(self, key: str) -> None:
        """Press Tab until the focus is on the element of that key (or of a key that starts so, if it ends in a dash)."""
        for number in range(80):
            if self.focus() == key or (key.endswith("-") and self.focus().startswith(key)):
                return
            self.page.keyboard.press("Tab" if number < 40 else "Shift+Tab")
        raise AssertionError(f"no way to {key} by Tab")

    def go_to(self, number: int) -> None:
        """Walk over the board by arrow keys."""
        here = int(self.focus().removeprefix("card-"))
        down, right = number // 5 - here // 5, number % 5 - here % 5
        for _ in range(abs(down)):
            self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(right)):
            self.page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        assert self.focus() == f"card-{number}"


def test_guessing_by_mouse_with_a_reload_a_picture_and_a_saved_record(open_page, folder, words):
    page = open_page()
    hand = Hand(page, words)
    is_sound(page)
    shot(page, "laptop-light-start")
    start(page, "guesser")
    board = words.deal(BOARD)
    assert page.locator(".cg-card .cg-word").all_text_contents() == [soft(word) for word in board.words]
    assert page.locator(".cg-card.cg-red, .cg-card.cg-blue, .cg-card.cg-assassin").count() == 0, "a guesser sees no key"
    assert page.locator(".cg-bars").count() == 0, "what it believes is not shown unless one asks for it"
    assert page.evaluate("document.activeElement.dataset.key") == "card-0", "the focus is on the board"
    hand.turn(words["tb"])
    before = page.locator("main").inner_text()
    page.reload()
    expect(page.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    settled(page)
    assert page.locator("main").inner_text() == before, "a reload goes on with the game"
    is_sound(page)
    shot(page, "laptop-light-guesser-middle")
    turns = 1
    while not is_over(page):
        hand.turn(words["tb"])
        turns += 1
    assert re.match(r"You (win|lose) in (\d+ turns|one turn): ", page.locator(".cg-result").inner_text())
    assert page.locator(".cg-card.cg-red").count() == 9 and page.locator(".cg-card.cg-assassin").count() == 1
    assert page.locator(".cg-story > ol > li").count() == turns and "I meant" in page.locator(".cg-story").inner_text()
    assert "The turning point was turn" in page.locator(".cg-ending").inner_text()
    assert page.locator(".cg-bars li").count() >= len(words.internal)
    hand.press("share")
    expect(page.locator(".cg-shared")).to_be_in_viewport()
    assert page.evaluate("document.activeElement.dataset.key") == "download"
    with page.expect_download() as downloaded:
        hand.press("download")
    picture = Path(downloaded.value.path()).read_bytes()
    assert downloaded.value.suggested_filename == f"common-ground-{BOARD}.png"
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">2I", picture[16:24]) == (1080, 1270)
    is_sound(page)
    shot(page, "laptop-light-guesser-end")
    hand.press("save")
    settled(page)
    name = re.search(r"data/people/(\w+)\.csv", page.locator(".cg-message").inner_text())[1]
    table = pd.read_csv(folder / "data" / "people" / f"{name}.csv")
    assert list(table.columns) == TURN_COLUMNS and len(table) == turns
    saved = json.loads((folder / "data" / "people" / f"{name}.json").read_text())
    assert saved["words"] == list(board.words) and not saved["watched"] and saved["setup"]["person"]
    told = page.locator(".cg-acquaintance").inner_text()
    assert re.match(r"After one game I (think you talk like \w+ \(\d+ %\)|can't tell yet whom you talk like)\.", told)
    hand.press("again")
    settled(page)
    expect(page.locator(".cg-card.cg-shown")).to_have_count(0, timeout=PATIENCE)
    assert page.locator(".cg-card .cg-word").all_text_contents() == [soft(word) for word in board.words]
    page.locator("[data-key=watch]").check()
    now = page.locator(".cg-bars li").evaluate_all("bars => bars.map(bar => Number(bar.dataset.now))")
    assert len(set(now)) > 1, "it goes on with what it believed"
    assert page.locator("a", has_text=f"Board {BOARD}").get_attribute("href") == f"?set=toy&board={BOARD}&role=guesser"
    hand.press("new")
    hand.press("forget")
    assert page.locator(".cg-acquaintance").count() == 0
    assert page.locator(".cg-cast li").count() == len(words.singles) + 1, "whom it knows"
    assert page.evaluate("document.activeElement.dataset.key") == "role-guesser", "the focus is not lost"


def soft(word: str) -> str:
    """A word as it stands on a card: a long one may be broken in the middle."""
    middle = -(-len(word) // 2)
    return word if len(word) < 9 else f"{word[:middle]}\u00ad{word[middle:]}"


def test_guessing_by_keyboard_alone_in_the_dark(open_page, words):
    """Tab, arrows, Enter and typing; the pointer is never used."""
    page = open_page(scheme="dark")
    keys = Keys(page, words)
    is_sound(page)
    shot(page, "laptop-dark-start")
    keys.press("role-guesser")
    expect(page.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    settled(page)
    assert keys.focus() == "card-0"
    while not is_over(page):
        keys.turn(words["ta"])
    is_sound(page)
    shot(page, "laptop-dark-guesser-end")
    keys.press("save")
    settled(page)
    expect(page.locator(".cg-message")).to_contain_text("Saved: data/people/")


def test_giving_clues_by_touch_on_a_phone_in_the_dark(open_page, words):
    page = open_page(PHONE, "dark")
    finger = Finger(page, words)
    start(page, "spymaster", **{"agent-spymaster": "DG_B"})
    board = words.deal(BOARD)
    assert page.locator(".cg-card.cg-red").count() == 9, "a spymaster sees the key"
    is_sound(page)
    shot(page, "phone-dark-spymaster-start")
    top = board_top(page)
    for typed, says in (
        (f"{board.words[0]} 1", "is a word on the board"),
        ("qwertz 2", "does not know the word 'qwertz'"),
        ("ocean", "one word and a number"),
        ("ocean 0", "0, which says"),
        ("ocean " + 5000 * "9", "how many cards you mean"),
    ):
        page.locator("[name=clue]").fill(typed)
        finger.press("say")
        expect(page.locator(".cg-complaint")).to_contain_text(says, timeout=PATIENCE)
        expect(page.locator("[role=alert]")).to_contain_text(says)
        settled(page)
        assert page.locator("[name=clue]").input_value() == typed, "it can be mended"
        assert board_top(page) == top, "the board does not jump"
    spymaster = agents.StaticSpymaster(words["tb"], legality="strict")
    revealed: list[Colour | None] = [None] * 25
    spymaster.start(SpymasterView(board.words, board.key, tuple(revealed), ()))
    turns, said_before = 0, ()
    while not is_over(page) and turns < 25:
        clue = spymaster.give_clue(
            SpymasterView(board.words, board.key, tuple(revealed), said_before), np.random.default_rng(0)
        )
        said_before = (*said_before, Turn(clue, (), ()))
        page.locator("[name=clue]").fill(str(clue).replace(" ", ","))
        finger.press("say")
        settled(page)
        turns += 1
        expect(page.locator("[data-key=continue]")).to_be_visible(timeout=PATIENCE)
        assert re.match(r"[A-Z]+ is (red|blue|a bystander|the assassin)", finger.verdict())
        finger.press("continue")
        shown = page.locator(".cg-card").evaluate_all("cards => cards.map(card => card.classList.contains('cg-shown'))")
        revealed = [board.key[number] if seen else None for number, seen in enumerate(shown)]
        if turns == 1:
            is_sound(page)
            shot(page, "phone-dark-spymaster-middle")
    assert is_over(page)
    is_sound(page)
    shot(page, "phone-dark-spymaster-end")


def test_guessing_by_touch_on_a_phone_with_beliefs_shown(open_page, folder, words):
    page = open_page(PHONE)
    finger = Finger(page, words)
    is_sound(page)
    shot(page, "phone-light-start")
    start(page, "guesser", 8)
    page.locator("[data-key=watch]").check()
    settled(page)
    assert page.locator(".cg-bars").count() == 1 and page.locator(".cg-panel details:not(.cg-question)").count() == 0
    top = board_top(page)
    finger.turn(words["ta"])
    assert board_top(page) == top, "the board does not jump"
    is_sound(page)
    shot(page, "phone-light-guesser-middle")
    board = words.deal(8)
    unseen = {word.upper() for word in board.words if "cg-shown" not in card(page, word).get_attribute("class")}
    told = " ".join(page.locator(".cg-panel").all_inner_texts()).replace(clue_on(page)[0].upper(), "")
    assert not unseen & set(re.findall(r"[A-Z]{2,}", told)), "no card is named that is still to find"
    finger.pick(board.words[board.key.index(Colour.ASSASSIN)])
    settled(page)
    assert "the assassin. You lose." in finger.verdict()
    assert page.locator(".cg-card.cg-red:not(.cg-shown)").count() == 0, "the key is shown after a moment"
    finger.press("continue")
    assert page.locator(".cg-card.cg-red").count() == 9
    is_sound(page)
    shot(page, "phone-light-guesser-end")
    finger.press("save")
    settled(page)
    name = re.search(r"data/people/(\w+)\.csv", page.locator(".cg-message").inner_text())[1]
    assert json.loads((folder / "data" / "people" / f"{name}.json").read_text())["watched"]


def test_one_game_in_two_tabs_goes_on_in_the_later_and_a_table_that_is_gone_can_be_taken_again(open_page, words):
    one = open_page()
    start(one, "guesser", 5)
    two = open_page(beside=one, path=one.url)
    settled(two)
    expect(one.locator(".cg-banner")).to_contain_text("goes on in another tab", timeout=PATIENCE)
    expect(two.locator("[role=status]")).to_contain_text("was open in another tab", timeout=PATIENCE)
    one.locator(".cg-card").first.click(force=True)
    assert one.locator(".cg-selected").count() == 0, "nothing can be touched that would do nothing"
    assert one.locator("[data-key=new]").is_enabled()
    Hand(two, words).turn(words["ta"])
    after = two.locator("main").inner_text()
    one.locator("[data-key=reconnect]").click()
    expect(one.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    settled(one)
    assert one.locator("main").inner_text() == after, "no move was lost"
    two.close()
    kernel = one.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    one.evaluate(
        "kernel => fetch(`/api/kernels/${kernel}`, {method: 'DELETE', headers: {'X-XSRFToken': document.cookie.match(/_xsrf=([^;]+)/)[1]}})",
        kernel,
    )
    one.locator(".cg-card:not(.cg-shown)").first.click()
    one.locator("[data-key=pick]").click()
    expect(one.locator(".cg-banner")).to_contain_text("Nobody is at the table any more", timeout=PATIENCE)
    one.locator("[data-key=reconnect]").click()
    expect(one.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    settled(one)
    assert one.locator("main").inner_text() == after, "the game is kept"
    gone = re.compile("404|/api/kernels/")  # what the page was told of the kernel that is no more
    open_page.trouble[:] = [line for line in open_page.trouble if not gone.search(line)]


def test_what_sticks_out_is_found(open_page):
    page = open_page(PHONE)
    is_sound(page)
    page.locator("main").evaluate(
        "main => main.append(Object.assign(document.createElement('div'), {style: 'width: 900px; height: 9px'}))"
    )
    with pytest.raises(AssertionError, match="nothing sticks out"):
        is_sound(page)


def test_a_key_that_is_held_down_is_pressed_once_and_escape_lets_go(open_page, words):
    page = open_page()
    start(page, "guesser", 6)
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert page.locator(".cg-selected").count() == 1 and page.locator(".cg-shown").count() == 0
    page.keyboard.press("Escape")
    assert page.locator(".cg-selected").count() == 0
    assert page.locator("[role=status]").inner_text() == "No card is selected."


def test_a_fifth_tab_is_told_why_there_is_no_table(open_page, address):
    pages = [open_page()]
    pages += [open_page(beside=pages[0], path=re.sub("&token=.*", "", address)) for _ in range(door.TABLES - 1)]
    page = pages[0].context.new_page()
    page.goto(re.sub("&token=.*", "", address))
    expect(page.locator("p").first).to_have_text(door.FULL)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    shot(page, "laptop-light-full")


def test_an_address_names_a_board_and_a_role(open_page, address):
    page = open_page(path=f"{address}&board=7&role=spymaster")
    expect(page.locator(".cg-note").first).to_have_text("Board 7 is laid, and you are to give clues.")
    expect(page.locator("[data-key=role-spymaster]")).to_be_focused()
    page = open_page(path=f"{address}&board=abc")
    expect(page.locator(".cg-complaint")).to_contain_text("Boards are numbered from 0", timeout=PATIENCE)


def test_words_of_ones_own_are_checked_and_any_complaint_can_be_mended(open_page, words):
    page = open_page(PHONE)
    own = list(words.board_words[100:125])
    page.locator("[data-key=more]").click()
    for typed, says in (
        (" ".join(own[:20]), "these are 20: add 5"),
        ("\n".join([*own[:24], "qwertz"]), "no vector for 'qwertz'"),
    ):
        page.locator("[name=words]").fill(typed)
        page.locator("[data-key=role-spymaster]").click()
        expect(page.locator(".cg-complaint")).to_contain_text(says, timeout=PATIENCE)
        settled(page)
    page.locator("[name=words]").fill(" ".join(own))
    for typed in (20 * "9", "abc", "0x10"):
        page.locator("[name=seed]").fill(typed)
        page.locator("[data-key=role-spymaster]").click()
        expect(page.locator(".cg-complaint")).to_contain_text(
            "Boards are numbered from 0 to 1,000,000,000", timeout=PATIENCE
        )
        settled(page)
        assert page.locator("[name=seed]").input_value() == typed
    page.locator("[name=seed]").fill("4")
    page.locator("[data-key=role-spymaster]").click()
    expect(page.locator(".cg-card")).to_have_count(25, timeout=PATIENCE)
    assert page.locator(".cg-card .cg-word").all_text_contents() == [soft(word) for word in own]


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
    open_page()
    told = (folder / "server.log").read_text()
    assert address in told
    assert not re.search("without encryption|Deprecat", told), told
