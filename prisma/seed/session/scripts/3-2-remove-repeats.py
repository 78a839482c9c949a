from openpyxl import load_workbook

book = load_workbook("survey/workforce-survey.xlsx")
sheet = book["Responses"]

seen, repeats = set(), []
for number, row in enumerate(sheet.iter_rows(min_row=2, values_only=True), 2):
    if row in seen:
        repeats.append(number)
    seen.add(row)

# from the bottom up, whole runs at once, so that the numbers above stay right
while repeats:
    last = first = repeats.pop()
    while repeats and repeats[-1] == first - 1:
        first = repeats.pop()
    sheet.delete_rows(first, last - first + 1)

sheet.auto_filter.ref = f"A1:N{sheet.max_row}"
book.save("survey/workforce-survey.xlsx")
print(f"{sheet.max_row - 1} answers left, {len(seen)} different ones")
keep = [row[13] for row in sheet.iter_rows(min_row=2, values_only=True)]
print({answer: round(keep.count(answer) / len(keep), 3) for answer in ("yes", "unsure", "no")})
