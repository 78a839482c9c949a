"""Writes a deck as a presentation program would leave it: theme, one master, four layouts, slides with placeholders,
tables, pictures, notes, and native charts over an embedded workbook.

The same Deck gives the same bytes on every run. A writer for the demo's own deck, not a general one: lengths are in
EMU, 914,400 to the inch; a slide is 13.333 by 7.5 inches.
"""
import zipfile
from xml.sax.saxutils import escape

from charts import chart_xml, embedded_workbook
from slide_masters import FOOTER, LAYOUTS, MASTER, NOTES_MASTER, layout_xml, theme
from writer import HEAD, PACKAGE, REL, relationships

DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
SPACES = f'xmlns:a="{DRAWING}" xmlns:r="{REL}" xmlns:p="{SLIDES}"'
TYPES = "application/vnd.openxmlformats-officedocument.presentationml"
WIDTH, HEIGHT = 12_192_000, 6_858_000


def inches(value):
    return int(round(value * 914_400))


class Slide:
    """`layout` is one of LAYOUTS. Shapes are numbered in the order in which they are put."""

    def __init__(self, layout, title, notes=None):
        self.layout, self.notes, self.shapes, self.media, self.charts = layout, notes, [], [], []
        self.placeholder("ctrTitle" if layout == "Title Slide" else "title", None, title, "Title")

    def next(self):
        return len(self.shapes) + 2

    def placeholder(self, kind, index, text, name):
        place = "".join([f' type="{kind}"' if kind else "", f' idx="{index}"' if index else ""])
        self.shapes.append(
            f'<p:sp><p:nvSpPr><p:cNvPr id="{self.next()}" name="{name} {self.next() - 1}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
            f"<p:nvPr><p:ph{place}/></p:nvPr></p:nvSpPr><p:spPr/>{body(text)}</p:sp>"
        )

    def subtitle(self, text):
        self.placeholder("subTitle", 1, text, "Subtitle")

    def content(self, text, index=1):
        self.placeholder(None, index, text, "Content")

    def table(self, box, widths, rows, name="Table", bold=()):
        """The first row is the head; the first column is text, the others are figures. `bold` names rows that are totals."""
        grid = "".join(f'<a:gridCol w="{inches(width)}"/>' for width in widths)
        height = inches(box[3]) // len(rows)
        lines = "".join(
            f'<a:tr h="{height}">'
            + "".join(table_cell(text, number == 0, number in bold, column) for column, text in enumerate(row))
            + "</a:tr>"
            for number, row in enumerate(rows)
        )
        self.frame(box, name, "http://schemas.openxmlformats.org/drawingml/2006/table",
                   f'<a:tbl><a:tblPr firstRow="1"/><a:tblGrid>{grid}</a:tblGrid>{lines}</a:tbl>')

    def chart(self, box, name, chart):
        self.charts.append(chart)
        space = "http://schemas.openxmlformats.org/drawingml/2006/chart"
        self.frame(box, name, space, f'<c:chart xmlns:c="{space}" r:id="chart{len(self.charts)}"/>')

    def frame(self, box, name, uri, inner):
        number = self.next()
        self.shapes.append(
            f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{number}" name="{name} {number - 1}"/><p:cNvGraphicFramePr/><p:nvPr/>'
            f'</p:nvGraphicFramePr>{transform("p", box)}<a:graphic><a:graphicData uri="{uri}">{inner}</a:graphicData></a:graphic></p:graphicFrame>'
        )

    def picture(self, box, name, description, path):
        number = self.next()
        self.media.append(path)
        self.shapes.append(
            f'<p:pic><p:nvPicPr><p:cNvPr id="{number}" name="{name} {number - 1}" descr="{escape(description)}"/><p:cNvPicPr>'
            f'<a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="media{len(self.media)}"/>'
            f'<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>{transform("a", box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
        )

    def source(self, text):
        """A line below the content that says where the numbers come from."""
        number = self.next()
        self.shapes.append(
            f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Source {number - 1}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>'
            f'<p:spPr>{transform("a", (0.75, 6.25, 11.8, 0.35))}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>'
            f'<p:txBody><a:bodyPr lIns="0" anchor="ctr"/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB" sz="1100"><a:solidFill><a:srgbClr val="6B7280"/>'
            f"</a:solidFill></a:rPr><a:t>{escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>"
        )

    def xml(self, number):
        foot = ("" if self.layout == "Title Slide" else "".join(
            f'<p:sp><p:nvSpPr><p:cNvPr id="{self.next() + offset}" name="{name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>'
            f'<p:ph type="{kind}" sz="quarter" idx="{index}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p>{run}</a:p></p:txBody></p:sp>'
            for offset, (name, kind, index, run) in enumerate([
                ("Footer", "ftr", 11, f'<a:r><a:rPr lang="en-GB"/><a:t>{FOOTER}</a:t></a:r>'),
                ("Slide Number", "sldNum", 12, f'<a:fld id="{{6D1F2A52-5B3C-4E0B-9B52-0C2B5D2C7A10}}" type="slidenum"><a:rPr lang="en-GB"/><a:t>{number}</a:t></a:fld>'),
            ])
        ))
        return (f'{HEAD}<p:sld {SPACES}><p:cSld><p:spTree>{EMPTY_GROUP}{"".join(self.shapes)}{foot}</p:spTree></p:cSld>'
                "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>")


