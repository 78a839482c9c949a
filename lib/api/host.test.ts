/** Requests that reach this server under a foreign name are refused before anything else (DNS rebinding). */
import { expect, test } from "vitest";

import { hostAllowed } from "./serve.ts";

const origins = new Set(["http://localhost:3000", "https://review.example"]);
const request = (headers: Record<string, string>) => new Request("http://localhost:3000/api/me", { headers });

test.each([
  ["localhost:3000", true],
  ["review.example", true],
  ["evil.example:3000", false],
  ["localhost:3001", false],
  ["review.example.evil.example", false],
])("a request to %s is answered: %s", (host, allowed) => {
  expect(hostAllowed(request({ host }), origins)).toBe(allowed);
});

test("what a proxy forwards is not believed", () => {
  expect(hostAllowed(request({ host: "evil.example", "x-forwarded-host": "localhost:3000" }), origins)).toBe(false);
});
