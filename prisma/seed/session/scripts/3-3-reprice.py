from copy import copy

from openpyxl import load_workbook

book = load_workbook("survey/pricing.xlsx")
sheet = book["Tiers"]
sheet["B4"] = 124
sheet["B5"] = 0.12

# a partner tier above the total, in the style of the row above it
sheet.insert_rows(12)
for column in "ABCDE":
    model, cell = sheet[f"{column}11"], sheet[f"{column}12"]
    cell.font, cell.number_format, cell.alignment = copy(model.font), model.number_format, copy(model.alignment)
sheet["A12"], sheet["B12"], sheet["C12"] = "Partner", 0.85, 900
sheet["D12"], sheet["E12"] = "=$B$6*B12", "=C12*D12/1000"

# insert_rows leaves formulas as they were
sheet["C13"], sheet["D13"], sheet["E13"] = "=SUM(C9:C12)", "=E13/C13*1000", "=SUM(E9:E12)"
book.save("survey/pricing.xlsx")
print("list price 124, discount 12 %, partner tier in row 12")
