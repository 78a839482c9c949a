"""What every slide stands on: theme, master and four layouts with their placeholders, and a master for notes."""
from writer import COLORS, HEAD, LINE, REL, SOLID

SPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{REL}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
GROUP = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>'
    '<a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
FOOTER = "Northfield, board meeting of 15 October 2026"
TITLE_BOX = (0.75, 0.5, 11.83, 0.85)
FOOT = [("ftr", 11, (0.75, 6.85, 7.0, 0.35), "Footer"), ("sldNum", 12, (11.58, 6.85, 1.0, 0.35), "Slide Number")]
# name: (type of layout, placeholders as (type, idx, box, name))
LAYOUTS = {
    "Title Slide": ("title", [("ctrTitle", None, (0.9, 2.5, 10.5, 1.2), "Title"), ("subTitle", 1, (0.9, 3.8, 10.5, 1.0), "Subtitle")]),
    "Title and Content": ("obj", [("title", None, TITLE_BOX, "Title"), (None, 1, (0.75, 1.6, 11.83, 4.5), "Content")]),
    "Two Content": ("twoObj", [("title", None, TITLE_BOX, "Title"), (None, 1, (0.75, 1.6, 7.2, 4.5), "Content"), (None, 2, (8.35, 1.6, 4.23, 4.5), "Content")]),
    "Title Only": ("titleOnly", [("title", None, TITLE_BOX, "Title")]),
}


def emu(box):
    left, top, width, height = (int(round(side * 914_400)) for side in box)
    return f'<a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/>'


def placeholder(number, kind, index, box, name, text, properties=""):
    place = "".join([f' type="{kind}"' if kind else "", f' idx="{index}"' if index else ""])
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name} {number - 1}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph{place}/></p:nvPr></p:nvSpPr>'
        f"<p:spPr><a:xfrm>{emu(box)}</a:xfrm></p:spPr><p:txBody>{properties or '<a:bodyPr/><a:lstStyle/>'}<a:p>{text}</a:p></p:txBody></p:sp>"
    )


def said(text):
    return f'<a:r><a:rPr lang="en-GB"/><a:t>{text}</a:t></a:r>'


NUMBER = '<a:fld id="{6D1F2A52-5B3C-4E0B-9B52-0C2B5D2C7A10}" type="slidenum"><a:rPr lang="en-GB"/><a:t>‹#›</a:t></a:fld>'


def rectangle(number, name, box, color):
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr><a:xfrm>{emu(box)}</a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="{color}"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr>'
        '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-GB"/></a:p></p:txBody></p:sp>'
    )


def layout_xml(name):
    kind, places = LAYOUTS[name]
    title = name == "Title Slide"
    shapes = [rectangle(20, "Band", (0, 2.5, 0.3, 2.3), "accent1")] if title else []
    for number, (place, index, box, label) in enumerate(places, 2):
        properties = ""
        if place == "ctrTitle":
            properties = '<a:bodyPr anchor="b"/><a:lstStyle><a:lvl1pPr><a:defRPr sz="4400"/></a:lvl1pPr></a:lstStyle>'
        if place == "subTitle":
            properties = ('<a:bodyPr anchor="t"/><a:lstStyle><a:lvl1pPr marL="0" indent="0"><a:buNone/><a:defRPr sz="2000">'
                          '<a:solidFill><a:srgbClr val="6B7280"/></a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle>')
        shapes.append(placeholder(number, place, index, box, label, said("Click to add text"), properties))
    if not title:
        shapes += [placeholder(10 + at, place, index, box, label, NUMBER if place == "sldNum" else said(FOOTER), SMALL.format("r" if place == "sldNum" else "l")) for at, (place, index, box, label) in enumerate(FOOT)]
    hide = ' showMasterSp="0"' if title else ""
    return (
        f'{HEAD}<p:sldLayout {SPACES} type="{kind}" preserve="1"{hide}><p:cSld name="{name}"><p:spTree>{GROUP}{"".join(shapes)}</p:spTree></p:cSld>'
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


def level(number, left, indent, size, color="tx1"):
    return (
        f'<a:lvl{number}pPr marL="{left}" indent="{indent}" algn="l"><a:lnSpc><a:spcPct val="100000"/></a:lnSpc><a:spcBef><a:spcPts val="{900 if number == 1 else 400}"/></a:spcBef>'
        f'<a:buClr><a:schemeClr val="accent1"/></a:buClr><a:buFont typeface="Arial"/><a:buChar char="{"•" if number == 1 else "–"}"/>'
        f'<a:defRPr sz="{size}"><a:solidFill><a:schemeClr val="{color}"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl{number}pPr>'
    )


BODY_STYLE = level(1, 228_600, -228_600, 1800) + level(2, 514_350, -228_600, 1600) + level(3, 800_100, -228_600, 1400)
SMALL = '<a:bodyPr lIns="0" rIns="0" anchor="ctr"/><a:lstStyle><a:lvl1pPr algn="{}"><a:defRPr sz="1000"><a:solidFill><a:srgbClr val="6B7280"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></a:lstStyle>'
MASTER = (
    f'{HEAD}<p:sldMaster {SPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg><p:spTree>{GROUP}'
    + rectangle(20, "Rule", (0.75, 1.38, 11.83, 0.02), "accent1")
    + placeholder(2, "title", None, TITLE_BOX, "Title", said("Click to add a title"), '<a:bodyPr lIns="0" anchor="b"><a:normAutofit/></a:bodyPr><a:lstStyle/>')
    + placeholder(3, "body", 1, (0.75, 1.6, 11.83, 4.5), "Text", said("Click to add text"), '<a:bodyPr lIns="0"><a:normAutofit/></a:bodyPr><a:lstStyle/>')
    + placeholder(4, "ftr", 11, FOOT[0][2], "Footer", said(FOOTER), SMALL.format("l"))
    + placeholder(5, "sldNum", 12, FOOT[1][2], "Slide Number", NUMBER, SMALL.format("r"))
    + '</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" '
    'accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>'
    + "".join(f'<p:sldLayoutId id="{2147483648 + number}" r:id="rId{number}"/>' for number in range(1, len(LAYOUTS) + 1))
    + '</p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:defRPr sz="2800" b="1"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill>'
    f'<a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>{BODY_STYLE}</p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>'
)
NOTES_MASTER = (
    f'{HEAD}<p:notesMaster {SPACES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>{GROUP}'
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr>'
    f'<p:spPr><a:xfrm>{emu((0.75, 1.25, 6, 3.375))}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp>'
    + placeholder(3, "body", 1, (0.75, 4.8, 6, 4), "Notes", said("Click to add notes"))
    + '</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" '
    'accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:notesMaster>'
)


def theme(name):
    face = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>'
    return (
        f'{HEAD}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="{name}"><a:themeElements><a:clrScheme name="Northfield">'
        + "".join(f'<a:{slot}><a:srgbClr val="{value}"/></a:{slot}>' for slot, value in COLORS)
        + f'</a:clrScheme><a:fontScheme name="Northfield"><a:majorFont>{face}</a:majorFont><a:minorFont>{face}</a:minorFont></a:fontScheme>'
        f'<a:fmtScheme name="Northfield"><a:fillStyleLst>{SOLID * 3}</a:fillStyleLst><a:lnStyleLst>{LINE * 3}</a:lnStyleLst><a:effectStyleLst>'
        + "<a:effectStyle><a:effectLst/></a:effectStyle>" * 3
        + f"</a:effectStyleLst><a:bgFillStyleLst>{SOLID * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )
