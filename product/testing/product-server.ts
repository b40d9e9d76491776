import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { hash, verify } from '@node-rs/argon2';
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import type { QueryResult } from 'pg';
import pino from 'pino';
import { afterAll, afterEach } from 'vitest';
import { insertPerson, insertSession, type PersonDraft } from '#database/seed/factories.ts';
import { createViewings } from '#platform/auth/viewings.ts';
import type { Command } from '#platform/functions/command.ts';
import { createFunctions } from '#platform/functions/functions.ts';
import { digestOfPlace } from '#platform/gateway/address.ts';
import { createGateway } from '#platform/gateway/gateway.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { loadActs } from '#product/acts.ts';
import { keepAuditReaders } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { refusalOf } from '#product/command/refusals.ts';
import { createCommands } from '#product/commands.ts';
import type { WorkDeps } from '#product/payments/claim.ts';
import { createPaymentWebhooks } from '#product/payments/webhooks.ts';
import type { Contract, RequestOf, ResponseOf } from '#product/shared/contract.ts';
import type { ErrorBody } from '#product/shared/errors.ts';
import { DEMONSTRATION } from '#product/shared/operator.ts';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { peerToPeerAlone } from '#server/integrations/media/open-media.ts';
import { createP2pEngine } from '#server/integrations/media/p2p.ts';
import { createSandbox, type Sandbox } from '#server/integrations/payments/sandbox/sandbox.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';

/** A person who is signed in at the running server. */
export interface SignedIn {
  id: string;
  email: string;
  sessionId: string;
  token: string;
  client: SupabaseClient;
}

export interface ProductServer {
  url: string;
  keys: Keys;
  database: Database;
  /** What its commands are given. */
  deps: ProductDeps;
  /** Moves the server's clock; milliseconds ahead of the real one. */
  clock: { ahead: number };
  /** The payment provider; its pages are served here too. */
  sandbox: Sandbox;
  /** What the payment worker is given. None runs by itself here: call `carryOutOrders(work)` and its like. */
  work: WorkDeps;
  /** The tasks that commands asked to run at once, in order. */
  kicked: string[];
  /** The log's error lines. */
  errors: Record<string, unknown>[];
  client(token?: string): SupabaseClient;
  /** What a statement of the database's owner answers. */
  rows(sql: string, values?: unknown[]): Promise<QueryResult['rows']>;
  /** Makes an account with the password `PASSWORD` and signs it in. */
  join(draft?: Partial<PersonDraft>): Promise<SignedIn>;
  close(): Promise<void>;
}

export const PASSWORD = 'un mot de passe de test';
let passwordHash: Promise<string> | undefined;
let joined = 0;

