"""The quarterly model of the fictional company Northfield: accepted workbook, last quarter's archive, Q3 ledger.

Inputs are typed, everything else is a formula. Columns B to E are Q1 to Q4 of 2026: Q1 and Q2 actual, Q3 a flash
estimate, Q4 a forecast. USD millions unless a sheet says otherwise.
"""
import csv
import random

from writer import Book, Sheet, Style, between, choice

MONEY, PERCENT, WHOLE = '#,##0.0;\\-#,##0.0', "0.0%", "#,##0"
INK, PALE, MUTED = "24324A", "E9EDF7", "6B7280"
TITLE = Style(bold=True, size=14, color=INK)
NOTE = Style(italic=True, color=MUTED)
HEAD_LEFT = Style(bold=True, fill=PALE, bottom=True)
HEAD = Style(bold=True, fill=PALE, bottom=True, align="right")
SECTION = Style(bold=True, color=INK)
LABEL, TEXT = Style(), Style(color=MUTED)
BOLD = Style(bold=True, top=True)
QUARTERS = "BCDE"


def figure(number_format, typed=False, total=False):
    """Typed inputs are blue, as controllers expect; formulas are black; totals are bold with a line above."""
    return Style(number_format=number_format, color="1D4ED8" if typed else None, bold=total, top=total)


class Table(Sheet):
    """A sheet of labelled lines over four quarters."""

    def open(self, title, note, columns, last):
        self.put("A1", title, TITLE)
        self.merged.append(f"A1:{last}1")
        self.put("A2", note, NOTE)
        self.heights[1] = 24
        self.widths.update({"A": 34, **dict.fromkeys("BCDE", 11)})
        self.row(3, columns, styles=[HEAD_LEFT] + [HEAD] * (len(columns) - 1))

    def line(self, row, label, contents, number_format, total=False):
        """contents: four inputs, or one formula with {q} for the quarter's column and {p} for the one before."""
        self.put(f"A{row}", label, BOLD if total else LABEL)
        for index, column in enumerate(QUARTERS):
            content = contents if isinstance(contents, str) else contents[index]
            if isinstance(content, str):
                content = content.format(q=column, p=chr(ord(column) - 1))
            if content is not None:
                typed = not isinstance(content, str)
                self.put(f"{column}{row}", content, figure(number_format, typed, total))

    def section(self, row, label):
        self.put(f"A{row}", label, SECTION)


