"""What Python is told is what the program says, question by question."""

from __future__ import annotations

import http.client
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import quote

import pytest

import lastbite as lb

QUESTIONS = 1000
"""For every kind of game."""

Dice = random.Random


def numbers(dice: Dice, many: int, most: int) -> str:
    return ",".join(str(dice.randint(1, most)) for _ in range(dice.randint(1, many)))


def poset(dice: Dice) -> str:
    names = "abcdefgh"[: dice.randint(2, 8)]
    pairs = {f"{a}.{b}" for a in names for b in names if a < b and dice.random() < 0.3}
    alone = [name for name in names if not any(name in pair.split(".") for pair in pairs)]
    return "poset:" + ",".join(sorted(pairs) + alone)


def some_sum(dice: Dice) -> str:
    parts = [lambda: f"chomp:{dice.randint(1, 3)}x{dice.randint(1, 3)}", lambda: f"nim:{numbers(dice, 2, 4)}"]
    return "+".join(dice.choice(parts)() for _ in range(2)) + f"+kayles:{dice.randint(1, 4)}"


# How a small game of each kind is written; of a kind that is not here, the examples are asked about.
WRITTEN: dict[str, Callable[[Dice], str]] = {
    "chomp": lambda dice: f"chomp:{dice.randint(1, 5)}x{dice.randint(1, 6)}",
    "box": lambda dice: f"chomp:{dice.randint(2, 3)}x{dice.randint(2, 3)}x{dice.randint(2, 3)}",
    "divisors": lambda dice: f"divisors:{dice.randint(1, 400)}",
    "subsets": lambda dice: f"subsets:{dice.randint(2, 4)}",
    "tree": lambda dice: "tree:" + ",".join(str(dice.randint(0, node)) for node in range(dice.randint(1, 9))),
    "poset": poset,
    "nim": lambda dice: f"nim:{numbers(dice, 4, 7)}" + dice.choice(["", "/misere"]),
    "subtract": lambda dice: f"subtract:1,{dice.randint(2, 4)}:{numbers(dice, 2, 21)}",
    "octal": lambda dice: f"octal:0.{dice.randint(1, 7)}{dice.randint(1, 7)}:{numbers(dice, 2, 9)}",
    "kayles": lambda dice: f"kayles:{numbers(dice, 3, 6)}",
    "dawson": lambda dice: f"dawson:{numbers(dice, 2, 14)}",
    "treblecross": lambda dice: f"treblecross:{dice.randint(3, 14)}",
    "grundy": lambda dice: f"grundy:{numbers(dice, 2, 10)}",
    "lasker": lambda dice: f"lasker:{numbers(dice, 3, 5)}",
    "wythoff": lambda dice: f"wythoff:{dice.randint(1, 20)},{dice.randint(1, 20)}",
    "moore": lambda dice: f"moore:2:{numbers(dice, 3, 5)}",
    "euclid": lambda dice: f"euclid:{dice.randint(1, 99)},{dice.randint(1, 99)}",
    "fibonacci": lambda dice: f"fibonacci:{dice.randint(2, 40)}",
    "sum": some_sum,
}


def some_position(kind: lb.Kind, dice: Dice) -> lb.Position:
    """Returns a position of some game of this kind, some moves after its start."""
    written = WRITTEN.get(kind.name, lambda dice: dice.choice(kind.examples))
    try:
        position = lb.game(written(dice)).start
    except lb.GameError:
        position = lb.game(kind.examples[0]).start
    for _ in range(dice.randint(0, 3)):
        moves = position.moves()
        if not moves:
            break
        position = position.play(dice.choice(moves))
    return position


