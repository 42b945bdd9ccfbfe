"""An executed notebook as one HTML file for a phone: no script, no font and no picture from anywhere else."""

from __future__ import annotations

import copy
import html
import re
from typing import Any

import mistune

from qisai.publish.language import ENGLISH, chosen, label, t
from qisai.reports.html import INSIDE, NONE, STYLE

_INSIDE = re.compile(f"{re.escape(INSIDE)}.*?</p>", re.DOTALL)
_ONLY = "notebook-only"  # the tag of cells that a page leaves out
_PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}　{event}</title>
{look}
{style}
</head>
<body>
<header><h1>{title}</h1><p>{event}</p></header>
<main>
{nav}
{body}
</main>
</body>
</html>
"""
_LOOK = """<style>
body{margin:0;background:#fcf9f3;color:#2b2723;font-size:16px;line-height:1.6;
font-family:"PingFang SC","Microsoft YaHei","Noto Sans SC","Noto Sans CJK SC","Source Han Sans SC",sans-serif}
header{background:#efe3cc;border-bottom:3px solid #a67c45;padding:14px 16px}
header h1{font-size:24px;margin:0}header p{margin:2px 0 0;color:#5b4631;font-size:14px}
main{max-width:1200px;margin:0 auto;padding:8px 14px 40px;box-sizing:border-box}
h2{font-size:19px;margin:1.5em 0 .2em;padding-left:9px;border-left:5px solid #bc3428;line-height:1.3}
main p{margin:.35em 0;max-width:60em}pre{white-space:pre-wrap;overflow-wrap:anywhere}img{max-width:100%;height:auto}
nav{padding:10px 0 2px;line-height:2.1}nav a{color:#9c241a;text-decoration:none;background:#f5eee0;border-radius:14px;
padding:3px 11px;margin-right:6px;white-space:nowrap;font-size:14px}
main .qs-note,main .qs-stamp,main .qs-tag{font-size:14px}main .qs-scroll table{font-size:15px}main .qs-scroll{overflow-x:auto}
@media(max-width:600px){main{padding:6px 8px 40px}main .qs-scroll table{font-size:14px}
.qs-scroll th,.qs-scroll td{padding:4px 3px!important}
.qs-scroll .m{display:none}main .qs-more{display:table-row}
.qs-scroll tr:has(+.qs-more) td{border-bottom:0}
main .qs-more td{padding-top:0!important;color:#5b4631}.qs-more i{font-style:normal;color:#8a7d6c;font-size:14px}
main .qs-more div{position:sticky;left:0;max-width:calc(100vw - 24px);white-space:normal;word-break:normal}
main .qs-scroll td.l{min-width:11em}.qs-scroll td.s{white-space:normal!important;word-break:keep-all}
main .qs-swipe{display:block;color:#9c241a;font-size:14px}}
@media print{header,main{padding:0}h2{break-after:avoid}.qs-scroll{overflow:visible}}
</style>"""


def page(notebook: Any, title: str, event: str) -> str:
    """The outputs and the sentences between them; code, and parts that say there is nothing, are left out."""
    cells = [cell for cell in _spoken(_without_nothing(notebook)).cells if _ONLY not in cell.metadata.get("tags", ())]
    nav, body = _contents("\n".join(map(_shown, cells)))
    words = {"title": html.escape(label(title)), "event": html.escape(event)}
    words["lang"] = "en" if chosen() == ENGLISH else "zh-CN"
    return _PAGE.format(**words, look=_LOOK, style=STYLE, nav=nav, body=body)


def _shown(cell: Any) -> str:
    """A sentence as HTML, or what a cell of code gave."""
    if cell.cell_type == "markdown":
        return str(mistune.html(cell.source)).strip()
    return "\n".join(_output(output) for output in cell.outputs)


def _output(output: Any) -> str:
    """The display of an object as the reports make it, else its text."""
    data = output.get("data", {})
    if "text/html" in data:
        return _INSIDE.sub("", str(data["text/html"]).replace(STYLE, ""))
    return f"<pre>{html.escape(data.get('text/plain', output.get('text', '')))}</pre>"


def _contents(body: str) -> tuple[str, str]:
    """Links to the sections: a list of a hundred rows is long on a phone."""
    names: list[str] = []

    def numbered(found: re.Match[str]) -> str:
        names.append(re.sub(r"<[^>]*>", "", found.group(1)))
        return f'<h2 id="s{len(names)}">{found.group(1)}</h2>'

    body = re.sub(r"<h2[^>]*>(.*?)</h2>", numbered, body, flags=re.DOTALL)
    links = "".join(f'<a href="#s{number}">{name}</a> ' for number, name in enumerate(names, start=1))
    return f"<nav>{links}</nav>", body


def _without_nothing(notebook: Any) -> Any:
    """Leave out a cell that shows nothing, with the sentence that introduces it."""
    found = copy.copy(notebook)
    kept: list[Any] = []
    for cell in notebook.cells:
        if cell.cell_type == "code" and any(NONE in output.get("data", {}).get("text/html", "") for output in cell.outputs):
            if kept and kept[-1].cell_type == "markdown":
                kept.pop()
            continue
        kept.append(cell)
    found.cells = kept
    return found


def _spoken(notebook: Any) -> Any:
    """The sentences between the outputs in the language of the event; the outputs speak it already."""
    found = copy.copy(notebook)
    found.cells = [copy.copy(cell) for cell in notebook.cells]
    for cell in found.cells:
        if cell.cell_type == "markdown":
            cell.source = "\n".join(_line(line) for line in cell.source.split("\n"))
    return found


def _line(line: str) -> str:
    mark, words = ("## ", line[3:]) if line.startswith("## ") else ("", line)
    return mark + (label(words) if mark else t(words).replace("\n", "<br>"))
