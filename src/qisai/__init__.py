"""qisai (棋赛): runs a xiangqi tournament from Excel sheets and notebooks."""
