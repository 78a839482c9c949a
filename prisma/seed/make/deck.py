"""The board deck on the flash estimate: ten slides. Every number on it comes out of the model's formulas."""
from charts import Chart
from slides import Deck, Slide

MADE, SAVED = "2026-09-22T08:00:00Z", "2026-09-29T16:20:00Z"
LEFT, RIGHT, FULL = (0.75, 1.65, 7.2, 4.4), (8.35, 1.65, 4.23, 4.4), (0.75, 1.65, 11.83, 4.4)
REGIONS = ["Nordics", "DACH", "UK and Ireland", "Benelux", "North America", "Asia Pacific"]


def board_deck(figures, pictures):
    """`pictures`: the folder that holds brand/ and charts/."""
    slides = [
        title(pictures), agenda(), glance(figures), by_line(figures), by_region(figures), costs(figures), customers(figures),
        users(pictures), cash(figures), decisions(),
    ]
    return Deck("Northfield: third quarter 2026", "Mara Lindqvist", MADE, SAVED, slides)


def title(pictures):
    slide = Slide("Title Slide", "Third quarter 2026")
    slide.subtitle(["Meeting of the board, 15 October 2026", "Finance, Northfield"])
    slide.picture((0.9, 0.9, 3.2, 0.7363), "Logo", "Northfield", pictures / "brand/logo.png")
    return slide


def agenda():
    slide = Slide("Title and Content", "What we cover today")
    slide.content([
        "The quarter at a glance", "Revenue by line and by region", "Costs and EBITDA", "Customers, and what users say", "Cash and receivables",
        "Decisions that we ask for", "- 45 minutes in all; questions are welcome at every slide",
    ])
    return slide


def glance(f):
    slide = Slide("Two Content", "The quarter at a glance: flash estimate", notes=[
        "Flash estimate of 28 September. Actual bookings are loaded in the first week of October.",
        "If asked about the margin: professional fees for the half-year review fall into Q3.",
    ])
    rows = [["USD m", "Q2", "Q3 flash", "Change"]]
    rows += [[label, f.money(sheet, f"C{row}"), f.money(sheet, f"D{row}"), f.growth(sheet, f"D{row}", f"C{row}")] for label, sheet, row in [
        ("Revenue", "Revenue", 8), ("Subscriptions", "Revenue", 4), ("Gross profit", "Opex", 9), ("EBITDA", "Opex", 21), ("Closing cash", "Cash flow", 13)]]
    rows.append(["EBITDA margin", f.share("Opex", "C22"), f.share("Opex", "D22"), f.points("Opex", "D22", "C22")])
    rows.append(["Accounts", f.count("Revenue", "C25"), f.count("Revenue", "D25"), f.growth("Revenue", "D25", "C25")])
    rows.append(["People, full-time equivalents", f.count("Headcount", "C8"), f.count("Headcount", "D8"), f.growth("Headcount", "D8", "C8")])
    slide.table(LEFT, [3.6, 1.2, 1.2, 1.2], rows, "Key figures", bold=(1, 4))
    slide.content([
        f"Revenue of USD {f.money('Revenue', 'D8')} m, {f.share('Revenue', 'D9')} above Q2",
        "Growth comes from subscriptions; hardware slips as planned",
        f"EBITDA margin of {f.share('Opex', 'D22')}: marketing and review fees",
    ], 2)
    slide.source("Source: model/Q3-model.xlsx, sheets Revenue, Opex and Cash flow")
    return slide


def by_line(f):
    slide = Slide("Two Content", "Subscriptions carry the growth", notes="Services include contract 4471 here; its own line is still to come.")
    rows = [("Subscriptions", 4), ("Services", 5), ("Hardware", 6)]
    series = [(name, [round(f.value("Revenue", f"{q}{row}") + 1e-9, 1) for q in "BCDE"]) for name, row in rows]
    slide.chart(LEFT, "Revenue by line", Chart(["Q1", "Q2", "Q3 flash", "Q4 forecast"], series, SAVED))
    slide.content([
        f"Subscriptions grew to USD {f.money('Revenue', 'D4')} m",
        f"Services reached {f.money('Revenue', 'D5')} m, with the partner contract 4471 in them",
        f"Hardware slipped to {f.money('Revenue', 'D6')} m",
        f"Full year expected at {f.money('Revenue', 'F8')} m, {f.share('Revenue', 'H8')} above 2025",
    ], 2)
    slide.source("USD m, before intercompany. Source: model/Q3-model.xlsx, sheet Revenue, rows 4 to 6")
    return slide


def by_region(f):
    slide = Slide("Title Only", "Revenue by region")
    rows = [["Region, USD m", "Share", "Q1", "Q2", "Q3 flash", "Q4 forecast", "FY 2026"]]
    for row, region in enumerate(REGIONS, 12):
        share = f"{f.value('Assumptions', f'D{row + 10}') * 100:.0f} %"
        rows.append([region, share] + [f.money("Revenue", f"{column}{row}") for column in "BCDEF"])
    rows.append(["All regions", "100 %"] + [f.money("Revenue", f"{column}18") for column in "BCDEF"])
    slide.table(FULL, [3.43, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4], rows, "Regions", bold=(7,))
    slide.source("Shares as agreed for the year. Source: model/Q3-model.xlsx, sheet Revenue, rows 12 to 18")
    return slide


