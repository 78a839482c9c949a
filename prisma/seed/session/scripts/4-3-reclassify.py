from openpyxl import load_workbook

book = load_workbook("model/Q3-model.xlsx")
revenue = book["Revenue"]
assert [revenue[f"A{row}"].value for row in (5, 6, 8)] == ["Services", "Marketplace", "Intercompany"]

revenue["C5"] = 9.6  # 0.3 of contract 4471 belonged to Q2
revenue["D5"] = 9.6  # ledger 9.58 after the reclassification
revenue["D8"] = -1.2  # elimination as booked

book.save("model/Q3-model.xlsx")
print("services restated for Q2 and Q3")
