"""The survey's notebook: its cells are here, its outputs come from running them (session/scripts/3-6-run-notebook.py)."""
import json

TITLE = """\
# Autumn survey: what users say

Reads `workforce-survey.xlsx`, sheet `Responses`. Rows as exported: repeated answers are still in."""
LOAD = """\
from collections import Counter
from statistics import mean

from openpyxl import load_workbook

sheet = load_workbook("workforce-survey.xlsx", read_only=True)["Responses"]
rows = sheet.iter_rows(values_only=True)
names = next(rows)
answers = [dict(zip(names, row)) for row in rows if row[0]]
print(f"{len(answers)} rows")
print("by country:", dict(Counter(answer["country"] for answer in answers).most_common()))"""
TABLE = """\
class Table:
    def __init__(self, names, rows):
        self.names, self.rows = names, rows

    def _repr_html_(self):
        line = lambda cells, tag: "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>\\n"
        return "<table>\\n" + line(self.names, "th") + "".join(line(row, "td") for row in self.rows) + "</table>"

    def __repr__(self):
        table = [self.names] + self.rows
        widths = [max(len(str(row[at])) for row in table) for at in range(len(self.names))]
        return "\\n".join("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip() for row in table)


questions = {"ease_1_5": "Easy to use", "planning_1_5": "Easier to plan", "value_1_5": "Worth its price"}
functions = sorted({answer["function"] for answer in answers})
scores = {
    function: [mean(answer[question] for answer in answers if answer["function"] == function) for question in questions]
    for function in functions
}
Table(
    ["department", "answers"] + list(questions.values()),
    [[function, sum(answer["function"] == function for answer in answers)] + [f"{score:.2f}" for score in scores[function]]
     for function in functions],
)"""
PICTURE = """\
from PIL import Image, ImageDraw, ImageFont


def font(size, bold=False):
    return ImageFont.truetype(f"LiberationSans-{'Bold' if bold else 'Regular'}.ttf", size)


picture = Image.new("RGB", (1000, 600), "#FFFFFF")
draw = ImageDraw.Draw(picture)
draw.text((30, 20), "Mean score by department, 1 to 5", font=font(26, True), fill="#24324A")
draw.text((30, 56), f"{len(answers):,} answers, autumn 2026", font=font(18), fill="#6B7280")
colors = ["#2F4ECC", "#15734B", "#B45309"]
for row, function in enumerate(functions):
    top = 100 + row * 88
    draw.text((265, top + 33), function, font=font(18), fill="#24324A", anchor="rm")
    for bar, score in enumerate(scores[function]):
        y = top + bar * 23
        draw.rectangle([280, y, 280 + round((score - 1) / 4 * 640), y + 19], fill=colors[bar])
        draw.text((288 + round((score - 1) / 4 * 640), y + 10), f"{score:.2f}", font=font(16), fill="#24324A", anchor="lm")
place = 280
for color, name in zip(colors, questions.values()):
    draw.rectangle([place, 560, place + 16, 576], fill=color)
    draw.text((place + 24, 568), name, font=font(16), fill="#24324A", anchor="lm")
    place += 70 + round(draw.textlength(name, font=font(16)))
picture.save("../charts/survey-scores.png", optimize=True)
picture"""
KEEP = """\
def share(group, said):
    return sum(answer["keep_at_124"] == said for answer in group) / len(group)


for said in ("yes", "unsure", "no"):
    print(f"keep at USD 124: {said:6} {share(answers, said):.1%}")"""
CONCLUSION = """\
## Reading

- Ease of use and planning score above 3.5 everywhere; value for money is the weak one.
- Six in ten would keep the product at USD 124 a seat.
- The numbers move when the repeated answers are gone; nothing is proposed yet."""


def write(path):
    cells = [
        text("about", TITLE), code("load", LOAD), code("scores", TABLE), code("picture", PICTURE), text("price", "## Price"), code("keep", KEEP),
        text("conclusion", CONCLUSION),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python", "version": "3.11.2"}},
                "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def text(name, source):
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source.splitlines(keepends=True)}


def code(name, source):
    return {"cell_type": "code", "execution_count": None, "id": name, "metadata": {}, "outputs": [], "source": source.splitlines(keepends=True)}
