"""Settings of what the public sees: language, colours, the organizer's own mark."""

from __future__ import annotations

from qisai.regulation.setting import Setting

LANGUAGES = ("中文", "英文", "中英")
THEMES = ("木色", "青绿", "墨蓝")

PUBLISH: tuple[Setting, ...] = (
    Setting("language", "公开语言", "choice", "中文", "图片、打印件和分享的表用什么语言；姓名、单位照原文", LANGUAGES),
    Setting("theme", "配色", "choice", "木色", "图片和打印件的颜色", THEMES),
    Setting("logo", "标志", "text", "", "赛事文件夹里的图片文件名，如 标志.png，印在图片左上角；空着用棋子图案"),
)
