"""The pack's Word documents, made with python-docx: the memo of finance, the draft minutes of July, the auditor's letter.

Numbers come out of the two models. The letter is printed to a PDF afterwards; what is kept of it is the PDF.
"""
from datetime import datetime

from docx import Document
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

INK, MUTED = RGBColor(0x24, 0x32, 0x4A), RGBColor(0x6B, 0x72, 0x80)


def blank(title, author, made, head, confidential=True):
    """A4, Arial, a head line and page numbers at the foot."""
    document = Document()
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.4)
    section.top_margin, section.bottom_margin = Cm(2.6), Cm(2.2)
    for name, size, bold, color, before, after in [
        ("Normal", 10.5, False, None, 0, 6), ("Title", 20, True, INK, 0, 10), ("Heading 1", 15, True, INK, 16, 6),
        ("Heading 2", 12, True, INK, 12, 4), ("List Bullet", 10.5, False, None, 0, 3), ("List Number", 10.5, False, None, 0, 3),
        ("Caption", 9, False, MUTED, 4, 10),
    ]:
        style = document.styles[name]
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for attribute in list(fonts.attrib):
            del fonts.attrib[attribute]
        style.font.name, style.font.size, style.font.bold = "Arial", Pt(size), bold
        if color is not None:
            style.font.color.rgb = color
        style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)
    line = section.header.paragraphs[0]
    line.text = f"{head}\t\t{'Confidential' if confidential else ''}"
    small(line)
    foot = section.footer.paragraphs[0]
    foot.text = f"{title}\t\tPage "
    field(foot, "PAGE")
    small(foot)
    properties = document.core_properties
    properties.title, properties.author, properties.last_modified_by, properties.comments = title, author, author, ""
    properties.created = properties.modified = made
    return document


def small(paragraph):
    for run in paragraph.runs:
        run.font.size, run.font.color.rgb = Pt(8.5), MUTED


def field(paragraph, code):
    for kind, text in (("begin", None), (None, code), ("end", None)):
        run = paragraph.add_run()
        if kind:
            element = OxmlElement("w:fldChar")
            element.set(qn("w:fldCharType"), kind)
        else:
            element = OxmlElement("w:instrText")
            element.text = text
        run._r.append(element)


def table(document, rows, widths, totals=(), head=True, figures=True):
    """Lines between rows only; the first column is text, so are the others unless they are figures."""
    made = document.add_table(rows=len(rows), cols=len(rows[0]))
    made.alignment, made.autofit = WD_TABLE_ALIGNMENT.LEFT, False
    borders = OxmlElement("w:tblBorders")
    for edge in ("top", "bottom", "insideH"):
        element = OxmlElement(f"w:{edge}")
        for name, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "C5CBD6")):
            element.set(qn(f"w:{name}"), value)
        borders.append(element)
    made._tbl.tblPr.append(borders)
    for column, width in enumerate(widths):
        made.columns[column].width = Cm(width)
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            cell = made.cell(number, column)
            cell.width = Cm(widths[column])
            paragraph = cell.paragraphs[0]
            paragraph.paragraph_format.space_after = paragraph.paragraph_format.space_before = Pt(2.5)
            run = paragraph.add_run(text)
            run.font.size, run.bold = Pt(9.5), True if (head and number == 0) or number in totals else None
            if column and figures:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    document.add_paragraph().paragraph_format.space_after = Pt(2)
    return made


def facts(document, rows):
    made = table(document, rows, [3.0, 13.2], head=False, figures=False)
    for row in made.rows:
        row.cells[0].paragraphs[0].runs[0].font.color.rgb = MUTED


