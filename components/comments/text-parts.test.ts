import { describe, expect, test } from "vitest";

import { textParts } from "./text-parts.ts";

const links = (text: string) => textParts(text, []).flatMap((part) => (part.type === "link" ? [part.href] : []));
const joined = (text: string) =>
  textParts(text, [])
    .map((part) => (part.type === "mention" ? part.name : part.text))
    .join("");

describe("links in comments", () => {
  test.each([
    ["see https://example.test/a?b=1#c now", ["https://example.test/a?b=1#c"]],
    ["(https://example.test/a).", ["https://example.test/a"]],
    ["https://example.test/a_(b)", ["https://example.test/a_(b)"]],
    ["HTTP://EXAMPLE.test", ["http://example.test/"]],
    ["https://a.test, https://b.test!", ["https://a.test/", "https://b.test/"]],
  ])("%s", (text, found) => {
    expect(links(text)).toEqual(found);
    expect(joined(text)).toBe(text);
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,<script>1</script>",
    "file:///etc/passwd",
    "https://",
    "http:///x",
    'https:" onmouseover="x',
    "ftp://example.test",
  ])("%s is no link to anything but http", (text) => {
    for (const href of links(text)) expect(href).toMatch(/^https?:\/\/[^/]/u);
    expect(joined(text)).toBe(text);
  });

  test("markup stays text, and what turns text around is made visible", () => {
    expect(textParts("<img src=x onerror=alert(1)>", [])).toEqual([
      { type: "text", text: "<img src=x onerror=alert(1)>" },
    ]);
    expect(joined("https://example.test/\u202Efdp.exe")).toBe("https://example.test/⟨U+202E⟩fdp.exe");
  });
});

test("people are shown by their name now, and by their id where they are unknown", () => {
  expect(textParts("hi <@u1> and <@u2>", [{ id: "u1", name: "Mara" }])).toEqual([
    { type: "text", text: "hi " },
    { type: "mention", id: "u1", name: "Mara" },
    { type: "text", text: " and " },
    { type: "mention", id: "u2", name: "u2" },
  ]);
});
