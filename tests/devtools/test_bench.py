"""`manage.py bench` runs, prints everything it promises, and leaves no trace. Speed itself is not tested."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import registry
from scorekeeper.devtools.sandbox import chromium

ROOT = Path(__file__).resolve().parents[2]

TIMES = [
    "the floor",
    "recording hand 1",
    "recording hand 50",
    "recording hand 500",
    "preview of hand 50",
    "preview of hand 500",
    "closing after 50 hands",
    "closing after 500 hands",
    "the page of 50",
    "session page, 500 hands",
    "the same, its ledger unread",
    "the first after a restart",
]
AIMS = ["recording hand 50", "preview of hand 50", "session page, 500 hands", "the first after a restart"]
GAMES = [str(game.name) for game in registry.all_games()]
REPLAYS = [f"{game}, {hands} hands" for game in GAMES for hands in ("50", "500")]


ON_SQLITE = {"DATABASE_URL": ""}
"""For what a browser shows, which is the same on either database."""

Done = tuple[subprocess.CompletedProcess[str], Path]


def done(data: Path, *arguments: str, **environment: str) -> Done:
    """Run the command; return its output and the folder where the user's data would be."""
    passed_on = {name: os.environ[name] for name in ("PATH", "DATABASE_URL") if name in os.environ}
    ran = subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments],
        cwd=ROOT,
        env={**passed_on, "DATA_DIR": str(data), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    return ran, data


def line_of(bench: Done, name: str) -> str:
    figures = [line for line in bench[0].stdout.splitlines() if line.startswith(f"{name}  ")]
    assert len(figures) == 1, bench[0].stdout + bench[0].stderr
    return figures[0]


def succeeded(bench: Done) -> bool:
    """Return whether it printed only its figures and left nothing in the user's folder."""
    ran, data = bench
    assert (ran.returncode, ran.stderr) == (0, "")
    return [file.name for file in data.iterdir()] == ["secret_key"]


def test_the_times_of_requests_and_replays_are_printed_with_their_targets(tmp_path: Path) -> None:
    bench = done(tmp_path, "--rounds", "2")
    assert succeeded(bench)
    for name in (*TIMES, *REPLAYS):
        figures = re.match(r".{28} +([\d.]+) +([\d.]+) +([\d.]+)", line_of(bench, name))
        assert figures, name
        assert 0 < float(figures[1]) <= float(figures[2])
        assert float(figures[3]) > 0
    for name in AIMS:
        assert re.search(r"aim [\d.]+(×| ms): (met|MISSED)$", line_of(bench, name)), name


def test_watchers_and_pollers_miss_no_change(tmp_path: Path) -> None:
    bench = done(tmp_path, "live", "--watchers", "3", "--seconds", "2")
    assert succeeded(bench)
    assert "PROBLEMS" not in bench[0].stdout
    for kind in ("streams", "polling"):
        figures = [one.replace(",", "") for one in line_of(bench, f"3 {kind}").split()[2:]]
        assert 0 < int(figures[0]) <= int(figures[3])  # the median and the worst
        assert figures[4] == "0"  # missed
        assert figures[5].endswith("%")


def test_watchers_of_busy_tables_miss_no_change(tmp_path: Path) -> None:
    bench = done(tmp_path, "load", "--tables", "3", "--seconds", "4")
    assert succeeded(bench)
    assert "6 hands recorded; missed: 0; errors: 0\n" in bench[0].stdout
    for name in ("recording", "until others had it"):
        median, *_slow, worst = re.findall(r" (\d+\.\d)", line_of(bench, name).partition("aim")[0].ljust(80))
        assert 0 < float(median) <= float(worst)
    assert re.search(r"aim of the 95th 50 ms: (met|MISSED)$", line_of(bench, "recording"))


def test_growth_is_measured_step_by_step(tmp_path: Path) -> None:
    parts = ["tables", "watchers", "notify", "clubs"]
    url = os.environ.get("DATABASE_URL", "")
    bench = done(tmp_path, "grown", "--quick", "--parts", *(parts if url else ["watchers"]))
    assert succeeded(bench)
    output = bench[0].stdout
    assert "PROBLEMS" not in output
    assert re.search(r"^the knee: [02] watchers; goal 3,000: MISSED$", output, re.MULTILINE)  # 0 where two are slow
    if url:
        assert re.search(r"^ +2( +\d+\.\d){4} +0 +0 ", output, re.MULTILINE)
        assert re.search(r"^the knee: [02] tables; goal \d+: MISSED$", output, re.MULTILINE)
        assert re.search(r"^ +8 +[\d,]+ +[\d,]+ +-?\d+\.\d\d$", output, re.MULTILINE)
        assert re.search(r"^recording a hand( +\d+\.\d){2} +\d+\.\d\d ", output, re.MULTILINE)


def test_the_queries_of_a_club_do_not_grow_with_its_hands(tmp_path: Path) -> None:
    pages, panel = ["the club", "standings of a season", "a member"], "panel: play, session"
    bench = done(tmp_path, "club", "--hands", "3000", "--rounds", "2", "--pages", *pages, panel)
    assert succeeded(bench)
    for name in pages:
        first, busy, median, slow, _size, statements, small = re.findall(
            r" ([\d.]+)", line_of(bench, name).split(" aim ")[0]
        )[-7:]
        assert 0 < float(median) <= float(slow)
        assert float(busy) > 0
        assert float(first) > 0
        assert 0 < int(statements) == int(small)
        assert re.search(r"aim of the first 100 ms: (met|MISSED)$", line_of(bench, name))
    assert int(line_of(bench, panel).split()[-1]) > 0


def test_a_page_takes_as_many_queries_among_many_clubs_as_alone(tmp_path: Path) -> None:
    pages = ["home page", "a table", "the club", "standings", "a member", "panel: play, session", "recording a hand"]
    bench = done(tmp_path, "clubs", "--clubs", "4", "--hands-of-each", "300", "--rounds", "2", "--pages", *pages)
    assert succeeded(bench)
    assert "A club among 4 clubs" in bench[0].stdout
    for name in pages:
        figures = line_of(bench, name)[40:].split()
        alone, crowd, _ratio, statements, in_the_crowd = figures[:5]
        assert float(alone) > 0
        assert float(crowd) > 0
        assert 0 < int(statements) == int(in_the_crowd)
        assert re.search(r"aim 1.2: (met|MISSED)$", line_of(bench, name))


def test_without_lighthouse_it_says_how_to_get_it(tmp_path: Path) -> None:
    ran, _data = done(tmp_path, "lighthouse", LIGHTHOUSE="no-such-program")
    assert ran.returncode == 1
    assert ran.stderr.startswith("CommandError: Lighthouse is not here: `npm install --global lighthouse`")


@pytest.mark.browser
def test_the_taps_of_each_common_hand_are_listed_with_their_budget(tmp_path: Path) -> None:
    bench = done(tmp_path, "taps", "--games", "mort", **ON_SQLITE)
    assert succeeded(bench)
    hands = bench[0].stdout.partition("Mort\n")[2].splitlines()
    assert [re.sub(r".*\)( +)", "", line).split() for line in hands] == [["3", "3", "met"]] * 10


def test_without_playwright_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "find", lambda *, full_browser: "some-browser")
    monkeypatch.setattr(chromium, "find_spec", lambda name: None)
    with pytest.raises(
        CommandError, match="Playwright is not here: it is among the packages that `make test` installs"
    ):
        call_command("bench", "taps")