def memo(f, pictures):
    made = datetime(2026, 9, 29, 17, 5)
    document = blank("Memo to the board, Q3 2026", "Mara Lindqvist", made, "Northfield, Finance")
    document.add_picture(str(pictures / "brand/logo.png"), width=Cm(5.2))
    document.add_paragraph("Memo to the board: third quarter 2026", style="Title")
    facts(document, [["To", "The board of directors"], ["From", "Mara Lindqvist, controller, for the chief financial officer"],
                     ["Date", "29 September 2026"], ["Meeting", "15 October 2026, item 3 of the agenda"]])
    document.add_paragraph("Q3 on the flash estimate", style="Heading 1")
    document.add_paragraph(
        f"Revenue in the third quarter was USD {f.money('Revenue', 'D8')} m, {f.share('Revenue', 'D9')} above the second. EBITDA was "
        f"USD {f.money('Opex', 'D21')} m, a margin of {f.share('Opex', 'D22')}. Closing cash was USD {f.money('Cash flow', 'D13')} m. "
        "These are the flash numbers of 28 September; actual bookings follow before the meeting.")
    document.add_paragraph("Revenue", style="Heading 2")
    document.add_paragraph(
        f"Subscriptions grew by {f.growth('Revenue', 'D4', 'C4').lstrip('+')} to USD {f.money('Revenue', 'D4')} m and carry the quarter. Services reached "
        f"{f.money('Revenue', 'D5')} m. Hardware slipped to {f.money('Revenue', 'D6')} m, as planned: we no longer sell terminals in three countries.")
    document.add_paragraph("Contract 4471, the partner marketplace, is booked as services. Whether it becomes a line of its own is open.")
    rows = [["USD m", "Q2", "Q3 flash", "Change"]]
    for label, row in [("Subscriptions", 4), ("Services", 5), ("Hardware", 6), ("Intercompany", 7), ("Revenue", 8)]:
        rows.append([label, f.money("Revenue", f"C{row}"), f.money("Revenue", f"D{row}"), f.growth("Revenue", f"D{row}", f"C{row}")])
    table(document, rows, [7.2, 3, 3, 3], totals=(5,))
    document.add_picture(str(pictures / "charts/revenue-by-line.png"), width=Cm(12.5))
    document.paragraphs[-1].paragraph_format.keep_with_next = True
    document.add_paragraph("Figure 1: revenue by line before intercompany, USD m. Source: model/Q3-model.xlsx", style="Caption")
    document.add_paragraph("Costs and result", style="Heading 2")
    document.add_paragraph(
        f"Hosting was {f.share('Assumptions', 'D9')} of subscriptions after {f.share('Assumptions', 'C9')} in the second quarter. Marketing programmes cost "
        f"USD {f.money('Opex', 'D15')} m, two trade fairs included, and professional fees USD {f.money('Opex', 'D18')} m for the half-year review.")
    document.add_paragraph(
        f"We closed September with {f.count('Headcount', 'D8')} full-time equivalents, {f.value('Headcount', 'D8') - f.value('Headcount', 'C8'):.0f} more than in June. "
        f"Revenue per head was USD {f.money('Headcount', 'D9')} k.")
    document.add_paragraph("Customers", style="Heading 2")
    document.add_paragraph(
        f"Net retention held at {f.value('Revenue', 'D22') * 100:.0f} %. Eleven accounts left and thirty joined; the quarter closed with {f.count('Revenue', 'D25')} accounts. "
        "The autumn survey is being cleaned; its first reading is in the deck.")
    document.add_paragraph("Cash", style="Heading 2")
    document.add_paragraph(
        f"Free cash flow was USD {f.money('Cash flow', 'D11')} m and closing cash USD {f.money('Cash flow', 'D13')} m. Days sales outstanding stood at {f.count('Assumptions', 'D15')}. No debt is drawn.")
    document.add_paragraph("Risks that we watch", style="Heading 2")
    for line in ["Renewals in the public sector are paid late: without them days sales outstanding would be six lower.",
                 "Two fifths of costs are in Swedish kronor; one per cent on the krona moves EBITDA by about USD 0.1 m a quarter.",
                 "The partner of contract 4471 may end it with six months' notice."]:
        document.add_paragraph(line, style="List Bullet")
    document.add_paragraph("What we ask of the board", style="Heading 2")
    for line in ["Take note of the result of the third quarter.",
                 f"Approve the forecast: revenue of USD {f.money('Revenue', 'E8')} m in the fourth quarter and {f.money('Revenue', 'F8')} m in the year.",
                 "Approve the price tiers from January 2027, after the steering group of 5 October."]:
        document.add_paragraph(line, style="List Number")
    return document


