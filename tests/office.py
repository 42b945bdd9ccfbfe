"""LibreOffice as a second reader of the files; tests skip where it is not installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SOFFICE = shutil.which("soffice")


def office(kind: str, out: Path, *files: Path) -> None:
    """Convert files to ``kind`` (pdf, xlsx) into the folder ``out``, which then holds nothing else."""
    words = [str(SOFFICE), "--headless", f"-env:UserInstallation={(out / '.profile').as_uri()}", "--convert-to", kind]
    for _ in range(2):  # the first call may only make its profile
        if len(list(out.glob(f"*.{kind}"))) < len(files):
            subprocess.run([*words, "--outdir", out, *files], capture_output=True, timeout=120, check=True)
    shutil.rmtree(out / ".profile")
    assert len(list(out.iterdir())) == len(files)