@contextmanager
def served(path: str) -> Iterator[Callable[[str], Any]]:
    """Lets the program answer questions as JSON, as many as one likes."""
    server = subprocess.Popen(
        [path, "serve", "--bind", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert server.stdout is not None
        port = 0
        for line in server.stdout:
            if found := re.search(r"127\.0\.0\.1:(\d+)", line):
                port = int(found.group(1))
                break
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

        def ask(question: str) -> Any:
            connection.request("GET", f"/api/{question}")
            with connection.getresponse() as response:
                return json.loads(response.read())

        yield ask
        connection.close()
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def told(analysis: lb.Analysis) -> dict[str, Any]:
    """Writes an analysis as the program does."""
    return {
        "game": analysis.position.game.text,
        "position": analysis.position.text,
        "outcome": analysis.outcome,
        "distance": analysis.distance,
        "grundy": analysis.grundy,
        "value_without_blunders": analysis.value_without_blunders,
        "moves": [judged._asdict() for judged in analysis.moves],
        "unjudged": analysis.unjudged,
        "line": list(analysis.line),
    }


def test_a_thousand_questions_of_every_game(program: Any) -> None:
    dice = random.Random(22)
    with served(program.path) as ask:
        for kind in lb.games():
            known: dict[lb.Position, Any] = {}
            for _ in range(QUESTIONS):
                position = some_position(kind, dice)
                if position in known:
                    continue
                known[position] = told(lb.analyze(position))
                game, text = quote(position.game.text, safe=":,/.@+"), quote(position.text, safe=",^/+.")
                answer = ask(f"analyze?game={game}&position={text}")
                assert answer == known[position], position


def test_the_command_says_the_same(program: Any) -> None:
    dice = random.Random(7)
    for kind in lb.games():
        for _ in range(3):
            position = some_position(kind, dice)
            where = (position.game.text, position.text)
            assert program.json("analyze", *where) == told(lb.analyze(position)), position
            explained, answer = lb.explain(position), program.json("explain", *where)
            assert answer["sentences"] == list(explained.sentences)
            assert (answer["outcome"], answer["best"]) == (explained.outcome, explained.best)
            assert [(pair["move"], pair["answer"]) for pair in answer["replies"]] == list(explained.replies)


@pytest.mark.parametrize("bar", ["1x7", "2x9", "3x40", "4x30", "9x9", "8x10@3,4", "40x3", "2x3x4", "divisors:360"])
def test_solved_whole(program: Any, bar: str) -> None:
    solved, answer = lb.solve(bar), program.json("solve", bar)
    assert (solved.openings, solved.count, solved.positions) == (answer["winning"], answer["lost"], answer["positions"])
    assert solved.method == answer["method"]
    listed = program.run("lost", bar).split()
    array = solved.lost()
    assert len(array) == len(listed) == solved.count
    if array.dtype != bool:
        assert [",".join(str(n) for n in line if n) for line in array.tolist()] == listed


def test_families(program: Any) -> None:
    answer = program.json("openings", "2..9", "2..12")
    expected = sorted((line["rows"], line["cols"], tuple(line["winning"])) for line in answer)
    assert [(*opening.sizes, opening.winning) for opening in lb.openings("2..9", "2..12")] == expected
    for rows, cols in [("2x3", "1..9"), ("divisors:1..60", None)]:
        answer = program.json("openings", *filter(None, (rows, cols)))
        found = lb.openings(rows, cols)
        assert [(line["game"], tuple(line["winning"])) for line in answer] == [
            (opening.game, opening.winning) for opening in found
        ]
        answer = program.json("grundy", *filter(None, (rows, cols)))
        assert [line["grundy"] for line in answer] == lb.grundy_table(rows, cols).tolist()
    answer = program.json("grundy", "1..6", "1..7")
    assert [line["grundy"] for line in answer] == lb.grundy("1..6", "1..7").ravel().tolist()


def test_samples(program: Any) -> None:
    lines = [json.loads(line) for line in program.run("sample", "7x9", "-n", "50", "--seed", "5", "--json").splitlines()]
    drawn = lb.sample("7x9", 50, seed=5)
    assert drawn.distance is not None and drawn.grundy is not None
    for line, rows, lost, distance, grundy in zip(
        lines, drawn.rows.tolist(), drawn.lost, drawn.distance, drawn.grundy, strict=True
    ):
        assert line["rows"] == [length for length in rows if length]
        assert (line["outcome"] == "loss", line["distance"], line["grundy"]) == (lost, distance, grundy)


def test_heaps(program: Any) -> None:
    for rule in ["kayles", "octal:0.16", "subtract:1,2,5", "grundy", "dawson"]:
        answer = program.json("sequence", rule, "--to", "500")
        assert answer["values"] == lb.sequence(rule, 500).tolist()
        answer, found = program.json("periods", rule, "--to", "20000"), lb.periods(rule, 20000)
        for name in ["known", "period", "beginning", "needed", "computed", "largest", "method"]:
            assert answer[name] == getattr(found, name), (rule, name)


def test_three_rows(program: Any) -> None:
    *lines, census = [json.loads(line) for line in program.run("periods", "3", "--to", "300", "--json").splitlines()]
    found = lb.periods(3, 300)
    assert (census["settled"], census["dead"], census["open"]) == (found.settled, found.dead, found.open)
    assert [(line["column"], line["fate"]) for line in lines] == [column[:2] for column in found.columns]


@pytest.mark.parametrize(("rows", "to", "third"), [(4, 120, None), (5, 60, None), (5, 200, 6), (6, 40, 5)])
def test_columns_of_more_rows(program: Any, rows: Literal[4, 5, 6], to: int, third: int | None) -> None:
    bound = [] if third is None else ["--third", str(third)]
    printed = program.run("periods", str(rows), "--to", str(to), *bound, "--json")
    *lines, census = [json.loads(line) for line in printed.splitlines()]
    found = lb.periods(rows, to, third=third)
    for name in ["third", "settled", "never", "dead", "open"]:
        assert census[name] == getattr(found, name), name
    assert [(known["period"], known["columns"], tuple(known["first"])) for known in census["periods"]] == list(found.periods)
    known = {
        tuple(line[letter] for letter in "cdef"[: rows - 2]): (line["fate"], line["b"], tuple(line.get("pattern", ())))
        for line in lines
        if line["fate"] != "open"
    }
    assert known == found.columns


@pytest.mark.parametrize("bar", ["5x6", "7x3", "4x5@2,3", "1x9"])
def test_values_of_a_bar(program: Any, bar: str) -> None:
    listed = [json.loads(line) for line in program.run("positions", bar, "--json").splitlines()]
    found = lb.values(bar)
    assert len(found) == len(listed)
    for line, rows, distance, grundy in zip(
        listed, found.rows.tolist(), found.distance.tolist(), found.grundy.tolist(), strict=True
    ):
        assert (line["rows"], line["distance"], line["grundy"]) == ([row for row in rows if row], distance, grundy)
    features: list[tuple[Literal["area", "distance", "grundy"], ...]] = [
        ("grundy",),
        ("distance",),
        ("area", "grundy"),
        ("grundy", "distance"),
    ]
    for by in features:
        lines = program.run("count", bar, "--by", ",".join(by), "--csv").splitlines()[1:]
        counts = {tuple(numbers[:-1]): numbers[-1] for numbers in ([int(n) for n in line.split(",")] for line in lines)}
        assert found.count(*by) == counts, by
    value = int(found.grundy[-1])
    program_says = program.run("positions", bar, "--grundy", str(value)).splitlines()
    assert len(found.positions(grundy=value)) == len(program_says)
    lost = {tuple(row for row in rows if row) for rows in found.positions(grundy=0).tolist()}
    assert lost == {tuple(row for row in rows if row) for rows in lb.solve(bar).lost().tolist()}
    assert found.count("lost")[(True,)] == len(lost)


def test_counts_by_area(program: Any) -> None:
    for by in ["winning-bites", "grundy", "distance"]:
        lines = program.run("count", "--area", "16", "--by", by, "--csv").splitlines()[1:]
        expected = {tuple(int(n) for n in line.split(",")) for line in lines}
        counts = lb.count_by_area(16, by.replace("-", " "))  # type: ignore[arg-type]
        assert {(*map(int, key), int(counts[key])) for key in zip(*counts.nonzero(), strict=True)} == expected
    lost = program.run("count", "--area", "40", "--bfile").splitlines()[1:]
    assert [int(line.split()[1]) for line in lost] == lb.count_by_area(40).tolist()


def test_grundy_values_of_thin_bars(program: Any) -> None:
    for rows, cols in [(3, "250..300"), (3, "7..9"), (4, "5..40")]:
        answer = program.json("grundy", str(rows), cols)
        assert [line["grundy"] for line in answer] == lb.grundy(rows, cols).ravel().tolist()


def test_node_counts(program: Any) -> None:
    assert [lb.search("2x3", algorithm=search).nodes for search in lb.SEARCHES] == [58, 46, 46, 9]
    assert lb.search("2x3", blunders=True).nodes > 58
    tree = json.loads(program.run("tree", "2x3", "--json"))
    assert lb.tree("2x3").nodes == len(tree["nodes"])
