"""Writes a workbook as a spreadsheet program would leave it: formulas with their cached values, shared strings,
styles, widths, merged cells, names, a comment, validations, conditional formats, sparklines, a calculation chain.

The same Book gives the same bytes on every run (fixed times, fixed order). It is a writer for the demo's own
workbooks, not a general one.
"""
import zipfile
from datetime import date
from xml.sax.saxutils import escape, quoteattr

from evaluate import Evaluator, letters, position

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
BUILT_IN = {"General": 0, "0": 1, "0.00": 2, "#,##0": 3, "#,##0.00": 4, "0%": 9, "0.00%": 10}


class Style:
    """What a person sees of a cell apart from its value."""

    def __init__(self, bold=False, italic=False, color=None, size=11, fill=None, top=False, bottom=False,
                 number_format="General", align=None, wrap=False):
        self.font = (bold, italic, color, size)
        self.fill, self.border = fill, (top, bottom)
        self.number_format, self.align = number_format, (align, wrap)


class Sheet:
    def __init__(self, name, tab=None, freeze=None, landscape=True):
        self.name, self.tab, self.freeze, self.landscape = name, tab, freeze, landscape
        self.cells, self.widths, self.heights, self.merged = {}, {}, {}, []
        self.filter = self.comment = None
        self.validations, self.conditions, self.sparklines = [], [], []

    def put(self, ref, content, style=None):
        self.cells[position(ref)[::-1]] = (content, style)

    def row(self, row, contents, style=None, styles=None, column=1):
        for offset, content in enumerate(contents):
            if content is not None:
                chosen = styles[offset] if styles else style
                self.put(f"{letters(column + offset)}{row}", content, chosen)


class Book:
    def __init__(self, creator, created, modified, sheets, names=(), print_areas=()):
        self.creator, self.created, self.modified = creator, created, modified
        self.sheets, self.names, self.print_areas = sheets, dict(names), dict(print_areas)

    def contents(self):
        return {
            (sheet.name, f"{letters(column)}{row}"): content
            for sheet in self.sheets
            for (row, column), (content, _) in sheet.cells.items()
        }

    def write(self, path):
        parts = Parts(self).all()
        when = tuple(int(piece) for piece in self.modified.replace("T", "-").replace(":", "-").rstrip("Z").split("-"))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in parts.items():
                entry = zipfile.ZipInfo(name, when)
                entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 0
                archive.writestr(entry, text.encode())


