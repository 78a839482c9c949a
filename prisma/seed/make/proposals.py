"""What the second reviewer proposes: other prices, promoted during the agent's session, and corrections to the minutes
of July, which stay open."""
import json
from shutil import copyfile

from docx import Document

import books
import documents
from replay import settle

MINUTES = "memo/minutes-2026-07-16.docx"
REVIEW = {
    "branch": {"kind": "review", "user": "tomas", "name": "prices after the steering group"},
    "reason": "The steering group of 5 October agreed on 10 %, and 50 starter seats were added since.",
    "files": {"survey/pricing.xlsx": "1/survey/pricing.xlsx"},
    "changes": [
        {"path": "survey/pricing.xlsx", "sheet": "Tiers", "cell": "B5", "before": 0.08, "after": 0.1},
        {"path": "survey/pricing.xlsx", "sheet": "Tiers", "cell": "C9", "before": 1400, "after": 1450},
    ],
}
CORRECTION = {
    "branch": {"kind": "review", "user": "tomas", "name": "corrections to the July minutes"},
    "files": {MINUTES: f"1/{MINUTES}"},
    "changes": [
        {"path": MINUTES, "before": "EBITDA of USD 12.9 m", "after": "EBITDA of USD 12.6 m"},
        {"path": MINUTES, "before": "The next meeting is on 8 October 2026.", "after": "The next meeting is on 15 October 2026."},
        {"path": MINUTES, "before": "The board wants a proposal for the meeting in October.",
         "after": "The board wants a proposal for the meeting in October, with the results of the autumn survey."},
    ],
}
ADDED = "A director asked whether the partner may end the contract early. The answer was: with six months' notice."


def write(workspace, review, correction):
    (review / "1/survey").mkdir(parents=True)
    books.pricing(discount=0.1, starter_seats=1_450, modified="2026-10-06T10:20:00Z", creator="Tomas Kerr").write(review / "1/survey/pricing.xlsx")
    (review / "review.json").write_text(json.dumps(REVIEW, indent=2) + "\n", encoding="utf-8")
    corrected = correction / "1" / MINUTES
    corrected.parent.mkdir(parents=True)
    copyfile(workspace / MINUTES, corrected)
    correct(corrected)
    (correction / "correction.json").write_text(json.dumps(CORRECTION, indent=2) + "\n", encoding="utf-8")


def correct(path):
    """Three paragraphs are mended, one is added after the fifth heading, one owner in the table is another."""
    document = Document(str(path))
    for change in CORRECTION["changes"]:
        paragraph = next(found for found in document.paragraphs if change["before"] in found.text)
        paragraph.runs[0].text = paragraph.runs[0].text.replace(change["before"], change["after"])
    actions = next(found for found in document.paragraphs if found.text == "6. Actions")
    actions.insert_paragraph_before(ADDED, style="Normal")
    document.tables[1].cell(3, 1).paragraphs[0].runs[0].text = "Mara Lindqvist"
    document.core_properties.last_modified_by = "Tomas Kerr"
    document.save(str(path))
    settle(path, documents.moment("2026-10-07T08:40:00Z"), b"2026-10-07T08:40:00Z")
