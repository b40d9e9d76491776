import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { addressOf, placeOf } from '#platform/gateway/address.ts';
import type { Caller } from '#platform/gateway/caller.ts';
import { type Gateway, GatewayError } from '#platform/gateway/gateway.ts';
import { createTurns } from '#platform/gateway/turns.ts';
import type { PlatformTask } from '#platform/tasks.ts';
import { SessionEnded } from '#server/postgres/as-caller.ts';
import { AWAY_RETRY_AFTER, isDatabaseAway } from '#server/postgres/database.ts';
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts';
import { openBytes } from './bytes.ts';
import {
  findObject,
  isPublic,
  sendObject,
  sendPicture,
  transformationOf,
  transformationOfWords,
} from './download.ts';
import {
  downloadToken,
  MOST_JSON,
  placeIn,
  type StorageContext,
  type StorageEnvironment,
  uploadToken,
} from './environment.ts';
import {
  denied,
  fromGateway,
  fromPostgres,
  invalidSignature,
  isDiskFull,
  noSpace,
  noSuchBucket,
  noSuchRoute,
  StorageError,
  tooLarge,
  tooManyAtOnce,
} from './errors.ts';
import {
  copyObject,
  listObjects,
  listPage,
  moveObject,
  objectInfo,
  purgeCache,
  removeObject,
  removeObjects,
  signObject,
  signObjects,
  signUpload,
} from './objects.ts';
import { openRenders } from './pictures.ts';
import { createResumable } from './resumable.ts';
import { startSweeping, sweepTasks } from './sweep.ts';
import { store, upload } from './upload.ts';

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

export interface Storage {
  app: Hono<{ Bindings: Partial<HttpBindings> }>;
  /** Reads the bytes of an object with the server's rights; null when there is none. */
  read(bucket: string, name: string): Promise<Readable | null>;
  /**
   * Stores bytes with the server's rights for somebody, through all that their bucket checks. An
   * object of that name that is there stays.
   */
  write(
    bucket: string,
    name: string,
    sent: { type: string; body: Buffer; owner: string },
  ): Promise<'stored' | 'refused'>;
  /** The tasks that it runs later. */
  tasks: readonly PlatformTask[];
  close(): Promise<void>;
}

/** Calls of one address answered at once; a download counts only until its first byte is sent. */
const AT_ONCE = 8;
/** Files that one address sends at once. */
const UPLOADS_AT_ONCE = 4;
const MOST_THERE = 200;
/** The most waiting requests for public pictures of one address, which a school may share. */
const MOST_PICTURES_WAITING = 1_000;
const VERSION = 'select version from storage.objects where bucket_id = $1 and name = $2';
const RESUMABLE = '/upload/resumable';

