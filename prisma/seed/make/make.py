"""Makes the demo workspace again: `python3 prisma/seed/make/make.py`, or with --check only compares.

--check builds everything in a temporary folder and compares byte for byte with what is committed: exit 0 where equal,
1 where not (the files are named), 3 where another version of a tool makes that comparison void. PDFs are printed by
LibreOffice, which takes time: --check takes the committed ones and says so, unless --print asks for the same version
of it to print them again.
Files that people wrote by hand (the notes, the guide, the rates) are the source themselves and are taken as they are.
"""
import json
import platform
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from runpy import run_path
from shutil import copyfile, rmtree, which

sys.dont_write_bytecode = True

import docx
import lxml.etree
import openpyxl
import PIL
from PIL import features

import books
import deck
import documents
import model
import notebook
import pictures
import proposals
from figures import Figures
from replay import replay, run, settle

SEED = Path(__file__).resolve().parent.parent
SCRIPTS = SEED / "session/scripts"
WRITTEN_BY_HAND = [
    "README.md", "archive/ledger-2026-q2.csv", "archive/q2-board-notes.md", "archive/scratch.txt", "charts/draw.py", "model/fx-rates.csv",
    "model/headcount-2026-q3.csv", "notes/agenda.md", "notes/board-notes.md", "notes/kpi-definitions.md", "notes/open-questions.txt",
    "survey/column-guide.md",
]
PRINTED = ["audit/half-year-review-letter.pdf", "audit/ledger-extract-q3.pdf"]


def build(target, prints):
    workspace, session = target / "workspace", target / "session"
    for folder in ("archive", "audit", "brand", "charts", "deck", "memo", "model", "notes", "survey"):
        (workspace / folder).mkdir(parents=True)
    for path in WRITTEN_BY_HAND:
        copyfile(SEED / "workspace" / path, workspace / path)
    tables(workspace)
    texts(workspace)
    for path in PRINTED:
        if not prints:
            copyfile(SEED / "workspace" / path, workspace / path)
    if prints:
        print_pdfs(workspace)
    proposals.write(workspace, target / "review", target / "correction")
    session.mkdir()
    replay(workspace, SCRIPTS, session, None if prints else SEED / "session")
    (target / "made-with.json").write_text(json.dumps(tools(), indent=2) + "\n", encoding="utf-8")


def tables(workspace):
    model.q3_model().write(workspace / "model/Q3-model.xlsx")
    model.q2_model().write(workspace / "archive/Q2-model.xlsx")
    model.ledger(workspace / "model/ledger-2026-q3.csv")
    books.survey().write(workspace / "survey/workforce-survey.xlsx")
    books.pricing().write(workspace / "survey/pricing.xlsx")


def texts(workspace):
    """Pictures first: deck and memo hold them."""
    pictures.logo(workspace / "brand/logo.png")
    notebook.write(workspace / "survey/analysis.ipynb")
    run([sys.executable, "-B", str(SCRIPTS / "3-6-run-notebook.py")], workspace)
    run([sys.executable, "-B", "charts/draw.py"], workspace)
    figures = Figures(model.q3_model())
    deck.board_deck(figures, workspace).write(workspace / "deck/q3-board.pptx")
    keep(documents.memo(figures, workspace), workspace / "memo/cfo-memo.docx", "2026-09-29T17:05:00Z")
    keep(documents.minutes(Figures(model.q2_model())), workspace / "memo/minutes-2026-07-16.docx", "2026-07-20T09:30:00Z")


def keep(document, path, when):
    document.save(str(path))
    settle(path, documents.moment(when), when.encode())


def print_pdfs(workspace):
    letter = workspace / "audit/half-year-review-letter.docx"
    documents.letter(Figures(model.q3_model())).save(str(letter))
    with tempfile.TemporaryDirectory() as profile:
        run(["soffice", "--headless", f"-env:UserInstallation=file://{profile}", "--convert-to", "pdf", "--outdir", "audit", str(letter)], workspace)
    letter.unlink()
    script = run_path(str(SCRIPTS / "7-4-ledger-extract.py"), run_name="make")
    booked = [entry for entry in script["entries"](workspace / "model/ledger-2026-q3.csv") if entry["date"] <= "2026-09-10" and not entry["text"].startswith("Recl")]
    said = "Extract of 28 September 2026 with bookings to 10 September, for the flash estimate."
    script["extract"](booked, said, str(workspace / "audit/ledger-extract-q3.pdf"))
    for path, when in zip(PRINTED, ["2026-09-18T14:00:00Z", "2026-09-28T15:10:00Z"]):
        settle(workspace / path, documents.moment(when), when.encode())


def tools():
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "openpyxl": openpyxl.__version__, "zlib": zlib.ZLIB_RUNTIME_VERSION, "python-docx": docx.__version__,
            "lxml": lxml.etree.__version__, "Pillow": PIL.__version__, "FreeType": features.version("freetype2"), "LibreOffice": libreoffice()}


def libreoffice():
    if not which("soffice"):
        return None
    answer = subprocess.run(["soffice", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return answer.stdout.split()[1] if answer.returncode == 0 and len(answer.stdout.split()) > 1 else None


def listing(root):
    """Every made file under `root`; the agent's scripts are sources and stay out."""
    found = {"made-with.json": root / "made-with.json"}
    for folder in ("workspace", "session", "review", "correction"):
        for path in (root / folder).rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.is_file() and not name.startswith("session/scripts/"):
                found[name] = path
    return found


def check(target, committed_with, prints):
    if {**committed_with, "LibreOffice": None} != {**tools(), "LibreOffice": None}:
        print(f"made with {committed_with}, these are {tools()}: not comparable")
        return 3
    build(target, prints)
    made, committed = listing(target), listing(SEED)
    if not prints:
        del made["made-with.json"], committed["made-with.json"]
    different = [
        name for name in sorted({*made, *committed})
        if name not in made or name not in committed or made[name].read_bytes() != committed[name].read_bytes()
    ]
    print("\n".join(f"different: {name}" for name in different) or f"{len(made)} files equal byte for byte"
          + ("" if prints else "; PDFs taken as committed (--print prints them again)"))
    return 1 if different else 0


def replace(target):
    assert libreoffice(), "LibreOffice is needed to print the PDFs"
    build(target, prints=True)
    made = listing(target)
    for folder in (SEED / "review", SEED / "correction", *SEED.glob("session/[0-9]*-[0-9]*")):
        rmtree(folder, ignore_errors=True)
    for name, path in made.items():
        (SEED / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(path, SEED / name)
    print(f"{len(made)} files written")
    return 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        if "--check" in sys.argv[1:]:
            made_with = json.loads((SEED / "made-with.json").read_text(encoding="utf-8"))
            sys.exit(check(Path(temporary), made_with, "--print" in sys.argv[1:] and made_with["LibreOffice"] == libreoffice()))
        sys.exit(replace(Path(temporary)))
