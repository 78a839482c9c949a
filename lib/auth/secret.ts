/**
 * Secrets that are shown once and kept as a hash: agent tokens, and the links of invitations and password resets.
 *
 * A secret is 256 random bits, so that one SHA-256 is enough: salt and slowness protect what people choose, and nobody
 * finds 256 random bits by trying. Equal hashes mean equal secrets, so that looking up by the hash needs no comparison
 * whose time could tell anything.
 */
import { randomBytes } from "node:crypto";

import type { Hash } from "../shared/brand.ts";
import { sha256 } from "../shared/sha256.ts";

/** Told apart at a glance, by people and by programs that look for leaked secrets. */
const AGENT = "staged_";
const BYTES = 32;
const AGENT_TOKEN = /^staged_[A-Za-z0-9_-]{43}$/;
/** Of an agent token, shown in lists: 30 of its 256 bits. */
const PREFIX = AGENT.length + 5;

export interface Secret {
  readonly secret: string;
  readonly hash: Hash;
}

const random = (): string => randomBytes(BYTES).toString("base64url");

export function newLinkSecret(): Secret {
  const secret = random();
  return { secret, hash: sha256(secret) };
}

export function newAgentToken(): Secret & { readonly prefix: string } {
  const secret = `${AGENT}${random()}`;
  return { secret, hash: sha256(secret), prefix: secret.slice(0, PREFIX) };
}

/** Whether it can be one at all: what cannot is refused without asking the database. */
export const isAgentToken = (given: string): boolean => AGENT_TOKEN.test(given);

export const hashOfSecret = (given: string): Hash => sha256(given);
