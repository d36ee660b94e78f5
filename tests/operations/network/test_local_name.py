"""`scorekeeper.local`: announced, found, moved, taken and withdrawn, in a network of its own."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.external_programs import python, serving
from tests.operations.network.wifi import ELSEWHERE, LAPTOP, PHONE, Host, hosts


@pytest.fixture
def wifi() -> Iterator[tuple[Host, Host]]:
    with hosts() as both:
        yield both


@pytest.fixture
def laptop(wifi: tuple[Host, Host]) -> Host:
    return wifi[0]


@pytest.fixture
def phone(wifi: tuple[Host, Host]) -> Host:
    return wifi[1]


def resolved(host: Host, name: str) -> str:
    """Return the addresses that a host in the network finds for a name."""
    return host.python("tests.operations.network.mdns_phone", "resolve", name).communicate(timeout=60)[0].strip()


def status(host: Host, port: int, address: str, name: str) -> str:
    """Return the status of the page that a host gets at the address by the name."""
    ask = (
        "import sys, urllib.request as u, urllib.error as e\n"
        "try: print(u.urlopen(u.Request(sys.argv[1], headers={'Host': sys.argv[2]}), timeout=90).status)\n"
        "except e.HTTPError as error: print(error.code)"
    )
    return host.run("python3", "-c", ask, f"http://{address}:{port}/", f"{name}:{port}").strip()


@contextmanager
def watching(host: Host) -> Iterator["subprocess.Popen[str]"]:
    """Watch who comes and goes, line by line."""
    with host.python("tests.operations.network.mdns_phone", "watch") as watcher:
        try:
            assert line_of(watcher) == "watching"
            yield watcher
        finally:
            watcher.kill()


def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def test_a_phone_finds_the_name_and_learns_that_it_is_gone(tmp_path: Path, laptop: Host, phone: Host) -> None:
    with (
        watching(phone) as watcher,
        serving(tmp_path, "--name", inside=laptop.enter) as (server, port, output),
    ):
        assert f"http://scorekeeper.local:{port}/" in output
        assert output.index(f"http://{LAPTOP}:{port}/") < output.index("▄") < output.index("scorekeeper.local")
        assert line_of(watcher) == f"came scorekeeper {port}"
        assert resolved(phone, "scorekeeper.local") == LAPTOP
        assert status(phone, port, LAPTOP, "scorekeeper.local") == "200"
        assert status(phone, port, LAPTOP, "scorekeeper-2.local") == "400"
        server.send_signal(signal.SIGINT)
        assert line_of(watcher) == "left scorekeeper"
        assert server.wait(timeout=60) == 0


def test_nothing_is_announced_by_default(tmp_path: Path, laptop: Host) -> None:
    with serving(tmp_path, inside=laptop.enter) as (_server, _port, output):
        assert ".local" not in output
        assert ":5353" not in laptop.run("ss", "--udp", "--all", "--numeric")


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path, laptop: Host, phone: Host) -> None:
    with (
        serving(tmp_path / "first", LOCAL_NAME="cards.local", inside=phone.enter),
        serving(tmp_path / "second", "--name", "cards", inside=laptop.enter) as (_server, port, output),
    ):
        assert "Another computer in this network is cards.local, so this one is cards-2.local." in output
        assert resolved(phone, "cards-2.local") == LAPTOP
        assert resolved(laptop, "cards.local") == PHONE
        assert status(phone, port, LAPTOP, "cards-2.local") == "200"


def test_a_laptop_keeps_its_name_in_another_network(tmp_path: Path, laptop: Host, phone: Host) -> None:
    with serving(tmp_path, "--name", inside=laptop.enter) as (server, port, _output):
        assert status(phone, port, LAPTOP, ELSEWHERE) == "400"
        laptop.move(ELSEWHERE)
        assert line_of(server) == "The network of this computer has changed."
        assert line_of(server) == f"In the local network: http://{ELSEWHERE}:{port}/"
        assert resolved(phone, "scorekeeper.local") == ELSEWHERE
        for host in (ELSEWHERE, "scorekeeper.local"):
            assert status(phone, port, ELSEWHERE, host) == "200"


def test_each_network_learns_only_its_own_address(tmp_path: Path, laptop: Host, phone: Host) -> None:
    """A phone would wait long for the address of a network between programs on the laptop."""
    laptop.run("ip", "link", "add", "inner", "type", "veth", "peer", "name", "program")
    laptop.run("ip", "address", "add", "172.17.0.1/16", "dev", "inner")
    for end in ("inner", "program"):
        laptop.run("ip", "link", "set", end, "up")
    with serving(tmp_path, "--name", inside=laptop.enter) as (_server, _port, output):
        assert "http://172.17.0.1:" in output
        assert resolved(phone, "scorekeeper.local") == LAPTOP


def test_several_processes_announce_it_once(tmp_path: Path, laptop: Host, phone: Host) -> None:
    nobody = "postgres://nobody@127.0.0.1:9/none"  # the server waits for its database
    with serving(
        tmp_path, "--name", "--workers", "2", DATABASE_URL=nobody, stderr=subprocess.DEVNULL, inside=laptop.enter
    ) as (server, port, output):
        assert f"http://scorekeeper.local:{port}/" in output
        assert status(phone, port, LAPTOP, "scorekeeper.local") == "503"
        sockets = laptop.run("ss", "--udp", "--all", "--numeric", "--processes")
        announcing = [line for line in sockets.splitlines() if ":5353" in line]
        assert announcing
        assert all(f"pid={server.pid}," in line for line in announcing)
        server.send_signal(signal.SIGTERM)  # which ends its processes as well
        server.wait(timeout=60)


def test_a_port_used_by_another_program_is_reported_in_one_sentence(tmp_path: Path, laptop: Host, phone: Host) -> None:
    keep = (
        "import socket, sys\n"
        "kept = socket.socket(type=socket.SOCK_DGRAM)\n"
        "kept.bind(('', 5353))\n"
        "print('kept', flush=True)\n"
        "sys.stdin.read()"
    )
    other = [*laptop.enter, "python3", "-c", keep]
    with subprocess.Popen(other, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as keeper:
        assert line_of(keeper) == "kept"
        with serving(tmp_path, "--name", stderr=subprocess.PIPE, inside=laptop.enter) as (server, port, output):
            assert (
                "scorekeeper.local can't be announced (Address already in use). The address works all the same."
                in output
            )
            assert status(phone, port, LAPTOP, LAPTOP) == "200"
            assert keeper.stdin
            keeper.stdin.close()  # the name is announced as soon as that is possible
            while "scorekeeper.local" not in (line := line_of(server)):
                assert server.poll() is None
            assert line.endswith(f"http://scorekeeper.local:{port}/")
            server.send_signal(signal.SIGINT)
            assert server.communicate(timeout=60)[1] == ""


def test_without_a_network_the_server_keeps_running(tmp_path: Path, laptop: Host, phone: Host) -> None:
    laptop.lose_address()
    with serving(tmp_path, "--name", stderr=subprocess.PIPE, inside=laptop.enter) as (server, _port, output):
        assert "No local network found" in output
        assert ".local" not in output
        laptop.move(ELSEWHERE)
        assert line_of(server) == "The network of this computer has changed."
        assert resolved(phone, "scorekeeper.local") == ELSEWHERE
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=60)[1] == ""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--name", "our cards"], "our cards can't be a local name."),
        (["--name", "cards.example.org"], "cards.example.org can't be a local name."),
        (["--name", "--host", "127.0.0.1"], "this server listens on 127.0.0.1 only."),
        (["--name", "--host", "::1"], "this server listens on ::1 only."),
        (["--name", "--host", "localhost"], "this server listens on localhost only."),
    ],
)
def test_an_impossible_name_is_refused(tmp_path: Path, given: list[str], said: str) -> None:
    done = python("manage.py", "serve", *given, data_dir=tmp_path)
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
