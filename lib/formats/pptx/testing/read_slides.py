"""Reads decks with nothing but zipfile and ElementTree, to check others by.
Usage: read_slides.py FILE...  (prints, for each, the texts of its slides in the order of the show, with their notes)"""
import json
import posixpath
import sys
import xml.etree.ElementTree as tree
import zipfile

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def relations(source, owner):
    folder, base = posixpath.split(owner)
    name = posixpath.join(folder, "_rels", base + ".rels")
    if name not in source.namelist():
        return []
    found = []
    for entry in tree.fromstring(source.read(name)):
        target = entry.get("Target")
        if entry.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            assert target in source.namelist(), "%s leads to %s, which is missing" % (owner, target)
        found.append((entry.get("Id"), entry.get("Type").rsplit("/", 1)[-1], target))
    return found


def texts(source, part):
    root = tree.fromstring(source.read(part))
    named = {v for e in root.iter() for k, v in e.attrib.items() if k.startswith(R)}
    missing = named - {rid for rid, _, _ in relations(source, part)}
    assert not missing, "%s names %s" % (part, missing)
    return ["".join(t.text or "" for t in p.iter(A + "t")) for p in root.iter(A + "p")]


def read(path):
    with zipfile.ZipFile(path) as source:
        assert source.testzip() is None and len(set(source.namelist())) == len(source.namelist())
        for name in source.namelist():
            if name.endswith((".xml", ".rels")):
                tree.fromstring(source.read(name))
        main = next(t for _, kind, t in relations(source, "") if kind == "officeDocument")
        by_id = {rid: target for rid, _, target in relations(source, main)}
        listed = tree.fromstring(source.read(main)).find(P + "sldIdLst")
        slides = []
        for entry in listed if listed is not None else []:
            part = by_id[entry.get(R + "id")]
            notes = [t for _, kind, t in relations(source, part) if kind == "notesSlide"]
            slides.append({"texts": texts(source, part), "notes": [texts(source, n) for n in notes]})
        return slides


print(json.dumps([read(path) for path in sys.argv[1:]]))
