"""Tidy CSV (next)."""
from pathlib import Path


def import_csv(folder: Path, csv: Path, chain: list[str], scores: list[str]) -> int:
    return 0
