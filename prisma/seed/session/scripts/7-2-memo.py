from copy import deepcopy

from docx import Document
from docx.text.paragraph import Paragraph

PATH = "memo/cfo-memo.docx"
document = Document(PATH)


def rewrite(start, text):
    """The paragraph that starts so, said anew in the formatting of its first run."""
    paragraph = next(found for found in document.paragraphs if found.text.startswith(start))
    for run in paragraph.runs[1:]:
        run._r.getparent().remove(run._r)
    paragraph.runs[0].text = text
    return paragraph


rewrite("Q3 on the flash", "Q3 on actual bookings")
rewrite(
    "Revenue in the third",
    "Revenue in the third quarter was USD 58.4 m, 5.0 % above the second. EBITDA was USD 14.0 m, a margin of 24.0 %. Closing cash was USD 64.1 m. "
    "These are actual bookings to 30 September; they replace the flash estimate of 28 September.",
)
rewrite(
    "Subscriptions grew by",
    "Subscriptions grew by 5.3 % to USD 46.1 m and carry the quarter. Services held at 9.6 m. Hardware slipped to 2.8 m, as planned: we no longer "
    "sell terminals in three countries.",
)
marketplace = rewrite(
    "Contract 4471",
    "Contract 4471, the partner marketplace, has a line of its own: 1.1 m in the third quarter, and 0.3 m restated for the second. The auditor asked for it.",
)
costs = deepcopy(marketplace._p)
marketplace._p.addnext(costs)
Paragraph(costs, marketplace._parent).runs[0].text = (
    "The partner's order book stands at 1.6 m for the fourth quarter. Which costs belong to the marketplace is still open."
)
rewrite(
    "Hosting was",
    "Hosting was 17.6 % of subscriptions after 18.2 % in the second quarter. Marketing programmes cost USD 4.2 m, two trade fairs included, and professional "
    "fees USD 1.5 m for the half-year review.",
)
rewrite("We closed September", "We closed September with 606 full-time equivalents, 9 more than in June. Revenue per head was USD 96.4 k.")
rewrite(
    "Net retention held",
    "Net retention rose to 111 %. Eight accounts left and thirty joined; the quarter closed with 872 accounts. The autumn survey has 2,788 answers after "
    "212 repeated ones were removed; 62 % would keep the product at USD 124 a seat.",
)
rewrite("Free cash flow was", "Free cash flow was USD 11.6 m and closing cash USD 64.1 m. Days sales outstanding stood at 41. No debt is drawn.")
rewrite("Approve the forecast", "Approve the forecast: revenue of USD 60.5 m in the fourth quarter and 227.5 m in the year.")
document.tables[0].cell(2, 1).paragraphs[0].runs[0].text = "6 October 2026"
document.save(PATH)
print("memo: a heading, nine paragraphs, one new, the date")
