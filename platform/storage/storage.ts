import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Gateway, GatewayError } from '#platform/gateway/gateway.ts';
import type { PlatformTask } from '#platform/tasks.ts';
import { SessionEnded } from '#server/postgres/as-caller.ts';
import { AWAY_RETRY_AFTER, isDatabaseAway } from '#server/postgres/database.ts';
import { openBytes } from './bytes.ts';
import type { StorageEnvironment } from './environment.ts';
import {
  denied,
  fromGateway,
  fromPostgres,
  isDiskFull,
  noSpace,
  noSuchRoute,
  StorageError,
} from './errors.ts';
import { openRenders } from './pictures.ts';
import { createResumable } from './resumable.ts';
import { createCalls, mountRoutes, SERVER, type StorageApp } from './routes.ts';
import { startSweeping, sweepTasks } from './sweep.ts';
import { store } from './upload.ts';

export interface StorageDeps {
  pool: pg.Pool;
  gateway: Gateway;
  /** Signs URLs. */
  urlKey: Uint8Array;
  /** The folder of the bytes unless they are in S3; all processes of an installation share it. */
  folder: string;
  /** `s3://key:secret@host/bucket`, see s3-bytes.ts. */
  storageUrl: string | null;
  /** Bytes of an object at most. */
  mostBytes: number;
  /** Whether a proxy of ours says in `X-Forwarded-For` where a request comes from. */
  trustProxy: boolean;
  logger: Logger;
}

interface Sent {
  type: string;
  body: Buffer;
  owner: string;
}

export interface Storage {
  app: StorageApp;
  /** Reads the bytes of an object with the server's rights; null when there is none. */
  read(bucket: string, name: string): Promise<Readable | null>;
  /**
   * Stores bytes with the server's rights for somebody, through all that their bucket checks. An
   * object of that name that is there stays.
   */
  write(bucket: string, name: string, sent: Sent): Promise<'stored' | 'refused'>;
  /** The tasks that it runs later. */
  tasks: readonly PlatformTask[];
  close(): Promise<void>;
}

const VERSION = 'select version from storage.objects where bucket_id = $1 and name = $2';
const RESUMABLE = '/upload/resumable';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

/** Loads the S3 library, which takes a while, only where it is used instead of a folder. */
export async function openStore({ folder, storageUrl }: Pick<StorageDeps, 'folder' | 'storageUrl'>) {
  if (storageUrl === null) return openBytes(folder);
  const { openS3Bytes } = await import('./s3-bytes.ts');
  return openS3Bytes(storageUrl, join(folder, 'incoming'));
}

/**
 * The HTTP interface of Supabase's storage-api. Buckets and objects are rows, which each call reads
 * and writes as its caller under row-level security; the bytes lie in a folder.
 */
export async function createStorage(deps: StorageDeps): Promise<Storage> {
  const { pool, gateway, urlKey, mostBytes, trustProxy, logger } = deps;
  const bytes = await openStore(deps);
  const renders = await openRenders(join(deps.folder, 'renders'), bytes);
  const sweeping = startSweeping({ pool, bytes, renders }, logger);
  const environment: StorageEnvironment = {
    pool,
    gateway,
    bytes,
    renders,
    urlKey,
    mostBytes,
    logger,
    kickSweep: sweeping.kick,
  };
  const calls = createCalls(environment, trustProxy);
  const app: StorageApp = new Hono();
  app.get('/status', (c) => c.body(null, 200));
  app.get('/version', (c) => c.text(version));
  mountRoutes(app, calls);

  const resumable = createResumable({
    environment,
    server: SERVER,
    trustProxy,
    inTurn: (c, work) => {
      const brings = c.req.method === 'POST' || c.req.method === 'PATCH';
      return (brings ? calls.inUploadTurn : calls.inTurn)(calls.placeOfAsker(c), work);
    },
  });
  app.route(RESUMABLE, resumable);

  app.all('*', (c) => {
    throw noSuchRoute(`${c.req.method}:${new URL(c.req.url).pathname.replace('/storage/v1', '')}`);
  });
  app.onError((error, c) => answerOf(error, c, logger));
  const read = async (bucket: string, name: string): Promise<Readable | null> => {
    const { rows } = await pool.query(VERSION, [bucket, name]);
    const version = rows[0]?.version ?? null;
    return version === null ? null : bytes.read(version, null);
  };
  const write: Storage['write'] = (...object) => writeAsServer(environment, ...object);
  return { app, read, write, tasks: sweepTasks({ pool, bytes, renders }), close: sweeping.stop };
}

/** The answer to a call that failed: JSON, or plain text for clients of TUS. */
function answerOf(error: Error, c: Context, logger: Logger): Response {
  if (error instanceof HTTPException) return error.getResponse();
  const known = knownError(error);
  if (known.status >= 500) logger.error({ err: error, code: known.code }, 'storage request failed');
  if (known.http === 429) c.header('Retry-After', '1');
  if (known.http === 503) c.header('Retry-After', String(AWAY_RETRY_AFTER));
  // TUS clients get errors as plain text with the true status, except for a token that cannot be
  // verified.
  if (c.req.path.startsWith(`/storage/v1${RESUMABLE}`) && !(error instanceof GatewayError)) {
    const text = known.status === 413 ? 'Maximum size exceeded\n' : known.message;
    return c.text(text, (known.status < 500 ? known.status : known.http) as ContentfulStatusCode);
  }
  return c.json(known.body, known.http as ContentfulStatusCode);
}

/** Stores bytes with the server's rights for somebody. @returns whether the bucket took them */
async function writeAsServer(
  environment: StorageEnvironment,
  bucket: string,
  name: string,
  { type, body, owner }: Sent,
): Promise<'stored' | 'refused'> {
  try {
    await store(
      environment,
      SERVER,
      'object.upload',
      { bucket, name, upsert: false, owner },
      {
        type,
        cacheControl: 'no-cache',
        metadata: null,
        source: Readable.from([body]),
        length: body.length,
      },
    );
  } catch (error) {
    const known = error instanceof Error ? knownError(error) : null;
    if (known === null || known.status >= 500) throw error;
    return known.status === 409 ? 'stored' : 'refused';
  }
  return 'stored';
}

/** The cause of a failed call. */
export function knownError(error: Error): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof GatewayError) return fromGateway(error);
  if (error instanceof SessionEnded) return denied('JWT session ended');
  if (isDiskFull(error)) return noSpace();
  const said = fromPostgres(error);
  if (said !== null) return said;
  if (isDatabaseAway(error))
    return new StorageError(503, 'ServiceUnavailable', 'DatabaseUnavailable', 'The database is away');
  return new StorageError(500, 'Internal', 'InternalError', 'Internal Server Error');
}