def costs(f):
    slide = Slide("Two Content", "Costs and EBITDA")
    rows = [["USD m", "Q1", "Q2", "Q3 flash", "Q4 forecast"]]
    lines = [("Revenue", "Revenue", 8), ("Cost of revenue", "Opex", 8), ("Gross profit", "Opex", 9), ("Marketing programmes", "Opex", 15),
             ("Professional fees", "Opex", 18), ("Operating expenses, all", "Opex", 20), ("EBITDA", "Opex", 21)]
    rows += [[label] + [f.money(sheet, f"{q}{row}") for q in "BCDE"] for label, sheet, row in lines]
    rows.append(["EBITDA margin"] + [f.share("Opex", f"{q}22") for q in "BCDE"])
    slide.table(LEFT, [2.6, 1.05, 1.05, 1.15, 1.35], rows, "Costs", bold=(3, 7))
    slide.content([
        f"Hosting at {f.share('Assumptions', 'D9')} of subscriptions, down from {f.share('Assumptions', 'C9')}",
        f"Marketing programmes of {f.money('Opex', 'D15')} m: two trade fairs in September",
        f"Professional fees of {f.money('Opex', 'D18')} m, with the half-year review",
    ], 2)
    slide.source("Source: model/Q3-model.xlsx, sheet Opex")
    return slide


def customers(f):
    slide = Slide("Two Content", "Customers")
    rows = [["Drivers", "Q1", "Q2", "Q3 flash", "Q4 forecast"]]
    rows.append(["Net retention"] + [f"{f.value('Revenue', f'{q}22') * 100:.0f} %" for q in "BCDE"])
    rows += [[label] + [f.count("Revenue", f"{q}{row}") for q in "BCDE"] for label, row in [("New accounts", 23), ("Churned accounts", 24), ("Accounts, end of quarter", 25)]]
    rows.append(["Subscription per account, USD k"] + [f.money("Revenue", f"{q}26") for q in "BCDE"])
    slide.table((0.75, 1.65, 7.2, 3.0), [3.1, 0.95, 0.95, 1.0, 1.2], rows, "Drivers", bold=(4,))
    slide.content([
        f"Net retention held at {f.value('Revenue', 'D22') * 100:.0f} %",
        f"{f.count('Revenue', 'D24')} accounts left, {f.count('Revenue', 'D23')} joined",
        "- Two of those that left closed their business",
        "No customer is above 4 % of revenue",
    ], 2)
    slide.source("Source: model/Q3-model.xlsx, sheet Revenue, rows 22 to 26")
    return slide


def users(pictures):
    slide = Slide("Two Content", "What users say")
    slide.picture((0.75, 1.65, 7.2, 4.32), "Survey scores", "Mean scores of three questions by department, 1 to 5", pictures / "charts/survey-scores.png")
    slide.content([
        "Autumn survey, 17 August to 18 September: 3,000 answers",
        "It makes weeks easier to plan; price scores lowest",
        "Most would keep the product at USD 124 a seat",
    ], 2)
    slide.source("Source: survey/analysis.ipynb on survey/workforce-survey.xlsx")
    return slide


def cash(f):
    slide = Slide("Two Content", "Cash and receivables")
    rows = [["USD m", "Q1", "Q2", "Q3 flash", "Q4 forecast"]]
    lines = [("EBITDA", 4), ("Tax paid", 5), ("Change in receivables", 6), ("Change in payables", 7), ("Operating cash flow", 8), ("Capital expenditure", 9),
             ("Interest", 10), ("Free cash flow", 11), ("Closing cash", 13)]
    rows += [[label] + [f.money("Cash flow", f"{q}{row}").replace("-0.0", "0.0") for q in "BCDE"] for label, row in lines]
    slide.table(LEFT, [2.6, 1.05, 1.05, 1.15, 1.35], rows, "Cash flow", bold=(5, 8, 9))
    slide.content([
        f"Closing cash of USD {f.money('Cash flow', 'D13')} m",
        f"Days sales outstanding at {f.count('Assumptions', 'D15')}",
        f"Receivables of {f.money('Cash flow', 'D16')} m; nothing older than 90 days is unprovided",
        "No debt is drawn",
    ], 2)
    slide.source("Source: model/Q3-model.xlsx, sheet Cash flow")
    return slide


def decisions():
    slide = Slide("Title and Content", "Decisions that we ask for", notes="The price tiers go to the steering group first, on 5 October.")
    slide.content([
        "Take note of the result of the third quarter",
        "Approve the forecast for the fourth quarter as in the model",
        "Approve the price tiers from January 2027",
        "- List price, volume discount and a tier for partners: survey/pricing.xlsx",
        "Take note of the auditor's letter on the half-year review",
    ])
    return slide
