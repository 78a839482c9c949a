"""Makes the demo workspace again: `python3 prisma/seed/make/make.py`, or with --check only compares.

--check builds everything in a temporary folder and compares byte for byte with what is committed: exit 0 where equal,
1 where not (the files are named), 3 where another version of Python, openpyxl or zlib makes that comparison void.
Files that people wrote by hand (the notes, the guide, the rates) are the source themselves and are taken as they are.
"""
import json
import platform
import sys
import tempfile
import zlib
from pathlib import Path
from shutil import copyfile, rmtree

sys.dont_write_bytecode = True

import openpyxl

import books
import model
from replay import replay

SEED = Path(__file__).resolve().parent.parent
WRITTEN_BY_HAND = [
    "README.md", "archive/scratch.txt", "model/fx-rates.csv", "notes/board-notes.md", "notes/open-questions.txt",
    "survey/column-guide.md",
]
REVIEW = {
    "branch": {"kind": "review", "user": "tomas", "name": "prices after the steering group"},
    "reason": "The steering group of 5 October agreed on 10 %, and 50 starter seats were added since.",
    "files": {"survey/pricing.xlsx": "1/survey/pricing.xlsx"},
    "changes": [
        {"path": "survey/pricing.xlsx", "sheet": "Tiers", "cell": "B5", "before": 0.08, "after": 0.1},
        {"path": "survey/pricing.xlsx", "sheet": "Tiers", "cell": "C9", "before": 1400, "after": 1450},
    ],
}


def build(target):
    workspace, session, review = target / "workspace", target / "session", target / "review"
    for folder in ("model", "survey", "notes", "archive"):
        (workspace / folder).mkdir(parents=True)
    for path in WRITTEN_BY_HAND:
        copyfile(SEED / "workspace" / path, workspace / path)
    model.q3_model().write(workspace / "model/Q3-model.xlsx")
    model.q2_model().write(workspace / "archive/Q2-model.xlsx")
    model.ledger(workspace / "model/ledger-2026-q3.csv")
    books.survey().write(workspace / "survey/workforce-survey.xlsx")
    books.pricing().write(workspace / "survey/pricing.xlsx")
    (review / "1/survey").mkdir(parents=True)
    proposal = books.pricing(discount=0.1, starter_seats=1_450, modified="2026-10-06T10:20:00Z", creator="Tomas Kerr")
    proposal.write(review / "1/survey/pricing.xlsx")
    (review / "review.json").write_text(json.dumps(REVIEW, indent=2) + "\n", encoding="utf-8")
    session.mkdir()
    replay(workspace, SEED / "session/scripts", session)
    (target / "made-with.json").write_text(json.dumps(tools(), indent=2) + "\n", encoding="utf-8")


def tools():
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "openpyxl": openpyxl.__version__, "zlib": zlib.ZLIB_RUNTIME_VERSION}


def listing(root):
    """Every made file under `root`; the agent's scripts are sources and stay out."""
    found = {"made-with.json": root / "made-with.json"}
    for folder in ("workspace", "session", "review"):
        for path in (root / folder).rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.is_file() and not name.startswith("session/scripts/"):
                found[name] = path
    return found


def check(target):
    committed_with = json.loads((SEED / "made-with.json").read_text(encoding="utf-8"))
    if committed_with != tools():
        print(f"made with {committed_with}, these are {tools()}: not comparable")
        return 3
    made, committed = listing(target), listing(SEED)
    different = [
        name for name in sorted({*made, *committed})
        if name not in made or name not in committed or made[name].read_bytes() != committed[name].read_bytes()
    ]
    print("\n".join(f"different: {name}" for name in different) or f"{len(made)} files equal byte for byte")
    return 1 if different else 0


def replace(target):
    made = listing(target)
    for folder in (SEED / "review", *SEED.glob("session/[0-9]*-[0-9]*")):
        rmtree(folder, ignore_errors=True)
    for name, path in made.items():
        (SEED / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(path, SEED / name)
    print(f"{len(made)} files written")
    return 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        build(Path(temporary))
        sys.exit(check(Path(temporary)) if "--check" in sys.argv[1:] else replace(Path(temporary)))
