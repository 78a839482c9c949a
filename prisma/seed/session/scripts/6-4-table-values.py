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


HEAD = ["Q1", "Q2", "Q3", "Q4 forecast"]
TABLES = {
    5: [
        ["Region, USD m", "Share", *HEAD, "FY 2026"],
        ["Nordics", "34 %", "18.0", "18.9", "19.9", "20.6", "77.4"],
        ["DACH", "21 %", "11.1", "11.7", "12.3", "12.7", "47.8"],
        ["UK and Ireland", "17 %", "9.0", "9.5", "9.9", "10.3", "38.7"],
        ["Benelux", "9 %", "4.8", "5.0", "5.3", "5.4", "20.5"],
        ["North America", "13 %", "6.9", "7.2", "7.6", "7.9", "29.6"],
        ["Asia Pacific", "6 %", "3.2", "3.3", "3.5", "3.6", "13.7"],
        ["All regions", "100 %", "53.1", "55.6", "58.4", "60.5", "227.5"],
    ],
    6: [
        ["USD m", *HEAD],
        ["Revenue", "53.1", "55.6", "58.4", "60.5"],
        ["Cost of revenue", "18.0", "18.0", "17.9", "18.4"],
        ["Gross profit", "35.1", "37.6", "40.5", "42.1"],
        ["Marketing programmes", "3.4", "3.6", "4.2", "3.8"],
        ["Professional fees", "0.7", "0.8", "1.5", "0.8"],
        ["Operating expenses, all", "24.0", "24.8", "26.5", "25.9"],
        ["EBITDA", "11.1", "12.8", "14.0", "16.2"],
        ["EBITDA margin", "20.9 %", "23.0 %", "24.0 %", "26.8 %"],
    ],
    7: [
        ["Drivers", *HEAD],
        ["Net retention", "108 %", "109 %", "111 %", "109 %"],
        ["New accounts", "31", "28", "30", "32"],
        ["Churned accounts", "12", "9", "8", "9"],
        ["Accounts, end of quarter", "831", "850", "872", "895"],
        ["Subscription per account, USD k", "49.6", "51.5", "52.9", "53.1"],
    ],
    9: [
        ["USD m", *HEAD],
        ["EBITDA", "11.1", "12.8", "14.0", "16.2"],
        ["Tax paid", "-2.3", "-2.7", "-2.9", "-3.4"],
        ["Change in receivables", "-1.3", "-0.4", "2.1", "-4.2"],
        ["Change in payables", "0.8", "0.1", "0.7", "-0.2"],
        ["Operating cash flow", "8.3", "9.8", "13.9", "8.4"],
        ["Capital expenditure", "-1.7", "-1.9", "-1.9", "-2.0"],
        ["Interest", "-0.3", "-0.3", "-0.3", "-0.3"],
        ["Free cash flow", "6.3", "7.6", "11.6", "6.1"],
        ["Closing cash", "44.8", "52.4", "64.1", "70.2"],
    ],
}
POINTS = {
    6: [
        "Hosting at 17.6 % of subscriptions, down from 18.2 %",
        "Marketing programmes of 4.2 m: two trade fairs in September",
        "Professional fees of 1.5 m, with the half-year review",
    ],
    7: [
        "Net retention rose to 111 %",
        "8 accounts left, 30 joined",
        "Three more had given notice and signed again",
        "No customer is above 4 % of revenue",
    ],
    9: [
        "Closing cash of USD 64.1 m",
        "Days sales outstanding at 41",
        "Receivables of 26.0 m; nothing older than 90 days is unprovided",
        "No debt is drawn",
    ],
}
SOURCES = {5: ("rows 12 to 18", "rows 13 to 19"), 7: ("rows 22 to 26", "rows 23 to 27")}

for number, rows in TABLES.items():
    name = f"ppt/slides/slide{number}.xml"
    slide = etree.fromstring(parts[name])
    changed = fill(slide, rows)
    if number in POINTS:
        say(shape(slide, "Content"), POINTS[number])
    if number in SOURCES:
        source = next(found for found in slide.iter(f"{A}t") if SOURCES[number][0] in (found.text or ""))
        source.text = source.text.replace(*SOURCES[number])
    parts[name] = etree.tostring(slide, xml_declaration=True, encoding="UTF-8", standalone=True)
    print(f"slide {number}: {changed} cells")

with zipfile.ZipFile(PATH, "w", zipfile.ZIP_DEFLATED) as package:
    for name, content in parts.items():
        package.writestr(name, content)
