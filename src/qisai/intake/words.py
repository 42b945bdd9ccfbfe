"""Words by themselves: surnames, places, the endings of teams, and what stands where a name should."""

from __future__ import annotations

import re

HAN = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af〇]"


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛"
    "雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路"
    "娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄麴家封"
    "芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺"
    "屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍却璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿"
    "满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖闫付覃代涂岳帅佟欧阳皇甫"
)
COMPOUND = _listed(
    "欧阳 司马 上官 诸葛 司徒 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 夏侯 轩辕 端木 百里 呼延 独孤 南宫 西门 东郭 申屠 "
    "拓跋 澹台 赫连 太史 公冶 宗政 濮阳 淳于 单于 闻人 钟离 鲜于 司空 完颜 第五 左丘 公羊 万俟 司寇 仲孙"
)
#: Provinces and cities, as they are written for the team that somebody plays for.
PLACES = _listed(
    "北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 "
    "陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆 香港 澳门 石家庄 唐山 秦皇岛 邯郸 邢台 保定 张家口 承德 沧州 廊坊 衡水 "
    "太原 大同 阳泉 长治 晋城 朔州 晋中 运城 忻州 临汾 吕梁 呼和浩特 包头 乌海 赤峰 通辽 鄂尔多斯 呼伦贝尔 沈阳 大连 鞍山 "
    "抚顺 本溪 丹东 锦州 营口 阜新 辽阳 盘锦 铁岭 葫芦岛 长春 四平 辽源 通化 白山 松原 白城 延边 哈尔滨 齐齐哈尔 鸡西 鹤岗 "
    "双鸭山 大庆 伊春 佳木斯 七台河 牡丹江 黑河 绥化 南京 无锡 徐州 常州 苏州 南通 连云港 淮安 盐城 扬州 镇江 泰州 宿迁 "
    "杭州 宁波 温州 嘉兴 湖州 绍兴 金华 衢州 舟山 台州 丽水 合肥 芜湖 蚌埠 淮南 马鞍山 淮北 铜陵 安庆 滁州 阜阳 宿州 六安 "
    "亳州 池州 宣城 福州 厦门 莆田 三明 泉州 漳州 南平 龙岩 宁德 南昌 景德镇 萍乡 九江 新余 鹰潭 赣州 吉安 宜春 抚州 上饶 "
    "济南 青岛 淄博 枣庄 东营 烟台 潍坊 济宁 泰安 威海 日照 临沂 德州 聊城 滨州 菏泽 郑州 开封 洛阳 平顶山 安阳 鹤壁 新乡 "
    "焦作 濮阳 许昌 漯河 三门峡 南阳 商丘 信阳 周口 驻马店 武汉 黄石 十堰 宜昌 襄阳 鄂州 荆门 孝感 荆州 黄冈 咸宁 随州 恩施 "
    "长沙 株洲 湘潭 衡阳 邵阳 岳阳 常德 张家界 益阳 郴州 永州 怀化 娄底 湘西 广州 韶关 深圳 珠海 汕头 佛山 江门 湛江 茂名 "
    "肇庆 惠州 梅州 汕尾 河源 阳江 清远 东莞 中山 潮州 揭阳 云浮 南宁 柳州 桂林 梧州 北海 防城港 钦州 贵港 玉林 百色 贺州 "
    "河池 来宾 崇左 海口 三亚 成都 自贡 攀枝花 泸州 德阳 绵阳 广元 遂宁 内江 乐山 南充 眉山 宜宾 广安 达州 雅安 巴中 资阳 "
    "凉山 贵阳 六盘水 遵义 安顺 毕节 铜仁 昆明 曲靖 玉溪 保山 昭通 丽江 普洱 临沧 大理 红河 拉萨 西安 铜川 宝鸡 咸阳 渭南 "
    "延安 汉中 榆林 安康 商洛 兰州 嘉峪关 金昌 白银 天水 武威 张掖 平凉 酒泉 庆阳 定西 陇南 临夏 甘南 西宁 银川 石嘴山 吴忠 "
    "固原 中卫 乌鲁木齐 克拉玛依 吐鲁番 哈密 昌吉 伊犁 喀什 和田 阿克苏"
)
_TEAMS = re.compile(
    "(?:队|校|学院|俱乐部|公司|协会|中学|小学|大学|一中|二中|三中|四中|五中|六中|实验中|高中|初中|附中|附小|棋院|棋社|社区|街道|镇|县|市|区|厂|局|班|军"
    "|中心|集团|幼儿园|法院|检察院|医院|银行|委员会|棋协|学会|文化馆|体育馆|分公司|总公司|研究院|研究所)$"
)
_PLACE_PARTS = re.compile(f"(?:(?:{'|'.join(sorted(PLACES, key=len, reverse=True))})[省市县区州]?){{1,3}}")
_PLACE_ENDS = re.compile("[省市县区州站]$|..[镇乡村]$|街道$")
#: What is said of a sign-up, and is no team.
_SAID = re.compile(
    "[我你他她们吗吧呢没不了替帮换陪]|来$|^[来去到]|带|携|改|原|顶|让|暂|一起|也|再|[今明后]天|[上下]午|[早晚][到上来]|看棋|观战|参[加赛]|报名"
    "|[爸妈爷奶哥姐弟妹叔姨]|[元费钱]$|转账|[交缴付]|待定|可能|可以|要|想|谢|[个位名人]$|赛$|组$|等$|见$|老师$|选手$|同学$|朋友$"
    "|请|电话|手机|微信|候补|替补|保密|孩子|[小大]孩|家属|学生$|儿子|女儿|本人|[的者到]$|周[一二三四五六日末]"
    "|确认|收到|支持|辛苦|加[一二油]|迟|业余|爱好|[本外]地$|[一二三四五六七八九初中高\\d][级段]$|大师$|第.*次"
)
_MAY_END_A_NAME = re.compile("[军镇班校中]$")
_HEADINGS = frozenset(
    ["first name", "last name", "given name", "family name", "surname", "chinese name", "english name", "full name", "name",
     "player name", "姓名", "名字", "选手姓名"]
)  # fmt: skip
_NOBODY = _listed(
    "同上 无 没有 暂无 空 空缺 缺 待定 未定 待补 待报 取消 测试 test 示例 样例 例 举例 某某 合计 总计 小计 共计 人数 备注 "
    "说明 序号 以上 以下空白 个人 自由人 不详 未知 保密 匿名"
)
_TITLES = re.compile(
    "取消|退出|退赛|不参加|不来|弃权|请假|领队|教练|裁判|工作人员|带队|负责人|联系人|监护人|家长"
    "|爸爸|妈妈|爷爷|奶奶|替补|候补"
)
_SENTENCE = re.compile("以上|以下|盖章|签字|签名|签到|名单|报名表|合计|总计|小计|共计|人数|人员|比赛|联系|电话")
_HEADS = re.compile(
    r"等\s*(?:\d+|[一二两三四五六七八九十]+)?\s*[人名位]|\d+\s*[人名位]"
    r"|共[一二两三四五六七八九十]+[人名位]|带[一两二]个|多人|全家|大家|几个"
)
_JOINED = re.compile(r"[、,;/|&+\s]+|以及")
_LINKED = re.compile("[和与跟及]")


