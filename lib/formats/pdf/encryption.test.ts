/**
 * Files that another program encrypted: read where they open without a password, refused by name otherwise. That
 * program leaves strings outside of object streams as they are; libreoffice.test has some that are encrypted.
 */
import { PDFDocument, type EncryptionAlgorithm } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS } from "../format.ts";
import { pdfFormat } from "./index.ts";
import { applied, bytesOf, linesOf, sourceOf } from "./testing/documents.ts";
import type { DocumentSpec } from "./testing/write.ts";

const BASE: DocumentSpec = {
  pages: [{ lines: ["some words", "on a page"], boxes: [[9, 9, 9, 9]], notes: ["a note"], fields: [["Name", "Ada"]] }],
  info: { Title: "Report" },
};

async function encrypted(algorithm: EncryptionAlgorithm, userPassword: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytesOf(BASE), { updateMetadata: false });
  document.encrypt({ algorithm, userPassword, ownerPassword: "owner", allowWeakCryptography: true });
  return document.save({ updateFieldAppearances: false });
}

describe.each<EncryptionAlgorithm>(["AES-256", "AES-128", "RC4-128", "RC4-40"])("%s", (algorithm) => {
  it("with an empty password: the same document", async () => {
    expect(await linesOf(BASE, await encrypted(algorithm, ""))).toEqual([]);
  });

  it("with a password: refused as encrypted", async () => {
    const found = await pdfFormat.read(sourceOf(await encrypted(algorithm, "secret")), DEFAULT_LIMITS);
    expect(found).toMatchObject({ ok: false, error: { reason: "encrypted" } });
  });

  it("a part is not written onto it, and can be taken from it", async () => {
    const secret = await encrypted(algorithm, "");
    const other: DocumentSpec = {
      ...BASE,
      pages: [{ ...BASE.pages[0], lines: ["other words", "on a page"] }],
      info: { Title: "Plan" },
    };
    expect(await applied(secret, other, /info/)).toMatchObject({ reason: "refused" });
    const result = await applied(other, secret, /modified content page=1/);
    expect(result).toBeInstanceOf(Uint8Array);
    if (result instanceof Uint8Array) expect(await linesOf(other, result)).toContain("modified content page=1");
  });
});
