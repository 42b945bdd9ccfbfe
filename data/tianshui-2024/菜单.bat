@echo off
chcp 65001 >nul
set PYTHONUTF8=1
set "PY=python"
where python >nul 2>nul || set "PY=py"
%PY% -m qisai menu "%~dp0."
pause
