"""What the agent was asked, what it called and what it answered, turn by turn.

A python call names its script in session/scripts. Nothing here says what a call did to the files: replay.py runs the
calls one after the other on the bytes that the call before left, and records that.
"""


def view(path, summary, **place):
    return {"tool": "view", "summary": summary, "input": {"path": path, **place}}


def grep(pattern, path, summary):
    return {"tool": "grep", "summary": summary, "input": {"pattern": pattern, "path": path}}


def python(script, summary, prints=None):
    """`prints`: the PDF that the script makes through LibreOffice, where it does."""
    return {"tool": "python", "summary": summary, "script": script, "prints": prints}


def edit(path, summary, *edits):
    return {"tool": "edit_file", "summary": summary, "input": {"path": path, "edits": [{"old": old, "new": new} for old, new in edits]}}


def look(summary, path=None):
    if path:
        return {"tool": "workspace_file_diff", "summary": summary, "input": {"path": path}}
    return {"tool": "workspace_diff", "summary": summary, "input": {}}


BRANCH = {"kind": "chat", "user": "mara", "name": "refresh Q3 numbers"}
MODEL, SURVEY, PRICES = "model/Q3-model.xlsx", "survey/workforce-survey.xlsx", "survey/pricing.xlsx"
DECK, MEMO, EXTRACT, CHART = "deck/q3-board.pptx", "memo/cfo-memo.docx", "audit/ledger-extract-q3.pdf", "charts/draw.py"
LEDGER, RATES, NOTES, LOG = "model/ledger-2026-q3.csv", "model/fx-rates.csv", "notes/board-notes.md", "notes/change-log.md"

CHANGE_LOG = """\
# Change log, refresh of the Q3 board pack

## Model

- Revenue, Q3: subscriptions 44.9 to 46.1, hardware 2.9 to 2.8, from the ledger.
- Contract 4471: services Q2 9.9 to 9.6 and Q3 10.4 to 9.6; new row Marketplace (0.3 in Q2, 1.1 in Q3, 1.6 in Q4).
- Intercompany, Q3: -1.2.
- Costs, Q3: marketing programmes 3.9 to 4.2, professional fees 1.2 to 1.5.
- Assumptions: uplift Q3 2.0 % to 3.5 %, subscription growth Q4 2.7 % to 3.0 %, hosting Q3 18.0 % to 17.6 %,
  days sales outstanding Q3 47 to 41.
- Drivers: net retention Q3 109 % to 111 %, churned accounts 11 to 8. Headcount: product and engineering 281 to 279.
- Exchange rates: EUR, SEK and CHF for Q3 are final.

## Survey and prices

- 212 repeated rows removed, 2,788 answers left.
- List price 120 to 124, volume discount 8 % to 12 %, new tier Partner.

## Files

- `archive/Q2-model.xlsx` moved to `archive/2026/`, `archive/scratch.txt` deleted.
- `model/contract-4471.csv` is new: how the contract moves from services to its own line.
"""
BRIDGE = """\
quarter,booked_as_services_usd,moved_to_marketplace_usd,services_after_usd,booked_as_marketplace_usd,marketplace_usd
2026-Q2,9900000,302500,9597500,0,302500
2026-Q3,10394600,810400,9584200,273100,1083500
"""

