"""What each kind of problem says: level, what is wrong, what to do."""

from __future__ import annotations

from dataclasses import dataclass

ERROR = "错误"
WARNING = "提醒"


@dataclass(frozen=True)
class Code:
    """How one kind of problem reads: what is wrong and what to do; ``{value}`` and details are filled in."""

    level: str
    wrong: str
    remedy: str


CODES: dict[str, Code] = {
    # files
    "file_missing": Code(
        ERROR, "找不到这个文件", "请先用「恢复备份」（restore）找回，或把文件放回赛事文件夹；对阵和编号 next 也会按记录重写"
    ),
    "folder_missing": Code(
        ERROR, "这里不是赛事文件夹（没有这个文件夹，或里面没有赛事.xlsx）", "请检查路径；新建赛事用 python -m qisai new"
    ),
    "exists": Code(ERROR, "已经有这个文件", "新建赛事请用一个空文件夹"),
    "not_xlsx": Code(ERROR, "不是 xlsx 表格：{detail}", "{advice}"),
    "encrypted": Code(ERROR, "{detail}", "{advice}"),
    "damaged": Code(
        ERROR, "文件损坏，读不出来", "赛事的文件请先「恢复备份」（restore）；别的文件请用 Excel 或 WPS 打开修复，另存为 .xlsx"
    ),
    "too_large": Code(ERROR, "表太大，没有读：{detail}", "请把有内容的部分复制到一张新表，另存为 .xlsx"),
    "zip_odd": Code(ERROR, "文件内部不正常，没有读：{detail}", "请用 Excel 或 WPS 打开，把内容复制到一张新表，另存为 .xlsx"),
    "xml_tricks": Code(ERROR, "文件里有表格不该有的内容，没有读", "请用 Excel 或 WPS 打开，把内容复制到一张新表，另存为 .xlsx"),
    "busy": Code(ERROR, "另一个窗口正在处理这个赛事", "请等它完成，再运行一次"),
    "locked": Code(ERROR, "文件被别的程序占用", "请在 Excel 或 WPS 里保存并关闭它，再运行一次"),
    "folder_readonly": Code(ERROR, "这个文件夹不能写：只读、写保护或没有权限", "请把整个文件夹拷到可写的地方，在那里再运行一次"),
    "no_permission": Code(ERROR, "没有权限读写这个文件", "请取消它的只读或写保护，或请有权限的人打开权限，再运行一次"),
    "open_now": Code(ERROR, "旁边有 {beside}，表可能正开着", "请保存并关闭它；确实没有开着，就删掉 {beside}（可能是隐藏文件）"),
    "io_failed": Code(ERROR, "读写失败：{detail}", "请检查磁盘空间、U 盘和文件夹权限，再运行一次"),
    "open_elsewhere": Code(WARNING, "旁边有 Excel 的临时文件，表可能正开着", "请确认已保存；读到的是最后一次保存的内容"),
    "copy_beside": Code(ERROR, "有一份名字相近的副本，不知道哪份是对的", "请只留一份，名字是 {right}"),
    "unknown_round_file": Code(ERROR, "记录里没有公布过这一轮", "是比赛用的表，请先找回记录（restore）；不是，才移出赛事文件夹"),
    "round_unrecorded": Code(
        ERROR,
        "记录里没有公布过这一轮，表里却{detail}",
        "记录可能是旧的，先找回记录（restore，或从 U 盘、别的电脑拷回 journal.jsonl）；不要移走有成绩的表",
    ),
    "program_file_changed": Code(ERROR, "与公布时不同：{detail}", "这个文件由程序写，不要改；请删掉它再运行，程序会按记录重写"),
    # sheets
    "sheet_missing": Code(ERROR, "缺少这张工作表", "请加上名为「{sheet}」的工作表（可用 new 生成的空表对照）"),
    "header_missing": Code(ERROR, "找不到表头，应有：{columns}", "请保留一行表头"),
    "column_missing": Code(ERROR, "缺少「{column}」这一列", "请在表头补上这一列"),
    "column_twice": Code(ERROR, "有两列都叫「{column}」（另一列在 {other}）", "请只留一列"),
    "formula_without_value": Code(ERROR, "公式没有结果", "请用 Excel 或 WPS 打开并保存一次，或直接填数值"),
    "picture_cell": Code(ERROR, "这一格是图片，读不到文字", "请改成文字"),
    "rows_hidden": Code(WARNING, "第 {rows} 行隐藏着或被筛选掉，照样读了", "不要的行请删掉；要的请取消隐藏再核对"),
    "format_lost": Code(WARNING, "第 {rows} 行的格式读不出来，日期可能读成了数字", "请核对这些行的日期"),
    "error_value": Code(ERROR, "公式出错", "请改成正确的数值或文字"),
    "merged": Code(ERROR, "上下几行合并成了一格，这一行读不到内容", "请取消合并，每一行都填上"),
    "row_ignored": Code(WARNING, "当作表下的说明，没有读", "如果是数据，请补全这一行"),
    "became_date": Code(ERROR, "被 Excel 改成了日期", "请把单元格设为文本，再填一次"),
    # settings
    "setting_unknown": Code(WARNING, "没有叫这个名字的项目，未使用", "请对照规程摘要检查项目名"),
    "setting_twice": Code(ERROR, "同一个项目写了两次（另一处在 {other}）", "请只留一行"),
    "setting_bad": Code(ERROR, "取值不对，应为：{allowed}", "请改正；空着就用默认值 {default}"),
    "stage_bad": Code(ERROR, "{detail}", "请改正这一行"),
    "stages_gap": Code(ERROR, "{detail}", "请改正「阶段」表的轮次"),
    "table_misfit": Code(ERROR, "{detail}", "{advice}"),
    "stage_gone": Code(ERROR, "第 {round} 轮是按「{stage}」公布的，「阶段」表里现在没有它", "请把阶段（和组别）的名称改回来"),
    "key_unknown": Code(ERROR, "不认识的名次指标", "可用：{allowed}"),
    "key_direction": Code(ERROR, "方向应为「高者列前」或「低者列前」", "空着就用该指标的惯例"),
    "chain_bad": Code(ERROR, "{detail}", "请改正「名次」表"),
    "eligible_bad": Code(ERROR, "参赛条件：{detail}", "请改正；写法如 性别=女、年龄<=60，空着就不设条件"),
    "prize_bad": Code(ERROR, "{detail}", "请改正这一行"),
    "schedule_bad": Code(ERROR, "{detail}", "轮次写数字，日期写 2024-07-20，时间写 09:00"),
    "group_unknown": Code(ERROR, "「阶段」表里没有这个组别（要写得完全一样）", "请改成：{allowed}"),
    # roster
    "id_missing": Code(ERROR, "没有序号", "每个人一个不重复的序号；已用的序号不要改"),
    "id_twice": Code(ERROR, "序号重复（另一处在 {other}）", "请给其中一人换一个没用过的序号"),
    "name_missing": Code(ERROR, "没有姓名", "请补上姓名"),
    "word_unknown": Code(ERROR, "「{column}」不能这样写", "可填：{allowed}"),
    "number_bad": Code(ERROR, "「{column}」应是不小于 0 的整数", "请改成数字"),
    "payment_order_missing": Code(ERROR, "已缴费但没有缴费顺序，无法排名额", "请按到账先后填 1、2、3…"),
    "payment_order_twice": Code(ERROR, "缴费顺序重复（另一处在 {other}）", "请按到账先后改成不同的数"),
    "same_name": Code(WARNING, "同单位有同名的人（另一处在 {other}）", "请确认不是同一个人报了两次"),
    "fee_differs": Code(WARNING, "应缴 {due}，与类别「{fee_class}」的标准 {standard} 不同", "请核对"),
    "name_bad": Code(ERROR, "姓名{detail}", "请填姓名"),
    "name_odd": Code(WARNING, "一格里好像有两个名字", "一个人一行；确实是一个人的名字就不用改"),
    "number_inside": Code(ERROR, "「{column}」里有电话或证件号码", "请把号码移到「电话」一列，证件号码不要填；名字会印出来张贴"),
    "ditto": Code(ERROR, "「{column}」写的是「同上」一类的话", "请把上面那一行的内容照样填在这里"),
    "team_none": Code(
        WARNING, "「{value}」会算作一个单位", "没有单位的请空着，或把它加进「规程」的「不算队的单位」；确是单位就不用改",
    ),
    "birth_bad": Code(ERROR, "出生年份{detail}", "请填四位数的年份（如 2012）或日期（如 2012-03-05），不知道就空着"),
    "phone_odd": Code(WARNING, "电话{detail}", "请核对；把这一列设为文本再填就不会变"),
    "same_phone": Code(WARNING, "与 {other} 的「{name}」是同一个电话", "请确认不是同一个人报了两次"),
    "refund_over": Code(ERROR, "退费 {refund} 元，比已缴 {paid} 元多", "退费写在当初缴费的那一行，不能比已缴多"),
    "not_eligible": Code(WARNING, "不合参赛条件：{condition}", "请核对；{effect}"),
    "eligibility_unknown": Code(WARNING, "参赛条件是{condition}，这里没有填清楚", "请补上；{effect}"),
    "id_changed": Code(
        ERROR,
        "抽签时序号 {player} 是「{was}」，现在这个名字在序号 {now} 下",
        "抽签后序号不能换人；改错别字请保留原序号",
    ),
    "drawn_missing": Code(
        ERROR,
        "已抽签的 {name}（{number} 号）不在报名表里",
        "请恢复他的那一行；不参加了请在「变动」里写退赛",
    ),
    # changes
    "change_bad": Code(ERROR, "{detail}", "请改正这一行"),
    "change_past": Code(
        ERROR,
        "第 {round} 轮已经公布，这条变动当时没有",
        "请把轮次改为还没公布的轮；要从这一轮起，先删掉这一行，撤回这一轮，再加上这一行",
    ),
    "change_gone": Code(ERROR, "第 {round} 轮公布时有「{what}」（{player}），现在表里没有了", "请把那一行恢复"),
    # rounds
    "number_unknown": Code(ERROR, "没有这个编号", "请对照 编号.xlsx"),
    "name_differs": Code(ERROR, "{number} 号是「{name}」，名字对不上", "以编号为准；请改正姓名或编号"),
    "player_twice": Code(ERROR, "{number} 号在本轮出现了两次（另一处在 {other}）", "请按公布的对阵改回来"),
    "pairing_differs": Code(
        ERROR, "与公布的对阵不同，公布的是 {right}",
        "请改回来；要调整的，在还没填成绩的表里把编号改成每人一台、不多不少，再运行 next",
    ),
    "tie_differs": Code(ERROR, "淘汰赛的对阵由晋级产生，应是 {right}", "请改回来；一方不到的填弃权"),
    "table_differs": Code(
        ERROR, "循环赛的对阵由循环表定，应是 {right}",
        "请改回来；一方不到的填弃权，先后手下反了填「实际红方」",
    ),
    "which_double": Code(
        ERROR, "「双弃」是双方都没有到场（算缺轮），签字栏却填了「{signed}」",
        "下完没有签字的请填「双弃未签」；确实都没到就清空签字",
    ),
    "team_count_changed": Code(ERROR, "团体计分人数抽签时是 {was}，现在是 {now}", "抽签以后不再改；请改回 {was}"),
    "team_member_changed": Code(ERROR, "团体队员一栏抽签时{was}，现在{now}", "谁替队里计分抽签以前定下，以后不再改；请改回"),
    "line_missing": Code(ERROR, "缺少公布过的{line}", "请把这一行恢复"),
    "line_unknown": Code(ERROR, "公布的对阵里没有这一行", "请删掉这一行"),
    "line_twice": Code(ERROR, "{line}有两行结果（另一处在 {other}）", "一局只填一个结果，请删掉一行"),
    "result_unknown": Code(
        ERROR,
        "看不懂的结果",
        "可填：1 红胜、2 黑胜、3 和、4 红弃、5 黑弃、6 双弃，或文字 双弃未签、双负、裁定 2:1",
    ),
    "result_two": Code(ERROR, "一格里有两个结果", "一局只填一个结果"),
    "result_alone": Code(ERROR, "轮空、请假、缺席由程序填写，对局里不能用", "未到场请填 4 红弃、5 黑弃、6 双弃"),
    "result_not_game": Code(ERROR, "轮空的一行不填对局结果", "请改回「轮空」"),
    "private_number": Code(WARNING, "「{column}」里像电话或证件号，公开的表里会隐去", "不用改；电话请写在「报名」的「电话」栏"),
    "ruling_reason": Code(ERROR, "裁定没有写理由", "请在「备注」写明裁定的依据"),
    "result_open": Code(ERROR, "第 {round} 轮第 {board} 台{game}还没有结果", "请填结果；没下完请等它下完"),
    "fouls_bad": Code(ERROR, "犯规次数应是 0 到 9 的整数", "没有犯规就空着"),
    "fouls_lose": Code(WARNING, "同一局 {fouls} 次犯规应判负，结果却是「{result}」", "请裁判核对"),
    "red_bad": Code(ERROR, "「{column}」应是本台两位棋手之一的编号", "请填执红一方的编号"),
    "red_missing": Code(ERROR, "没有填谁执红", "请在「红方编号」填执红一方的编号"),
    "tie_over": Code(ERROR, "这一对已经在「{game}」分出胜负，后面不应再有结果", "请清空多出来的结果"),
    "tie_open": Code(ERROR, "第 {round} 轮第 {board} 台还没有分出胜负", "请填下一局；没有下一局的由裁判长裁定（如 裁定 2:0）"),
    "tie_before": Code(ERROR, "前面的局还没有结果，先填前面的局", "请按顺序填"),
    "unsigned": Code(WARNING, "签字不全（{signed}）：{detail}", "请裁判确认；双方均未签字的，结果填「双弃未签」"),
    "double_forfeit": Code(
        WARNING, "双方均未签字，结果填的是「{result}」",
        "建议按双弃：裁判长同意就把结果改为「双弃未签」；不改就按所填的结果",
    ),
    "signature_bad": Code(ERROR, "签字栏不能这样写", "可填：双方、红方、黑方、未签、未交，或空着"),
    "second_differs": Code(
        ERROR, "第 {board} 台复核是「{second}」，第一遍是「{first}」", "请对成绩单，把两处填成一样；不复核就清空「复核」表",
    ),
    "read_as_typed": Code(WARNING, "被改成了日期或时间，按「{typed}」读作{result}", "请核对；把这一列设为文本再填就不会变"),
    "reason_missing": Code(
        ERROR,
        "第 {round} 轮第 {board} 台已确认为「{was}」，现在是「{now}」，没有更正理由",
        "请在「更正理由」写明原因；改错了请改回",
    ),
    "reason_stale": Code(ERROR, "第 {round} 轮第 {board} 台又改了，更正理由还是上一次的", "请写明这一次的理由；改错了请改回"),
    "tie_settled": Code(
        ERROR,
        "第 {round} 轮第 {board} 台的晋级者已进入下一轮",
        "下一轮还没填成绩时，可先 undo 撤回它再更正；已经开赛的，晋级不能再改，请改回",
    ),
    "started": Code(ERROR, "第 {round} 轮（{stage}）已经开赛，不能撤回", "已开赛的轮次不重编；结果有误请填更正理由{others}"),
    # journal, rules
    "journal_broken": Code(ERROR, "记录第 {line} 行被改动过：{detail}", "请用「恢复备份」（restore）恢复；不要手工编辑"),
    "journal_shortened": Code(
        ERROR,
        "记录比备份里最新的一份（{snapshot}，{line} 行）旧或不是同一份：{detail}",
        "请用「恢复备份」（restore）恢复；要从头来过，请另建一个赛事文件夹",
    ),
    "snapshot_failed": Code(WARNING, "这一步的备份没有存成（{value}：{detail}）", "比赛不受影响；请检查磁盘空间和「备份」文件夹"),
    "snapshot_foreign": Code(WARNING, "这是另一个赛事「{event}」的备份，不作数", "请把它移出「备份」文件夹"),
    "snapshot_other": Code(ERROR, "这是另一个赛事「{event}」的备份，不能代替本赛事的记录", "请在那个赛事自己的文件夹里恢复"),
    "restore_cut": Code(ERROR, "上一次恢复做到一半断了", "请运行「恢复备份」（restore）或 next，程序接着做完；不要先改别的文件"),
    "restore_finished": Code(
        WARNING, "上一次恢复做到一半断了，现在已经接着做完", "请核对；恢复之前的文件在「备份」里名字带「恢复前」的一份"
    ),
    "snapshot_unknown": Code(ERROR, "没有这一份备份", "请填列出的序号或文件名"),
    "playoff_idle": Code(WARNING, "加赛名次：{detail}", "请核对「变动」表和「名次」表"),
    "rules_changed": Code(WARNING, "规则在第 {round} 轮公布之后改过：{detail}", "已公布的对阵不变；请确认这是裁判长的决定"),
    "unit_changed": Code(ERROR, "第 {round} 轮有裁定的分数，按 {was} 分记，现在是 {now}", "请把「阶段」的分值改回"),
    "glyph_missing": Code(ERROR, "字体里没有这个字：{detail}", "请在这张表里改用可显示的写法"),
    "logo_unusable": Code(ERROR, "标志{detail}", "请把 PNG 或 JPG 图片放进赛事文件夹，在「规程」的「标志」填它的文件名；或留空"),
    "logo_stretched": Code(WARNING, "标志太长：{detail}，印出来只有一条线", "请换一张宽不超过高 3 倍的图片"),
    "not_rehearsal": Code(ERROR, "这不是演练赛事，不能模拟成绩", "只有「演练」为「是」的赛事可以模拟"),
    "undecided": Code(ERROR, "{detail}", "请在「规程」表填好再抽签（draw）；抽签以后不再改"),
    "too_few": Code(ERROR, "{detail}", "请检查报到与缴费"),
    "field_too_small": Code(ERROR, "{detail}", "请在「阶段」表把人数改小"),
    "group_changed": Code(ERROR, "已编入「{was}」的对阵，组别现在是「{now}」", "公布之后不能换组；请改回"),
    "result_removed": Code(ERROR, "第 {round} 轮第 {board} 台已确认为「{was}」，不能清空", "请填更正后的结果和更正理由"),
    "drawn_already": Code(ERROR, "已经抽过签", "编号从此不变；首轮公布之前要重抽，请先撤回（undo）抽签"),
    "not_drawn": Code(ERROR, "还没有抽签", "报到结束后先抽签（draw）"),
    "undo_away": Code(
        ERROR, "不在赛事文件夹里，看不出有没有填过成绩，不能撤回",
        "请先放回（U 盘、别的电脑，或用 restore 从备份取回）；确实没有开赛的，先运行 next，按记录写出空表再撤回",
    ),
    "snapshot_newer": Code(
        ERROR, "这份备份损坏了，却比记录更新（第 {line} 行，记录只有 {lines} 行）",
        "先找回更新的 journal.jsonl（U 盘、别的电脑、云盘）；确实没有、裁判长同意照现在的记录继续的，把它移出「备份」文件夹",
    ),
    "undo_unknown": Code(ERROR, "没有可以撤回的这个文件", "可以写：{allowed}"),
    "nothing_to_undo": Code(ERROR, "还没有可以撤回的步骤", "撤回只用于抽签和还没填成绩的公布"),
    "not_yet": Code(ERROR, "{detail}", "请等前面的步骤完成再试；看某一轮的报告，请填已公布的轮次"),
    "why_unknown": Code(ERROR, "{detail}", "{advice}"),
    "print_nothing": Code(ERROR, "{detail}", "{advice}"),
    "certificate_bad": Code(ERROR, "{detail}", "{advice}"),
    "certificate_border": Code(WARNING, "{detail}", "{advice}"),
    "journal_missing": Code(
        ERROR,
        "记录 journal.jsonl 不见了，而抽签或对阵已经公布过",
        "请用「恢复备份」（restore）恢复，或从 U 盘拷回；不要删除或移动其他文件；没有它，程序不知道公布过什么",
    ),
    "import_bad": Code(ERROR, "{detail}", "{advice}"),
    "exchange_note": Code(WARNING, "{detail}", "{advice}"),
    "encoding_read": Code(WARNING, "不是 UTF-8，按 {encoding} 读：{sample}", "请看这几个字对不对；不对就另存为 UTF-8 再导入"),
    "encoding_mixed": Code(WARNING, "一个文件里有几种编码：{how}", "请看这几处的字对不对；不对就改正，另存为 UTF-8 再导入"),
    "half_character": Code(WARNING, "「{value}」后面有半个字，去掉了：可能名字太长被截断", "请核对；可以在文件里补全再导入"),
    "birth_blank": Code(WARNING, "出生年份看不出来，留空", "请写四位年份，如 1990；也可以以后填在「报名」里"),
    "game_twice": Code(WARNING, "与第{other}行是同一局，结果一样，只读一次", "不用改；不是同一局的请改正"),
    "game_disputed": Code(
        ERROR, "同一局写了两次而不一样：第{other}行「{first}」，第{line}行「{second}」", "请核对成绩单，只留对的一行",
    ),
    "game_sides": Code(
        ERROR, "第 {round} 轮 {player} 号与 {opponent} 号的{what}对不上：第{line}行「{first}」，第{other}行「{second}」",
        "请核对成绩单，改正其中一行",
    ),
    "game_sum": Code(
        WARNING, "第 {round} 轮 {player} 号与 {opponent} 号的结果合起来不是一局：第{line}行「{first}」，第{other}行「{second}」",
        "是裁判判的就不用改；写错了请改正其中一行再导入",
    ),
    "met_twice": Code(WARNING, "{first}和{second}在第 {rounds} 轮都是对手", "请核对其中一轮是不是写错了人；确是如此就不用改"),
    "met_in_knockout": Code(
        WARNING, "第 {rounds} 轮像是淘汰赛，有 {count} 对以前相遇过：{pairs}", "是淘汰赛就不用改；不是就请核对这几局",
    ),
    "rest_twice": Code(WARNING, "循环赛里{who}轮空了 {times} 次（第 {rounds} 轮）", "每人应轮空 {due} 次；请核对那几轮的人名"),
    "rest_seldom": Code(WARNING, "循环赛里{who}只轮空了 {times} 次（第 {rounds} 轮）", "每人应轮空 {due} 次；请核对有没有写错人"),
    "rest_never": Code(WARNING, "循环赛里{who}没有轮空过", "每人应轮空 {due} 次；请核对有没有写错人"),
    "same_person": Code(
        WARNING, "可能是同一个人：{first}（第 {first_rounds} 轮）和{second}（第 {second_rounds} 轮），从不在同一轮出现",
        "是同一个人就删掉新建的文件夹，重新导入并加上 --same {gone}={kept}；不是就不用改",
    ),
    # sign-ups: a file that cannot be read as people, then what is told of one that can
    "signup_kind": Code(ERROR, "这是{what}，读不出名单", "{advice}"),
    "signup_empty": Code(ERROR, "里面没有内容", "请确认放进来的是填好的那一份"),
    "signup_form": Code(ERROR, "这是一张登记表格，不是一人一行的名单", "请抄成一人一行：第一行写姓名、单位……，下面每人一行"),
    "signup_no_names": Code(ERROR, "找不到写姓名的一列", "请在表头写上「姓名」，下面每人一行"),
    "signup_numbers": Code(ERROR, "「姓名」一列写的是数字", "请换成真实姓名，再放进来"),
    "signup_nobody": Code(ERROR, "有表头，下面没有人", "请确认放进来的是填好的那一份"),
    "signup_results": Code(ERROR, "这是对阵表或成绩表，不是报名表", "请换成报名表；别处办过的比赛用 import 导入"),
    "signup_own": Code(ERROR, "这是本程序自己的赛事文件", "请把它移出「报名导入」；这里只放别人交来的报名表"),
    "signup_two_columns": Code(
        ERROR, "{first} 和 {second} 两列都像「{column}」，现在用前一列", "要用后一列，核对列时改；两列都是报名的人，请移到一列里"
    ),
    "signup_skipped": Code(WARNING, "这张工作表没有读：{detail}", "里面有报名的人的话：{advice}"),
    "signup_above": Code(ERROR, "在表头上面，没有读", "这一行是报名的人的话，请移到表头下面"),
    "signup_row": Code(ERROR, "这一行没有读：{detail}", "{advice}"),
    "signup_no_player": Code(ERROR, "没有当作选手：{detail}", "{advice}"),
    "signup_role": Code(ERROR, "「{value}」不知道算不算选手，没有读", "请改成选手、领队、教练或陪打，再放进来"),
    "signup_names_unused": Code(
        ERROR, "「{column}」一列好像还有 {heads} 个人没有读：{samples}", "是报名的人，请移到姓名那一列的下面；不是就不用改"
    ),
    "signup_line_used": Code(WARNING, "当作「{column}」，用于第 {rows} 行", "不对就请在那几行写上「{column}」"),
    "signup_label": Code(WARNING, "是表外的说明，没有列入报名", "不用改；要说每个人的事，请写到名单的「备注」一列"),
    "signup_beside": Code(WARNING, "写在名单外面，没有列入报名", "要列入的，请在名单里加一行，角色写领队或教练"),
    "signup_ditto": Code(WARNING, "「{column}」写的是同上，按上面一行读：第 {rows} 行", "请核对"),
    "signup_none": Code(WARNING, "「{column}」写的是没有，当作空着：第 {rows} 行", "请核对"),
    "signup_team_blank": Code(WARNING, "单位空着，没有照抄上面一行：第 {rows} 行", "和上面是一个单位的，请填上"),
    "signup_charge": Code(WARNING, "「{column}」可能是该交的钱，没有当作已缴", "是已经交来的，核对列时写 {letter}=已缴"),
    "signup_ticks": Code(WARNING, "「{column}」里只有勾选的记号，没有当作{field}", "请把选中的那一项写成字"),
    "signup_role_column": Code(WARNING, "「{column}」里写的不是选手、领队这样的角色，没有用", "请核对"),
    "signup_hidden_sheet": Code(WARNING, "这张工作表是隐藏的，也读了", "不用的名单请从文件里删掉，再放进来"),
    "signup_hidden": Code(WARNING, "隐藏的行也读了：第 {rows} 行", "不参加的人请从表里删掉"),
    "signup_merged": Code(WARNING, "几行合并成一格，每一行都按那一格读：第 {rows} 行", "请核对"),
    "signup_mixed": Code(WARNING, "文字编码不一致，已逐行读出：第 {rows} 行", "请核对这几行有没有怪字"),
    "signup_age": Code(WARNING, "「{column}」是年龄，算不准出生年份，没有用", "要看年龄的比赛，请另收出生年份"),
    "signup_line": Code(WARNING, "这一行没有读：{detail}", "是报名的人，请写成「1. 姓名 单位：××× 电话」"),
    "signup_name_number": Code(ERROR, "姓名写的是数字", "请换成真实姓名"),
    "signup_name_odd": Code(WARNING, "姓名里好像有别的内容，或不止一个人", "一格只写一个人的姓名，别的写到备注"),
    "signup_name_no": Code(ERROR, "这不像一个人的姓名：{detail}", "是报名的人，请改成真实姓名，再导入一次"),
    "signup_name_several": Code(ERROR, "这一格好像有几个人", "请一人一行，再导入一次"),
    "signup_name_cleared": Code(WARNING, "姓名里的「{rest}」没有用，读作「{right}」", "请核对；要用的内容请填到它自己的列"),
    "signup_numbered": Code(WARNING, "姓名前面的序号没有用：第 {rows} 行", "不用改；姓名对一下就行"),
    "signup_phone_id": Code(ERROR, "「{column}」里有身份证号，这一行没有读", "请移到「身份证号」，这里只写电话，再导入一次"),
    "signup_note_id": Code(WARNING, "「{column}」里有身份证号，只留了前三位", "要用证件号的话，请移到「身份证号」一列"),
    "signup_private": Code(ERROR, "「{column}」里有电话或证件号，这一行没有读", "请把号码移到「电话」或「身份证号」，再导入一次"),
    "signup_long": Code(ERROR, "「{column}」太长（{length} 个字），这一行没有读", "请改短，再导入一次"),
    "signup_word_guess": Code(WARNING, "「{value}」当作{column}读了", "请核对；不对就写成「单位：×××」或「备注：×××」"),
    "signup_guess": Code(WARNING, "「{value}」不是常见的姓，当作姓名读了", "请核对；不是报名的人就不要粘贴"),
    "signup_quote": Code(ERROR, "引号没有关上，后面的行会并进这一格，没有读", "请删掉这一行里多出来的引号，再导入一次"),
    "signup_phone": Code(WARNING, "不是 11 位手机号", "请核对"),
    "signup_id": Code(WARNING, "身份证号不对：{detail}", "请核对"),
    "signup_id_differs": Code(WARNING, "身份证号里的{column}是「{right}」，表里写的不同", "请核对；现在按表里写的"),
    "signup_digits_lost": Code(WARNING, "数字太长，被 Excel 丢了后几位", "请把这一列设为文本，再填一次"),
    "signup_value": Code(WARNING, "「{column}」看不懂，没有读", "{advice}"),
    "signup_nothing": Code(ERROR, "这个文件夹里没有文件", "请把问卷、接龙、各队交来的表原样放进去，再运行一次"),
    "signup_teams": Code(
        ERROR, "这张表一行一队（共 {heads} 人），没有拆开", "再运行一次，问到时回车就拆成一人一行；脚本加 --split"
    ),
    "signup_mapping": Code(ERROR, "看不懂「{value}」", "写作 C=组别 或 D=；有 {letters} 列，可用：{fields}"),
    "signup_map": Code(ERROR, "--map 看不懂", "写作 C=组别、D=（不用这一列）或 名单.xlsx:C=组别；可用：{fields}"),
    "signup_map_file": Code(ERROR, "--map 里写的文件，读进来的表里没有", "可写：{files}"),
    "signup_map_which": Code(
        ERROR, "--map 没有写明是哪一张表（读进来 {count} 张）", "请写明，如 {example}；可写：{files}；同名的文件请先改名",
    ),
    "signup_map_twice": Code(ERROR, "{letters} 几列都要用作「{field}」", "一项只能用一列，请只留一列"),
    "signup_picture": Code(WARNING, "「{column}」是图片，读不出字", "请把图里的内容打成字"),
}