/** The product's commands behind a real port, on a database of its own. */
export async function startProduct(
  more: readonly Command[] = [],
  youtube: ProductDeps['youtube'] = null,
): Promise<ProductServer> {
  const database = await createTestDatabase('product');
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-product-'));
  const none = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const keys = await loadKeys({ dataDir, ...none });
  await keepAuditReaders(database.pool, await loadActs());
  const clock = { ahead: 0 };
  const errors: Record<string, unknown>[] = [];
  const siteUrl = () => 'http://loge.test';
  const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
  let url = '';
  const sandbox = createSandbox({
    pool: database.pool,
    logger,
    secret: keys.derive('sandbox-webhooks'),
    siteUrl: () => url,
    webhookUrl: () => (url === '' ? null : `${url}/webhooks/payments`),
    now: () => new Date(Date.now() + clock.ahead),
  });
  const kicked: string[] = [];
  const deps: ProductDeps = {
    verifyPassword: verify,
    viewings: createViewings(keys, siteUrl, () => new Date(Date.now() + clock.ahead)),
    payments: sandbox.provider,
    media: peerToPeerAlone(createP2pEngine(null)),
    youtube,
    seal: identitySeal([randomBytes(32)]),
    scansFiles: false,
    operator: DEMONSTRATION,
    siteUrl,
    kick: (task) => kicked.push(task),
  };
  const app = new Hono().route(
    '/functions/v1',
    createFunctions({
      pool: database.pool,
      gateway: createGateway(keys, ['anon', 'authenticated', 'service_role']),
      commands: [...(await createCommands(deps)), ...more],
      refusalOf,
      placeOf: (asked) => digestOfPlace(asked, true, keys.derive('places-of-commands')),
      logger,
      now: () => new Date(Date.now() + clock.ahead),
    }),
  );
  const now = () => new Date(Date.now() + clock.ahead);
  const work: WorkDeps = { pool: database.pool, product: deps, logger, now, concurrency: 1 };
  app.route('/', createPaymentWebhooks({ ...work, kick: () => undefined }));
  app.route('/', sandbox.pages);
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const client = (token?: string) =>
    createClient(url, keys.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      ...(token === undefined ? {} : { accessToken: async () => token }),
    });
  return {
    url,
    keys,
    database,
    deps,
    clock,
    sandbox,
    work,
    kicked,
    errors,
    client,
    rows: async (sql, values = []) => (await database.pool.query(sql, values)).rows,
    async join(draft = {}) {
      passwordHash ??= hash(PASSWORD, { memoryCost: 1024, timeCost: 1 });
      const email = draft.email ?? `person-${++joined}@loge.test`;
      const person = { role: 'viewer' as const, passwordHash: await passwordHash, ...draft, email };
      const id = await insertPerson(database.pool, person);
      const sessionId = await insertSession(database.pool, id, {
        userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
      });
      const token = await keys.sign({
        sub: id,
        role: 'authenticated',
        session_id: sessionId,
        exp: Math.floor(Date.now() / 1000) + 3600,
      });
      return { id, email, sessionId, token, client: client(token) };
    },
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await sandbox.close();
      await database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/**
 * The server that all tests of a file share: it is closed after them, and its clock is right again after each. With `clockRuns` the
 * time that one test lets pass has passed for the next.
 */
export async function openProduct({
  clockRuns = false,
  youtube = null,
}: {
  clockRuns?: boolean;
  youtube?: ProductDeps['youtube'];
} = {}): Promise<ProductServer> {
  const product = await startProduct([], youtube);
  if (!clockRuns)
    afterEach(() => {
      product.clock.ahead = 0;
    });
  afterAll(() => product.close());
  return product;
}

/** What the server answered to an error, or the code alone. */
export interface Refusal extends ErrorBody {
  status: number;
}

/** Sends a command as the page does. @returns its answer, checked against the contract, or the refusal */
export async function send<C extends Contract>(
  { client }: { client: SupabaseClient },
  contract: C,
  body: RequestOf<C>,
): Promise<{ answer: ResponseOf<C>; refusal: null } | { answer: null; refusal: Refusal }> {
  const { data, error } = await client.functions.invoke(contract.name, { body: body as object });
  if (error instanceof FunctionsHttpError) {
    const response = error.context as Response;
    return {
      answer: null,
      refusal: { ...((await response.json()) as ErrorBody), status: response.status },
    };
  }
  if (error) throw error;
  return { answer: contract.response.parse(data) as ResponseOf<C>, refusal: null };
}

/** @returns the answer; fails the test when it was refused */
export async function ask<C extends Contract>(
  who: { client: SupabaseClient },
  contract: C,
  body: RequestOf<C>,
): Promise<ResponseOf<C>> {
  const { answer, refusal } = await send(who, contract, body);
  if (refusal) throw new Error(`${contract.name} was refused: ${JSON.stringify(refusal)}`);
  return answer;
}

/** @returns the code of the refusal; null when it was not refused */
export async function codeOf<C extends Contract>(
  who: { client: SupabaseClient },
  contract: C,
  body: RequestOf<C>,
): Promise<string | null> {
  return (await send(who, contract, body)).refusal?.code ?? null;
}
