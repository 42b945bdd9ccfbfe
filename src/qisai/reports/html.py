"""The look of a report in HTML, and the mark of an output that shows nothing."""

from __future__ import annotations

#: The look of a table, in JupyterLab and in the page alike; the classes are the program's own.
STYLE = """<style>
.qs-scroll{overflow-x:auto;max-width:100%;margin:.3em 0 1em}
.qs-scroll table{border-collapse:collapse;font-size:14px;line-height:1.45;margin:0;color:#2b2723;background:#fff}
.qs-scroll th{background:#5b4631;color:#fff;font-weight:600;text-align:left!important;padding:5px 10px;white-space:nowrap}
.qs-scroll td{border-bottom:1px solid #e3d6bd;padding:4px 10px;text-align:left!important;vertical-align:top}
.qs-scroll tbody:nth-child(odd) td{background:#f8f2e6}.qs-scroll tbody:nth-child(even) td{background:#fff}.qs-more{display:none}
.qs-scroll td.n,.qs-scroll th.n{text-align:right!important;white-space:nowrap;font-variant-numeric:tabular-nums}
.qs-scroll td.s{white-space:nowrap}
.qs-scroll td.l{min-width:15em;word-break:keep-all;overflow-wrap:anywhere}
.qs-swipe{display:none}
.qs-scroll td.r{color:#9c241a;background:#f6d9d0!important;font-weight:600}
.qs-title{font-weight:600;margin:.8em 0 .2em}.qs-note{color:#6b6155;font-size:13px;margin:.2em 0}
.qs-tag{background:#bc3428;color:#fff;border-radius:4px;padding:1px 6px;font-size:12px;margin-left:.6em}
.qs-stamp{color:#6b6155;font-size:12px;margin-left:.6em;font-weight:400}
.qs-lines p{margin:.25em 0;line-height:1.6}.qs-lines p:first-child{font-size:17px;font-weight:600}
.qs-pictures img{max-width:100%;width:540px;height:auto;border:1px solid #e3d6bd;border-radius:6px;margin:0 0 10px}
</style>"""


#: Begins a line that only the organizers need.
INSIDE = '<p class="qs-inside">'
#: Marks an output that shows nothing, e.g. standings of a round whose results are not accepted.
NONE = '<p class="qs-note qs-none">'
