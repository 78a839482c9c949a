import { describe, expect, it } from "vitest";
import { z } from "zod";

import { jsonBody, MAX_BODY_BYTES } from "./serve.ts";

const schema = z.object({ name: z.string() });
const post = (body: RequestInit["body"], headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/api/x", {
    method: "POST",
    body: body ?? null,
    headers,
    duplex: "half",
  } as RequestInit);

/** Spaces without end, and how many bytes were asked for. */
function endless(): { readonly stream: ReadableStream<Uint8Array>; readonly given: () => number } {
  let given = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  return { stream, given: () => given };
}

describe("the body of a request", () => {
  it("is read as JSON in UTF-8, across chunks", async () => {
    const bytes = Buffer.from(JSON.stringify({ name: "naïve €" }));
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await jsonBody(schema, post(pieces))).toEqual({ ok: true, value: { name: "naïve €" } });
  });

  it.each([
    ["no JSON", "{", "invalid-request"],
    ["nothing", "", "invalid-request"],
    ["another shape", '{"name": 1}', "invalid-request"],
    ["a text with U+0000", '{"name": "a\\u0000b"}', "invalid-request"],
    ["a word that nothing knows", '{"name": "a", "nmae": "b"}', "invalid-request"],
  ])("%s is refused", async (_name, body, type) => {
    expect(await jsonBody(schema, post(body))).toMatchObject({ ok: false, error: { type } });
  });

  it("one that never ends is refused at the ceiling", async () => {
    const { stream, given } = endless();
    expect(await jsonBody(schema, post(stream))).toMatchObject({ ok: false, error: { type: "too-large" } });
    expect(given()).toBeLessThan(MAX_BODY_BYTES + 10 * 65_536);
  });

  it("one that announces too much is refused before it is read", async () => {
    const announced = { "content-length": String(MAX_BODY_BYTES + 1) };
    expect(await jsonBody(schema, post("{}", announced))).toMatchObject({ ok: false, error: { type: "too-large" } });
  });
});