def minutes(q2):
    """Draft minutes of the meeting on Q2. One number is wrong on purpose (EBITDA): the reviewer's proposal corrects it."""
    document = blank("Draft minutes, board meeting of 16 July 2026", "Mara Lindqvist", datetime(2026, 7, 20, 9, 30), "Northfield, board of directors")
    document.add_paragraph("Draft minutes of the board meeting", style="Title")
    facts(document, [["Date", "16 July 2026, 09:00 to 10:40"], ["Place", "Head office, room Skagen, and by video"],
                     ["Present", "The chair, four directors, the chief executive, the chief financial officer"],
                     ["Minutes", "Mara Lindqvist, controller"], ["Status", "Draft, to be approved on 15 October 2026"]])
    for heading, paragraphs in [
        ("1. Opening", ["The chair opened the meeting and found that the board had a quorum. The minutes of 16 April were approved without changes."]),
        ("2. Result of the second quarter", [
            f"The chief financial officer presented the second quarter: revenue of USD {q2.money('Revenue', 'C8')} m, of it subscriptions of {q2.money('Revenue', 'C4')} m, "
            "and EBITDA of USD 12.9 m. The numbers are those of the model as archived on 14 July.",
            f"The forecast for the third quarter is revenue of USD {q2.money('Revenue', 'D8')} m. A director asked how sure the services forecast is; the answer was that "
            "nine tenths are under contract.",
            "The board took note of the result."]),
        ("3. Half-year review", ["The board asked the auditor for a review of the first half. The letter is expected in September and goes to all directors."]),
        ("4. Price tiers", [
            "The steering group works on new price tiers for January 2027. The list price is USD 120 a seat and the volume discount 8 %; both stay until the autumn survey is in.",
            "The board wants a proposal for the meeting in October."]),
        ("5. Marketplace", ["The partner marketplace under contract 4471 started in June. Finance will show whether it needs a line of its own."]),
    ]:
        document.add_paragraph(heading, style="Heading 2")
        for text in paragraphs:
            document.add_paragraph(text)
    document.add_paragraph("6. Actions", style="Heading 2")
    table(document, [["Action", "Owner", "By"], ["Propose price tiers with survey results", "Tomas Kerr", "5 October"],
                     ["Show contract 4471 apart from services", "Mara Lindqvist", "15 October"],
                     ["Send the auditor's letter to all directors", "Chief financial officer", "30 September"]], [8.6, 4.6, 3.0], figures=False)
    document.add_paragraph("The next meeting is on 8 October 2026. The chair closed the meeting at 10:40.")
    return document


