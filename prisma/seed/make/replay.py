"""Runs the planned calls on real files and records what each one did: output, changed files, moves, deletions.

Times inside workbooks are settled to one moment afterwards, so that the same plan gives the same bytes; nothing else
of what a script wrote is touched.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from shutil import copytree

from plan import BRANCH, TURNS

MOMENT = (2026, 10, 6, 9, 0, 0)
STAMP = b"2026-10-06T09:00:00Z"
RUN = """
import runpy, sys, warnings
warnings.formatwarning = lambda message, *rest: f"warning: {message}\\n"
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def replay(workspace, scripts, out):
    """Writes session.json and the changed files of every call under `out`, from the accepted files in `workspace`."""
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Path(folder) / "sandbox"
        copytree(workspace, sandbox)
        turns = []
        for number, turn in enumerate(TURNS, 1):
            calls = [record(sandbox, scripts, out, f"{number}-{index}", call) for index, call in enumerate(turn["calls"], 1)]
            turns.append({"number": number, **{key: turn[key] for key in ("title", "prompt")}, "calls": calls, "reply": turn["reply"]})
    text = json.dumps({"branch": BRANCH, "turns": turns}, indent=2, ensure_ascii=False)
    (out / "session.json").write_text(text + "\n", encoding="utf-8")


def record(sandbox, scripts, out, label, call):
    before = hashes(sandbox)
    entry = {"tool": call["tool"], "summary": call["summary"], "input": call.get("input")}
    if "script" in call:
        assert call["script"].startswith(label + "-"), f"{call['script']} is called as {label}"
        entry["input"] = {"script": (scripts / call["script"]).read_text(encoding="utf-8")}
    output = perform(sandbox, call, scripts)
    if output:
        entry["output"] = output
    settle_changed(sandbox, before)
    return {**entry, **changes(sandbox, out, label, before)}


def perform(sandbox, call, scripts):
    """What the call prints, or None where only the application itself can answer (a view, its own diff)."""
    tool, given = call["tool"], call.get("input", {})
    if tool == "python":
        return run([sys.executable, "-B", "-c", RUN, str(scripts / call["script"])], sandbox)
    if tool == "bash":
        return run(["sh", "-c", given["command"]], sandbox)
    if tool == "grep":
        lines = (sandbox / given["path"]).read_text(encoding="utf-8").splitlines()
        return "\n".join(f"{n}: {line}" for n, line in enumerate(lines, 1) if given["pattern"] in line) + "\n"
    if tool == "write_file":
        (sandbox / given["path"]).write_bytes(given["content"].encode())
    if tool == "edit_file":
        text = (sandbox / given["path"]).read_bytes().decode()
        for change in given["edits"]:
            assert text.count(change["old"]) == 1, f"not found once in {given['path']}: {change['old']!r}"
            text = text.replace(change["old"], change["new"])
        (sandbox / given["path"]).write_bytes(text.encode())
    if tool == "delete":
        (sandbox / given["path"]).unlink()
    return None


def run(command, sandbox):
    environment = {**os.environ, "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    done = subprocess.run(command, cwd=sandbox, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def hashes(sandbox):
    files = (path for path in sorted(sandbox.rglob("*")) if path.is_file())
    return {path.relative_to(sandbox).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def settle_changed(sandbox, before):
    for path, digest in hashes(sandbox).items():
        if path.endswith(".xlsx") and digest not in before.values():
            settle(sandbox / path)


def settle(path):
    """The same parts in the same order, with one fixed time on each entry and as the time of the last change."""
    with zipfile.ZipFile(path) as archive:
        parts = [(entry.filename, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + STAMP, content)
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 0
            archive.writestr(entry, content)


def changes(sandbox, out, label, before):
    after = hashes(sandbox)
    gone = [path for path in before if path not in after]
    moves = []
    for path in list(gone):
        same = [other for other in after if other not in before and after[other] == before[path]]
        if len(same) == 1:
            moves.append({"from": path, "to": same[0]})
            gone.remove(path)
    moved_to = {move["to"] for move in moves}
    files = {}
    for path in after:
        if after[path] != before.get(path) and path not in moved_to:
            kept = out / label / path
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes((sandbox / path).read_bytes())
            files[path] = f"{label}/{path}"
    return {"files": files, "moves": moves, "deletes": gone}
