from copy import deepcopy

from docx import Document
from docx.table import _Row

PATH = "memo/cfo-memo.docx"
document = Document(PATH)
table = document.tables[1]
assert [cell.text for cell in table.rows[0].cells] == ["USD m", "Q2", "Q3 flash", "Change"]

# marketplace between services and hardware, as in the model
services = table.rows[2]
copied = deepcopy(services._tr)
services._tr.addnext(copied)
for cell, text in zip(_Row(copied, table).cells, ["Marketplace", "0.3", "1.1", "+266.7 %"]):
    cell.paragraphs[0].runs[0].text = text

WANTED = [
    ["USD m", "Q2", "Q3", "Change"],
    ["Subscriptions", "43.8", "46.1", "+5.3 %"],
    ["Services", "9.6", "9.6", "+0.0 %"],
    ["Marketplace", "0.3", "1.1", "+266.7 %"],
    ["Hardware", "3.1", "2.8", "-9.7 %"],
    ["Intercompany", "-1.2", "-1.2", "+0.6 %"],
    ["Revenue", "55.6", "58.4", "+5.0 %"],
]
changed = 0
for row, texts in zip(table.rows, WANTED, strict=True):
    for cell, text in zip(row.cells, texts, strict=True):
        if cell.text != text:
            cell.paragraphs[0].runs[0].text = text
            changed += 1

# the chart as it is now
picture = document.inline_shapes[1]._inline.graphic.graphicData.pic.blipFill.blip.embed
with open("charts/revenue-by-line.png", "rb") as file:
    document.part.related_parts[picture]._blob = file.read()
document.save(PATH)
print(f"memo: row Marketplace, {changed} cells, figure 1")
