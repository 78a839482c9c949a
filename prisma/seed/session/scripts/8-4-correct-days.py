from openpyxl import load_workbook

book = load_workbook("model/Q3-model.xlsx")
cell = book["Assumptions"]["D15"]
print(f"days sales outstanding: {cell.value} -> 47")
cell.value = 47
book.save("model/Q3-model.xlsx")