def revenue():
    sheet = Table("Revenue", tab="2F4ECC", freeze="B4")
    columns = ["Revenue, USD m", "Q1", "Q2", "Q3", "Q4 fc", "FY 2026", "FY 2025", "YoY", "Trend"]
    sheet.open("Northfield: revenue, FY 2026", "Q1 and Q2 actual, Q3 flash of 28 September, Q4 forecast", columns, "I")
    sheet.widths.update({"F": 12, "G": 12, "H": 10, "I": 14})
    forecast = "=D{row}*(1+Assumptions!E{growth})*Scenario_factor"
    lines = [
        (4, "Subscriptions", [41.2, 43.8, 44.9], 5, 158.3),
        (5, "Services", [9.7, 9.9, 10.4], 6, 39.2),
        (6, "Hardware", [3.3, 3.1, 2.9], 7, 13.0),
    ]
    for row, label, actual, growth, last_year in lines:
        sheet.line(row, label, actual + [forecast.format(row=row, growth=growth)], MONEY)
        sheet.put(f"G{row}", last_year, figure(MONEY, typed=True))
    sheet.line(7, "Intercompany", "=-SUM({q}4:{q}6)*Assumptions!{q}8", MONEY)
    sheet.put("G7", -4.4, figure(MONEY, typed=True))
    sheet.line(8, "Total", "=SUM({q}4:{q}7)", MONEY, total=True)
    sheet.put("G8", "=SUM(G4:G7)", figure(MONEY, total=True))
    for row in range(4, 9):
        sheet.put(f"F{row}", f"=SUM(B{row}:E{row})", figure(MONEY, total=row == 8))
        sheet.put(f"H{row}", f"=F{row}/G{row}-1", figure(PERCENT, total=row == 8))
        sheet.sparklines.append((f"B{row}:E{row}", f"I{row}"))
    sheet.line(9, "Growth on the quarter before", [None] + ["={q}8/{p}8-1"] * 3, PERCENT)
    sheet.section(11, "By region")
    regions = ["Nordics", "DACH", "UK and Ireland", "Benelux", "North America", "Asia Pacific"]
    for offset, region in enumerate(regions):
        sheet.line(12 + offset, region, f"={{q}}$8*Assumptions!{{q}}{22 + offset}", MONEY)
        sheet.put(f"F{12 + offset}", f"=SUM(B{12 + offset}:E{12 + offset})", figure(MONEY))
    sheet.line(18, "All regions", "=SUM({q}12:{q}17)", MONEY, total=True)
    sheet.put("F18", "=SUM(F12:F17)", figure(MONEY, total=True))
    sheet.line(19, "Check: regions less total", "=ROUND({q}18-{q}8,6)", "0.0")
    sheet.section(21, "Drivers")
    sheet.line(22, "Net retention", [1.08, 1.09, 1.09, 1.09], "0%")
    sheet.line(23, "New accounts", [31, 28, 30, 32], WHOLE)
    sheet.line(24, "Churned accounts", [12, 9, 11, 9], WHOLE)
    sheet.line(25, "Accounts at end of quarter", ["=Assumptions!B29+B23-B24"] + ["={p}25+{q}23-{q}24"] * 3, WHOLE, total=True)
    sheet.line(26, "Subscription per account, USD k", "={q}4/{q}25*1000", MONEY)
    sheet.conditions.append(("H4:H8", "H4<0"))
    sheet.validations.append(between("B22:E22", 0.5, 1.5))
    sheet.comment = ("D7", "Mara Lindqvist", "Follows the elimination rate in Assumptions. Please do not type over it.")
    return sheet


def opex():
    sheet = Table("Opex", tab="15734B", freeze="B4")
    columns = ["Costs, USD m", "Q1", "Q2", "Q3", "Q4 fc", "FY 2026"]
    sheet.open("Northfield: costs and EBITDA, FY 2026", "Percentages and rates: Assumptions. People: Headcount.", columns, "F")
    sheet.widths["F"] = 12
    people = "=Headcount!{{q}}{row}*Headcount!$F{row}*(1+Assumptions!{{q}}12)/1000"
    lines = [
        (4, "Hosting", "=Revenue!{q}4*Assumptions!{q}9"),
        (5, "Services delivery", "=Revenue!{q}5*Assumptions!{q}10"),
        (6, "Hardware cost", "=Revenue!{q}6*Assumptions!{q}11"),
        (7, "Customer support, people", people.format(row=6)),
        (8, "Cost of revenue", "=SUM({q}4:{q}7)"),
        (9, "Gross profit", "=Revenue!{q}8-{q}8"),
        (12, "Sales and marketing, people", people.format(row=4)),
        (13, "Product and engineering, people", people.format(row=5)),
        (14, "General and administration, people", people.format(row=7)),
        (15, "Marketing programmes", [3.4, 3.6, 3.9, 3.8]),
        (16, "Travel and events", [0.9, 1.1, 1.0, 1.2]),
        (17, "Offices and facilities", [1.6, 1.6, 1.7, 1.7]),
        (18, "Professional fees", [0.7, 0.8, 1.2, 0.8]),
        (19, "Software and tools", "=Headcount!{q}8*Assumptions!{q}13/1000"),
        (20, "Operating expenses", "=SUM({q}12:{q}19)"),
        (21, "EBITDA", "={q}9-{q}20"),
    ]
    totals = (8, 9, 20, 21)
    for row, label, contents in lines:
        sheet.line(row, label, contents, MONEY, total=row in totals)
        sheet.put(f"F{row}", f"=SUM(B{row}:E{row})", figure(MONEY, total=row in totals))
    sheet.line(10, "Gross margin", "={q}9/Revenue!{q}8", PERCENT)
    sheet.put("F10", "=F9/Revenue!F8", figure(PERCENT))
    sheet.line(22, "EBITDA margin", "={q}21/Revenue!{q}8", PERCENT)
    sheet.put("F22", "=F21/Revenue!F8", figure(PERCENT))
    return sheet


