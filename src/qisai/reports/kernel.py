"""One notebook run by papermill in a kernel of this very interpreter, and what is left of the run when it is clean."""

from __future__ import annotations

import ast
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: jsonschema compiles grammars of this package at import, for more than a second; no notebook needs them.
_SLOW = "rfc3987_syntax"
_PROACTOR = "Proactor event loop does not implement"  # Windows; it works, and the advice it gives is outdated
_INJECTED = "injected-parameters"


class NotebookFailed(Exception):
    """A cell raised; ``notebook`` is the run as far as it came."""

    def __init__(self, words: str, notebook: Any = None) -> None:
        super().__init__(words)
        self.notebook = notebook


def papermill() -> Any:
    """papermill, imported late and without what nobody needs."""
    if _SLOW not in sys.modules:
        sys.modules[_SLOW] = None  # type: ignore[assignment]
    warnings.filterwarnings("ignore", message=_PROACTOR, category=RuntimeWarning)
    import papermill as module

    return module


@contextmanager
def own_kernel() -> Iterator[None]:
    """Make ``python3`` the interpreter that runs this, whatever kernels the machine has, and leave nothing behind.

    A kernel of another environment would not find this package, or find another version of it
    (papermill#251, jupyter_client#269). Profiles and histories of the user are not read or written.
    """
    with tempfile.TemporaryDirectory(prefix="qisai-", ignore_cleanup_errors=True) as folder:
        spec = Path(folder) / "kernels" / "python3"
        spec.mkdir(parents=True)
        launch = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        body = {"argv": launch, "display_name": "Python 3", "language": "python"}
        (spec / "kernel.json").write_text(json.dumps(body), encoding="utf-8")
        wanted = {
            "JUPYTER_PATH": folder,
            "JUPYTER_RUNTIME_DIR": str(Path(folder) / "runtime"),
            "IPYTHONDIR": str(Path(folder) / "ipython"),
            "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            "PYTHONUTF8": "1",
            "PYTHONWARNINGS": f"ignore:{_PROACTOR}:RuntimeWarning",
        }
        before = {name: os.environ.get(name) for name in wanted}
        os.environ.update(wanted)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def execute(notebook: Path, parameters: Mapping[str, str | int], shown: Mapping[str, str | int]) -> Any:
    """Run a notebook and return it cleaned: ``shown`` are the parameters that its cell then holds.

    Raises ``ValueError`` for a parameter that the notebook does not have or that is neither str nor int, and
    :class:`NotebookFailed` where a cell raises or the kernel dies.
    """
    _check(notebook, parameters)
    pm = papermill()
    with tempfile.TemporaryDirectory(prefix="qisai-", ignore_cleanup_errors=True) as folder:
        done = Path(folder) / "run.ipynb"
        source = Path(folder) / "source.ipynb"  # a copy: papermill would fill braces in a path with parameters
        source.write_bytes(notebook.read_bytes())
        try:
            pm.execute_notebook(
                str(source), str(done), parameters=dict(parameters), kernel_name="python3", language="python",
                progress_bar=False, log_output=False, extra_arguments=["--IPKernelApp.log_level=50"],
            )  # fmt: skip
        except pm.exceptions.PapermillExecutionError as error:
            raise NotebookFailed(f"{error.ename}：{error.evalue}", _read(done)) from None
        except Exception as error:  # a kernel that does not start, or dies, comes in many kinds
            raise NotebookFailed(f"{type(error).__name__}：{error}", _read(done)) from error
        return clean(_read(done), shown)


def _read(path: Path) -> Any:
    """A notebook; None where the run did not come so far as to write one."""
    import nbformat

    return nbformat.read(path, as_version=4) if path.exists() else None  # type: ignore[no-untyped-call]


def _check(notebook: Path, parameters: Mapping[str, str | int]) -> None:
    """papermill only warns of a name that the notebook lacks, and makes text of any other type without a word."""
    unknown = parameters.keys() - _known(notebook)
    if unknown:
        raise ValueError(f"{notebook.name} 没有这些参数：{'、'.join(sorted(unknown))}")
    for name, value in parameters.items():
        if type(value) not in (str, int):
            raise ValueError(f"{name} 应是文字或整数，不是 {type(value).__name__}")


def _known(notebook: Path) -> set[str]:
    """The names that the cell tagged ``parameters`` sets."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    source = next(("".join(c["source"]) for c in cells if "parameters" in c["metadata"].get("tags", ())), "")
    found = [target for line in ast.parse(source).body if isinstance(line, ast.Assign) for target in line.targets]
    return {target.id for target in found if isinstance(target, ast.Name)}


def clean(notebook: Any, shown: Mapping[str, str | int]) -> Any:
    """The run without clocks and paths, so that the same content is the same notebook; parameters readable."""
    for cell in notebook.cells:
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if _INJECTED in cell.metadata.get("tags", ()):
            cell.source = "\n".join(["# 本次运行的参数", *(f"{name} = {value!r}" for name, value in shown.items())])
            cell.id = "run-parameters"
    notebook.metadata["papermill"] = {"parameters": dict(shown)}
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return notebook
