/**
 * People and sessions through better-auth: e-mail and password, no open sign-up. Accounts are made by the owner's
 * first-start link, by an invitation or by the demo seed; sessions rotate at sign-in and are looked up in the database
 * at every request, so that a revoked one ends at once.
 */
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";

import type { UserId } from "../core/journal/entry.ts";
import { err, ok, type Result } from "../shared/result.ts";
import type { PrismaClient } from "../store/generated/client.ts";

export interface AuthOptions {
  readonly prisma: PrismaClient;
  /** At least 32 characters, generated once into the data folder. */
  readonly secret: string;
  /** What the browser's address bar shows, e.g. `http://localhost:3000`. */
  readonly origin: string;
  readonly trustedOrigins: readonly string[];
}

export interface SignedIn {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  /** 10 to 128 characters. */
  readonly password: string;
}

/** How passwords are kept: slow on purpose, salted. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

export interface Auth {
  /** Serves `/api/auth/*`. */
  handler(request: Request): Promise<Response>;
  /** Who the request's session belongs to; null where there is none. */
  principalOf(headers: Headers): Promise<SignedIn | null>;
  /** The id of that session; null where there is none. */
  sessionOf(headers: Headers): Promise<string | null>;
  readonly passwords: Passwords;
  /** Makes an account that can sign in with the password. */
  createPerson(person: NewPerson): Promise<Result<UserId, { reason: "email-taken" }>>;
  /** Signs in and answers with the session cookie set. */
  signIn(email: string, password: string, headers: Headers): Promise<Response>;
}

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

export function createAuth(options: AuthOptions): Auth {
  const auth = betterAuth({
    database: prismaAdapter(options.prisma, { provider: "postgresql" }),
    secret: options.secret,
    baseURL: options.origin,
    basePath: "/api/auth",
    trustedOrigins: [...options.trustedOrigins],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
    },
    session: { expiresIn: 60 * 60 * 24 * 14, updateAge: 60 * 60 * 24, cookieCache: { enabled: false } },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 600,
      customRules: { "/sign-in/email": { window: 60, max: 20 } },
    },
    // Attempts are counted by where the connection comes from, which the web process writes itself (bin/support/child.mjs):
    // forwarded addresses are anybody's to write.
    advanced: {
      ipAddress: { ipAddressHeaders: ["x-staged-peer"] },
      cookiePrefix: "staged",
      useSecureCookies: options.origin.startsWith("https:"),
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });

  return {
    async handler(request) {
      const answer = await auth.handler(request);
      return answer.ok && request.url.endsWith("/sign-in/email") ? signedIn(answer) : answer;
    },

    async principalOf(headers) {
      const session = await auth.api.getSession({ headers });
      return session ? { userId: session.user.id as UserId, name: session.user.name, email: session.user.email } : null;
    },

    async sessionOf(headers) {
      return (await auth.api.getSession({ headers }))?.session.id ?? null;
    },

    passwords: {
      hash: async (password) => (await auth.$context).password.hash(password),
      verify: async (password, hash) => (await auth.$context).password.verify({ password, hash }),
    },

    async createPerson({ name, email, password }) {
      const context = await auth.$context;
      const address = email.trim().toLowerCase();
      if (await context.internalAdapter.findUserByEmail(address)) return err({ reason: "email-taken" });
      const user = await context.internalAdapter.createUser(
        { name, email: address, emailVerified: true },
        { method: "email-password" },
      );
      await context.internalAdapter.linkAccount({
        userId: user.id,
        providerId: "credential",
        accountId: user.id,
        password: await context.password.hash(password),
      });
      return ok(user.id as UserId);
    },

    async signIn(email, password, headers) {
      const answer = await auth.api.signInEmail({ body: { email, password }, headers, asResponse: true });
      return answer.ok ? signedIn(answer) : answer;
    },
  };
}

/** The cookie is the session; the adapter's own body would show its token to scripts. */
function signedIn(answer: Response): Response {
  const cookies = answer.headers.getSetCookie().map((cookie): [string, string] => ["set-cookie", cookie]);
  return Response.json({ signedIn: true }, { headers: [...cookies, ["cache-control", "no-store"]] });
}
