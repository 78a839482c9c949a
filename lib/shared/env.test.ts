import path from "node:path";
import { expect, it } from "vitest";

import { readEnv } from "./env.ts";

it("has defaults for one machine, also where variables are empty", () => {
  for (const variables of [{}, { STAGED_DATA: "", STAGED_PORT: "", DATABASE_URL: "" }]) {
    expect(readEnv(variables)).toMatchObject({
      dataFolder: path.resolve(".data"),
      databaseUrl: undefined,
      port: 3_000,
      host: "127.0.0.1",
      demo: false,
      owner: undefined,
    });
  }
});

it("reads what is set", () => {
  const read = readEnv({
    STAGED_DATA: "/srv/my data",
    DATABASE_URL: "postgresql://u@h/d",
    STAGED_PORT: "8080",
    STAGED_ORIGIN: "https://staged.example.org/",
    STAGED_DEMO: "1",
    STAGED_OWNER_EMAIL: "owner@example.org",
    STAGED_OWNER_PASSWORD: "a long one",
  });
  expect(read).toMatchObject({
    dataFolder: "/srv/my data",
    databaseUrl: "postgresql://u@h/d",
    port: 8080,
    origin: "https://staged.example.org",
    demo: true,
    owner: { email: "owner@example.org", password: "a long one" },
  });
});

it("names every variable that is wrong", () => {
  const wrong = { STAGED_PORT: "70000", DATABASE_URL: "mysql://h/d", STAGED_SECRET: "short", STAGED_DEMO: "yes" };
  for (const name of Object.keys(wrong)) expect(() => readEnv(wrong)).toThrow(name);
});

it("takes the owner's e-mail and password together only", () => {
  expect(() => readEnv({ STAGED_OWNER_EMAIL: "owner@example.org" })).toThrow(/both or neither/);
});