def test_without_a_browser_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "find", lambda *, full_browser: None)
    with pytest.raises(CommandError, match="Neither Chromium nor Chrome is here"):
        call_command("bench", "taps")


def test_the_waiting_times_of_the_desk_are_printed_with_their_aims(tmp_path: Path) -> None:
    bench = done(tmp_path, "desk", "--quick", **ON_SQLITE)
    assert succeeded(bench)
    methods = ["draw", "rank", "fewest meetings"]
    seatings = [*methods, *(f"{method}, teams" for method in methods), "after 400 rounds, teams"]
    for name in [*seatings, "ranking", "result page, first view", "result page, next view", "result sheet, PDF"]:
        assert re.search(r" [\d.]+ +[\d.]+ +[\d.]+ +aim 1000 ms: (met|MISSED)$", line_of(bench, name)), name
    assert re.search(r"( +\d+\.\d){4}$", line_of(bench, "recording, nobody watches"))
    for name in ("recording, all watch", "ranking, all open it", "ranking, polled"):
        assert re.search(r"( +\d+\.\d){4} +aim of the 95th 1000 ms: (met|MISSED)$", line_of(bench, name)), name
    counted = re.search(r"^10 hands, \d+ polls, (\d+) new rankings; errors: 0$", bench[0].stdout, re.MULTILINE)
    assert counted, bench[0].stdout
    assert int(counted[1]) > 0
    assert re.search(r"^The server used [\d.]+ ms of a core for each\.$", bench[0].stdout, re.MULTILINE)


def test_the_first_view_of_every_page_but_the_panel_stays_within_its_budget(tmp_path: Path) -> None:
    bench = done(tmp_path, "weights", "--quick", **ON_SQLITE)
    assert succeeded(bench)
    lines = bench[0].stdout.partition("after\n")[2].splitlines()
    fragments, pages = ([line for line in lines if (", by htmx" in line) is here] for here in (True, False))
    of_panel, others = ([line for line in pages if line.startswith("panel-") is here] for here in (True, False))
    assert [line for line in others if not line.endswith("aim 60,000: met")] == []
    assert len(others) > 100
    assert all(re.fullmatch(r"panel-[\w-]+ +[\d,]+ +[\d,]+", line) for line in of_panel)
    assert [re.sub(r" +[\d,]+$", "", line) for line in fragments] == ["a preview, by htmx", "a hand recorded, by htmx"]
    files = {line.split()[0]: [int(one.replace(",", "")) for one in line.split()[1:3]] for line in others}
    tables = [weighed for name, weighed in files.items() if name.startswith("table-")]
    assert min(first - after for first, after in tables) > 20_000, "files are fetched once; htmx alone is 16 kB"