class Parts:
    """The parts of the package, in the order in which they are zipped."""

    def __init__(self, book):
        self.book = book
        names = {name: (sheet, ref) for name, (sheet, ref) in book.names.items()}
        self.evaluator = Evaluator(book.contents(), names)
        self.strings, self.string_count, self.chain = {}, 0, []
        self.fonts, self.fills = [(False, False, None, 11)], [None, "gray125"]
        self.borders, self.formats, self.xfs = [(False, False)], {}, [(0, 0, 0, 0, (None, False))]

    def all(self):
        sheets = [self.sheet(number, sheet) for number, sheet in enumerate(self.book.sheets, 1)]
        commented = [number for number, sheet in enumerate(self.book.sheets, 1) if sheet.comment]
        parts = {"[Content_Types].xml": self.content_types(commented), "_rels/.rels": ROOT_RELS}
        parts["xl/workbook.xml"], parts["xl/_rels/workbook.xml.rels"] = self.workbook(), self.workbook_rels()
        for number, xml in enumerate(sheets, 1):
            parts[f"xl/worksheets/sheet{number}.xml"] = xml
        for number in commented:
            sheet = self.book.sheets[number - 1]
            parts[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = comment_rels(number)
            parts[f"xl/comments{number}.xml"] = comments(*sheet.comment)
            parts[f"xl/drawings/vmlDrawing{number}.vml"] = drawing(number, sheet.comment[0])
        parts["xl/theme/theme1.xml"] = THEME
        parts["xl/styles.xml"], parts["xl/sharedStrings.xml"] = self.styles(), self.shared_strings()
        if self.chain:
            cells = "".join(f'<c r="{ref}" i="{number}"/>' for number, ref in self.chain)
            parts["xl/calcChain.xml"] = f'{HEAD}<calcChain xmlns="{MAIN}">{cells}</calcChain>'
        parts["docProps/core.xml"], parts["docProps/app.xml"] = self.core(), APP
        return parts

    def style(self, style):
        if style is None:
            return 0
        number_format = BUILT_IN.get(style.number_format)
        if number_format is None:
            number_format = self.formats.setdefault(style.number_format, 164 + len(self.formats))
        xf = (number_format, place(self.fonts, style.font), place(self.fills, style.fill),
              place(self.borders, style.border), style.align)
        return place(self.xfs, xf)

    def sheet(self, number, sheet):
        rows = {}
        for (row, column), (content, style) in sorted(sheet.cells.items()):
            rows.setdefault(row, []).append(self.cell(number, sheet, f"{letters(column)}{row}", content, style))
        last_row, last_column = max(rows), max(column for _, column in sheet.cells)
        xml = [f'{HEAD}<worksheet xmlns="{MAIN}" xmlns:r="{REL}">']
        tab = f'<tabColor rgb="FF{sheet.tab}"/>' if sheet.tab else ""
        xml.append(f'<sheetPr>{tab}<pageSetUpPr fitToPage="1"/></sheetPr>')
        xml.append(f'<dimension ref="A1:{letters(last_column)}{last_row}"/>{sheet_view(number, sheet.freeze)}')
        xml.append('<sheetFormatPr defaultRowHeight="15"/>')
        if sheet.widths:
            xml.append("<cols>" + "".join(
                f'<col min="{column}" max="{column}" width="{width}" customWidth="1"/>'
                for column, width in sorted((position(f"{name}1")[0], width) for name, width in sheet.widths.items())
            ) + "</cols>")
        xml.append("<sheetData>")
        for row, cells in rows.items():
            height = f' ht="{sheet.heights[row]}" customHeight="1"' if row in sheet.heights else ""
            xml.append(f'<row r="{row}" spans="1:{last_column}"{height}>{"".join(cells)}</row>')
        xml.append("</sheetData>" + after_rows(number, sheet) + "</worksheet>")
        return "".join(xml)

    def cell(self, number, sheet, ref, content, style):
        xf = self.style(style)
        head = f'<c r="{ref}"' + (f' s="{xf}"' if xf else "")
        if content == "":
            return head + "/>"
        if isinstance(content, date):
            return f"{head}><v>{(content - date(1899, 12, 30)).days}</v></c>"
        if isinstance(content, str) and content.startswith("="):
            self.chain.append((number, ref))
            value = self.evaluator.value(sheet.name, ref)
            kind = ' t="str"' if isinstance(value, str) else ""
            return f"{head}{kind}><f>{escape(content[1:])}</f><v>{escape(plain(value))}</v></c>"
        if isinstance(content, str):
            self.string_count += 1
            return f'{head} t="s"><v>{self.strings.setdefault(content, len(self.strings))}</v></c>'
        return f"{head}><v>{plain(content)}</v></c>"

    def workbook(self):
        sheets = "".join(
            f"<sheet name={quoteattr(sheet.name)} sheetId=\"{number}\" r:id=\"rId{number}\"/>"
            for number, sheet in enumerate(self.book.sheets, 1)
        )
        names = [(name, "", f"{quoted(sheet)}!{absolute(ref)}") for name, (sheet, ref) in self.book.names.items()]
        for local, sheet in enumerate(self.book.sheets):
            scope = f' localSheetId="{local}"'
            if sheet.filter:
                names.append(("_xlnm._FilterDatabase", scope + ' hidden="1"', f"{quoted(sheet.name)}!{absolute(sheet.filter)}"))
            if sheet.name in self.book.print_areas:
                area = self.book.print_areas[sheet.name]
                names.append(("_xlnm.Print_Area", scope, f"{quoted(sheet.name)}!{absolute(area)}"))
        defined = "".join(f'<definedName name="{name}"{scope}>{escape(to)}</definedName>' for name, scope, to in sorted(names))
        return (
            f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{REL}"><workbookPr defaultThemeVersion="124226"/>'
            f'<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="12000"/></bookViews>'
            f"<sheets>{sheets}</sheets>" + (f"<definedNames>{defined}</definedNames>" if defined else "")
            + '<calcPr calcId="191029"/></workbook>'
        )

    def workbook_rels(self):
        count = len(self.book.sheets)
        targets = [("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, count + 1)]
        targets += [("theme", "theme/theme1.xml"), ("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")]
        if self.chain:
            targets.append(("calcChain", "calcChain.xml"))
        return relationships(f"{REL}/{kind}|{target}" for kind, target in targets)

    def content_types(self, commented):
        parts = [("xl/workbook.xml", f"{SPREADSHEET}.sheet.main+xml")]
        parts += [(f"xl/worksheets/sheet{n}.xml", f"{SPREADSHEET}.worksheet+xml") for n in range(1, len(self.book.sheets) + 1)]
        parts += [(f"xl/comments{n}.xml", f"{SPREADSHEET}.comments+xml") for n in commented]
        parts += [
            ("xl/theme/theme1.xml", "application/vnd.openxmlformats-officedocument.theme+xml"),
            ("xl/styles.xml", f"{SPREADSHEET}.styles+xml"),
            ("xl/sharedStrings.xml", f"{SPREADSHEET}.sharedStrings+xml"),
        ]
        if self.chain:
            parts.append(("xl/calcChain.xml", f"{SPREADSHEET}.calcChain+xml"))
        parts += [
            ("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
            ("docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml"),
        ]
        vml = '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
        return (
            f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{vml if commented else ""}'
            + "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in parts)
            + "</Types>"
        )

    def styles(self):
        formats = "".join(
            f'<numFmt numFmtId="{number}" formatCode={quoteattr(code)}/>' for code, number in self.formats.items()
        )
        xfs = "".join(
            f'<xf numFmtId="{number}" fontId="{font}" fillId="{fill}" borderId="{border}" xfId="0"'
            + (' applyNumberFormat="1"' if number else "") + (' applyFont="1"' if font else "")
            + (' applyFill="1"' if fill else "") + (' applyBorder="1"' if border else "") + alignment(align)
            for number, font, fill, border, align in self.xfs
        )
        return (
            f'{HEAD}<styleSheet xmlns="{MAIN}">'
            + (f'<numFmts count="{len(self.formats)}">{formats}</numFmts>' if formats else "")
            + f'<fonts count="{len(self.fonts)}">{"".join(map(font_xml, self.fonts))}</fonts>'
            f'<fills count="{len(self.fills)}">{"".join(map(fill_xml, self.fills))}</fills>'
            f'<borders count="{len(self.borders)}">{"".join(map(border_xml, self.borders))}</borders>'
            '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
            f'<cellXfs count="{len(self.xfs)}">{xfs}</cellXfs>'
            '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
            '<dxfs count="1"><dxf><font><color rgb="FFB42318"/></font></dxf></dxfs>'
            '<tableStyles count="0" defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/></styleSheet>'
        )

    def shared_strings(self):
        found = "".join(f"<si><t{keep(text)}>{escape(text)}</t></si>" for text in self.strings)
        return f'{HEAD}<sst xmlns="{MAIN}" count="{self.string_count}" uniqueCount="{len(self.strings)}">{found}</sst>'

    def core(self):
        times = "".join(
            f'<dcterms:{name} xsi:type="dcterms:W3CDTF">{when}</dcterms:{name}>'
            for name, when in (("created", self.book.created), ("modified", self.book.modified))
        )
        return (
            f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
            'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
            f"<dc:creator>{self.book.creator}</dc:creator><cp:lastModifiedBy>{self.book.creator}</cp:lastModifiedBy>"
            f"{times}</cp:coreProperties>"
        )


def place(found, wanted):
    if wanted not in found:
        found.append(wanted)
    return found.index(wanted)


def plain(value):
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


def keep(text):
    return ' xml:space="preserve"' if text != text.strip() else ""


def quoted(sheet):
    return f"'{sheet}'" if " " in sheet else sheet


def absolute(ref):
    return ":".join("${}${}".format(letters(position(end)[0]), position(end)[1]) for end in ref.split(":"))


def alignment(align):
    horizontal, wrap = align
    if not horizontal and not wrap:
        return "/>"
    inner = (f' horizontal="{horizontal}"' if horizontal else "") + (' vertical="top" wrapText="1"' if wrap else "")
    return f' applyAlignment="1"><alignment{inner}/></xf>'


def font_xml(font):
    bold, italic, color, size = font
    shade = f'<color rgb="FF{color}"/>' if color else '<color theme="1"/>'
    return f'<font>{"<b/>" if bold else ""}{"<i/>" if italic else ""}<sz val="{size}"/>{shade}<name val="Calibri"/><family val="2"/></font>'


def fill_xml(fill):
    if fill is None or fill == "gray125":
        return f'<fill><patternFill patternType="{fill or "none"}"/></fill>'
    return f'<fill><patternFill patternType="solid"><fgColor rgb="FF{fill}"/><bgColor indexed="64"/></patternFill></fill>'


def border_xml(border):
    edges = "".join(
        f'<{name} style="thin"><color rgb="FF8A8F98"/></{name}>' if on else f"<{name}/>"
        for name, on in (("left", False), ("right", False), ("top", border[0]), ("bottom", border[1]), ("diagonal", False))
    )
    return f"<border>{edges}</border>"


def sheet_view(number, freeze):
    selected = ' tabSelected="1"' if number == 1 else ""
    if not freeze:
        return f'<sheetViews><sheetView{selected} workbookViewId="0"/></sheetViews>'
    column, row = position(freeze)
    split = (f' xSplit="{column - 1}"' if column > 1 else "") + (f' ySplit="{row - 1}"' if row > 1 else "")
    pane = "bottomRight" if column > 1 and row > 1 else "bottomLeft"
    return (
        f'<sheetViews><sheetView{selected} workbookViewId="0"><pane{split} topLeftCell="{freeze}" activePane="{pane}" '
        f'state="frozen"/><selection pane="{pane}"/></sheetView></sheetViews>'
    )


def after_rows(number, sheet):
    """What follows the rows, in the order that the schema wants."""
    xml = f'<autoFilter ref="{sheet.filter}"/>' if sheet.filter else ""
    if sheet.merged:
        xml += f'<mergeCells count="{len(sheet.merged)}">' + "".join(f'<mergeCell ref="{ref}"/>' for ref in sheet.merged) + "</mergeCells>"
    for priority, (area, formula) in enumerate(sheet.conditions, 1):
        xml += (
            f'<conditionalFormatting sqref="{area}"><cfRule type="expression" dxfId="0" priority="{priority}">'
            f"<formula>{escape(formula)}</formula></cfRule></conditionalFormatting>"
        )
    if sheet.validations:
        xml += f'<dataValidations count="{len(sheet.validations)}">' + "".join(sheet.validations) + "</dataValidations>"
    xml += '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>'
    orientation = "landscape" if sheet.landscape else "portrait"
    xml += f'<pageSetup paperSize="9" orientation="{orientation}" fitToHeight="0"/>'
    if sheet.comment:
        xml += '<legacyDrawing r:id="rId1"/>'
    if sheet.sparklines:
        xml += sparklines(sheet)
    return xml


def sparklines(sheet):
    lines = "".join(
        f"<x14:sparkline><xm:f>{quoted(sheet.name)}!{area}</xm:f><xm:sqref>{ref}</xm:sqref></x14:sparkline>"
        for area, ref in sheet.sparklines
    )
    return (
        f'<extLst><ext uri="{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}" xmlns:x14="{X14}">'
        '<x14:sparklineGroups xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">'
        '<x14:sparklineGroup displayEmptyCellsAs="gap"><x14:colorSeries rgb="FF2F4ECC"/>'
        f"<x14:sparklines>{lines}</x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>"
    )


def choice(ref, options):
    """A validation that offers a list."""
    listed = escape(f'"{",".join(options)}"')
    return f'<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" sqref="{ref}"><formula1>{listed}</formula1></dataValidation>'


def between(ref, low, high):
    """A validation that wants a decimal number in a range."""
    return (
        f'<dataValidation type="decimal" allowBlank="1" showInputMessage="1" showErrorMessage="1" sqref="{ref}">'
        f"<formula1>{low}</formula1><formula2>{high}</formula2></dataValidation>"
    )


def relationships(targets):
    found = "".join(
        '<Relationship Id="rId{}" Type="{}" Target="{}"/>'.format(number, *target.split("|"))
        for number, target in enumerate(targets, 1)
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{found}</Relationships>'


def comment_rels(number):
    return relationships([f"{REL}/vmlDrawing|../drawings/vmlDrawing{number}.vml", f"{REL}/comments|../comments{number}.xml"])


def comments(ref, author, text):
    return (
        f'{HEAD}<comments xmlns="{MAIN}"><authors><author>{author}</author></authors><commentList>'
        f'<comment ref="{ref}" authorId="0"><text><r><t xml:space="preserve">{escape(text)}</t></r></text></comment>'
        "</commentList></comments>"
    )


def drawing(number, ref):
    column, row = position(ref)
    return (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
        'xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/>'
        '</o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">'
        '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
        f'<v:shape id="_x0000_s{1024 + number}" type="#_x0000_t202" style="position:absolute;margin-left:300pt;margin-top:80pt;'
        'width:180pt;height:70pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
        '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox><div style="text-align:left"/></v:textbox>'
        '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
        f"<x:Anchor>{column}, 15, {row - 1}, 10, {column + 3}, 15, {row + 4}, 4</x:Anchor><x:AutoFill>False</x:AutoFill>"
        f"<x:Row>{row - 1}</x:Row><x:Column>{column - 1}</x:Column></x:ClientData></v:shape></xml>"
    )


ROOT_RELS = relationships([
    f"{REL}/officeDocument|xl/workbook.xml",
    f"{PACKAGE}/relationships/metadata/core-properties|docProps/core.xml",
    f"{REL}/extended-properties|docProps/app.xml",
])
APP = (
    f'{HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    "<Application>Northfield demo workbooks</Application><Company>Northfield</Company></Properties>"
)
COLORS = (
    ("dk1", "1F2328"), ("lt1", "FFFFFF"), ("dk2", "24324A"), ("lt2", "F3F1EC"), ("accent1", "2F4ECC"), ("accent2", "15734B"),
    ("accent3", "B45309"), ("accent4", "6B4FBB"), ("accent5", "0E7490"), ("accent6", "B42318"), ("hlink", "2F4ECC"), ("folHlink", "6B4FBB"),
)
LINE = '<a:ln w="9525"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'
SOLID = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
FACE = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>'
THEME = (
    f'{HEAD}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Northfield"><a:themeElements>'
    '<a:clrScheme name="Northfield">' + "".join(f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>' for name, value in COLORS)
    + f'</a:clrScheme><a:fontScheme name="Northfield"><a:majorFont>{FACE}</a:majorFont><a:minorFont>{FACE}</a:minorFont></a:fontScheme>'
    f'<a:fmtScheme name="Northfield"><a:fillStyleLst>{SOLID * 3}</a:fillStyleLst><a:lnStyleLst>{LINE * 3}</a:lnStyleLst>'
    "<a:effectStyleLst>" + "<a:effectStyle><a:effectLst/></a:effectStyle>" * 3 + "</a:effectStyleLst>"
    f"<a:bgFillStyleLst>{SOLID * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
)