def headcount():
    sheet = Table("Headcount", tab="6B4FBB", freeze="B4")
    columns = ["Full-time equivalents, end of quarter", "Q1", "Q2", "Q3", "Q4 fc", "Salary, USD k a quarter"]
    sheet.open("Northfield: headcount, FY 2026", "Average salary before social costs", columns, "F")
    sheet.widths["F"] = 24
    functions = [
        (4, "Sales and marketing", [204, 206, 209, 212], 23.5),
        (5, "Product and engineering", [268, 274, 281, 286], 26.0),
        (6, "Customer support", [54, 55, 55, 56], 16.0),
        (7, "General and administration", [61, 62, 63, 63], 21.0),
    ]
    for row, label, people, salary in functions:
        sheet.line(row, label, people, WHOLE)
        sheet.put(f"F{row}", salary, figure("0.0", typed=True))
    sheet.line(8, "Total", "=SUM({q}4:{q}7)", WHOLE, total=True)
    sheet.line(9, "Revenue per head, USD k", "=Revenue!{q}8/{q}8*1000", MONEY)
    return sheet


def assumptions():
    sheet = Table("Assumptions", tab="B45309", freeze="B4")
    columns = ["Assumption", "Q1", "Q2", "Q3", "Q4", "Unit", "Owner"]
    sheet.open("Northfield: assumptions, FY 2026", "Blue is typed. Change a value here, never in the sheets that use it.", columns, "G")
    sheet.widths.update({"F": 16, "G": 18})
    finance, sales, delivery = "Finance", "Sales", "Delivery"
    rows = [
        (4, "Price uplift on renewals", [0.02, 0.02, 0.02, 0.035], PERCENT, "of renewals", sales),
        (5, "Subscription growth, forecast", [None, None, None, 0.027], PERCENT, "on the quarter", sales),
        (6, "Services growth, forecast", [None, None, None, 0.038], PERCENT, "on the quarter", delivery),
        (7, "Hardware growth, forecast", [None, None, None, -0.03], PERCENT, "on the quarter", sales),
        (8, "Intercompany elimination", [0.021] * 4, PERCENT, "of gross revenue", finance),
        (9, "Hosting cost", [0.185, 0.182, 0.18, 0.178], PERCENT, "of subscriptions", delivery),
        (10, "Services delivery cost", [0.68, 0.67, 0.67, 0.66], PERCENT, "of services", delivery),
        (11, "Hardware cost", [0.81, 0.81, 0.82, 0.82], PERCENT, "of hardware", delivery),
        (12, "Social costs", [0.24] * 4, PERCENT, "of salaries", "People"),
        (13, "Software and tools", [2.1, 2.1, 2.2, 2.2], "0.0", "USD k a head", finance),
        (14, "Tax rate", [0.215] * 4, PERCENT, "of profit", finance),
        (15, "Days sales outstanding", [47, 46, 47, 46], WHOLE, "days", finance),
        (16, "Days payables outstanding", [38, 38, 39, 39], WHOLE, "days", finance),
        (17, "Days in the quarter", [90, 91, 92, 92], WHOLE, "days", finance),
        (18, "Capital expenditure", [0.032, 0.034, 0.033, 0.033], PERCENT, "of revenue", finance),
        (19, "Interest", [0.3, 0.3, 0.3, 0.3], MONEY, "USD m", finance),
    ]
    for row, label, contents, number_format, unit, owner in rows:
        sheet.line(row, label, contents, number_format)
        sheet.put(f"F{row}", unit, TEXT)
        sheet.put(f"G{row}", owner, TEXT)
    sheet.section(21, "Revenue by region")
    mix = [("Nordics", 0.34), ("DACH", 0.21), ("UK and Ireland", 0.17), ("Benelux", 0.09), ("North America", 0.13)]
    for offset, (region, share) in enumerate(mix):
        sheet.line(22 + offset, region, [share] * 4, PERCENT)
    sheet.line(27, "Asia Pacific", "=1-SUM({q}22:{q}26)", PERCENT)
    opening(sheet)
    sheet.validations.append(choice("B33", ["Base", "Upside", "Downside"]))
    sheet.validations.append(between("B22:E26", 0, 1))
    return sheet


