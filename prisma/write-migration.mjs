/**
 * `node prisma/write-migration.mjs NAME` writes prisma/migrations/NNNN_NAME/migration.sql: what leads from the
 * migrations that are there to schema.prisma. `--check` writes nothing and exits 1 where there is such a difference.
 *
 * Prisma's own command would download a native engine and needs a server; this runs the same engine as WebAssembly on
 * an in-memory PGlite. It does not see what Prisma's schema cannot express (triggers): those are written by hand.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";

const require = createRequire(import.meta.url);
// The version that the PostgreSQL adapter brings along, which is the one that matches the engine.
const { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } = createRequire(require.resolve("@prisma/adapter-pg"))(
  "@prisma/driver-adapter-utils",
);

const HERE = path.dirname(fileURLToPath(import.meta.url));
const MIGRATIONS = path.join(HERE, "migrations");
const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** The SQL that leads from the migrations to the schema; an empty text where there is no drift. */
export async function pendingSql() {
  const files = [{ path: "schema.prisma", content: readFileSync(path.join(HERE, "schema.prisma"), "utf8") }];
  await loadEngine();
  const engine = await engineModule.SchemaEngine.new(
    { datamodels: files.map((file) => [file.path, file.content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(pgliteFactory()),
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: "migrations", ...migrationList() },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    const sql = (stdout ?? "").trim();
    return sql === "-- This is an empty migration." ? "" : sql;
  } finally {
    engine.free();
  }
}

/** The package's own entry imports a .wasm file, which only bundlers can do. */
async function loadEngine() {
  const file = path.join(path.dirname(require.resolve("@prisma/schema-engine-wasm")), "schema_engine_bg.wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { "./schema_engine_bg.js": engineModule });
  engineModule.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

function migrationNames() {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function migrationList() {
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(path.join(MIGRATIONS, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: migrationNames().map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** As much of a Prisma driver adapter as schema comparison uses: text columns suffice for reading the catalogue. */
function pgliteFactory() {
  const connect = async () => pgliteAdapter(await PGlite.create());
  return { provider: "postgres", adapterName: "pglite", connect, connectToShadowDb: connect };
}

function pgliteAdapter(database) {
  const query = async ({ sql, args }) => {
    const result = await database.query(sql, args, { rowMode: "array" });
    const columnNames = result.fields.map((field) => field.name);
    return {
      columnNames,
      columnTypes: result.fields.map(columnType),
      rows: result.rows,
      affected: result.affectedRows,
    };
  };
  return {
    provider: "postgres",
    adapterName: "pglite",
    queryRaw: query,
    executeRaw: async (params) => (await query(params)).affected ?? 0,
    executeScript: async (script) => void (await database.exec(script)),
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
    startTransaction: () => Promise.reject(new Error("Not used by schema comparison")),
    dispose: () => database.close(),
  };
}

function columnType({ dataTypeID }) {
  switch (dataTypeID) {
    case 16:
      return ColumnTypeEnum.Boolean;
    case 18:
      return ColumnTypeEnum.Character;
    case 20:
      return ColumnTypeEnum.Int64;
    case 21:
    case 23:
    case 26:
      return ColumnTypeEnum.Int32;
    case 1002:
      return ColumnTypeEnum.CharacterArray;
    case 1000:
      return ColumnTypeEnum.BooleanArray;
    case 1009:
    case 1003:
    case 1015:
      return ColumnTypeEnum.TextArray;
    case 1005:
    case 1007:
    case 1028:
      return ColumnTypeEnum.Int32Array;
    default:
      return ColumnTypeEnum.Text;
  }
}

async function main([name]) {
  const sql = await pendingSql();
  if (name === "--check") {
    if (sql !== "") console.error(`schema.prisma and the migrations differ:\n${sql}`);
    return sql === "" ? 0 : 1;
  }
  if (!/^[a-z0-9_]+$/.test(name ?? "")) throw new Error("Usage: node prisma/write-migration.mjs NAME | --check");
  if (sql === "") return (console.log("No difference: nothing written"), 0);
  const number = String(migrationNames().length + 1).padStart(4, "0");
  const folder = path.join(MIGRATIONS, `${number}_${name}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "migration.sql"), `${sql}\n`, { flag: "wx" });
  console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
