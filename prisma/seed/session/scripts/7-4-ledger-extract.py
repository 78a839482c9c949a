import csv
import subprocess
import tempfile
from pathlib import Path

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from docx.shared import Cm, Pt, RGBColor

LEDGER, EXTRACT = "model/ledger-2026-q3.csv", "audit/ledger-extract-q3.pdf"


def cells(table, row, texts, bold=False, together=False):
    for column, text in enumerate(texts):
        paragraph = table.cell(row, column).paragraphs[0]
        paragraph.paragraph_format.space_after, paragraph.paragraph_format.keep_with_next = Pt(1), together
        run = paragraph.add_run(text)
        run.font.size, run.bold = Pt(8.5), bold
        if column == len(texts) - 1:
            paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT


def grid(document, widths, rows, last_bold=False):
    table = document.add_table(rows=len(rows), cols=len(widths))
    table.style, table.autofit = "Light Shading Accent 1", False
    for column, width in zip(table.columns, widths):
        column.width = Cm(width)
    for row in table.rows:
        for cell, width in zip(row.cells, widths):
            cell.width = Cm(width)
    for number, texts in enumerate(rows):
        cells(table, number, texts, number == 0 or (last_bold and number == len(rows) - 1), together=number < 3)


def extract(entries, said, target):
    """Totals, reclassifications on a page of their own, then every booking of the quarter by account."""
    quarter = [entry for entry in entries if entry["date"] >= "2026-07-01"]
    moved = [entry for entry in entries if entry["text"].startswith("Reclassified")]
    document = Document()
    document.core_properties.title, document.core_properties.author = "Ledger extract, Q3 2026", "Mara Lindqvist"
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2)
    section.top_margin = section.bottom_margin = Cm(1.8)
    for name, size in (("Normal", 10), ("Heading 1", 16), ("Heading 2", 13), ("Heading 3", 10.5)):
        style = document.styles[name]
        style.element.get_or_add_rPr().get_or_add_rFonts().attrib.clear()  # the template's theme fonts
        style.font.name, style.font.size = "Arial", Pt(size)
        if name != "Normal":
            style.font.color.rgb = RGBColor(0x24, 0x32, 0x4A)
    section.footer.paragraphs[0].text = "Northfield, Finance. For the board and the auditor only."
    document.add_heading("Northfield: extract of the general ledger, Q3 2026", 1)
    document.add_paragraph(said)
    document.add_heading("Totals by line", 2)
    accounts = sorted({(entry["account"], entry["line"]) for entry in quarter})
    total = lambda account: sum(int(entry["amount_usd"]) for entry in quarter if entry["account"] == account)
    count = lambda account: sum(entry["account"] == account for entry in quarter)
    rows = [["Account", "Line", "Bookings", "USD"]]
    rows += [[account, line, str(count(account)), f"{total(account):,}"] for account, line in accounts]
    revenue = sum(total(account) for account, _ in accounts if account < "4000")
    rows.append(["", "Revenue before intercompany", "", f"{revenue:,}"])
    grid(document, [2.5, 8.5, 2.6, 3.4], rows, last_bold=True)
    document.add_paragraph("Costs of people are booked from the payroll and are not part of this extract.").paragraph_format.space_before = Pt(8)
    if moved:
        document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        document.add_heading("Reclassifications", 2)
        document.add_paragraph("Contract 4471, the partner marketplace, was booked as services. It is moved to account 3030 with effect from June 2026.")
        grid(document, [2.4, 2, 3, 6.6, 3], [["Date", "Account", "Line", "Text", "USD"]] + [
            [entry["date"], entry["account"], entry["line"], entry["text"], f"{int(entry['amount_usd']):,}"] for entry in moved])
        document.add_paragraph("The second quarter is restated by the amounts dated 30 June 2026.").paragraph_format.space_before = Pt(8)
    document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    document.add_heading("Bookings", 2)
    for account, line in accounts:
        document.add_heading(f"{account} {line}", 3)
        grid(document, [2.8, 2.8, 8, 3.4], [["Date", "Contract", "Text", "USD"]] + [
            [entry["date"], entry["contract"], entry["text"], f"{int(entry['amount_usd']):,}"] for entry in quarter if entry["account"] == account
        ] + [["", "", "Total", f"{total(account):,}"]], last_bold=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / (Path(target).stem + ".docx")
        document.save(str(source))
        command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", "pdf", "--outdir", str(Path(target).parent), str(source)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def entries(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    booked = entries(LEDGER)
    extract(booked, "Extract of 6 October 2026 with all bookings to 30 September. Replaces the extract of 28 September.", EXTRACT)
    print(f"{EXTRACT}: {len(booked)} bookings")
