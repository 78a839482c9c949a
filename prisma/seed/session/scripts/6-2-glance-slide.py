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


def fill(slide, rows):
    """The texts of the slide's table; a cell that is right already is left alone."""
    changed = 0
    for row, texts in zip(slide.iter(f"{A}tr"), rows, strict=True):
        for cell, text in zip(row.findall(f"{A}tc"), texts, strict=True):
            body = cell.find(f"{A}txBody")
            if "".join(body.itertext()) != text:
                say(body, [text])
                changed += 1
    return changed


slide = etree.fromstring(parts["ppt/slides/slide3.xml"])
say(shape(slide, "Title"), ["The quarter at a glance"])
changed = fill(slide, [
    ["USD m", "Q2", "Q3", "Change"],
    ["Revenue", "55.6", "58.4", "+5.0 %"],
    ["Subscriptions", "43.8", "46.1", "+5.3 %"],
    ["Gross profit", "37.6", "40.5", "+7.6 %"],
    ["EBITDA", "12.8", "14.0", "+9.5 %"],
    ["Closing cash", "52.4", "64.1", "+22.2 %"],
    ["EBITDA margin", "23.0 %", "24.0 %", "+1.0 pt"],
    ["Accounts", "850", "872", "+2.6 %"],
    ["People, full-time equivalents", "597", "606", "+1.5 %"],
])
say(shape(slide, "Content"), [
    "Revenue of USD 58.4 m, 5.0 % above Q2: better than the flash estimate by 1.4 m",
    "Subscriptions grew by 5.3 %; services held, hardware slipped",
    "EBITDA margin of 24.0 %, in spite of marketing and review fees",
    "Cash of 64.1 m at the end of September",
])
parts["ppt/slides/slide3.xml"] = etree.tostring(slide, xml_declaration=True, encoding="UTF-8", standalone=True)

notes = etree.fromstring(parts["ppt/notesSlides/notesSlide3.xml"])
say(shape(notes, "Notes"), [
    "Actual bookings to 30 September, loaded on 6 October. Q2 is restated for contract 4471.",
    "If asked about the margin: professional fees for the half-year review fall into Q3.",
])
parts["ppt/notesSlides/notesSlide3.xml"] = etree.tostring(notes, xml_declaration=True, encoding="UTF-8", standalone=True)

with zipfile.ZipFile(PATH, "w", zipfile.ZIP_DEFLATED) as package:
    for name, content in parts.items():
        package.writestr(name, content)
print(f"slide 3: title, notes, four points, {changed} cells")