TURNS = [
    {
        "title": "Read the brief, the questions and the ledger",
        "prompt": "Please refresh the Q3 board pack as the README says. Start by reading; tell me what you will change.",
        "calls": [
            view("README.md", "Read the brief"),
            view("notes/open-questions.txt", "Read the open questions"),
            view("survey/column-guide.md", "Read the survey's column guide"),
            grep("4471", LEDGER, "Find the bookings of contract 4471"),
            view(DECK, "Look through the deck"),
            view(MEMO, "Read the memo"),
        ],
        "reply": "Contract 4471 was booked as services: 0.3 m of it belongs to Q2, 0.8 m to Q3. I will load the actuals first, then "
        "prices, then give the contract its own line, then notes, slides and memo.",
    },
    {
        "title": "Load actuals into the model",
        "prompt": "Good. Load the actuals and the answers to the open questions.",
        "calls": [
            view(MODEL, "Look at the revenue sheet", sheet="Revenue"),
            python("2-2-load-actuals.py", "Load Q3 actuals from the ledger"),
            python("2-3-drivers.py", "Set drivers, rates and headcount"),
            edit(
                RATES, "Final exchange rates for EUR, SEK and CHF",
                ("EUR,2026-Q3,1.1370,1.1390,provisional", "EUR,2026-Q3,1.1382,1.1417,final"),
                ("SEK,2026-Q3,0.1017,0.1025,provisional", "SEK,2026-Q3,0.1021,0.1034,final"),
                ("CHF,2026-Q3,1.2240,1.2270,provisional", "CHF,2026-Q3,1.2240,1.2296,final"),
            ),
        ],
        "reply": "Subscriptions and hardware, two cost lines, six drivers and rates, one headcount and three exchange rates "
        "are loaded. Travel and facilities were right already.",
    },
    {
        "title": "Price tiers from the survey",
        "prompt": "Clean the survey and look at the price tiers.",
        "calls": [
            view(SURVEY, "Look at the answers", sheet="Responses"),
            python("3-2-remove-repeats.py", "Remove repeated answers"),
            python("3-3-reprice.py", "List price, discount, partner tier"),
            edit(
                "survey/column-guide.md", "Say how many answers are left",
                ("The sheet `Responses` has 3,000 rows below its header, as exported.",
                 "The sheet `Responses` has 2,788 rows below its header, one for each person."),
                ("Known fault: one upload was repeated and some people pressed the button twice, so there are repeated rows.",
                 "One upload was repeated and some people pressed the button twice: 212 repeated rows were removed."),
            ),
            python("3-5-notebook-cells.py", "Notebook: check for repeats, price by level"),
            python("3-6-run-notebook.py", "Run the notebook again"),
        ],
        "reply": "212 repeated rows are gone. 62 % would keep the product at 124, 5 % would not, so I raised the list price to 124 "
        "with a discount of 12 % for volume and added the partner tier. The notebook is run again, its chart with it.",
    },
    {
        "title": "Correct services for the reclassified contract",
        "prompt": "Now contract 4471: its own line between services and hardware.",
        "calls": [
            grep("Reclassified", LEDGER, "Find the reclassified amounts"),
            python("4-2-insert-marketplace.py", "Insert the marketplace row and repair formulas"),
            python("4-3-reclassify.py", "Restate services for Q2 and Q3"),
            {"tool": "write_file", "summary": "Write down how the contract moves", "input": {"path": "model/contract-4471.csv", "content": BRIDGE}},
        ],
        "reply": "Marketplace has its own row; formulas, names and validations follow it. Services are 9.6 in Q2 and in Q3. "
        "Which costs belong to the marketplace is still open.",
    },
    {
        "title": "Bring the notes in line, tidy the archive",
        "prompt": "Update the board notes, tidy the archive, and write the change log.",
        "calls": [
            view(NOTES, "Read the board notes"),
            edit(
                NOTES, "Board notes follow the actuals",
                ("Draft of 28 September, on the flash estimate.", "Draft of 6 October, on actual bookings."),
                ("Revenue in Q3 was USD 57.0 m, 2.5 % above Q2. Subscriptions grew to 44.9 m, services to 10.4 m;\n"
                 "hardware slipped to 2.9 m as planned. Growth for the full year is expected at 8.7 %, to 224.1 m.",
                 "Revenue in Q3 was USD 58.4 m, 5.0 % above Q2. Subscriptions grew to 46.1 m; services held at 9.6 m and\n"
                 "hardware slipped to 2.8 m. Growth for the full year is expected at 10.4 %, to 227.5 m."),
                ("Contract 4471, the partner marketplace, is reported within services.",
                 "Contract 4471, the partner marketplace, has a line of its own: 1.1 m in Q3, and 0.3 m restated for Q2."),
                ("EBITDA was USD 12.5 m, a margin of 22.0 %. Marketing programmes cost 3.9 m and professional\nfees 1.2 m,",
                 "EBITDA was USD 14.0 m, a margin of 24.0 %. Marketing programmes cost 4.2 m and professional\nfees 1.5 m,"),
                ("Hosting was 18.0 % of subscriptions.", "Hosting was 17.6 % of subscriptions."),
                ("Net retention held at 109 %. Eleven accounts left and thirty joined; the quarter closed with 869 accounts.",
                 "Net retention rose to 111 %. Eight accounts left and thirty joined; the quarter closed with 872 accounts."),
                ("Closing cash was USD 59.7 m. Days sales outstanding stood at 47.",
                 "Closing cash was USD 64.1 m. Days sales outstanding stood at 41."),
                ("- Subscriptions are planned to grow by 2.7 % in Q4.\n- The price uplift on renewals stays at 2.0 % until December.\n"
                 "- Price tiers: no proposal yet, the survey is being cleaned.",
                 "- Subscriptions are planned to grow by 3.0 % in Q4.\n- The price uplift on renewals is 3.5 % since July.\n"
                 "- Price tiers: list price 124 and a partner tier are proposed."),
            ),
            {"tool": "bash", "summary": "File the Q2 model under its year",
             "input": {"command": "mkdir -p archive/2026 && mv archive/Q2-model.xlsx archive/2026/"}},
            {"tool": "delete", "summary": "Remove the scratch file", "input": {"path": "archive/scratch.txt"}},
            {"tool": "write_file", "summary": "Write the change log", "input": {"path": LOG, "content": CHANGE_LOG}},
        ],
        "reply": "Notes and change log are written, the archive is tidy.",
    },
    {
        "title": "Board deck on actual numbers",
        "prompt": "Now the deck. The marketplace needs a slide, and cash should follow the result.",
        "calls": [
            view(DECK, "Look at the slides"),
            python("6-2-glance-slide.py", "Rewrite the slide at a glance"),
            python("6-3-chart-slide.py", "Rewrite revenue by line and its chart"),
            python("6-4-table-values.py", "Actual numbers in four tables"),
            python("6-5-marketplace-slide.py", "Add a slide on the marketplace"),
            python("6-6-survey-slide.py", "Survey slide; cash before customers"),
            edit(
                CHART, "Actual numbers for the chart",
                ('QUARTERS = ["Q1", "Q2", "Q3 flash", "Q4 forecast"]', 'QUARTERS = ["Q1", "Q2", "Q3", "Q4 forecast"]'),
                ('"Subscriptions": [41.2, 43.8, 44.9, 46.1],\n    "Services": [9.7, 9.9, 10.4, 10.8],\n    "Hardware": [3.3, 3.1, 2.9, 2.8],',
                 '"Subscriptions": [41.2, 43.8, 46.1, 47.5],\n    "Services": [9.7, 9.6, 9.6, 10.0],\n    "Marketplace": [0.0, 0.3, 1.1, 1.6],\n'
                 '    "Hardware": [3.3, 3.1, 2.8, 2.7],'),
            ),
            {"tool": "bash", "summary": "Draw the chart again", "input": {"command": "python3 charts/draw.py"}},
        ],
        "reply": "Two slides are rewritten, four have actual numbers, one is new and cash stands before customers. The chart file is drawn again.",
    },
    {
        "title": "Memo and ledger extract",
        "prompt": "And the memo, please. The auditor wants the extract with all bookings.",
        "calls": [
            view(MEMO, "Read the memo once more"),
            python("7-2-memo.py", "Memo on actual bookings"),
            python("7-3-memo-table.py", "Memo: revenue table and figure"),
            python("7-4-ledger-extract.py", "Print the ledger extract again", prints=EXTRACT),
            edit(
                LOG, "Change log: deck, memo, extract",
                ("## Files\n", "## Deck, memo, extract\n\n- Deck: at a glance and revenue by line rewritten; numbers of regions, costs, cash and customers; "
                 "new slide on the\n  marketplace; cash moved before customers; survey with 2,788 answers.\n- Memo: heading, summary, table with Marketplace, "
                 "figure, costs, customers, cash.\n- Ledger extract: all bookings to 30 September, a page for the reclassifications.\n\n## Files\n"),
            ),
        ],
        "reply": "The memo follows the actual bookings and the extract has the reclassifications on a page of their own.",
    },
    {
        "title": "Self-review of the diff, one fix",
        "prompt": "Read your own diff against the open questions before you hand off.",
        "calls": [
            look("Look at all changes"),
            look("Look at the model's changes", MODEL),
            grep("days sales", "notes/open-questions.txt", "Check the days sales outstanding"),
            python("8-4-correct-days.py", "Days sales outstanding back to 47"),
            edit(
                NOTES, "Cash in the notes follows",
                ("Closing cash was USD 64.1 m. Days sales outstanding stood at 41.",
                 "Closing cash was USD 60.3 m. Days sales outstanding stood at 47."),
            ),
            edit(
                LOG, "Change log follows",
                ("hosting Q3 18.0 % to 17.6 %,\n  days sales outstanding Q3 47 to 41.", "hosting Q3 18.0 % to 17.6 %."),
            ),
            python("8-7-correct-cash.py", "Cash in deck and memo follows"),
        ],
        "reply": "One mistake of mine: 41 days is without the public sector, the model wants 47. It is back to what it was, and so are notes, deck and memo.",
    },
    {
        "title": "Hand off",
        "prompt": "Thank you. Hand it over.",
        "calls": [look("Look at all changes once more"), view(LOG, "Read the change log once more")],
        "reply": "Ready for review: model, survey, prices, notebook, deck, memo, ledger extract, charts, rates, notes and guide; two new files, one move "
        "and one deletion. Workbooks were saved by a script and hold no calculated values until they are opened.",
    },
]
