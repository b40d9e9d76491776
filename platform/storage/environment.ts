import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { errors, jwtVerify, SignJWT } from 'jose';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Caller } from '#platform/gateway/caller.ts';
import type { Gateway } from '#platform/gateway/gateway.ts';
import { beginAs, inTransaction } from '#server/postgres/as-caller.ts';
import type { Bytes } from './bytes.ts';
import { invalidBucketName, invalidKey, invalidRequest, invalidUrlToken } from './errors.ts';
import type { Renders } from './pictures.ts';

export interface StorageEnvironment {
  pool: pg.Pool;
  gateway: Gateway;
  bytes: Bytes;
  renders: Renders;
  /** Signs and verifies the tokens of signed URLs. */
  urlKey: Uint8Array;
  /** Bytes of an object at most, whatever its bucket says. */
  mostBytes: number;
  logger: Logger;
  /** Called when bytes were discarded, so that they go soon. */
  kickSweep(): void;
}

export type StorageContext = Context<{ Bindings: Partial<HttpBindings> }>;

/** How long a call may keep a database connection: all queries of storage are small. */
const TIMEOUT = "'8s'";

/**
 * Runs in one transaction as the caller, so that policies decide; they may ask
 * `storage.operation()` which call it is.
 */
export const asCallerOf = <T>(
  { pool }: StorageEnvironment,
  caller: Caller,
  operation: string,
  work: (db: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, work, (client) =>
    beginAs(
      client,
      caller,
      'public',
      `begin; set local statement_timeout = ${TIMEOUT}; set local storage.operation = 'storage.${operation}'`,
    ),
  );

const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** @returns the name when an object may have it @throws StorageError InvalidKey */
export function checkedKey(name: string): string {
  const climbs = name.split('/').some((part) => part === '.' || part === '..');
  if (!KEY.test(name) || name.length > 1024 || climbs) throw invalidKey(name);
  return name;
}

/** @throws StorageError InvalidBucketName */
export function checkedBucket(name: string): string {
  if (!BUCKET.test(name) || name.trim() !== name) throw invalidBucketName();
  return name;
}

/**
 * The bucket and the object's name in a path, after its fixed part. Hono decodes only some
 * characters of a path, so this decodes the path of the URL itself.
 * @param route the fixed part, such as `/object/sign/`
 * @throws StorageError InvalidKey
 */
export function placeIn(context: StorageContext, route: string): { bucket: string; name: string } {
  const { pathname } = new URL(context.req.url);
  const rest = pathname.slice(pathname.indexOf(route) + route.length);
  let decoded: string;
  try {
    decoded = decodeURIComponent(rest);
  } catch {
    throw invalidKey(rest);
  }
  const slash = decoded.indexOf('/');
  const bucket = slash === -1 ? decoded : decoded.slice(0, slash);
  return { bucket, name: slash === -1 ? '' : checkedKey(decoded.slice(slash + 1)) };
}

/** Bodies of calls are short lists of names. */
export const MOST_JSON = 1024 * 1024;

/** @throws StorageError InvalidRequest, with zod's message for the first error */
export async function readJson<Shape extends z.ZodType>(
  context: StorageContext,
  shape: Shape,
): Promise<z.output<Shape>> {
  const text = await context.req.text();
  let body: unknown;
  try {
    body = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw invalidRequest('body is no JSON');
  }
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is invalid'}`.slice(0, 300));
}

const downloadClaims = z.object({
  url: z.string(),
  // Tokens that were made before there were scopes have none; they are for downloads.
  scope: z.literal('download').optional(),
  transformations: z.string().optional(),
  exp: z.number(),
});
const uploadClaims = z.object({
  url: z.string(),
  scope: z.literal('upload'),
  owner: z.string().nullish(),
  upsert: z.boolean(),
  exp: z.number(),
});

export type UploadClaims = z.output<typeof uploadClaims>;

/** @param seconds that the URL works */
export const signUrl = (
  { urlKey, gateway }: StorageEnvironment,
  claims: { url: string; scope: 'download' | 'upload' } & Record<string, unknown>,
  seconds: number,
): Promise<string> => {
  const now = Math.floor(gateway.now().getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(urlKey);
};

async function claimsOf({ urlKey, gateway }: StorageEnvironment, token: string): Promise<unknown> {
  try {
    const options = { algorithms: ['HS256'], currentDate: gateway.now() };
    return (await jwtVerify(token, urlKey, options)).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalidUrlToken(error.message);
    throw error;
  }
}

/**
 * @returns what a signed URL allows; null when its token is for something else
 * @throws StorageError InvalidJWT
 */
export async function downloadToken(environment: StorageEnvironment, token: string) {
  return downloadClaims.safeParse(await claimsOf(environment, token)).data ?? null;
}

/**
 * @returns what a signed upload URL allows; null when its token is for something else
 * @throws StorageError InvalidJWT
 */
export async function uploadToken(
  environment: StorageEnvironment,
  token: string,
): Promise<UploadClaims | null> {
  return uploadClaims.safeParse(await claimsOf(environment, token)).data ?? null;
}
