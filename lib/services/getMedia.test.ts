/** V1, V3: a picture is named by its file's path and content hash, and only what the path really was is given out. */
import { expect, test } from "vitest";

import { writeZip } from "../formats/ooxml/zip-write.ts";
import { sha256 } from "../shared/sha256.ts";
import { getMedia } from "./getMedia.ts";
import { createHarness, must } from "./testing/harness.ts";

const harness = await createHarness();
const { services } = harness;
const PNG = Uint8Array.from(Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"));
const deck = writeZip(
  new Map([
    ["[Content_Types].xml", Uint8Array.from(Buffer.from('<Types xmlns="x"/>'))],
    ["ppt/presentation.xml", Uint8Array.from(Buffer.from("<p/>"))],
    ["ppt/media/image1.png", PNG],
    ["ppt/media/image2.png", Uint8Array.from(Buffer.from("<svg/>"))],
  ]),
);

test("[V3] a picture with a fixed type, kept by browsers, and never anything that runs", async () => {
  const owner = await harness.person("Owner");
  const slug = await harness.workspace(owner, { "a.pptx": deck, "b.pptx": "other" });
  const viewer = await harness.person("Viewer");
  await harness.member(slug, viewer, "viewer");
  const which = { path: "a.pptx", v: sha256(deck), part: "ppt/media/image1.png" };
  const answer = must(await getMedia(services, viewer, slug, which));
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PNG);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-staged-content": sha256(deck),
  });
  const refused = async (change: Partial<typeof which>, who = viewer) =>
    getMedia(services, who, slug, { ...which, ...change });
  expect(await refused({ part: "ppt/media/image2.png" })).toMatchObject({ error: { type: "unreadable" } });
  expect(await refused({ part: "nowhere" })).toMatchObject({ error: { type: "not-found" } });
  expect(await refused({ path: "b.pptx" })).toMatchObject({ error: { type: "not-found" } });
  expect(await refused({ path: "../a.pptx" })).toMatchObject({ error: { type: "illegal-path" } });
  expect(await refused({}, await harness.person("Stranger"))).toMatchObject({ error: { type: "not-found" } });
});
