import zipfile
from copy import deepcopy

from lxml import etree

PATH = "deck/q3-board.pptx"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"

with zipfile.ZipFile(PATH) as package:
    parts = {name: package.read(name) for name in package.namelist()}


def say(holder, lines):
    """The lines as the paragraphs of a shape or cell, in the formatting of the paragraph that stood in their place."""
    paragraphs = holder.findall(f"{A}p")
    for number, line in enumerate(lines):
        if number == len(paragraphs):
            paragraphs.append(deepcopy(paragraphs[-1]))
            paragraphs[-2].addnext(paragraphs[-1])
        runs = paragraphs[number].findall(f"{A}r")
        runs[0].find(f"{A}t").text = line
        for run in runs[1:]:
            paragraphs[number].remove(run)
    for paragraph in paragraphs[len(lines):]:
        holder.remove(paragraph)


def shape(slide, name):
    """The text of the shape whose name starts so."""
    return next(found for found in slide.iter(f"{P}sp") if found.find(f".//{P}cNvPr").get("name").startswith(name)).find(f"{P}txBody")


def refer(name, old, new):
    text = parts[name].decode()
    assert text.count(old) == 1, (name, old)
    parts[name] = text.replace(old, new).encode()


# a copy of the slide of costs, which has the same layout, becomes slide 11 of the package and the fifth in order
slide = etree.fromstring(parts["ppt/slides/slide6.xml"])
say(shape(slide, "Title"), ["Marketplace: a line of its own"])
table = next(slide.iter(f"{A}tbl"))
ROWS = [
    ["Contract 4471, USD k", "Q2", "Q3", "Q4 forecast"],
    ["Booked as services, moved", "302.5", "810.4", ""],
    ["Booked as marketplace", "", "273.1", ""],
    ["Marketplace", "302.5", "1,083.5", "1,600.0"],
]
lines = table.findall(f"{A}tr")[: len(ROWS)]  # a head, two lines and a bold one
for row in table.findall(f"{A}tr")[len(ROWS):]:
    table.remove(row)
grid = table.find(f"{A}tblGrid")
grid.remove(grid[-1])
for column, width in zip(grid, [3_474_720, 914_400, 1_005_840, 1_188_720], strict=True):
    column.set("w", str(width))
for row, texts in zip(lines, ROWS, strict=True):
    row.remove(row.findall(f"{A}tc")[1])
    for cell, text in zip(row.findall(f"{A}tc"), texts, strict=True):
        say(cell.find(f"{A}txBody"), [text])
frame = next(found for found in slide.iter(f"{P}graphicFrame"))
frame.find(f".//{P}cNvPr").set("name", "Marketplace 2")
frame.find(f"{P}xfrm/{A}ext").set("cy", str(4 * 457_200))
say(shape(slide, "Content"), [
    "The partner pays a share of what it sells; the revenue follows its order book",
    "The auditor asked for the line in the half-year review",
    "Order book of 1.6 m for Q4; nothing in 2025",
    "Which costs belong to it is still open",
])
say(shape(slide, "Source"), ["Source: model/ledger-2026-q3.csv, contract 4471, and model/contract-4471.csv"])
NEW = "ppt/slides/slide11.xml"
parts[NEW] = etree.tostring(slide, xml_declaration=True, encoding="UTF-8", standalone=True)
parts["ppt/slides/_rels/slide11.xml.rels"] = parts["ppt/slides/_rels/slide6.xml.rels"]

TYPE = '<Override PartName="/ppt/slides/slide7.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/>'
refer("[Content_Types].xml", TYPE, TYPE + TYPE.replace("slide7", "slide11"))
REL = '<Relationship Id="rId8" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" Target="slides/slide7.xml"/>'
refer("ppt/_rels/presentation.xml.rels", REL, REL + REL.replace("rId8", "rId20").replace("slide7", "slide11"))
refer("ppt/presentation.xml", '<p:sldId id="259" r:id="rId5"/>', '<p:sldId id="259" r:id="rId5"/><p:sldId id="266" r:id="rId20"/>')

with zipfile.ZipFile(PATH, "w", zipfile.ZIP_DEFLATED) as package:
    for name, content in parts.items():
        package.writestr(name, content)
print("slide 5 added: Marketplace")
