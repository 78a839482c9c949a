/** Filters against the specification's own examples and against what other programs encode. */
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";

import { decode } from "./filters.ts";
import { dict, list, name, type PdfValue } from "./objects.ts";

const plain = (value: PdfValue | undefined): PdfValue => value ?? null;

function decoded(raw: Uint8Array, filter: PdfValue, parameters: PdfValue = null, allowed = 1_000_000) {
  const entries = dict([
    ["Filter", filter],
    ["DecodeParms", parameters],
  ]);
  return decode({ kind: "stream", dict: entries, raw }, plain, { remaining: allowed });
}
const textOf = (...given: Parameters<typeof decoded>) => Buffer.from(decoded(...given).bytes).toString("latin1");

describe("one filter", () => {
  it("LZW: the example of the specification (ISO 32000-2, 7.4.4.2)", () => {
    const { bytes } = decoded(Buffer.from("800B6050220C0C8501", "hex"), name("LZWDecode"));
    expect([...bytes]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it("ASCII85, ASCIIHex, RunLength", () => {
    expect(textOf(Buffer.from('87cURD]i,"Ebo80~>'), name("ASCII85Decode"))).toBe("Hello World!");
    expect(textOf(Buffer.from("z!!~>"), name("ASCII85Decode"))).toBe("\0\0\0\0\0");
    expect(textOf(Buffer.from("48 65 6C6c 6F7>"), name("ASCIIHexDecode"))).toBe("Hellop");
    expect(textOf(Buffer.from([2, 97, 98, 99, 254, 120, 128, 1]), name("RunLengthDecode"))).toBe("abcxxx");
  });

  it("Flate, cut short, gives what there is", () => {
    const whole = deflateSync(Buffer.from("some text, ".repeat(500)));
    const cut = textOf(whole.subarray(0, whole.length - 8), name("FlateDecode"));
    expect(cut.length).toBeGreaterThan(100);
    expect("some text, ".repeat(500).startsWith(cut)).toBe(true);
  });

  it("PNG predictors: the data of a PNG file, as another program wrote it", async () => {
    const [width, height] = [37, 23];
    const pixels = Uint8Array.from({ length: width * height * 3 }, (_, n) => (n * n * 7 + n) % 251);
    const image = sharp(pixels, { raw: { width, height, channels: 3 } }).png({ adaptiveFiltering: true });
    const png = await image.toBuffer();
    const data: Buffer[] = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      if (png.toString("latin1", at + 4, at + 8) === "IDAT")
        data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    const parameters = dict([
      ["Predictor", 15],
      ["Colors", 3],
      ["Columns", width],
    ]);
    const { bytes } = decoded(Buffer.concat(data), name("FlateDecode"), parameters);
    expect(Buffer.compare(bytes, pixels)).toBe(0);
  });
});

describe("several", () => {
  it("in order, up to a picture's own coding, which is named", () => {
    const raw = Buffer.from(`${Buffer.from("jpeg data").toString("hex")}>`);
    const { bytes, coding } = decoded(raw, list([name("AHx"), name("DCT")]));
    expect(Buffer.from(bytes).toString()).toBe("jpeg data");
    expect(coding).toEqual([{ filter: "DCTDecode", parameters: null }]);
  });

  it("never make more than is allowed", () => {
    const bomb = deflateSync(Buffer.alloc(5_000_000));
    expect(() => decoded(bomb, name("FlateDecode"), null, 1_000_000)).toThrow("inflate to too much");
    expect(() => decoded(deflateSync(bomb), list([name("Fl"), name("Fl")]), null, 1_000_000)).toThrow("too much");
    const runs = Buffer.from(Array.from({ length: 4_000 }, () => [129, 65]).flat());
    expect(() => decoded(runs, name("RL"), null, 100_000)).toThrow("too much");
  });
});
