"""Text files of other programs: UTF-8, UTF-16, GBK (GB18030), Big5, or a mixture; never read wrongly in silence.

UTF-8 is certain where it fits. GBK and Big5 share most of their codes: a text is taken for the one in which it has more
familiar characters, the whole file first, then each line that would read much better in another. What was not read as
UTF-8 is told with a sample. A name that was cut off inside a character loses the half, which is told with its line.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from qisai.exchange.played import bad
from qisai.problems import Problem, unusable
from qisai.regulation.summary import spans

MOST_BYTES = 20_000_000  # ten times the largest event that we know
#: A line leaves the encoding of its file where another makes it more familiar by so much a character, and in all.
CLEARLY, IN_ALL = 0.3, 1.4
SAMPLE = 40
SURE = 2  # characters of UTF-8 that do not stand side by side by chance
#: Characters that names, towns, clubs and tables of results are made of, simplified and traditional.
FAMILIAR = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜"
    "倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游"
    "阳裴席卫屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边伟芳娜敏静丽磊军洋勇艳杰娟涛明超秀霞平刚英玉萍"
    "红建国辉力波斌琴云飞鹏旭晨浩宇轩子涵梓萱欣怡佳琪玮昊瑜瑾煜炜烨晗淼鑫志家小晓大永振东学春雪燕玲海山峰松新生天一"
    "思雨凯俊健亮锋祥福荣德义仁忠信礼智贵宝富光耀宗祖先继绍嘉良材才元亨利贞胜旺兴隆昌茂贤清淑惠珍珠凤娥莲菊竹青翠月"
    "星辰日真善美爱心中正立言行远达长久恒定乐欢喜庆瑞吉如意宏博彦士银川官璘特钦鸿来群少编号序姓名队地区性别男女出年"
    "份类等级分轮次台黑结果负和备注弃权空后手排第二三四五六七八九十北京上津重广西南浙河湖辽沙徽州陕肃疆内蒙古港澳湾"
    "市县省镇村街校院厂公象棋协会代表俱部体育局赛事杯团張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈葉閻鍾鐘譚鄒陸龍"
    "萬錢湯賴龔顧龐蘭顏嚴魯聶齊莊貫關費紀項陽衛單閔強華車邊偉麗軍艷傑濤剛紅國輝飛鵬軒煒燁曉東學靜雲滿瑩慶實寶貴榮義"
    "禮樂達遠長愛興賢鳳蓮蒼編號隊區別類級輪臺結勝負備棄權後廣遼寧陝肅灣縣鎮廠協會體賽團銀"
)
DOUBLE_BYTE = ("gb18030", "big5hkscs")
NAMES = {"utf-8": "UTF-8", "gb18030": "GBK", "big5hkscs": "Big5", "cp1252": "西欧（Latin-1）"}
_ALONE = re.compile(rb"[\x00-\x7f]*(?:[\xa0-\xff](?![\x80-\xff])[\x00-\x7f]*)+")  # accented letters stand alone
_ENDS = frozenset(b",;\t \"")  # what may follow a text that was cut off; no byte of a Chinese character
_OTHER = {b"PK\x03\x04": "Excel 工作簿或压缩包", b"\xd0\xcf\x11\xe0": "旧的 Excel 或 Word 文件", b"%PDF": "PDF 文件"}


def content(path: Path, option: str, problems: list[Problem]) -> str | None:
    """The text of a file that the command named by ``option``, lines ended by ``\\n``; None, with a problem, where it
    cannot be read."""
    try:
        if path.is_dir():
            problems.append(bad(path.name, "", str(path), "这是一个文件夹，这里要的是文件", f"请核对 {option} 的路径"))
            return None
        if path.stat().st_size > MOST_BYTES:
            detail = f"文件太大（超过 {MOST_BYTES // 1_000_000} MB），不像比赛记录"
            problems.append(bad(path.name, "", "", detail, f"请核对 {option} 的路径"))
            return None
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        problems.append(bad(path.name, "", str(path), "找不到这个文件", f"请核对 {option} 的路径"))
        return None
    except OSError as error:
        problems += unusable(path.name, error).problems
        return None
    return decoded(data, path.name, problems)


def decoded(data: bytes, file: str, problems: list[Problem]) -> str | None:
    """Bytes as text; a doubt is a warning, bytes that no encoding has are problems by line."""
    for start, kind in _OTHER.items():
        if data.startswith(start):
            problems.append(bad(file, "", "", f"这是{kind}，不是文本文件", "请打开它，另存为 CSV UTF-8"))
            return None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _ended(data.decode("utf-16", errors="replace"))
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.count(0) > len(data) // 4:  # UTF-16 without its mark: every other byte of plain letters is 0
        order = "utf-16-le" if data[1::2].count(0) >= data[::2].count(0) else "utf-16-be"
        return _ended(data.decode(order, errors="replace"))
    if b"\0" in data:
        line = data[: data.index(0)].count(b"\n") + 1
        problems.append(bad(file, f"第{line}行", "", "有空字符（NUL），文件可能损坏", "请用原来的程序重新导出"))
        return None
    try:
        return _ended(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _by_line(data, file, problems)


def _ended(words: str) -> str:
    return words.replace("\r\n", "\n").replace("\r", "\n")


def _by_line(data: bytes, file: str, problems: list[Problem]) -> str | None:
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    marked = {number: line for number, line in enumerate(lines, start=1) if not line.isascii()}
    readings = {number: dict(_readings(line)) for number, line in marked.items()}
    whole = max(NAMES, key=lambda name: sum(shares.get(name, -1.0) for shares in readings.values()))
    taken: dict[int, str] = {}
    for number, shares in readings.items():
        if shares:
            best = max(shares, key=lambda name: shares[name])
            gain = shares[best] - shares.get(whole, -1.0)
            wide = len(_text(marked[number], best)) - sum(byte < 128 for byte in marked[number])
            stays = whole in shares and (whole == "cp1252" or gain < CLEARLY or gain * wide < IN_ALL)
            taken[number] = whole if stays else best
    unreadable = [number for number in marked if number not in taken]
    cells = {number: _by_cell(marked[number]) for number in unreadable}
    for number in [number for number, words in cells.items() if words is None]:
        if name := _cut_off(marked[number], whole):
            taken[number] = name
            del cells[number]
            continue
        shown = marked[number].decode("ascii", errors="replace")[:SAMPLE]
        detail = "这一行有读不出来的字（不是 UTF-8、GBK 或 Big5）"
        problems.append(bad(file, f"第{number}行", shown, detail, "请在原来的程序里导出为 UTF-8（Excel 里选「CSV UTF-8」）"))
    if any(words is None for words in cells.values()):
        return None
    texts = {number: _text(marked[number], name) for number, name in taken.items()} | cells
    for number, name in sorted(taken.items()):
        for words in _whole_parts(marked[number], name)[:-1]:
            value = re.split(r"[,;\t\"]", words)[-1].strip()[-SAMPLE:]
            problems.append(Problem("half_character", file, cell=f"第{number}行", value=value))
    if set(taken.values()) != {"utf-8"} or cells:
        problems.append(_told(file, taken, list(cells), texts))
    return "\n".join(texts.get(number) or line.decode("ascii") for number, line in enumerate(lines, start=1))


def _readings(line: bytes) -> Iterator[tuple[str, float]]:
    """The encodings in which a line can be read, each with how familiar it is made. That UTF-8 fits is hardly chance; an
    accented letter of Western Europe is the last resort."""
    for name in (*DOUBLE_BYTE, "utf-8"):
        parts = _whole_parts(line, name)
        wide = [c for c in "".join(parts) if ord(c) > 127]
        if not parts or (len(parts) > 1 and (name != "utf-8" or len(wide) < SURE)):
            continue
        share = sum(_likely(c, name) for c in wide) / max(len(wide), 1)
        yield name, 0.6 + 0.4 * share if name == "utf-8" else share
    if _ALONE.fullmatch(line):
        yield "cp1252", 0.3


def _whole_parts(line: bytes, encoding: str) -> list[str]:
    """A line in its parts between half characters: one where every character is whole, more where texts were cut off
    inside one, [] where something else cannot be read. A half character stands at the end of a text."""
    parts: list[str] = []
    rest = line
    while True:
        try:
            return [*parts, rest.decode(encoding)]
        except UnicodeDecodeError as error:
            half, after = rest[error.start : error.end], rest[error.end :]
            if encoding == "cp1252" or not 0x81 <= half[0] <= 0xFE or len(half) > 3 or (after and after[0] not in _ENDS):
                return []
            parts.append(rest[: error.start].decode(encoding) + " " * len(half))  # so that columns stay where they are
            rest = after


def _text(line: bytes, encoding: str) -> str:
    """A line with blanks for its half characters."""
    return "".join(_whole_parts(line, encoding))


def _cut_off(line: bytes, whole: str) -> str:
    """The encoding in which a line is readable but for texts that were cut off: that of its file before others; "" for none."""
    shares = {}
    for name in DOUBLE_BYTE:
        if wide := [c for c in _text(line, name) if ord(c) > 127]:
            shares[name] = sum(_likely(c, name) for c in wide) / len(wide) + (CLEARLY if name == whole else 0)
    return max(shares, key=lambda name: shares[name], default="")


@cache
def _likely(character: str, encoding: str) -> float:
    """How likely a character is to have been written: 1 a familiar one, less a common one of its standard, 0 others."""
    if character in FAMILIAR:
        return 1.0
    return 0.4 if _common(character, encoding) else 0.0


def _common(character: str, encoding: str) -> bool:
    """Whether a character belongs to the common ones of its standard: GB 2312 rows 1-3 and 16-55, Big5 A1-A3 and A4-C6."""
    try:
        code = character.encode("gb2312" if encoding == "gb18030" else "big5")
    except UnicodeEncodeError:
        return False
    if len(code) != 2:
        return False
    if encoding == "gb18030":
        return 0xB0 <= code[0] <= 0xD7 or code[0] in (0xA1, 0xA3)
    return 0xA4 <= code[0] <= 0xC6 or (code[0] == 0xA1 and code[1] < 0x7F)


def _by_cell(line: bytes) -> str | None:
    """A line whose cells are in several encodings; no byte of a Chinese character is a comma."""
    words = []
    for cell in line.split(b","):
        shares = dict(_readings(cell))
        if not shares:
            return None
        words.append(cell.decode(max(shares, key=lambda name: shares[name])))
    return ",".join(words)


def _told(file: str, taken: dict[int, str], cells: list[int], texts: dict[int, str | None]) -> Problem:
    """How the file was read, with the first line of each encoding as a sample."""
    lines: dict[str, list[int]] = {}
    for number, name in sorted(taken.items()):
        lines.setdefault(NAMES[name], []).append(number)
    if cells:
        lines["逐格"] = cells
    samples = {name: f"第{numbers[0]}行「{_sample(texts[numbers[0]] or '')}」" for name, numbers in lines.items()}
    if len(lines) == 1:
        (name, numbers), = lines.items()
        details = {"encoding": name, "sample": samples[name]}
        return Problem("encoding_read", file, cell=f"第{numbers[0]}行", details=details)
    most, *others = sorted(lines, key=lambda name: -len(lines[name]))
    how = [f"第 {spans(tuple(lines[name]))} 行按{name}读（{samples[name]}）" for name in reversed(others)]
    how.append(f"其余各行按{most}读（{samples[most]}）")
    return Problem("encoding_mixed", file, cell=f"第{lines[others[-1]][0]}行", details={"how": "；".join(how)})


def _sample(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= SAMPLE else f"{line[:SAMPLE]}…"
