import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { allowsType, knownBucket } from './buckets.ts';
import { checkedKey, type StorageContext, type StorageEnvironment, uploadToken } from './environment.ts';
import { invalidSignature, tooLarge, wrongType } from './errors.ts';
import {
  createUploadTurns,
  destinationOf,
  FORGET,
  finishUpload,
  readUpload,
  SELECT,
  TusError,
  takeBody,
  type Upload,
} from './resumable-bytes.ts';
import { type Destination, mostOf, parseMetadata, probeUpload, readRest } from './upload.ts';

const VERSION = '1.0.0';
const OFFSET_STREAM = 'application/offset+octet-stream';
/** How long sending a whole file may take, as on a hosted project. In milliseconds. */
const LASTS = 24 * 3_600_000;
/** Files that one person may have begun and not ended. */
const MOST_BEGUN = 20;
const INSERT = `
  insert into storage.resumable_uploads
    (id, bucket_id, name, owner_id, replaces, content_type, cache_control, user_metadata, length, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10)`;
/** Lets one person begin one upload at a time, so that they cannot begin more than they may. */
const BEGIN_ALONE = 'select pg_advisory_xact_lock(7506514, hashtext($1::text))';
const BEGUN = `
  select count(*)::int as count from storage.resumable_uploads
  where owner_id is not distinct from $1 and finished_at is null and expires_at > $2`;

interface ResumableDeps {
  environment: StorageEnvironment;
  /** Limits how many calls of one address run at once; the others wait. */
  inTurn: (context: StorageContext, work: () => Promise<Response>) => Promise<Response>;
  /** The server as caller, for requests with the token of a signed upload URL. */
  server: Caller;
  trustProxy: boolean;
}

/** The sender of the upload, and the object that a signed token allows, if there is one. */
interface Sender {
  caller: Caller;
  signed: { place: string; owner: string | null; upsert: boolean } | null;
}

function wholeNumber(context: StorageContext, header: string): number {
  const text = context.req.header(header) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new TusError(400, `${header} header required or invalid`);
  return Number(text);
}

const addressOfUpload = ({ bucket, name, id }: Pick<Upload, 'bucket' | 'name' | 'id'>): string =>
  Buffer.from(`${bucket}/${name}/${id}`).toString('base64url');

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The steps of the protocol share this. */
interface Uploads extends Omit<ResumableDeps, 'inTurn'> {
  /** Runs the requests of one upload one after the other. */
  alone: ReturnType<typeof createUploadTurns>;
}

/** Parses the header `Upload-Metadata`: keys, each with a value in base64. */
function readUploadMetadata(header: string | undefined): Map<string, string> {
  const read = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ');
    if (key !== '') read.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return read;
}

async function senderOf(
  { environment, server }: Uploads,
  context: StorageContext,
  isSigned: boolean,
): Promise<Sender> {
  if (!isSigned) return { caller: await environment.gateway.caller(context.req.raw.headers), signed: null };
  const allowed = await uploadToken(environment, context.req.header('x-signature') ?? '');
  if (allowed === null) throw invalidSignature();
  return {
    caller: server,
    signed: { place: allowed.url, owner: allowed.owner ?? null, upsert: allowed.upsert },
  };
}

/** @throws TusError for an unknown or expired upload, StorageError for another place's token */
async function findUpload(
  { environment: { pool, gateway } }: Uploads,
  context: StorageContext,
  { signed }: Sender,
): Promise<Upload> {
  const place = Buffer.from(context.req.param('upload') ?? '', 'base64url').toString('utf8');
  const id = place.slice(place.lastIndexOf('/') + 1);
  const { rows } = UUID.test(id) ? await pool.query(SELECT, [id]) : { rows: [] };
  const [found] = rows;
  if (!found || place !== `${found.bucket}/${found.name}/${found.id}`)
    throw new TusError(404, 'The file for this url was not found\n');
  if (signed !== null && signed.place !== `${found.bucket}/${found.name}`) throw invalidSignature();
  if (found.finishedAt === null && found.expiresAt <= gateway.now())
    throw new TusError(410, 'The file for this url no longer exists\n');
  return found;
}

/** Asks the policies as the caller. */
const probe = (
  { environment }: Uploads,
  caller: Caller,
  destination: Destination,
  type: string,
  length: number,
) =>
  probeUpload(environment, caller, 'object.upload', destination, { mimetype: type, contentLength: length });

