import re
from copy import copy

from openpyxl import load_workbook
from openpyxl.formula import Tokenizer

ROW = 6  # the new line goes between services and hardware
book = load_workbook("model/Q3-model.xlsx")
revenue = book["Revenue"]


def moved(reference):
    return re.sub(r"(\$?[A-Z]{1,3}\$?)(\d+)", lambda m: m[1] + str(int(m[2]) + (int(m[2]) >= ROW)), reference)


def repaired(formula, on_revenue):
    """The formula with its references into Revenue moved down: openpyxl inserts rows but leaves formulas alone."""
    tokens = Tokenizer(formula)
    for token in tokens.items:
        if token.type == "OPERAND" and token.subtype == "RANGE":
            sheet, _, cells = token.value.rpartition("!")
            if sheet.strip("'") == "Revenue" or (not sheet and on_revenue):
                token.value = (sheet + "!" if sheet else "") + moved(cells)
    return tokens.render()


heights = {row: revenue.row_dimensions[row].height for row in list(revenue.row_dimensions)}
revenue.insert_rows(ROW)
for row in range(ROW, revenue.max_row + 1):
    revenue.row_dimensions[row].height = heights.get(row - 1) if row > ROW else None

count = 0
for sheet in book:
    for cells in sheet.iter_rows():
        for cell in cells:
            if cell.data_type == "f":
                fixed = repaired(cell.value, sheet is revenue)
                count += fixed != cell.value
                cell.value = fixed
for name in book.defined_names.definedName:
    sheet, _, cells = name.attr_text.rpartition("!")
    if sheet == "Revenue":
        name.attr_text = f"Revenue!{moved(cells)}"
for validation in revenue.data_validations.dataValidation:
    validation.sqref = type(validation.sqref)(moved(str(validation.sqref)))
for conditional in list(revenue.conditional_formatting):
    area, rules = str(conditional.sqref), conditional.rules
    del revenue.conditional_formatting[area]
    for rule in rules:
        revenue.conditional_formatting.add(moved(area), rule)
revenue.print_area = [moved(area.replace("$", "")) for area in revenue.print_area]

for column in "ABCDEFGH":
    above, cell = revenue[f"{column}{ROW - 1}"], revenue[f"{column}{ROW}"]
    cell._style = copy(above._style)
for column, value in zip("ABCDE", ["Marketplace", 0, 0.3, 1.1, 1.6]):
    revenue[f"{column}{ROW}"] = value
revenue[f"F{ROW}"], revenue[f"G{ROW}"], revenue[f"H{ROW}"] = f"=SUM(B{ROW}:E{ROW})", 0, "n/a"
revenue[f"E{ROW}"].font = copy(revenue[f"D{ROW}"].font)  # typed, not calculated
revenue[f"H{ROW}"].alignment = copy(revenue["H3"].alignment)

book.save("model/Q3-model.xlsx")
print(f"row {ROW} inserted, {count} formulas repaired")
