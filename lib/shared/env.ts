/**
 * The one reader of the environment, on the server only. Everything is checked once, and a wrong value is named with
 * what it should be. Defaults are for one machine.
 */
import path from "node:path";
import { z } from "zod";

/** An empty variable counts as one that is not set. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), type.optional());

const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");

const Variables = z.object({
  /** The data folder: database, blobs, secrets. Default `.data` in the current folder. */
  STAGED_DATA: optional(z.string()),
  /** A PostgreSQL 14 or newer; without it the bundled one runs in the data folder. */
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, "a postgresql:// address")),
  /** First choice: where it is taken, the next free one. */
  STAGED_PORT: optional(z.coerce.number().int().min(1).max(65_535)),
  /** The interface that it listens on. Default 127.0.0.1: this machine only; 0.0.0.0 for all. */
  STAGED_HOST: optional(z.string()),
  /** The address that people open, where it is not http://localhost:PORT (behind a proxy). */
  STAGED_ORIGIN: optional(z.url({ protocol: /^https?$/ })),
  /** Demo mode: one-click sign-in as the fictional reviewers. */
  STAGED_DEMO: optional(flag),
  /** Signs sessions. Where it is not set, one is made once and kept in the data folder. */
  STAGED_SECRET: optional(z.string().min(32, "32 characters or more")),
  /** The owner account of the first start; both or neither. */
  STAGED_OWNER_EMAIL: optional(z.email()),
  STAGED_OWNER_PASSWORD: optional(z.string().min(8, "8 characters or more")),
  /** Server folders below which workspaces may be opened, separated as in PATH. Default: the home folder. */
  STAGED_FOLDERS: optional(z.string()),
  HANDSONTABLE_LICENSE_KEY: optional(z.string()),
  STAGED_LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])),
  NODE_ENV: optional(z.enum(["development", "production", "test"])),
});

export interface Env {
  /** Absolute. */
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly origin: string | undefined;
  readonly demo: boolean;
  readonly secret: string | undefined;
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  /** Absolute; empty: the default. */
  readonly folders: readonly string[];
  readonly handsontableLicenseKey: string;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  readonly production: boolean;
}

export const DEFAULT_PORT = 3_000;

/** @throws with every variable that is wrong, and what it should be. */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The environment is not right. ${wrong.join("; ")}`);
  }
  const found = parsed.data;
  const { STAGED_OWNER_EMAIL: email, STAGED_OWNER_PASSWORD: password } = found;
  if ((email === undefined) !== (password === undefined)) {
    throw new Error("The environment is not right. STAGED_OWNER_EMAIL and STAGED_OWNER_PASSWORD: both or neither");
  }
  return {
    dataFolder: path.resolve(/* turbopackIgnore: true */ found.STAGED_DATA ?? ".data"),
    databaseUrl: found.DATABASE_URL,
    port: found.STAGED_PORT ?? DEFAULT_PORT,
    host: found.STAGED_HOST ?? "127.0.0.1",
    origin: found.STAGED_ORIGIN === undefined ? undefined : new URL(found.STAGED_ORIGIN).origin,
    demo: found.STAGED_DEMO ?? false,
    secret: found.STAGED_SECRET,
    owner: email === undefined || password === undefined ? undefined : { email, password },
    folders: (found.STAGED_FOLDERS ?? "")
      .split(path.delimiter)
      .filter(Boolean)
      .map((folder) => path.resolve(/* turbopackIgnore: true */ folder)),
    handsontableLicenseKey: found.HANDSONTABLE_LICENSE_KEY ?? "non-commercial-and-evaluation",
    logLevel: found.STAGED_LOG_LEVEL ?? "info",
    production: found.NODE_ENV === "production",
  };
}

let known: Env | undefined;

/** Read once a process. */
export const env = (): Env => (known ??= readEnv());