function originOf({ trustProxy }: Uploads, context: StorageContext): string {
  const url = new URL(context.req.url);
  if (!trustProxy) return url.origin;
  const protocol = context.req.header('x-forwarded-proto')?.split(',')[0]?.trim();
  const host = context.req.header('x-forwarded-host')?.split(',')[0]?.trim();
  return `${protocol ?? url.protocol.slice(0, -1)}://${host ?? url.host}`;
}

const expiry = ({ expiresAt }: Pick<Upload, 'expiresAt'>) => ({
  'Upload-Expires': expiresAt.toUTCString(),
});

/**
 * The upload that a request announces.
 * @throws TusError, StorageError for one that could never become an object
 */
async function announcedBy({ environment }: Uploads, context: StorageContext, { caller, signed }: Sender) {
  if (context.req.header('upload-defer-length') !== undefined)
    throw new TusError(400, 'Upload-Defer-Length is not supported\n');
  const length = wholeNumber(context, 'Upload-Length');
  const said = readUploadMetadata(context.req.header('upload-metadata'));
  const bucketName = said.get('bucketName') ?? '';
  const name = checkedKey(said.get('objectName') ?? '');
  const bucket = await knownBucket(environment, bucketName);
  if (signed !== null && signed.place !== `${bucketName}/${name}`) throw invalidSignature();
  if (length > mostOf(environment, bucket)) throw tooLarge();
  const type = said.get('contentType') ?? 'application/octet-stream';
  if (!allowsType(bucket, type)) throw wrongType(type);
  const seconds = said.get('cacheControl');
  const cacheControl = seconds === undefined ? 'no-cache' : `max-age=${Number.parseInt(seconds, 10) || 0}`;
  const metadata = said.has('metadata') ? parseMetadata(said.get('metadata') ?? '') : null;
  const owner = signed === null ? caller.userId : signed.owner;
  const upsert = signed?.upsert ?? context.req.header('x-upsert') === 'true';
  return { bucket: bucketName, name, owner, upsert, type, cacheControl, metadata, length };
}

type Announced = Awaited<ReturnType<typeof announcedBy>>;

/** Records an upload that begins. @throws TusError when too many of the person's are open */
async function insertUpload(
  { environment: { pool, gateway } }: Uploads,
  caller: Caller,
  { bucket, name, owner, upsert, type, cacheControl, metadata, length }: Announced,
): Promise<{ id: string; expiresAt: Date }> {
  const now = gateway.now();
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + LASTS);
  await inTransaction(pool, async (db: pg.PoolClient) => {
    if (caller.role !== 'service_role') {
      await db.query(BEGIN_ALONE, [owner ?? '']);
      const { rows } = await db.query(BEGUN, [owner, now]);
      if ((rows[0]?.count ?? 0) >= MOST_BEGUN)
        throw new TusError(429, 'Too many uploads are begun and not ended\n');
    }
    await db.query(INSERT, [
      id,
      bucket,
      name,
      owner,
      upsert,
      type,
      cacheControl,
      metadata,
      String(length),
      expiresAt,
    ]);
  });
  return { id, expiresAt };
}

/** POST: begins an upload, and takes the bytes that come with it. */
async function begin(uploads: Uploads, context: StorageContext, sender: Sender): Promise<Response> {
  const { environment, alone } = uploads;
  const { caller } = sender;
  const announced = await announcedBy(uploads, context, sender);
  const { bucket, name, type, length } = announced;
  await probe(uploads, caller, announced, type, length);
  const { id, expiresAt } = await insertUpload(uploads, caller, announced);
  const place = { bucket, name, id };
  const headers: Record<string, string> = {
    Location: `${originOf(uploads, context)}${new URL(context.req.url).pathname.replace(/\/$/, '')}/${addressOfUpload(place)}`,
    ...expiry({ expiresAt }),
  };
  const bringsBytes = context.req.header('content-type') === OFFSET_STREAM;
  const upload = await readUpload(environment, id);
  await alone(id, async (givenUp) => {
    if (bringsBytes) headers['Upload-Offset'] = String(await takeBody(environment, context, upload, givenUp));
    if (length !== 0 && headers['Upload-Offset'] !== String(length)) return;
    await finishUpload(environment, caller, upload);
    headers['Tus-Complete'] = '1';
  });
  return context.body(null, 201, headers);
}