def opening(sheet):
    sheet.section(28, "Opening position, 1 January 2026")
    rows = [(29, "Accounts", 812, WHOLE), (30, "Receivables", 26.4, MONEY), (31, "Payables", 9.6, MONEY), (32, "Cash", 38.5, MONEY)]
    for row, label, value, number_format in rows:
        sheet.put(f"A{row}", label, LABEL)
        sheet.put(f"B{row}", value, figure(number_format, typed=True))
    sheet.put("A33", "Scenario", LABEL)
    sheet.put("B33", "Base", Style(bold=True, align="right", color="1D4ED8"))
    sheet.put("A34", "Scenario factor on the forecast", LABEL)
    sheet.put("B34", '=IF(B33="Upside",1.02,IF(B33="Downside",0.97,1))', figure("0.00"))


def cash_flow():
    sheet = Table("Cash flow", tab="0E7490", freeze="B4")
    columns = ["Cash flow, USD m", "Q1", "Q2", "Q3", "Q4 fc", "FY 2026"]
    sheet.open("Northfield: cash flow, FY 2026", "Working capital from days outstanding", columns, "F")
    sheet.widths["F"] = 12
    spending = "Opex!{q}8-Opex!{q}7+SUM(Opex!{q}15:{q}19)"
    flows = [
        (4, "EBITDA", "=Opex!{q}21", False),
        (5, "Tax paid", "=-MAX(0,Opex!{q}21-Assumptions!{q}19)*Assumptions!{q}14", False),
        (6, "Change in receivables", ["=Assumptions!B30-B16"] + ["={p}16-{q}16"] * 3, False),
        (7, "Change in payables", ["=B17-Assumptions!B31"] + ["={q}17-{p}17"] * 3, False),
        (8, "Operating cash flow", "=SUM({q}4:{q}7)", True),
        (9, "Capital expenditure", "=-Revenue!{q}8*Assumptions!{q}18", False),
        (10, "Interest", "=-Assumptions!{q}19", False),
        (11, "Free cash flow", "=SUM({q}8:{q}10)", True),
    ]
    for row, label, contents, total in flows:
        sheet.line(row, label, contents, MONEY, total)
        sheet.put(f"F{row}", f"=SUM(B{row}:E{row})", figure(MONEY, total=total))
    sheet.line(12, "Opening cash", ["=Assumptions!B32"] + ["={p}13"] * 3, MONEY)
    sheet.line(13, "Closing cash", "={q}12+{q}11", MONEY, total=True)
    sheet.line(14, "Cash conversion", "={q}8/{q}4", "0%")
    sheet.put("F14", "=F8/F4", figure("0%"))
    sheet.line(16, "Receivables, end of quarter", "=Revenue!{q}8*Assumptions!{q}15/Assumptions!{q}17", MONEY)
    sheet.line(17, "Payables, end of quarter", f"=({spending})*Assumptions!{{q}}16/Assumptions!{{q}}17", MONEY)
    return sheet


