import { describe, expect, it } from "vitest";

import { err } from "../shared/result.ts";
import { MAX_PICTURE_BYTES, pictureMime, readMedia } from "./media.ts";
import { memorySource } from "./memory-source.ts";
import { writeZip } from "./ooxml/zip-write.ts";

const latin = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const PNG = latin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
const BITMAP = latin(`BM${"\0".repeat(12)}\x28\0\0\0rest`);
const SVG = latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

describe("pictures inside of files", () => {
  it.each([
    ["image/png", PNG],
    ["image/jpeg", latin("\xff\xd8\xff\xe0")],
    ["image/gif", latin("GIF89a...")],
    ["image/webp", latin("RIFF\x10\0\0\0WEBPVP8 ")],
    ["image/bmp", BITMAP],
    [null, latin("BM and then a text that is no bitmap")],
    [null, SVG],
    [null, latin("<!doctype html><script>alert(1)</script>")],
    [null, latin("II*\0")],
    [null, latin("")],
  ])("%s by its content", (type, bytes) => {
    expect(pictureMime(bytes)).toBe(type);
  });

  it("are read from a package by part, whatever the part is called", async () => {
    const bytes = writeZip(
      new Map([
        ["ppt/media/image1.svg", PNG],
        ["ppt/media/image2.png", SVG],
      ]),
    );
    const deck = memorySource("a.pptx", bytes);
    expect(await readMedia("pptx", deck, "ppt/media/image1.svg")).toEqual({
      ok: true,
      value: { type: "image/png", bytes: PNG },
    });
    expect(await readMedia("docx", deck, "PPT/media/IMAGE1.svg")).toMatchObject({ ok: true });
    expect(await readMedia("pptx", deck, "ppt/media/image2.png")).toMatchObject({ error: { reason: "not-a-picture" } });
    expect(await readMedia("pptx", deck, "../etc/passwd")).toMatchObject({ error: { reason: "no-such-part" } });
    expect(await readMedia("pptx", memorySource("a.pptx", latin("no zip")), "x")).toMatchObject({
      error: { reason: "unreadable" },
    });
    expect(await readMedia("csv", deck, "x")).toMatchObject({ error: { reason: "no-such-part" } });
  });

  it("are never larger than the ceiling", async () => {
    const large = new Uint8Array(MAX_PICTURE_BYTES + 1);
    large.set(PNG);
    for (let at = PNG.length; at < large.length; at += 97) large[at] = at % 251;
    const deck = memorySource("a.pptx", writeZip(new Map([["image.png", large]])));
    const refused = { error: { reason: "too-large" } };
    expect(await readMedia("pptx", deck, "image.png")).toMatchObject(refused);
    expect(await readMedia("image", memorySource("a.png", large), "")).toMatchObject(refused);
  });

  it("are a picture file itself, by the empty part", async () => {
    const file = memorySource("a.png", PNG);
    expect(await readMedia("image", file, "")).toMatchObject({ ok: true });
    expect(await readMedia("image", file, "x")).toEqual(
      err({ reason: "no-such-part", detail: "a picture has no parts" }),
    );
  });
});
