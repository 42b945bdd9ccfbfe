"""What is wrong with the texts of a drawn figure: outside the page, on one another, too small."""

from __future__ import annotations

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from qisai.publish import theme

SLACK = 1.0


def faults(figure: Figure) -> list[str]:
    """A sentence for each text that the page clips, that lies on another, or that is smaller than the smallest size.

    The box of a text is the one that matplotlib draws it in; boxes that meet by a pixel are fine.
    """
    renderer = FigureCanvasAgg(figure).get_renderer()
    drawn = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    if not drawn:
        return ["no text at all"]
    boxes = np.array([text.get_window_extent(renderer).extents for text in drawn])
    words = [text.get_text() for text in drawn]
    out = (boxes[:, :2] < -SLACK).any(axis=1) | (boxes[:, 2:] > figure.bbox.size + SLACK).any(axis=1)
    shared = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:]) - np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    clash = np.triu((shared > SLACK).all(axis=2), 1)
    small = [text.get_text() for text in drawn if text.get_fontsize() < theme.STAMP]
    return [
        *(f"outside the page: {words[i]}" for i in np.flatnonzero(out)),
        *(f"on one another: {words[i]} | {words[j]}" for i, j in np.argwhere(clash)),
        *(f"too small: {word}" for word in small),
    ]
