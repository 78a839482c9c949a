"""The workforce survey (people who use the product at customer companies) and the price tiers."""
import random
from datetime import date, timedelta

from model import HEAD, HEAD_LEFT, LABEL, MONEY, NOTE, SECTION, TITLE, WHOLE, figure
from writer import Book, Sheet, Style, choice

COUNTRIES = [("Sweden", 30), ("Germany", 22), ("United Kingdom", 17), ("Netherlands", 9), ("United States", 13), ("Singapore", 9)]
FUNCTIONS = [("Product and engineering", 40), ("Sales and marketing", 30), ("Customer support", 12), ("Services", 12), ("Administration", 6)]
LEVELS = [("Junior", 26), ("Senior", 48), ("Lead", 18), ("Head", 8)]
COLUMNS = [
    ("respondent", 13), ("submitted", 12), ("wave", 13), ("country", 16), ("function", 24), ("level", 9), ("tenure_years", 13),
    ("hours_a_week", 14), ("remote_days", 13), ("ease_1_5", 10), ("planning_1_5", 13), ("value_1_5", 11), ("recommend_0_10", 16), ("keep_at_124", 12),
]
UNIQUE, DUPLICATES = 2_788, 212


def pick(chance, weighted):
    return chance.choices([name for name, _ in weighted], [weight for _, weight in weighted])[0]


def answer(chance, number):
    level = pick(chance, LEVELS)
    tenure = round(min(24, chance.gammavariate(2, {"Junior": 0.9, "Senior": 2.1, "Lead": 3.0, "Head": 3.6}[level])), 1)
    mood = chance.gauss(0, 1)
    scale = lambda middle, spread: max(1, min(5, round(middle + 0.6 * mood + chance.gauss(0, spread))))
    recommend = max(0, min(10, round(7.1 + 1.5 * mood + chance.gauss(0, 1.2))))
    keep = "yes" if recommend >= 7 else "no" if recommend <= 4 and chance.random() < 0.6 else "unsure"
    submitted = date(2026, 8, 17) + timedelta(days=min(32, int(chance.expovariate(0.09))))
    function = pick(chance, FUNCTIONS)
    remote = min(5, max(0, round(chance.gauss(2.6 if function == "Product and engineering" else 1.7, 1.1))))
    hours = round(max(20, min(60, chance.gauss(39.5, 3.4))) * 2) / 2
    return [f"R{number:05d}", submitted, "2026 autumn", pick(chance, COUNTRIES), function, level, tenure, hours, remote,
            scale(3.6, 0.8), scale(3.8, 0.8), scale(3.1, 0.9), recommend, keep]


def survey():
    """3,000 rows: 2,788 answers, and 212 of them a second time (one upload repeated, and stray double submissions)."""
    chance = random.Random(41)
    answers = [answer(chance, 10_000 + number) for number in range(1, UNIQUE + 1)]
    rows = answers[:1_640] + answers[1_500:1_640] + answers[1_640:]
    for _ in range(DUPLICATES - 140):
        source = chance.randrange(0, len(rows) - 60)
        while rows.index(rows[source]) != source or 1_500 <= source < 1_780 or rows.count(rows[source]) > 1:
            source = chance.randrange(0, len(rows) - 60)
        rows.insert(chance.randrange(source + 1, min(len(rows), source + 60)), rows[source])
    sheet = Sheet("Responses", tab="0E7490", freeze="B2")
    sheet.row(1, [name for name, _ in COLUMNS], HEAD_LEFT)
    sheet.widths = {chr(65 + index): width for index, (_, width) in enumerate(COLUMNS)}
    day, decimal, plain = Style(number_format="yyyy\\-mm\\-dd"), Style(number_format="0.0"), None
    styles = [plain, day, plain, plain, plain, plain, decimal, decimal] + [plain] * 6
    for row, values in enumerate(rows, 2):
        sheet.row(row, values, styles=styles)
    sheet.filter = f"A1:N{len(rows) + 1}"
    sheet.validations.append(choice(f"N2:N{len(rows) + 1}", ["yes", "no", "unsure"]))
    return Book("Research team", "2026-09-21T07:00:00Z", "2026-09-22T11:20:00Z", [sheet])


def pricing(discount=0.08, starter_seats=1_400, modified="2026-09-18T12:10:00Z", creator="Mara Lindqvist"):
    """Price tiers. The two parameters are what a person changes in a proposal of their own."""
    sheet = Sheet("Tiers", tab="B45309", freeze="A9", landscape=False)
    sheet.put("A1", "Northfield: price tiers, seat and year", TITLE)
    sheet.merged.append("A1:E1")
    sheet.row(2, ["Currency", "USD", "Owner", "Tomas Kerr"], LABEL)
    sheet.widths = {"A": 26, "B": 12, "C": 12, "D": 14, "E": 16}
    sheet.put("A3", "Factors come from willingness to pay in the survey of spring 2026", NOTE)
    for row, label, value, number_format in [(4, "List price", 120, "#,##0.00"), (5, "Volume discount", discount, "0%")]:
        sheet.put(f"A{row}", label, LABEL)
        sheet.put(f"B{row}", value, figure(number_format, typed=True))
    sheet.put("A6", "Net price", Style(bold=True))
    sheet.put("B6", "=B4*(1-B5)", figure("#,##0.00", total=True))
    sheet.row(8, ["Tier", "Factor", "Seats", "Net price", "Annual, USD k"], styles=[HEAD_LEFT] + [HEAD] * 4)
    for row, (tier, factor, seats) in enumerate([("Starter", 0.7, starter_seats), ("Team", 1.0, 5_200), ("Business", 1.35, 3_800)], 9):
        sheet.put(f"A{row}", tier, LABEL)
        sheet.put(f"B{row}", factor, figure("0.00", typed=True))
        sheet.put(f"C{row}", seats, figure(WHOLE, typed=True))
        sheet.put(f"D{row}", f"=$B$6*B{row}", figure("#,##0.00"))
        sheet.put(f"E{row}", f"=C{row}*D{row}/1000", figure(MONEY))
    sheet.put("A12", "Total", Style(bold=True, top=True))
    sheet.put("B12", "", Style(top=True))
    sheet.put("C12", "=SUM(C9:C11)", figure(WHOLE, total=True))
    sheet.put("D12", "=E12/C12*1000", figure("#,##0.00", total=True))
    sheet.put("E12", "=SUM(E9:E11)", figure(MONEY, total=True))
    sheet.put("A14", "Rules", SECTION)
    sheet.put("A15", "The discount applies from 500 seats; below that the list price holds.", LABEL)
    sheet.put("A16", "A tier is reviewed when its seats move by more than a tenth.", LABEL)
    return Book(creator, "2026-06-24T09:00:00Z", modified, [sheet])