def begins_as_name(words: str) -> bool:
    """Whether a text begins with one of the common surnames."""
    return words[:1] in _SURNAMES or words[:2] in COMPOUND


def ends_as_team(words: str) -> bool:
    """Whether a text ends as the names of teams, schools and places do; 王建军 and 陈镇 are people.

    >>> ends_as_team("甲队"), ends_as_team("王建军"), ends_as_team("西凉军")
    (True, False, True)
    """
    if not _TEAMS.search(words):
        return False
    return not (len(words) <= 3 and _MAY_END_A_NAME.search(words) and begins_as_name(words))


def is_full_name(words: str) -> bool:
    """Whether these are two to four Hanzi with a common surname in front, and no team or place."""
    whole = re.fullmatch(rf"{HAN}{{2,4}}", words) is not None
    return whole and begins_as_name(words) and not ends_as_team(words) and words not in PLACES


def is_place(words: str) -> bool:
    """Whether a text is provinces and cities and nothing else.

    >>> is_place("江苏省"), is_place("江苏镇江"), is_place("丹阳")
    (True, True, False)
    """
    return _PLACE_PARTS.fullmatch(words) is not None


def may_be_place(words: str) -> bool:
    """Whether a text with a surname in front may be a place all the same: 云阳镇, 车站, 常州武进.

    >>> may_be_place("云阳镇"), may_be_place("常州武进"), may_be_place("李四")
    (True, True, False)
    """
    return _PLACE_ENDS.search(words) is not None or (len(words) >= 4 and words[:2] in PLACES)


def may_be_team(words: str) -> bool:
    """Whether a text beside a name may be a team: Hanzi with at most two digits in a row that say nothing else."""
    whole = re.fullmatch(rf"{HAN}{{2}}(?:{HAN}|\d{{1,2}}(?!\d)){{0,18}}", words) is not None
    return whole and _SAID.search(words) is None


def no_person(name: str) -> str:
    """Why a text in the place of a name is nobody's name, or ""."""
    folded = name.lower()
    found = _TITLES.search(name) or _SENTENCE.search(name) or _HEADS.search(name)
    if found:
        return f"写着「{found[0]}」"
    if folded in _NOBODY or folded in _HEADINGS:
        return f"写着「{name}」"
    if not re.search(r"\w", name):
        return "只有符号"
    if ends_as_team(name) or re.search(r"\b(?:team|club|school)\b", folded):
        return "像是单位"
    return ""


def are_several(name: str) -> bool:
    """Whether a text is the names of several people, with marks, 和 or nothing between them.

    >>> are_several("张三和李四"), are_several("张三李四王五"), are_several("阿卜杜拉买买提"), are_several("王和平")
    (True, True, False, False)
    """
    for parts in (_JOINED.split(name), _LINKED.split(name) if len(name) > 4 else []):
        if len(parts) > 1 and all(map(is_full_name, parts)) and parts[0] not in COMPOUND:
            return True
    return len(name) >= 6 and _are_in_a_row(name)


def _are_in_a_row(words: str) -> bool:
    ends = {0}
    for end in range(2, len(words) + 1):
        if any(end - size in ends and is_full_name(words[end - size : end]) for size in (2, 3)):
            ends.add(end)
    return len(words) in ends
