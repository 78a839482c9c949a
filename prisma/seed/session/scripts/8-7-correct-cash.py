import zipfile

from docx import Document
from lxml import etree

# the deck: two slides say what 41 days would give
PATH = "deck/q3-board.pptx"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
RIGHT = {
    "ppt/slides/slide3.xml": [("64.1", "60.3"), ("+22.2 %", "+14.9 %"), ("Cash of 64.1 m at the end of September", "Cash of 60.3 m at the end of September")],
    "ppt/slides/slide9.xml": [
        ("2.1", "-1.7"), ("-4.2", "-0.4"), ("13.9", "10.0"), ("8.4", "12.2"), ("11.6", "7.8"), ("6.1", "9.9"), ("64.1", "60.3"),
        ("Closing cash of USD 64.1 m", "Closing cash of USD 60.3 m"), ("Days sales outstanding at 41", "Days sales outstanding at 47"),
        ("Receivables of 26.0 m; nothing older than 90 days is unprovided", "Receivables of 29.8 m; nothing older than 90 days is unprovided"),
    ],
}
with zipfile.ZipFile(PATH) as package:
    parts = {name: package.read(name) for name in package.namelist()}
for name, corrections in RIGHT.items():
    slide = etree.fromstring(parts[name])
    for wrong, right in corrections:
        found = [text for text in slide.iter(f"{A}t") if text.text == wrong]
        assert len(found) == 1, (name, wrong, len(found))
        found[0].text = right
    parts[name] = etree.tostring(slide, xml_declaration=True, encoding="UTF-8", standalone=True)
with zipfile.ZipFile(PATH, "w", zipfile.ZIP_DEFLATED) as package:
    for name, content in parts.items():
        package.writestr(name, content)

# the memo: its summary and its paragraph on cash
MEMO = "memo/cfo-memo.docx"
document = Document(MEMO)
for paragraph in document.paragraphs:
    for wrong, right in [
        ("Free cash flow was USD 11.6 m", "Free cash flow was USD 7.8 m"), ("losing cash was USD 64.1 m", "losing cash was USD 60.3 m"),
        ("closing cash USD 64.1 m. Days sales outstanding stood at 41.", "closing cash USD 60.3 m. Days sales outstanding stood at 47."),
    ]:
        if wrong in paragraph.text:
            paragraph.runs[0].text = paragraph.runs[0].text.replace(wrong, right)
            print(f"memo: {right}")
document.save(MEMO)
