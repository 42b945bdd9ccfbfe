"""The second referee shares no code with the first beyond words, sheets, journal and the regulation."""

import ast
from pathlib import Path

import qisai.verify

ALLOWED = {"vocabulary", "problems", "sheets", "journal", "regulation", "verify"}


def test_verify_imports_only_what_it_may() -> None:
    for path in Path(qisai.verify.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "qisai":
                names = [f"qisai.{alias.name}" for alias in node.names]
            for name in names:
                top, _, rest = name.partition(".")
                assert top not in {"pandas", "numpy", "rustworkx", "networkx", "scipy"}, (path.name, name)
                assert top != "qisai" or rest.split(".")[0] in ALLOWED, (path.name, name)
