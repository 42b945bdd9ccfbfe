import os
import sys

if sys.getfilesystemencoding() != "utf-8":  # LC_ALL=C with UTF-8 mode off: no Chinese file name can be opened
    os.environ["PYTHONUTF8"] = "1"
    os.execv(sys.executable, [sys.executable, "-m", "qisai", *sys.argv[1:]])

from qisai.cli import main

main()