EMPTY_GROUP = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>'
    '<a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)


def transform(prefix, box):
    left, top, width, height = (inches(side) for side in box)
    return f'<{prefix}:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/></{prefix}:xfrm>'


def body(text):
    """`text` is a line, or a list of lines; a line that starts with "- " is one level down."""
    lines = [text] if isinstance(text, str) else text
    paragraphs = "".join(
        "<a:p>" + ('<a:pPr lvl="1"/>' if line.startswith("- ") else "")
        + f'<a:r><a:rPr lang="en-GB"/><a:t>{escape(line[2:] if line.startswith("- ") else line)}</a:t></a:r></a:p>'
        for line in lines
    )
    return f"<p:txBody><a:bodyPr/><a:lstStyle/>{paragraphs}</p:txBody>"


def table_cell(text, head, total, column):
    align = "" if column == 0 else ' algn="r"'
    bold = ' b="1"' if head or total else ""
    fill = '<a:solidFill><a:srgbClr val="E9EDF7"/></a:solidFill>' if head else "<a:noFill/>"
    none = "".join(f"<a:{edge} w=\"0\"><a:noFill/></a:{edge}>" for edge in ("lnL", "lnR"))
    line = '<a:{0} w="{1}"><a:solidFill><a:srgbClr val="{2}"/></a:solidFill></a:{0}>'
    top = line.format("lnT", 12700 if total else 6350, "24324A" if total else "D5DAE3")
    bottom = line.format("lnB", 6350, "24324A" if head else "D5DAE3")
    return (
        f'<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr{align}/><a:r><a:rPr lang="en-GB" sz="1400"{bold}/><a:t>{escape(text)}</a:t></a:r></a:p>'
        f'</a:txBody><a:tcPr marL="72000" marR="72000" marT="36000" marB="36000" anchor="ctr">{none}{top}{bottom}{fill}</a:tcPr></a:tc>'
    )


class Deck:
    def __init__(self, title, author, created, modified, slides):
        self.title, self.author, self.created, self.modified, self.slides = title, author, created, modified, slides

    def write(self, path):
        when = tuple(int(piece) for piece in self.modified.replace("T", "-").replace(":", "-").rstrip("Z").split("-"))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in DeckParts(self).all().items():
                entry = zipfile.ZipInfo(name, when)
                entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 0
                archive.writestr(entry, content if isinstance(content, bytes) else content.encode())