def q3_model():
    sheets = [revenue(), opex(), headcount(), assumptions(), cash_flow()]
    names = {"Scenario_factor": ("Assumptions", "B34"), "Revenue_total": ("Revenue", "F8"), "Closing_cash": ("Cash flow", "E13")}
    areas = {"Revenue": "A1:I26", "Opex": "A1:F22"}
    return Book("Mara Lindqvist", "2026-01-12T08:30:00Z", "2026-09-28T15:42:00Z", sheets, names, areas)


def q2_model():
    """Two sheets of the same shape with the numbers as they stood in July; the region table was not kept then."""
    sales = Table("Revenue", freeze="B4")
    sales.open("Northfield: revenue, FY 2026 (Q2 close)", "Archived on 14 July 2026", ["Revenue, USD m", "Q1", "Q2", "Q3 fc", "Q4 fc"], "E")
    for row, (label, values) in enumerate([
        ("Subscriptions", [41.2, 43.8, 44.6, 45.8]), ("Services", [9.7, 9.9, 10.2, 10.5]), ("Hardware", [3.3, 3.1, 3.0, 2.9]),
    ], 4):
        sales.line(row, label, values, MONEY)
    sales.line(7, "Intercompany", "=-SUM({q}4:{q}6)*0.021", MONEY)
    sales.line(8, "Total", "=SUM({q}4:{q}7)", MONEY, total=True)
    result = Table("Result", freeze="B4")
    result.open("Northfield: result, FY 2026 (Q2 close)", "Archived on 14 July 2026", ["USD m", "Q1", "Q2", "Q3 fc", "Q4 fc"], "E")
    result.line(4, "Revenue", "=Revenue!{q}8", MONEY)
    result.line(5, "Cost of revenue", [-18.0, -18.2, -18.5, -18.8], MONEY)
    result.line(6, "Operating expenses", [-24.0, -24.8, -25.7, -25.8], MONEY)
    result.line(7, "EBITDA", "=SUM({q}4:{q}6)", MONEY, total=True)
    return Book("Mara Lindqvist", "2026-01-12T08:30:00Z", "2026-07-14T10:05:00Z", [sales, result])


LEDGER = [
    # line, account, entries a month, total of the quarter in USD
    ("Subscriptions", 3010, 9, 46_112_400),
    ("Services", 3020, 6, 10_394_600),
    ("Marketplace", 3030, 2, 273_100),
    ("Hardware", 3040, 4, 2_794_600),
    ("Marketing programmes", 6110, 5, 4_182_300),
    ("Travel and events", 6210, 4, 1_012_700),
    ("Offices and facilities", 6310, 3, 1_704_900),
    ("Professional fees", 6410, 3, 1_486_000),
]
RECLASSIFIED = [
    ("2026-06-30", 3020, "Services", "4471", "Reclassified to marketplace, Q2 share", -302_500),
    ("2026-06-30", 3030, "Marketplace", "4471", "Reclassified from services, Q2 share", 302_500),
    ("2026-09-30", 3020, "Services", "4471", "Reclassified to marketplace", -810_400),
    ("2026-09-30", 3030, "Marketplace", "4471", "Reclassified from services", 810_400),
]


def ledger(path):
    """Bookings of the quarter. Each line's entries add up to its total; contract 4471 is moved between two lines."""
    chance, rows = random.Random(2026_09), []
    for line, account, monthly, total in LEDGER:
        weights = [chance.randint(60, 140) for _ in range(monthly * 3)]
        amounts = [total * weight // sum(weights) // 100 * 100 for weight in weights]
        amounts[-1] += total - sum(amounts)
        for index, amount in enumerate(amounts):
            when = f"2026-{7 + index // monthly:02d}-{chance.randint(2, 28):02d}"
            contract = str(chance.randint(4102, 4466)) if account < 4000 else ""
            rows.append((when, account, line, contract, "Invoice run" if account < 4000 else "Supplier invoices", amount))
    rows = sorted(rows) + RECLASSIFIED
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["date", "account", "line", "contract", "text", "amount_usd"])
        out.writerows(rows)
