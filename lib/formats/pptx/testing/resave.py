"""Saves decks again as a program would that loads every part as a tree and writes it anew: parts renamed in the order
of the show, relationship ids renumbered, XML serialised by another library, content types and zip made from nothing.
Usage: resave.py FOLDER  (every *.pptx in it becomes *.resaved)"""
import glob
import posixpath
import re
import sys
import zipfile

from lxml import etree

RELS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def rels_of(name):
    folder, base = posixpath.split(name)
    return posixpath.join(folder, "_rels", base + ".rels")


def load(path):
    with zipfile.ZipFile(path) as source:
        names = {name.lower(): name for name in source.namelist()}
        blobs = {name: source.read(name) for name in source.namelist()}
    return names, blobs


def relations(blobs, names, owner):
    name = names.get(rels_of(owner).lower())
    if name is None:
        return []
    found = []
    for element in etree.fromstring(blobs[name]).iter(RELS + "Relationship"):
        target, external = element.get("Target"), element.get("TargetMode") == "External"
        if not external:
            base = "" if target.startswith("/") else posixpath.dirname(owner)
            target = posixpath.normpath(posixpath.join("/" + base, target.split("#")[0])).lstrip("/")
            part = names.get(target.lower())
            if part is None:  # leads nowhere: kept as it is
                found.append((element.get("Id"), element.get("Type"), element.get("Target"), None))
                continue
            target = part
        found.append((element.get("Id"), element.get("Type"), target, external))
    return found


def resave(path):
    names, blobs = load(path)
    types = etree.fromstring(blobs[names["[content_types].xml"]])
    defaults = {e.get("Extension").lower(): e.get("ContentType") for e in types if e.tag.endswith("Default")}
    overrides = {e.get("PartName").lstrip("/").lower(): e.get("ContentType") for e in types if e.tag.endswith("Override")}
    reached, queue, graph = [], [""], {}
    while queue:
        owner = queue.pop(0)
        graph[owner] = relations(blobs, names, owner)
        for _, _, target, external in graph[owner]:
            if external is False and target not in reached:
                reached.append(target)
                queue.append(target)
    main = next(t for _, kind, t, _ in graph[""] if kind.endswith("/officeDocument"))
    renamed, order = {}, []
    slides = etree.fromstring(blobs[main]).find("{*}sldIdLst")
    for entry in slides if slides is not None else []:
        wanted = next(v for k, v in entry.attrib.items() if k.startswith("{"))
        order += [t for rid, _, t, _ in graph[main] if rid == wanted]
    for number, target in enumerate(order, 1):
        renamed[target] = "ppt/slides/slide%d.xml" % (len(order) + 1 - number)
    with zipfile.ZipFile(path[: -len(".pptx")] + ".resaved", "w", zipfile.ZIP_DEFLATED) as out:
        lines = []
        for part in sorted(reached):
            name = renamed.get(part, part)
            kind = overrides.get(part.lower(), defaults.get(part.rsplit(".", 1)[-1].lower(), "application/xml"))
            lines.append('<Override PartName="/%s" ContentType="%s"/>' % (name, kind))
            ids = {rid: "rId%d" % (n + 40) for n, (rid, _, _, _) in enumerate(reversed(graph[part]))}
            blob = blobs[part]
            if kind.endswith("xml") and blob[:1] in (b"<", b"\xef"):
                blob = rewrite(blob, ids)
            out.writestr(name, blob)
            if graph[part]:
                out.writestr(rels_of(name), rels_xml(graph[part], renamed, ids))
        out.writestr("_rels/.rels", rels_xml(graph[""], renamed, {}))
        out.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            + "".join(lines) + "</Types>",
        )


def rewrite(blob, ids):
    tree = etree.fromstring(blob, etree.XMLParser(remove_blank_text=False))
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        for key, value in element.attrib.items():
            if re.match(r"\{[^}]*/relationships\}", key) and value in ids:
                element.set(key, ids[value])
        if element.tag.endswith("}rPr"):
            element.set("dirty", "0")
    return etree.tostring(tree, encoding="UTF-8", standalone=True)


def rels_xml(found, renamed, ids):
    root = etree.Element(RELS + "Relationships", nsmap={None: RELS[1:-1]})
    for rid, kind, target, external in reversed(found):
        entry = etree.SubElement(root, RELS + "Relationship", Id=ids.get(rid, rid), Type=kind)
        entry.set("Target", target if external is not False else "/" + renamed.get(target, target))
        if external:
            entry.set("TargetMode", "External")
    return etree.tostring(root, encoding="UTF-8", standalone=True)


for file in sorted(glob.glob(sys.argv[1] + "/*.pptx")):
    try:
        resave(file)
    except Exception as error:  # a deck that this script cannot read is not counted
        print("%s: %s" % (file, error))
