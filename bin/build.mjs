/**
 * Builds what changed since it was built: Prisma's client, the bundles (worker, start scripts, seed, command line), and
 * the web application. What changed is told by content, so that it may be called before everything.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { at, BUILD, digest, installed, must, once, say } from "./support/project.mjs";

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file) || file.startsWith("lib/store/generated/");
const CONFIGURATION = ["package-lock.json", "tsconfig.json", "prisma/schema.prisma", "bin/build.mjs"];

/** Bundles: entry (where it exists already) and output. */
const BUNDLES = [
  ["bin/support/server.ts", "server.mjs"],
  ["lib/worker/main.ts", "worker.mjs"],
  ["lib/parsing/main.ts", "parser.mjs"],
  ["prisma/seed/main.ts", "seed.mjs"],
];

/** `web: false` leaves the web application out. */
export async function build({ web = true } = {}) {
  const release = await lockBuild();
  try {
    await generate();
    await bundle();
    await pdfAssets();
    if (web) await buildWeb();
  } finally {
    release();
  }
}

async function generate() {
  const stamp = digest(["prisma/schema.prisma", "prisma.config.ts", "package-lock.json"]);
  await once("generate", stamp, at("lib/store/generated/client.ts"), () =>
    must("prisma generate", installed("prisma/build/index.js", "generate"), { quiet: true }),
  );
}

async function bundle() {
  const stamp = digest([...CONFIGURATION, "lib", "prisma/seed", "bin"], isTest);
  await once("bundles", stamp, path.join(BUILD, "server.mjs"), async () => {
    for (const [entry, output] of BUNDLES) {
      if (existsSync(at(entry))) await bundleOne(entry, path.join(BUILD, output));
    }
    if (existsSync(at("bin/build-cli.mjs"))) await (await import("./build-cli.mjs")).buildCli();
  });
}

/** What pdf.js fetches in the browser for some files only: character maps, fonts, decoders, colour profiles. */
async function pdfAssets() {
  const target = at("public/pdfjs");
  await once("pdfjs", digest(["node_modules/pdfjs-dist/package.json", "bin/build.mjs"]), target, () => {
    rmSync(target, { recursive: true, force: true });
    for (const folder of ["cmaps", "standard_fonts", "wasm", "iccs"])
      cpSync(at("node_modules/pdfjs-dist", folder), path.join(target, folder), { recursive: true });
  });
}

/** One program for Node, packages left where they are installed. */
export async function bundleOne(entry, outfile) {
  const esbuild = await import("esbuild");
  await esbuild.build({
    entryPoints: [at(entry)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
    plugins: [keepFileUrls(path.dirname(outfile))],
  });
}

/** Code that finds files beside itself (`new URL("./x", import.meta.url)`) goes on finding them once it is bundled. */
function keepFileUrls(from) {
  return {
    name: "keep-file-urls",
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        if (file.includes("node_modules") || file.includes(at("lib/store/generated"))) return undefined;
        const relative = JSON.stringify(path.relative(from, file).split(path.sep).map(encodeURIComponent).join("/"));
        const source = readFileSync(file, "utf8");
        return {
          contents: source.replaceAll("import.meta.url", `new URL(${relative}, import.meta.url).href`),
          loader: "ts",
        };
      });
    },
  };
}

async function buildWeb() {
  const inputs = [
    "app",
    "components",
    "lib",
    "public",
    "next.config.mjs",
    "postcss.config.mjs",
    "proxy.ts",
    "instrumentation.ts",
  ];
  const stamp = digest([...CONFIGURATION, ...inputs], (file) => isTest(file) || file.startsWith("public/pdfjs/"));
  await once("web", stamp, at(".next/BUILD_ID"), async () => {
    say("Building the web application (a minute or two) …");
    await must("next build", installed("next/dist/bin/next", "build"), {
      quiet: true,
      env: { NODE_ENV: "production" },
    });
  });
}

/** Two builds in one checkout would write over each other: the second waits, and then finds nothing to do. */
async function lockBuild() {
  mkdirSync(BUILD, { recursive: true });
  const file = path.join(BUILD, "building");
  for (let said = false; ; said = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isAlive(Number(readFileSync(file, "utf8")))) rmSync(file, { force: true });
    else if (!said) say("Another build is running here: waiting for it …");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install();
  await build();
}
