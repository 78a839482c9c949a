import * as sheetjs from "@e965/xlsx";
import { expect, it } from "vitest";

import { storeBlob } from "../store/blob-register.ts";
import { compareVersions } from "./compareVersions.ts";
import { materialise } from "./materialise.ts";
import { createHarness } from "./testing/harness.ts";

const { services } = await createHarness();

async function stored(bytes: Uint8Array) {
  const blob = await storeBlob(services.db, services.blobs, bytes);
  if (!blob.ok) throw new Error(blob.error.reason);
  return blob.value.hash;
}

it("[R3] other bytes that say the same are one change, which can be decided and taken", async () => {
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet([["Item", 1]]), "Model");
  const bytes = sheetjs.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
  const [before, after] = [await stored(bytes), await stored(Buffer.concat([bytes, Buffer.from("\n")]))];
  const compared = await compareVersions(services, "model.xlsx", before, after);
  expect(compared.changes).toMatchObject([{ kind: "modified", facet: "metadata", address: { kind: "file" } }]);
  const ids = compared.changes.map(({ id }) => id);
  expect(await materialise(services, "model.xlsx", before, after, ids)).toMatchObject({
    ok: true,
    value: { hash: after },
  });
});
