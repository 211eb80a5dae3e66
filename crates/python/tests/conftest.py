"""What the tests share: the program, which they compare with."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Program:
    """The program `lastbite`, whose JSON is compared."""

    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, *arguments: str) -> str:
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, timeout=120, check=True)
        return done.stdout

    def json(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "--json"))


@pytest.fixture(scope="session")
def program() -> Program:
    path = os.environ.get("LASTBITE_PROGRAM", str(ROOT / "target/release/lastbite"))
    if not os.path.exists(path):
        assert "LASTBITE_PROGRAM" not in os.environ, f"there is no program at {path}"
        pytest.skip("the program is not built: cargo build --release")
    return Program(path)
