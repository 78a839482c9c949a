/** Requests that no browser makes: each gets an answer of its own, and nobody's attempts shut others out. */
import { request as send } from "node:http";

import { expect, test } from "@playwright/test";

import { address } from "./support/fixtures.ts";

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address on this machine that the connection comes from. */
  readonly from?: string;
}

/** As written, without the mending that `fetch` does to an address. */
function raw(path: string, { method = "GET", headers = {}, body, from }: Sent = {}): Promise<[number, string]> {
  const { hostname, port } = new URL(address());
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        host: hostname === "localhost" ? "127.0.0.1" : hostname,
        port,
        path,
        method,
        headers: { host: new URL(address()).host, ...headers },
        ...(from === undefined ? {} : { localAddress: from }),
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => (text += chunk));
        answer.on("end", () => resolve([answer.statusCode ?? 0, text]));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

test("an address that cannot be decoded, an unknown route and an unknown method are the caller's, not the server's", async () => {
  for (const path of ["/api/workspaces/%ff", "/api/nonsense", "/api/workspaces/x/y/z", "/api/%"]) {
    const [status, text] = await raw(path);
    expect([path, status]).toEqual([path, 404]);
    expect(JSON.parse(text)).toMatchObject({ type: "urn:staged:problem:not-found", status: 404 });
  }
  for (const path of ["/w/%ff/files", "/%"]) expect([path, (await raw(path))[0]]).toEqual([path, 404]);
  expect((await raw("/api/workspaces", { method: "TRACE" }))[0]).toBe(400);
});

test("wrong passwords from one address are limited there, whatever it says of itself, and nowhere else", async () => {
  const signIn = (from: string, claims: Readonly<Record<string, string>> = {}) =>
    raw("/api/auth/sign-in/email", {
      method: "POST",
      from,
      headers: { "content-type": "application/json", origin: address(), ...claims },
      body: JSON.stringify({ email: "nobody@example.test", password: "wrong-password" }),
    });
  const flood: number[] = [];
  for (let n = 0; n < 22; n += 1)
    flood.push((await signIn("127.0.0.3", { "x-staged-peer": `10.0.0.${n}`, "x-forwarded-for": `10.0.1.${n}` }))[0]);
  expect(flood.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
  expect(flood.slice(20)).toEqual([429, 429]);
  expect((await signIn("127.0.0.4"))[0]).toBe(401);
});
