/**
 * The one form in which comments, action items, citations and search hits name a place (R7):
 * `staged:<workspace>/<path>?v=<contentHash>#<fragment>`. The version is always said; whether it is still the current
 * one is for the reader to find out and to show.
 */
import { isHash, type Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { parsePath, type Path } from "../tree/path.ts";
import { formatAddress, parseAddress, type Address } from "./address.ts";

export interface StagedUri {
  /** The id or short name of the workspace: letters, digits, `-` and `_`. */
  readonly workspace: string;
  readonly path: Path;
  readonly contentHash: Hash;
  readonly address: Address;
}

export interface StagedUriError {
  readonly reason: "not-a-staged-address";
  readonly part: "form" | "workspace" | "path" | "version" | "fragment";
}

const WORKSPACE = /^[A-Za-z0-9_-]{1,128}$/;

/** @throws where the workspace is not of its form. */
export function formatStagedUri({ workspace, path, contentHash, address }: StagedUri): string {
  if (!WORKSPACE.test(workspace))
    throw new Error(`Not a workspace's name in an address: ${JSON.stringify(workspace.slice(0, 80))}`);
  const fragment = formatAddress(address);
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return `staged:${workspace}/${encoded}?v=${contentHash}${fragment === "" ? "" : `#${fragment}`}`;
}

export function parseStagedUri(text: string): Result<StagedUri, StagedUriError> {
  const form = /^staged:([^/?#]*)\/([^?#]*)\?v=([^#]*)(?:#(.*))?$/s.exec(text);
  if (form === null) return wrong("form");
  const [, workspace = "", encoded = "", contentHash = "", fragment = ""] = form;
  if (!WORKSPACE.test(workspace)) return wrong("workspace");
  const path = parsePath(decode(encoded));
  if (!path.ok) return wrong("path");
  if (!isHash(contentHash)) return wrong("version");
  const address = parseAddress(fragment);
  if (!address.ok) return wrong("fragment");
  return ok({ workspace, path: path.value, contentHash, address: address.value });
}

/** Empty, and so no legal path, where the encoding is broken or hides a slash. */
function decode(encoded: string): string {
  try {
    const segments = encoded.split("/").map(decodeURIComponent);
    return segments.some((segment) => segment.includes("/")) ? "" : segments.join("/");
  } catch {
    return "";
  }
}

const wrong = (part: StagedUriError["part"]): Result<never, StagedUriError> =>
  err({ reason: "not-a-staged-address", part });