/** The caller of the server's own work: the maker of a signed upload URL was allowed to upload. */
const SERVER: Caller = {
  role: 'service_role',
  claims: { role: 'service_role' },
  userId: null,
  sessionId: null,
};

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
  const refuse = () => {
    throw tooManyAtOnce();
  };
  const inTurn = createTurns(AT_ONCE, MOST_THERE, refuse);
  const inPublicTurn = createTurns(AT_ONCE, MOST_PICTURES_WAITING, refuse);
  const inUploadTurn = createTurns(UPLOADS_AT_ONCE, MOST_THERE, refuse);

  const placeOfAsker = (context: StorageContext) => {
    const forwarded = context.req.header('X-Forwarded-For');
    const remote = context.env?.incoming?.socket.remoteAddress;
    return placeOf(addressOf({ forwarded, remote }, trustProxy));
  };
  const callerOf = (context: StorageContext) => gateway.caller(context.req.raw.headers);
  /** Runs a call at its address's turn; those with the secret key share one, and do not wait. */
  const asked = async (
    context: StorageContext,
    work: (caller: Caller) => Promise<Response>,
    turns = inTurn,
  ) => {
    const caller = await callerOf(context);
    return caller.role === 'service_role' ? work(caller) : turns(placeOfAsker(context), () => work(caller));
  };

  const app = new Hono<{ Bindings: Partial<HttpBindings> }>();
  // A file is limited by its bucket. Every other body is a short list of names.
  const limitJson = bodyLimit({
    maxSize: MOST_JSON,
    onError: () => {
      throw tooLarge();
    },
  });

  app.get('/status', (c) => c.body(null, 200));
  app.get('/version', (c) => c.text(version));
  app.post('/bucket', limitJson, (c) => asked(c, (caller) => createBucket(environment, c, caller)));
  app.get('/bucket', (c) => asked(c, (caller) => listBuckets(environment, c, caller)));
  app.get('/bucket/:id', (c) => asked(c, (caller) => getBucket(environment, c, caller, c.req.param('id'))));
  app.put('/bucket/:id', limitJson, (c) =>
    asked(c, (caller) => updateBucket(environment, c, caller, c.req.param('id'))),
  );
  app.delete('/bucket/:id', limitJson, (c) =>
    asked(c, (caller) => deleteBucket(environment, c, caller, c.req.param('id'))),
  );
  app.post('/bucket/:id/empty', limitJson, (c) =>
    asked(c, (caller) => emptyBucket(environment, c, caller, c.req.param('id'))),
  );

  app.post('/object/list/:bucket', limitJson, (c) =>
    asked(c, (caller) => listObjects(environment, c, caller, c.req.param('bucket'))),
  );
  app.post('/object/list-v2/:bucket', limitJson, (c) =>
    asked(c, (caller) => listPage(environment, c, caller, c.req.param('bucket'))),
  );
  app.post('/object/move', limitJson, (c) => asked(c, (caller) => moveObject(environment, c, caller)));
  app.post('/object/copy', limitJson, (c) => asked(c, (caller) => copyObject(environment, c, caller)));

  app.post('/object/upload/sign/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/object/upload/sign/');
    return asked(c, (caller) => signUpload(environment, c, caller, bucket, name));
  });
  app.put('/object/upload/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeIn(c, '/object/upload/sign/');
    const allowed = await uploadToken(environment, c.req.query('token') ?? '');
    if (allowed === null || allowed.url !== `${bucket}/${name}`) throw invalidSignature();
    const destination = { bucket, name, upsert: allowed.upsert, owner: allowed.owner ?? null };
    await inUploadTurn(placeOfAsker(c), () =>
      upload(environment, c, SERVER, 'object.upload_signed', destination),
    );
    return c.json({ Key: `${bucket}/${name}` });
  });

  app.post('/object/sign/:bucket', limitJson, (c) =>
    asked(c, (caller) => signObjects(environment, c, caller, c.req.param('bucket'))),
  );
  app.post('/object/sign/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/object/sign/');
    return asked(c, (caller) => signObject(environment, c, caller, bucket, name));
  });

  /** The object of a signed URL. */
  async function signed(c: StorageContext, route: string) {
    const { bucket, name } = placeIn(c, route);
    const allowed = await downloadToken(environment, c.req.query('token') ?? '');
    if (allowed === null) throw invalidSignature('Token is not scoped for download');
    if (allowed.url !== `${bucket}/${name}`) throw invalidSignature();
    const expires = { Expires: new Date(allowed.exp * 1000).toUTCString() };
    const find = () => findObject(environment, null, '', bucket, name);
    return { find, expires, transformations: allowed.transformations };
  }
  /** The object of a public URL, for everybody. */
  async function published(c: StorageContext, route: string) {
    const { bucket, name } = placeIn(c, route);
    if (!(await isPublic(environment, bucket))) throw noSuchBucket();
    const find = () => inPublicTurn(placeOfAsker(c), () => findObject(environment, null, '', bucket, name));
    return { bucket, name, find };
  }
  /** An object that the caller may see; in a public bucket, any object. */
  async function visible(c: StorageContext, route: string, operation: string, open: boolean) {
    const { bucket, name } = placeIn(c, route);
    const caller = open && (await isPublic(environment, bucket)) ? null : await callerOf(c);
    return () => inTurn(placeOfAsker(c), () => findObject(environment, caller, operation, bucket, name));
  }

  app.get('/object/sign/:bucket/*', async (c) => {
    const { find, expires } = await signed(c, '/object/sign/');
    return sendObject(environment, c, find, expires);
  });
  app.get('/object/public/:bucket/*', async (c) => {
    const { find } = await published(c, '/object/public/');
    return sendObject(environment, c, find);
  });
  app.get('/object/info/public/:bucket/*', async (c) => {
    const { bucket, name } = await published(c, '/object/info/public/');
    return objectInfo(environment, c, null, bucket, name);
  });
  for (const route of ['/object/info/authenticated/', '/object/info/'] as const) {
    app.get(`${route}:bucket/*`, (c) => {
      const { bucket, name } = placeIn(c, route);
      return asked(c, (caller) => objectInfo(environment, c, caller, bucket, name));
    });
  }
  app.get('/object/authenticated/:bucket/*', async (c) =>
    sendObject(environment, c, await visible(c, '/object/authenticated/', 'object.get_authenticated', false)),
  );
  app.get('/object/:bucket/*', async (c) =>
    sendObject(environment, c, await visible(c, '/object/', 'object.get_authenticated', true)),
  );

  app.get('/render/image/authenticated/:bucket/*', async (c) => {
    const find = await visible(c, '/render/image/authenticated/', 'render.image_authenticated', true);
    return sendPicture(environment, c, find, transformationOf(c.req.query()));
  });
  app.get('/render/image/public/:bucket/*', async (c) => {
    const { find } = await published(c, '/render/image/public/');
    return sendPicture(environment, c, find, transformationOf(c.req.query()));
  });
  app.get('/render/image/sign/:bucket/*', async (c) => {
    const { find, expires, transformations } = await signed(c, '/render/image/sign/');
    return sendPicture(environment, c, find, transformationOfWords(transformations ?? ''), expires);
  });

  for (const [method, put] of [
    ['post', false],
    ['put', true],
  ] as const) {
    app[method]('/object/:bucket/*', (c) => {
      const { bucket, name } = placeIn(c, '/object/');
      const upsert = put || c.req.header('x-upsert') === 'true';
      return asked(
        c,
        async (caller) => {
          const destination = { bucket, name, upsert, owner: caller.userId };
          const operation = put ? 'object.upload_update' : 'object.upload';
          const { id } = await upload(environment, c, caller, operation, destination);
          return c.json({ Id: id, Key: `${bucket}/${name}` });
        },
        inUploadTurn,
      );
    });
  }
  app.delete('/object/:bucket', limitJson, (c) =>
    asked(c, (caller) => removeObjects(environment, c, caller, c.req.param('bucket'))),
  );
  app.delete('/object/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/object/');
    return asked(c, (caller) => removeObject(environment, c, caller, bucket, name));
  });
  app.delete('/cdn/:bucket', limitJson, (c) =>
    asked(c, (caller) => purgeCache(environment, c, caller, c.req.param('bucket'), '')),
  );
  app.delete('/cdn/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/cdn/');
    return asked(c, (caller) => purgeCache(environment, c, caller, bucket, name));
  });

  const resumable = createResumable({
    environment,
    server: SERVER,
    trustProxy,
    inTurn: (c, work) => {
      const brings = c.req.method === 'POST' || c.req.method === 'PATCH';
      return (brings ? inUploadTurn : inTurn)(placeOfAsker(c), work);
    },
  });
  app.route(RESUMABLE, resumable);

  app.all('*', (c) => {
    throw noSuchRoute(`${c.req.method}:${new URL(c.req.url).pathname.replace('/storage/v1', '')}`);
  });
  app.onError((error, c) => {
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
  });
  const read = async (bucket: string, name: string): Promise<Readable | null> => {
    const { rows } = await pool.query(VERSION, [bucket, name]);
    const version = rows[0]?.version ?? null;
    return version === null ? null : bytes.read(version, null);
  };
  const write: Storage['write'] = async (bucket, name, { type, body, owner }) => {
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
  };
  return { app, read, write, tasks: sweepTasks({ pool, bytes, renders }), close: sweeping.stop };
}

/** The answer to a failed call. */
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
