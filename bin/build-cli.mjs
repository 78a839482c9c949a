/** Bundles the command line with everything it uses into one file, `.build/staged.mjs`. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { at, BUILD } from "./support/project.mjs";

export async function buildCli() {
  const esbuild = await import("esbuild");
  await esbuild.build({
    entryPoints: [at("lib/cli/main.ts")],
    outfile: path.join(BUILD, "staged.mjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    sourcemap: false,
    logLevel: "warning",
    // Loaded when a file needs them, from where they are installed: native code, and megabytes that few commands use.
    external: ["sharp", "pdfjs-node/*"],
    // Packages inside that still use `require`.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli();