/** HEAD: how far the upload is. */
async function tell(uploads: Uploads, context: StorageContext, sender: Sender): Promise<Response> {
  const { environment, alone } = uploads;
  const asked = await findUpload(uploads, context, sender);
  const upload = await alone(asked.id, async () => {
    const found = await readUpload(environment, asked.id);
    // All bytes are there, but the request with the last of them was interrupted before the
    // object was made.
    const isOpen = found.finishedAt === null && found.received === found.length;
    if (isOpen) await finishUpload(environment, sender.caller, found);
    return found;
  });
  return context.body(null, 200, {
    'Upload-Offset': String(upload.received),
    'Upload-Length': String(upload.length),
    'Cache-Control': 'no-store',
    ...expiry(upload),
  });
}

/** PATCH: takes further bytes. */
async function goOn(uploads: Uploads, context: StorageContext, sender: Sender): Promise<Response> {
  const { environment, alone } = uploads;
  if (context.req.header('content-type') !== OFFSET_STREAM) throw new TusError(415, 'Invalid Content-Type\n');
  const offset = wholeNumber(context, 'Upload-Offset');
  const asked = await findUpload(uploads, context, sender);
  return alone(asked.id, async (givenUp) => {
    const upload = await readUpload(environment, asked.id);
    if (offset !== upload.received || upload.finishedAt !== null)
      throw new TusError(409, 'Upload-Offset conflict\n');
    const { caller } = sender;
    await probe(uploads, caller, destinationOf(upload), upload.type, upload.length);
    const length = Number(context.req.header('content-length') ?? 0);
    if (offset + length > upload.length) throw new TusError(413, 'Maximum size exceeded\n');
    const position = await takeBody(environment, context, upload, givenUp);
    const isWhole = position === upload.length;
    if (isWhole) await finishUpload(environment, caller, upload);
    return context.body(null, 204, {
      'Upload-Offset': String(position),
      ...expiry(upload),
      ...(isWhole && { 'Tus-Complete': '1' }),
    });
  });
}

/** DELETE: gives the upload up. */
async function stop(uploads: Uploads, context: StorageContext, sender: Sender): Promise<Response> {
  const { environment, alone } = uploads;
  const upload = await findUpload(uploads, context, sender);
  const finished = () => new TusError(400, 'The upload is finished\n');
  if (upload.finishedAt !== null) throw finished();
  await probe(uploads, sender.caller, destinationOf(upload), upload.type, upload.length);
  await alone(upload.id, async () => {
    await environment.pool.query(FORGET, [upload.id]);
    const { rows } = await environment.pool.query(SELECT, [upload.id]);
    if (rows[0]) throw finished();
  });
  environment.kickSweep();
  return context.body(null, 204);
}

/**
 * Resumable uploads, TUS 1.0.0 with `creation`, `creation-with-upload`, `expiration` and
 * `termination`. Policies are asked when an upload begins, at each request that brings bytes, and
 * when its object is made.
 */
export function createResumable({ environment, inTurn, server, trustProxy }: ResumableDeps) {
  const uploads: Uploads = { environment, server, trustProxy, alone: createUploadTurns() };
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>();
  app.use('*', async (c, next) => {
    c.header('Tus-Resumable', VERSION);
    if (c.req.method !== 'OPTIONS' && c.req.header('tus-resumable') !== VERSION)
      return c.text('Tus-Resumable Required\n', 412, { 'Tus-Version': VERSION });
    return next();
  });
  type Work = (uploads: Uploads, context: StorageContext, sender: Sender) => Promise<Response>;
  const route = (work: Work, isSigned: boolean) => async (context: StorageContext) => {
    try {
      const sender = await senderOf(uploads, context, isSigned);
      const run = () => work(uploads, context, sender);
      const isServer = sender.signed === null && sender.caller.role === 'service_role';
      return await (isServer ? run() : inTurn(context, run));
    } finally {
      await readRest(context);
    }
  };
  const words = (context: StorageContext) =>
    context.body(null, 204, {
      'Tus-Version': VERSION,
      'Tus-Extension': 'creation,creation-with-upload,expiration,termination',
      'Tus-Max-Size': String(environment.mostBytes),
    });
  for (const [path, isSigned] of [
    ['/sign', true],
    ['', false],
  ] as const) {
    app.options(path || '/', words);
    app.options(`${path}/:upload`, words);
    app.post(path || '/', route(begin, isSigned));
    // Hono answers HEAD through the GET route; a real GET is refused.
    app.get(`${path}/:upload`, (c) => {
      if (c.req.method !== 'HEAD') throw new TusError(404, 'Not found\n');
      return route(tell, isSigned)(c);
    });
    app.patch(`${path}/:upload`, route(goOn, isSigned));
    app.delete(`${path}/:upload`, route(stop, isSigned));
  }
  return app;
}
