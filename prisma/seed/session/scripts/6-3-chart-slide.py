import io
import re
import zipfile
from copy import deepcopy

from lxml import etree
from openpyxl import load_workbook

PATH = "deck/q3-board.pptx"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"

with zipfile.ZipFile(PATH) as package:
    parts = {name: package.read(name) for name in package.namelist()}

C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
LINES = {
    "Subscriptions": [41.2, 43.8, 46.1, 47.5],
    "Services": [9.7, 9.6, 9.6, 10.0],
    "Marketplace": [0.0, 0.3, 1.1, 1.6],
    "Hardware": [3.3, 3.1, 2.8, 2.7],
}
QUARTERS = ["Q1", "Q2", "Q3", "Q4 forecast"]

# the chart: a fourth series in the place of the third, values, and the name of the quarter
chart = etree.fromstring(parts["ppt/charts/chart1.xml"])
bars = chart.find(f".//{C}barChart")
series = bars.findall(f"{C}ser")
series.append(deepcopy(series[-1]))
series[-2].addnext(series[-1])
for number, (one, (name, values)) in enumerate(zip(series, LINES.items(), strict=True)):
    column = "BCDE"[number]
    one.find(f"{C}idx").set("val", str(number))
    one.find(f"{C}order").set("val", str(number))
    one.find(f"{C}spPr//{A}schemeClr").set("val", f"accent{number + 1}")
    one.find(f"{C}tx//{C}v").text = name
    for point, value in zip(one.iterfind(f"{C}val//{C}v"), values, strict=True):
        point.text = str(value)
    for point, quarter in zip(one.iterfind(f"{C}cat//{C}v"), QUARTERS, strict=True):
        point.text = quarter
    for place in (one.find(f"{C}tx//{C}f"), one.find(f"{C}val//{C}f")):
        place.text = re.sub(r"\$[B-E]\$", f"${column}$", place.text)
parts["ppt/charts/chart1.xml"] = etree.tostring(chart, xml_declaration=True, encoding="UTF-8", standalone=True)

# the workbook behind it
BOOK = "ppt/embeddings/Microsoft_Excel_Sheet1.xlsx"
book = load_workbook(io.BytesIO(parts[BOOK]))
sheet = book.active
for column, (name, values) in enumerate(LINES.items(), 2):
    for row, value in enumerate([name, *values], 1):
        sheet.cell(row, column, value)
for row, quarter in enumerate(QUARTERS, 2):
    sheet.cell(row, 1, quarter)
buffer = io.BytesIO()
book.save(buffer)
parts[BOOK] = buffer.getvalue()

# what is said beside it
slide = etree.fromstring(parts["ppt/slides/slide4.xml"])
body = next(found for found in slide.iter(f"{P}sp") if found.find(f".//{P}cNvPr").get("name").startswith("Content")).find(f"{P}txBody")
POINTS = [
    "Subscriptions grew to USD 46.1 m: the uplift on renewals works since July",
    "Services held at 9.6 m in both quarters, without contract 4471",
    "Marketplace has a line of its own: 1.1 m after 0.3 m",
    "Full year expected at 227.5 m, 10.4 % above 2025",
]
for paragraph, text in zip(body.findall(f"{A}p"), POINTS, strict=True):
    paragraph.find(f".//{A}t").text = text
source = next(found for found in slide.iter(f"{A}t") if found.text.startswith("USD m, before intercompany"))
source.text = source.text.replace("rows 4 to 6", "rows 4 to 7")
parts["ppt/slides/slide4.xml"] = etree.tostring(slide, xml_declaration=True, encoding="UTF-8", standalone=True)

notes = etree.fromstring(parts["ppt/notesSlides/notesSlide4.xml"])
next(notes.iter(f"{A}t")).text = "Contract 4471 is apart now; the second quarter is restated by 0.3 m."
parts["ppt/notesSlides/notesSlide4.xml"] = etree.tostring(notes, xml_declaration=True, encoding="UTF-8", standalone=True)

with zipfile.ZipFile(PATH, "w", zipfile.ZIP_DEFLATED) as package:
    for name, content in parts.items():
        package.writestr(name, content)
print("slide 4: chart with four series, its workbook, four points, notes")
