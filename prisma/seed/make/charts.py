"""Native charts of the deck: stacked columns by quarter with cached values, over a workbook that holds the same."""
import io
from xml.sax.saxutils import escape

from writer import Book, HEAD, REL, Sheet, Style

SPACE = "http://schemas.openxmlformats.org/drawingml/2006/chart"
SMALL = '<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="1200"><a:solidFill><a:srgbClr val="24324A"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>'


class Chart:
    """`series`: (name, values) in the order of the categories; colours are the theme's accents in order."""

    def __init__(self, categories, series, moment):
        self.categories, self.series, self.moment = categories, series, moment


def embedded_workbook(chart):
    sheet = Sheet("Sheet1")
    sheet.row(1, ["USD m"] + [name for name, _ in chart.series], Style(bold=True))
    for row, category in enumerate(chart.categories, 2):
        sheet.row(row, [category] + [values[row - 2] for _, values in chart.series])
    buffer = io.BytesIO()
    Book("Mara Lindqvist", chart.moment, chart.moment, [sheet]).write(buffer)
    return buffer.getvalue()


def chart_xml(chart):
    last = len(chart.categories) + 1
    series = "".join(one_series(number, name, values, chart.categories, last) for number, (name, values) in enumerate(chart.series))
    return (
        f'{HEAD}<c:chartSpace xmlns:c="{SPACE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="{REL}"><c:roundedCorners val="0"/>'
        '<c:chart><c:autoTitleDeleted val="1"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="stacked"/><c:varyColors val="0"/>'
        f'{series}<c:gapWidth val="60"/><c:overlap val="100"/><c:axId val="111111111"/><c:axId val="222222222"/></c:barChart>'
        '<c:catAx><c:axId val="111111111"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/>'
        f'<c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>{SMALL}'
        '<c:crossAx val="222222222"/><c:crosses val="autoZero"/></c:catAx>'
        '<c:valAx><c:axId val="222222222"/><c:scaling><c:orientation val="minMax"/><c:min val="0"/></c:scaling><c:delete val="0"/><c:axPos val="l"/>'
        '<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D5DAE3"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>'
        f'<c:numFmt formatCode="0" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>{SMALL}'
        '<c:crossAx val="111111111"/><c:crosses val="autoZero"/></c:valAx></c:plotArea>'
        f'<c:legend><c:legendPos val="b"/><c:overlay val="0"/>{SMALL}</c:legend><c:plotVisOnly val="1"/></c:chart>'
        '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>'
    )


def one_series(number, name, values, categories, last):
    column = "BCDEFG"[number]
    names = "".join(f'<c:pt idx="{at}"><c:v>{escape(text)}</c:v></c:pt>' for at, text in enumerate(categories))
    points = "".join(f'<c:pt idx="{at}"><c:v>{value}</c:v></c:pt>' for at, value in enumerate(values))
    return (
        f'<c:ser><c:idx val="{number}"/><c:order val="{number}"/><c:tx><c:strRef><c:f>Sheet1!${column}$1</c:f><c:strCache><c:ptCount val="1"/>'
        f'<c:pt idx="0"><c:v>{escape(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:spPr><a:solidFill><a:schemeClr val="accent{number + 1}"/></a:solidFill></c:spPr>'
        f'<c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>Sheet1!$A$2:$A${last}</c:f><c:strCache><c:ptCount val="{len(categories)}"/>{names}</c:strCache></c:strRef></c:cat>'
        f'<c:val><c:numRef><c:f>Sheet1!${column}$2:${column}${last}</c:f><c:numCache><c:formatCode>0.0</c:formatCode><c:ptCount val="{len(values)}"/>{points}</c:numCache></c:numRef></c:val></c:ser>'
    )