def letter(f):
    document = blank("Letter on the review of the first half of 2026", "Elmbrook Assurance", datetime(2026, 9, 18, 14, 0), "Elmbrook Assurance", confidential=True)
    document.styles["Normal"].font.size = document.styles["List Bullet"].font.size = Pt(11.5)
    document.styles["Normal"].paragraph_format.line_spacing = 1.15
    add = document.add_paragraph
    for line in ["The board of directors", "Northfield"]:
        add(line).paragraph_format.space_after = Pt(0)
    add("18 September 2026").paragraph_format.space_before = Pt(14)
    add("Review of the first half of 2026", style="Title")
    add("We reviewed the interim figures of Northfield for the six months that ended on 30 June 2026. This letter says what we did, what we found, and "
        "what we ask management to do before the audit of the full year.")
    add("1. What a review is", style="Heading 1")
    add("A review is smaller than an audit. It consists of questions to the people responsible for finance, of analysis, and of other review procedures. It gives "
        "less certainty than an audit and we express no audit opinion.")
    add("2. What we looked at", style="Heading 1")
    half = lambda sheet, row: f"{f.value(sheet, f'B{row}') + f.value(sheet, f'C{row}'):.1f}"
    table(document, [["USD m", "Q1", "Q2", "First half"]] + [
        [label, f.money(sheet, f"B{row}"), f.money(sheet, f"C{row}"), half(sheet, row)] for label, sheet, row in [
            ("Subscriptions", "Revenue", 4), ("Services", "Revenue", 5), ("Hardware", "Revenue", 6), ("Intercompany", "Revenue", 7), ("Revenue", "Revenue", 8),
            ("EBITDA", "Opex", 21), ("Free cash flow", "Cash flow", 11)]], [7.2, 3, 3, 3], totals=(5, 6))
    add(f"Closing cash of USD {f.money('Cash flow', 'C13')} m agrees with the statements of the banks. Receivables of USD {f.money('Cash flow', 'C16')} m agree with the ledger of customers.")
    for line in ["We compared revenue by line with the general ledger for both quarters and with twenty contracts.",
                 "We recalculated the elimination of intercompany revenue for both quarters: 2.1 % of gross revenue.",
                 "We asked how headcount enters the model and compared it with the payroll of June.",
                 "We read the minutes of the board up to 16 July 2026."]:
        add(line, style="List Bullet")
    add("3. Result", style="Heading 1")
    add("Nothing came to our attention that makes us believe that the interim figures are not, in all material respects, what the accounting policies of Northfield require.")
    add("4. Observations", style="Heading 1")
    for heading, said, answer in [
        ("4.1 Contract 4471 is booked as services",
         "The partner marketplace started in June 2026. Its revenue follows the sales of the partner and not the hours of our client. It should be shown on a line of its own, "
         "from the first booking on. The amount in the second quarter is USD 0.3 m.",
         "Agreed. The line is made with the close of the third quarter, and the second is restated."),
        ("4.2 Days sales outstanding with and without the public sector",
         "Two reports use different definitions of days sales outstanding. Management should use one, and say which. We prefer the one with all customers.",
         "Agreed. The model keeps all customers."),
        ("4.3 Formulas that are typed over",
         "In two spreadsheets of 2025 a formula had been replaced by a number. The results were right at the time and would not have followed a later change. Please "
         "review the model for such cells before each board meeting.",
         "Agreed. The controller reviews each change to the model."),
        ("4.4 Exchange rates marked as provisional",
         "Average rates of a closed quarter stayed provisional for three weeks. The effect was below USD 0.1 m. Rates should be final before the board meets.",
         "Agreed."),
        ("4.5 Access to the ledger",
         "One person who moved to another department in March kept the right to book until June. No booking was made with it.",
         "The right was taken away on 24 June. Rights are now reviewed each month."),
    ]:
        add(heading, style="Heading 2")
        add(said)
        reply = add("Management: ")
        reply.runs[0].bold = True
        reply.add_run(answer)
    add("5. What happens next", style="Heading 1").paragraph_format.page_break_before = True
    table(document, [["Step", "Who", "When"], ["Restated second quarter", "Finance", "15 October 2026"], ["Plan for the audit of the year", "Elmbrook Assurance", "November 2026"],
                     ["Interim visit", "Elmbrook Assurance", "7 to 11 December 2026"], ["Audit of the year", "Elmbrook Assurance", "February 2027"]], [7.2, 4.4, 4.6], figures=False)
    add("We thank the finance team for their time and open answers. This letter is for the board and management of Northfield and for nobody else.")
    add("Elmbrook Assurance").paragraph_format.space_before = Pt(18)
    return document


def moment(when):
    """"2026-09-29T17:05:00Z" as a zip file says it."""
    return tuple(int(piece) for piece in when.replace("T", "-").replace(":", "-").rstrip("Z").split("-"))
