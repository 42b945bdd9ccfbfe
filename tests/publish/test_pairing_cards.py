"""Pairing cards: everything on a card can be read, and the last sheet has blank ones for who comes in addition."""

from __future__ import annotations

import pytest
from test_paper import is_clear, words

from qisai.publish.pairing_cards import PairingCard, arrange_pairing_cards

NAMES = ["张三", "Jean-Baptiste de la Fontaine", "欧阳上官诸葛司马令狐皇甫", "阿迪力·买买提明江"]


@pytest.mark.parametrize("rounds", [5, 9, 15, 30])
def test_no_text_of_a_card_lies_on_another_and_every_name_is_whole(rounds: int) -> None:
    played = [("114", "先", "2.5", "17.5", "↓"), ("轮空", "", "5", "22.5", "↓")] + [("",) * 5] * (rounds - 2)
    note = "第6轮应必后，已轮空，另不能遇 1、2、3、4、5、6、7、8、9、10、11、12、13、14、15"
    team = "呼和浩特市象棋运动协会代表队"
    cards = [PairingCard(str(119 + n), name, team, "22.5", note, played) for n, name in enumerate(NAMES)]
    leaves = arrange_pairing_cards(cards, note="整叠裁开")
    for leaf in leaves:
        is_clear(leaf)
    together = "".join(word.text for leaf in leaves for word in words(leaf)).replace(" ", "")
    assert all(name.replace(" ", "") in together for name in NAMES)
    assert "＿＿" in together and "整叠裁开" in together
