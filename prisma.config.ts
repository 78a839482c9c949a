/**
 * Prisma's command line wants a native schema engine that it would download. `generate` and `validate` never call it,
 * they only insist that it exists: where none is there, this names Node itself. Migrations are written by
 * prisma/write-migration.mjs and applied by lib/store/migrate.ts, neither of which needs the engine.
 */
import { defineConfig } from "prisma/config";

process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env["DATABASE_URL"] ?? "postgresql://unused" },
});
