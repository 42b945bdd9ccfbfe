"""What every picture must satisfy, measured on the drawn figure and on the written file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from qisai.publish import theme


def texts_apart(figure: Figure) -> None:
    """Every text lies inside the picture and no two texts lie on each other (a pixel of slack)."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    drawn = [t for t in figure.findobj(Text) if t.get_visible() and t.get_text()]
    boxes = np.array([t.get_window_extent(renderer).extents for t in drawn])
    words = [t.get_text() for t in drawn]
    outside = (boxes[:, :2] < 0).any(axis=1) | (boxes[:, 2:] > figure.bbox.size).any(axis=1)
    assert not outside.any(), f"outside: {[w for w, o in zip(words, outside, strict=True) if o]}"
    a, b = boxes[:, None, :], boxes[None, :, :]
    over = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    clash = np.triu((over > 1).all(axis=2), 1)
    assert not clash.any(), f"overlap: {[(words[i], words[j]) for i, j in np.argwhere(clash)]}"
    assert min(t.get_fontsize() for t in drawn) >= theme.STAMP


def legal(path: Path) -> bool:
    width, height = Image.open(path).size
    return width == 1080 and (height <= 1280 or 2160 < height <= 4000) and path.stat().st_size < 1_000_000
