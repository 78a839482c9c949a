/**
 * The dependency rule of ARCHITECTURE.md, as errors.
 * Doors -> services -> adapters -> pure; never up, never sideways between two doors or two adapters (events excepted).
 */
const ADAPTERS = "store|auth|jobs|events|parsing|rendering|sandbox|model";
const DOORS = "api|mcp|cli|agent|evaluation|worker";
const error = (name, from, to) => ({ name, severity: "error", from, to });
const test = "\\.test\\.tsx?$|/testing/";

module.exports = {
  forbidden: [
    error("no-circular", {}, { circular: true }),
    error(
      "no-unresolvable",
      { pathNot: "\\.d\\.ts$" },
      { couldNotResolve: true, pathNot: "^\\./\\.next/|server-only|\\.css$" },
    ),
    error(
      "shared-is-the-floor",
      { path: "^lib/shared/", pathNot: test },
      { path: "^(lib/(?!shared/)|components/|app/)" },
    ),
    error(
      "core-on-shared-only",
      { path: "^lib/core/", pathNot: test },
      { path: "^(lib/(?!shared/|core/)|components/|app/)" },
    ),
    error(
      "formats-on-core-and-shared",
      { path: "^lib/formats/", pathNot: test },
      { path: "^(lib/(?!shared/|core/|formats/)|components/|app/)" },
    ),
    error(
      "contracts-on-core-and-shared",
      { path: "^lib/contracts/", pathNot: test },
      { path: "^(lib/(?!shared/|core/|contracts/)|components/|app/)" },
    ),
    error(
      "pure-does-no-io",
      { path: "^lib/(core|formats|contracts)/", pathNot: test },
      { path: "^(node:)?(fs|child_process|net|http|https|os|worker_threads|process)(/|$)", dependencyTypes: ["core"] },
    ),
    error(
      "adapters-on-pure",
      { path: `^lib/(${ADAPTERS})/`, pathNot: test },
      { path: `^(lib/(services|checks|${DOORS}|client)/|components/|app/)` },
    ),
    error(
      "no-sideways-adapters",
      { path: `^lib/(${ADAPTERS})/`, pathNot: test },
      { path: `^lib/(${ADAPTERS})/`, pathNot: "^lib/$1/|^lib/events/|^lib/store/" },
    ),
    error(
      "services-never-up",
      { path: "^lib/(services|checks)/", pathNot: test },
      { path: `^(lib/(${DOORS}|client)/|components/|app/)` },
    ),
    error(
      "no-sideways-doors",
      { path: `^lib/(${DOORS})/`, pathNot: test },
      { path: `^lib/(${DOORS})/`, pathNot: "^lib/$1/" },
    ),
    error(
      "doors-never-to-screens",
      { path: `^lib/(${DOORS})/`, pathNot: test },
      { path: "^(components/|app/|lib/client/)" },
    ),
    error(
      "components-see-client-contracts-core",
      { path: "^components/", pathNot: test },
      { path: "^(app/|lib/(?!client/|contracts/|core/|shared/))" },
    ),
    error(
      "client-is-browser-only",
      { path: "^lib/client/", pathNot: test },
      { path: "^(app/|components/|lib/(?!client/|contracts/|core/|shared/))" },
    ),
    error(
      "only-store-knows-the-database",
      { pathNot: "^(lib/store/|lib/jobs/|lib/events/|lib/auth/|bench/|e2e/|prisma/)|" + test },
      { path: "^(@prisma/|node_modules/(@prisma|pg|pg-boss)/|lib/store/generated/)" },
    ),
    error("tests-are-leaves", { pathNot: test + "|^e2e/|^bench/" }, { path: test }),
  ],
  options: {
    doNotFollow: { path: "node_modules|^lib/store/generated/" },
    exclude: { path: "^(\\.next|\\.build|\\.data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
