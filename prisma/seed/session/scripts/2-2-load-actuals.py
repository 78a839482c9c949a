import csv
from collections import defaultdict

from openpyxl import load_workbook

totals = defaultdict(int)
with open("model/ledger-2026-q3.csv", newline="") as file:
    for entry in csv.DictReader(file):
        if entry["date"] >= "2026-07-01":
            totals[entry["line"]] += int(entry["amount_usd"])

book = load_workbook("model/Q3-model.xlsx")
targets = [
    ("Revenue", "D4", "Subscriptions"),
    ("Revenue", "D6", "Hardware"),
    ("Opex", "D15", "Marketing programmes"),
    ("Opex", "D16", "Travel and events"),
    ("Opex", "D17", "Offices and facilities"),
    ("Opex", "D18", "Professional fees"),
]
for sheet, ref, line in targets:
    cell = book[sheet][ref]
    assert book[sheet][f"A{cell.row}"].value == line
    was, cell.value = cell.value, round(totals[line] / 1_000_000, 1)
    print(f"{sheet}!{ref} {line}: {was} -> {cell.value} (ledger {totals[line]:,})")
book["Revenue"]["A2"] = "Q1 to Q3 actual, Q4 forecast"
book.save("model/Q3-model.xlsx")