class DeckParts:
    """The parts of the package, in the order in which they are zipped."""

    def __init__(self, deck):
        self.deck, self.parts, self.media, self.charts = deck, {}, {}, 0

    def all(self):
        self.parts = {"[Content_Types].xml": "", "_rels/.rels": ROOT_RELS}
        self.parts["ppt/presentation.xml"], self.parts["ppt/_rels/presentation.xml.rels"] = self.presentation()
        for number, slide in enumerate(self.deck.slides, 1):
            self.slide(number, slide)
        self.master()
        if any(slide.notes for slide in self.deck.slides):
            self.parts["ppt/notesMasters/notesMaster1.xml"] = NOTES_MASTER
            self.parts["ppt/notesMasters/_rels/notesMaster1.xml.rels"] = relationships([f"{REL}/theme|../theme/theme2.xml"])
            self.parts["ppt/theme/theme2.xml"] = theme("Northfield notes")
        self.parts.update({"docProps/core.xml": self.core(), "docProps/app.xml": self.app()})
        self.parts["[Content_Types].xml"] = self.content_types()
        return self.parts

    def presentation(self):
        count = len(self.deck.slides)
        targets = [f"{REL}/slideMaster|slideMasters/slideMaster1.xml"]
        targets += [f"{REL}/slide|slides/slide{number}.xml" for number in range(1, count + 1)]
        targets += [f"{REL}/notesMaster|notesMasters/notesMaster1.xml", f"{REL}/theme|theme/theme1.xml"]
        slides = "".join(f'<p:sldId id="{255 + number}" r:id="rId{1 + number}"/>' for number in range(1, count + 1))
        xml = (
            f'{HEAD}<p:presentation {SPACES} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>'
            f'<p:notesMasterIdLst><p:notesMasterId r:id="rId{count + 2}"/></p:notesMasterIdLst><p:sldIdLst>{slides}</p:sldIdLst>'
            f'<p:sldSz cx="{WIDTH}" cy="{HEIGHT}"/><p:notesSz cx="{HEIGHT}" cy="9144000"/></p:presentation>'
        )
        return xml, relationships(targets)

    def slide(self, number, slide):
        xml = slide.xml(number)
        targets = [f"{REL}/slideLayout|../slideLayouts/slideLayout{list(LAYOUTS).index(slide.layout) + 1}.xml"]
        for index, source in enumerate(slide.media, 1):
            targets.append(f"{REL}/image|../media/{self.medium(source)}")
            xml = xml.replace(f'r:embed="media{index}"', f'r:embed="rId{len(targets)}"')
        for index, chart in enumerate(slide.charts, 1):
            self.charts += 1
            targets.append(f"{REL}/chart|../charts/chart{self.charts}.xml")
            xml = xml.replace(f'r:id="chart{index}"', f'r:id="rId{len(targets)}"')
            self.parts[f"ppt/charts/chart{self.charts}.xml"] = chart_xml(chart)
            rels = relationships([f"{REL}/package|../embeddings/Microsoft_Excel_Sheet{self.charts}.xlsx"])
            self.parts[f"ppt/charts/_rels/chart{self.charts}.xml.rels"] = rels
            self.parts[f"ppt/embeddings/Microsoft_Excel_Sheet{self.charts}.xlsx"] = embedded_workbook(chart)
        if slide.notes:
            targets.append(f"{REL}/notesSlide|../notesSlides/notesSlide{number}.xml")
            self.parts[f"ppt/notesSlides/notesSlide{number}.xml"] = notes_xml(slide.notes)
            self.parts[f"ppt/notesSlides/_rels/notesSlide{number}.xml.rels"] = relationships(
                [f"{REL}/notesMaster|../notesMasters/notesMaster1.xml", f"{REL}/slide|../slides/slide{number}.xml"])
        self.parts[f"ppt/slides/slide{number}.xml"] = xml
        self.parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relationships(targets)

    def medium(self, source):
        name = self.media.setdefault(source, f"image{len(self.media) + 1}.png")
        self.parts[f"ppt/media/{name}"] = source.read_bytes()
        return name

    def master(self):
        count = len(LAYOUTS)
        self.parts["ppt/slideMasters/slideMaster1.xml"] = MASTER
        self.parts["ppt/slideMasters/_rels/slideMaster1.xml.rels"] = relationships(
            [f"{REL}/slideLayout|../slideLayouts/slideLayout{number}.xml" for number in range(1, count + 1)] + [f"{REL}/theme|../theme/theme1.xml"])
        for number, name in enumerate(LAYOUTS, 1):
            self.parts[f"ppt/slideLayouts/slideLayout{number}.xml"] = layout_xml(name)
            self.parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = relationships([f"{REL}/slideMaster|../slideMasters/slideMaster1.xml"])
        self.parts["ppt/theme/theme1.xml"] = theme("Northfield")

    def content_types(self):
        kinds = [("ppt/slides/", "slide+xml"), ("ppt/slideLayouts/", "slideLayout+xml"), ("ppt/slideMasters/", "slideMaster+xml"),
                 ("ppt/notesSlides/", "notesSlide+xml"), ("ppt/notesMasters/", "notesMaster+xml"), ("ppt/presentation.xml", "presentation.main+xml")]
        others = [("ppt/theme/", "application/vnd.openxmlformats-officedocument.theme+xml"),
                  ("ppt/charts/", "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"),
                  ("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
                  ("docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml")]
        table = [(prefix, f"{TYPES}.{kind}") for prefix, kind in kinds] + others
        overrides = "".join(
            f'<Override PartName="/{name}" ContentType="{kind}"/>'
            for name in self.parts for prefix, kind in table if name.startswith(prefix) and name.endswith(".xml")
        )
        return (
            f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="png" ContentType="image/png"/>'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
        )

    def core(self):
        deck = self.deck
        return (
            f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
            'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
            f"<dc:title>{escape(deck.title)}</dc:title><dc:creator>{deck.author}</dc:creator><cp:lastModifiedBy>{deck.author}</cp:lastModifiedBy>"
            f'<dcterms:created xsi:type="dcterms:W3CDTF">{deck.created}</dcterms:created>'
            f'<dcterms:modified xsi:type="dcterms:W3CDTF">{deck.modified}</dcterms:modified></cp:coreProperties>'
        )

    def app(self):
        return (f'{HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
                f"<Application>Northfield demo decks</Application><Slides>{len(self.deck.slides)}</Slides><Company>Northfield</Company></Properties>")


def notes_xml(text):
    return (
        f'{HEAD}<p:notes {SPACES}><p:cSld><p:spTree>{EMPTY_GROUP}'
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr>'
        '<p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>'
        '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr>'
        f"</p:nvSpPr><p:spPr/>{body(text)}</p:sp></p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>"
    )


ROOT_RELS = relationships([
    f"{REL}/officeDocument|ppt/presentation.xml",
    f"{PACKAGE}/relationships/metadata/core-properties|docProps/core.xml",
    f"{REL}/extended-properties|docProps/app.xml",
])
