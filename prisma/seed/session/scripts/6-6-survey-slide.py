import zipfile

PATH = "deck/q3-board.pptx"
with zipfile.ZipFile(PATH) as package:
    parts = {name: package.read(name) for name in package.namelist()}


def refer(name, old, new):
    text = parts[name].decode()
    assert text.count(old) == 1, (name, old)
    parts[name] = text.replace(old, new).encode()


# the slide of the survey: the picture as the notebook drew it, and how many answers stand behind it
with open("charts/survey-scores.png", "rb") as file:
    parts["ppt/media/image2.png"] = file.read()
refer("ppt/slides/slide8.xml", "Autumn survey, 17 August to 18 September: 3,000 answers", "Autumn survey, 17 August to 18 September: 2,788 answers")
refer("ppt/slides/slide8.xml", "Most would keep the product at USD 124 a seat", "62 % would keep the product at USD 124 a seat, 5 % would not")

# cash before customers: the result and its cash belong together
CASH, CUSTOMERS = '<p:sldId id="264" r:id="rId10"/>', '<p:sldId id="262" r:id="rId8"/>'
refer("ppt/presentation.xml", CASH, "")
refer("ppt/presentation.xml", CUSTOMERS, CASH + CUSTOMERS)

with zipfile.ZipFile(PATH, "w", zipfile.ZIP_DEFLATED) as package:
    for name, content in parts.items():
        package.writestr(name, content)
print("survey slide: picture and two points; cash moved before customers")
