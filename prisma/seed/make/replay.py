"""Runs the planned calls on real files and records what each one did: output, changed files, moves, deletions.

Times inside workbooks are settled to one moment afterwards, so that the same plan gives the same bytes; nothing else
of what a script wrote is touched.
"""
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from shutil import copyfile, copytree

from plan import BRANCH, TURNS

MOMENT = (2026, 10, 6, 9, 0, 0)
STAMP = b"2026-10-06T09:00:00Z"
# in the trailer of a PDF: the two names of the file, and LibreOffice's checksum
IDENTIFIER = rb"(/ID \[ <|>\s*<(?=[0-9A-F]{32}> \]\s*/DocChecksum)|/DocChecksum /)[0-9A-F]{32}"
RUN = """
import runpy, sys, warnings
warnings.formatwarning = lambda message, *rest: f"warning: {message}\\n"
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def replay(workspace, scripts, out, committed=None):
    """Writes session.json and the changed files of every call under `out`, from the accepted files in `workspace`.

    `committed`: the session folder whose PDFs and outputs are taken where a call prints through LibreOffice, instead of
    running that call.
    """
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Path(folder) / "sandbox"
        copytree(workspace, sandbox)
        turns = []
        for number, turn in enumerate(TURNS, 1):
            calls = [record(sandbox, scripts, out, f"{number}-{index}", call, committed) for index, call in enumerate(turn["calls"], 1)]
            turns.append({"number": number, **{key: turn[key] for key in ("title", "prompt")}, "calls": calls, "reply": turn["reply"]})
    text = json.dumps({"branch": BRANCH, "turns": turns}, indent=2, ensure_ascii=False)
    (out / "session.json").write_text(text + "\n", encoding="utf-8")


def record(sandbox, scripts, out, label, call, committed):
    before = hashes(sandbox)
    entry = {"tool": call["tool"], "summary": call["summary"], "input": call.get("input")}
    if "script" in call:
        assert call["script"].startswith(label + "-"), f"{call['script']} is called as {label}"
        entry["input"] = {"script": (scripts / call["script"]).read_text(encoding="utf-8")}
    printed = call.get("prints")
    if printed and committed:
        copyfile(committed / label / printed, sandbox / printed)
        output = committed_output(committed, label)
    else:
        output = perform(sandbox, call, scripts)
    if output:
        entry["output"] = output
    settle_changed(sandbox, before)
    return {**entry, **changes(sandbox, out, label, before)}


def committed_output(committed, label):
    turn, index = (int(piece) for piece in label.split("-"))
    session = json.loads((committed / "session.json").read_text(encoding="utf-8"))
    return session["turns"][turn - 1]["calls"][index - 1]["output"]


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
    here = os.path.dirname(sys.executable)
    environment = {**os.environ, "PATH": f"{here}:{os.environ['PATH']}", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    done = subprocess.run(command, cwd=sandbox, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def hashes(sandbox):
    files = (path for path in sorted(sandbox.rglob("*")) if path.is_file())
    return {path.relative_to(sandbox).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def settle_changed(sandbox, before):
    for path, digest in hashes(sandbox).items():
        if digest not in before.values():
            settle(sandbox / path)


def settle(path, moment=MOMENT, stamp=STAMP):
    """Office files: the same parts in the same order, with one fixed time on each entry and as the time of the last
    change; a workbook in a part likewise. PDFs: one fixed time, and identifiers that follow from the content."""
    if path.suffix == ".pdf":
        path.write_bytes(settled_pdf(path.read_bytes(), stamp))
    if path.suffix in (".xlsx", ".docx", ".pptx"):
        path.write_bytes(settled_package(path.read_bytes(), moment, stamp))


def settled_package(content, moment, stamp):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [(entry.filename, archive.read(entry)) for entry in archive.infolist()]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts:
            if name == "docProps/core.xml":
                part = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + stamp, part)
            if name.endswith(".xlsx"):
                part = settled_package(part, moment, stamp)
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 0
            archive.writestr(entry, part)
    return buffer.getvalue()


def settled_pdf(content, stamp):
    """Replaces within the same length, so that the offsets of the file hold."""
    digits = re.sub(rb"\D", b"", stamp)
    content = re.sub(rb"/CreationDate\(D:\d{14}", b"/CreationDate(D:" + digits, content)
    blank = re.sub(IDENTIFIER, lambda found: found[1] + b"0" * 32, content)
    name = hashlib.md5(blank).hexdigest().upper().encode()
    return re.sub(IDENTIFIER, lambda found: found[1] + name, blank)


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
