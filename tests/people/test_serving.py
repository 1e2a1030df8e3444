"""The server of the play page: it ends with a line, and never outlives the command that started it."""

import re
import signal

import pytest

from helpers import family
from helpers.served import ADDRESS
from helpers.support import CHECKOUT

TOY = "You play on the toy set, whose meanings are made up"
LAID = f"The table is laid at   {ADDRESS}"


@pytest.fixture
def command():
    process = family.start(
        "-m", "commonground.people", "--set", "toy", "--port", "8930", COMMONGROUND_ROOT=str(CHECKOUT)
    )
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.slow(8)
def test_ctrl_c_clears_the_table_and_says_where_games_are(command):
    assert command.stdout.readline().startswith(TOY) and re.match(LAID, command.stdout.readline())
    (said,) = family.interrupted(command)
    assert said.startswith("play: stopped. Saved games are in ") and said.endswith("lays the table again.")


@pytest.mark.slow(8)
def test_the_server_ends_when_its_command_is_killed(command):
    assert command.stdout.readline().startswith(TOY) and re.match(LAID, command.stdout.readline())
    server = family.children(command)
    command.send_signal(signal.SIGKILL)
    family.wait_until(lambda: family.are_gone(server), 10)
