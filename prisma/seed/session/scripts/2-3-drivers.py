from openpyxl import load_workbook

book = load_workbook("model/Q3-model.xlsx")
revenue, rates = book["Revenue"], book["Assumptions"]

revenue["D22"] = 1.11  # net retention
revenue["D24"] = 8  # churned accounts
rates["D4"] = 0.035  # uplift brought forward to July
rates["E5"] = 0.03  # sales raises Q4 growth
rates["D9"] = 0.176  # hosting with the September invoice
rates["D15"] = 41  # days sales outstanding
book["Headcount"]["D5"] = 279

# one decimal where a whole percentage hides the change
for column in "BCDE":
    revenue[f"{column}22"].number_format = "0.0%"
for column in "BCDEF":
    book["Cash flow"][f"{column}14"].number_format = "0.0%"

book.save("model/Q3-model.xlsx")
print("drivers, rates and headcount set")
