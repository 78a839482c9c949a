/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A step through ten thousand changes draws again only what it changed, without hand-written memos in every screen.
  reactCompiler: true,
  // These find files beside themselves or keep process-wide state: Node loads them, not the bundle.
  serverExternalPackages: [
    "@prisma/client",
    "@prisma/adapter-pg",
    "better-auth",
    "pg",
    "pg-boss",
    "pino",
    "pdfjs-node",
    "sharp",
  ],
  turbopack: { root: import.meta.dirname },
  // The application's own pictures are rendered at the size they are shown.
  images: { unoptimized: true },
  // Types are a stage of `npm test` of their own.
  typescript: { ignoreBuildErrors: true },
  // `next dev` would write instructions for coding agents into the checkout.
  agentRules: false,
};

export default config;
