import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS } from "../format.ts";
import { inflateEntry } from "./inflate.ts";
import { readZipDirectory } from "./zip-directory.ts";
import { rewriteZip, writeZip } from "./zip-write.ts";

const directory = (bytes: Uint8Array) => {
  const zip = readZipDirectory(bytes, DEFAULT_LIMITS);
  if (!zip.ok) throw new Error(JSON.stringify(zip.error));
  return zip.value;
};
const contents = (bytes: Uint8Array) => {
  const zip = directory(bytes);
  return new Map(
    zip.entries.map((entry) => {
      const content = inflateEntry(zip, entry);
      return [entry.name, content.ok ? Buffer.from(content.value).toString("hex") : content.error.detail];
    }),
  );
};
const entries = fc.uniqueArray(
  fc.tuple(fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?\.xml$/), fc.uint8Array({ maxLength: 300 })),
  {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 8,
  },
);

describe("zip packages", () => {
  it("are read as they were written", () => {
    fc.assert(
      fc.property(entries, (list) => {
        expect(contents(writeZip(new Map(list)))).toEqual(
          new Map(list.map(([name, content]) => [name, Buffer.from(content).toString("hex")])),
        );
      }),
    );
  });

  it("keep every entry that is not named, compressed bytes and header included", () => {
    fc.assert(
      fc.property(entries, fc.uint8Array(), (list, content) => {
        const zip = directory(writeZip(new Map(list)));
        const changed = list[0]?.[0] ?? "";
        const result = directory(
          rewriteZip(
            zip,
            new Map([
              [changed, content],
              ["added/one.xml", content],
            ]),
          ),
        );
        for (const entry of zip.entries) {
          const twin = result.byName.get(entry.name);
          if (entry.name === changed) continue;
          expect(Buffer.from(result.bytes.subarray(twin?.localStart, twin?.localEnd))).toEqual(
            Buffer.from(zip.bytes.subarray(entry.localStart, entry.localEnd)),
          );
        }
        expect(contents(result.bytes).get(changed)).toBe(Buffer.from(content).toString("hex"));
        expect(contents(rewriteZip(zip, new Map([[changed, null]]))).has(changed)).toBe(false);
      }),
    );
  });

  it("without an edit are copied byte for byte", () => {
    const bytes = writeZip(new Map([["a.xml", new Uint8Array([1, 2])]]));
    expect(rewriteZip(directory(bytes), new Map())).toEqual(bytes);
  });

  it("give a value for any damage", () => {
    const good = writeZip(
      new Map([
        ["a.xml", Buffer.from("<a>text text text</a>")],
        ["b.xml", Buffer.from("<b/>")],
      ]),
    );
    fc.assert(
      fc.property(fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 }), fc.boolean(), (at, byte, cut) => {
        const bytes = cut ? good.subarray(0, at) : Uint8Array.from(good, (was, index) => (index === at ? byte : was));
        const zip = readZipDirectory(bytes, DEFAULT_LIMITS);
        if (zip.ok)
          for (const entry of zip.value.entries) expect(typeof inflateEntry(zip.value, entry).ok).toBe("boolean");
        else expect(zip.error.detail).not.toBe("");
      }),
    );
  });
});
