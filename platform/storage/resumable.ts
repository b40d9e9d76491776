import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { allowsType, knownBucket } from './buckets.ts';
import { checkedKey, type StorageContext, type StorageEnvironment, uploadToken } from './environment.ts';
import { invalidSignature, StorageError, tooLarge, wrongType } from './errors.ts';
import { createUploadTurns, piecesOf, readUploadMetadata } from './request-pieces.ts';
import {
  bodyOf,
  type Destination,
  discardRefused,
  mostOf,
  parseMetadata,
  probeUpload,
  readRest,
  settle,
} from './upload.ts';

/** An error as TUS sends it: plain text with the true HTTP status. */
class TusError extends StorageError {
  override name = 'TusError';
  constructor(status: number, message: string) {
    super(status, 'Error', 'InvalidRequest', message, status);
  }
}

const VERSION = '1.0.0';
const OFFSET_STREAM = 'application/offset+octet-stream';
/** How long sending a whole file may take, as on a hosted project. In milliseconds. */
const LASTS = 24 * 3_600_000;
/** Bodies are stored in pieces of this size, so that a process that dies loses at most one. */
const PIECE = 8 * 1024 * 1024;
/** Files that one person may have begun and not ended. */
const MOST_BEGUN = 20;
/** The most pieces of one file: at the end the file is put together from them. */
const MOST_PIECES = 5_000;

const INSERT = `
  insert into storage.resumable_uploads
    (id, bucket_id, name, owner_id, replaces, content_type, cache_control, user_metadata, length, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10)`;
/** Lets one person begin one upload at a time, so that they cannot begin more than they may. */
const BEGIN_ALONE = 'select pg_advisory_xact_lock(7506514, hashtext($1::text))';
const BEGUN = `
  select count(*)::int as count from storage.resumable_uploads
  where owner_id is not distinct from $1 and finished_at is null and expires_at > $2`;
const SELECT = `
  select id, bucket_id as bucket, name, owner_id as owner, replaces, content_type as type, cache_control as "cacheControl",
    user_metadata as metadata, length::float8 as length, received::float8 as received, expires_at as "expiresAt",
    finished_at as "finishedAt",
    (select count(*)::int from storage.upload_parts p where p.upload_id = u.id) as pieces
  from storage.resumable_uploads u where id = $1`;
type Upload = Row<typeof SELECT>;
/** Advances an upload only from the expected offset: a piece that is sent twice is refused once. */
const ADVANCE = `
  update storage.resumable_uploads set received = received + $3
  where id = $1 and received = $2 and finished_at is null`;
const ADD_PART =
  'insert into storage.upload_parts (upload_id, position, size, version) values ($1, $2, $3, $4)';
const PARTS = 'select version from storage.upload_parts where upload_id = $1 order by position';
const FINISH = `
  with gone as (delete from storage.upload_parts where upload_id = $1)
  update storage.resumable_uploads set finished_at = now() where id = $1 and finished_at is null`;
const FORGET = 'delete from storage.resumable_uploads where id = $1 and finished_at is null';

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

/**
 * Resumable uploads, TUS 1.0.0 with `creation`, `creation-with-upload`, `expiration` and
 * `termination`. Policies are asked when an upload begins, at each request that brings bytes, and
 * when its object is made.
 */
export function createResumable({ environment, inTurn, server, trustProxy }: ResumableDeps) {
  const { pool, bytes, gateway } = environment;
  const alone = createUploadTurns();

  async function senderOf(context: StorageContext, isSigned: boolean): Promise<Sender> {
    if (!isSigned) return { caller: await gateway.caller(context.req.raw.headers), signed: null };
    const allowed = await uploadToken(environment, context.req.header('x-signature') ?? '');
    if (allowed === null) throw invalidSignature();
    return {
      caller: server,
      signed: { place: allowed.url, owner: allowed.owner ?? null, upsert: allowed.upsert },
    };
  }

  const destinationOf = ({ bucket, name, owner, replaces }: Upload): Destination => ({
    bucket,
    name,
    owner,
    upsert: replaces,
  });

  /** @throws TusError for an unknown or expired upload, StorageError for another place's token */
  async function findUpload(context: StorageContext, { signed }: Sender): Promise<Upload> {
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
  const probe = (caller: Caller, destination: Destination, type: string, length: number) =>
    probeUpload(environment, caller, 'object.upload', destination, { mimetype: type, contentLength: length });

  const reload = async (upload: Pick<Upload, 'id'>): Promise<Upload> => {
    const { rows } = await pool.query(SELECT, [upload.id]);
    if (!rows[0]) throw new TusError(404, 'The file for this url was not found\n');
    return rows[0];
  };

  async function recordPiece(upload: Upload, position: number, source: Readable): Promise<number> {
    const incoming = await bytes.receive(source, PIECE);
    if (incoming.size === 0) {
      await bytes.drop(incoming.path);
      return position;
    }
    const version = randomUUID();
    try {
      await bytes.bring(incoming, version);
      await inTransaction(pool, async (db: pg.PoolClient) => {
        const { rowCount } = await db.query(ADVANCE, [upload.id, String(position), String(incoming.size)]);
        if (rowCount === 0) throw new TusError(409, 'Upload-Offset conflict\n');
        await db.query(ADD_PART, [upload.id, String(position), String(incoming.size), version]);
        await bytes.keep(incoming, version);
      }).catch((error: unknown) => discardRefused(environment, version, error));
    } catch (error) {
      await bytes.drop(incoming.path);
      throw error;
    }
    return position + incoming.size;
  }

  /** Stores the body of a request, piece by piece. @returns the upload's new offset */
  async function take(context: StorageContext, upload: Upload, givenUp: AbortSignal): Promise<number> {
    const body = piecesOf(bodyOf(context));
    givenUp.addEventListener('abort', body.stop);
    if (givenUp.aborted) body.stop();
    try {
      let position = upload.received;
      for (let pieces = upload.pieces; position < upload.length && !body.isOver(); pieces += 1) {
        if (pieces >= MOST_PIECES) throw new TusError(413, 'The file comes in too many pieces\n');
        const most = Math.min(PIECE, upload.length - position);
        position = await recordPiece(upload, position, Readable.from(body.piece(most)));
      }
      if (position === upload.length && (await body.hasMore()))
        throw new TusError(413, 'Maximum size exceeded\n');
      return position;
    } finally {
      body.release();
    }
  }

  async function* wholeOf(upload: Upload) {
    const { rows } = await pool.query(PARTS, [upload.id]);
    for (const { version } of rows) {
      const piece = await bytes.read(version, null);
      if (piece === null) throw new Error(`A piece of ${upload.id} has no bytes`);
      yield* piece;
    }
  }

  /**
   * Makes the object of a complete upload. Of two processes that do so, each with bytes of its own,
   * the database refuses the second. An upload that can never become an object is deleted at once.
   */
  async function finish(caller: Caller, upload: Upload): Promise<void> {
    try {
      const bucket = await knownBucket(environment, upload.bucket);
      const incoming = await bytes.receive(Readable.from(wholeOf(upload)), mostOf(environment, bucket));
      if (incoming.size !== upload.length) {
        await bytes.drop(incoming.path);
        throw new TusError(409, 'Upload-Offset conflict\n');
      }
      await settle(
        environment,
        caller,
        'object.upload',
        destinationOf(upload),
        bucket,
        upload,
        incoming,
        async (db) => {
          await db.query('reset role');
          const { rowCount } = await db.query(FINISH, [upload.id]);
          if (rowCount === 0) throw new TusError(409, 'The upload is finished already\n');
        },
      );
    } catch (error) {
      if ((await reload(upload)).finishedAt !== null) return;
      const isRefused = error instanceof StorageError && !(error instanceof TusError) && error.status < 500;
      const isTaken = error instanceof Error && 'code' in error && error.code === '23505';
      if (isRefused || isTaken) await pool.query(FORGET, [upload.id]);
      throw error;
    } finally {
      environment.kickSweep();
    }
  }

  function originOf(context: StorageContext): string {
    const url = new URL(context.req.url);
    if (!trustProxy) return url.origin;
    const protocol = context.req.header('x-forwarded-proto')?.split(',')[0]?.trim();
    const host = context.req.header('x-forwarded-host')?.split(',')[0]?.trim();
    return `${protocol ?? url.protocol.slice(0, -1)}://${host ?? url.host}`;
  }

  const expiry = ({ expiresAt }: Pick<Upload, 'expiresAt'>) => ({
    'Upload-Expires': expiresAt.toUTCString(),
  });

  async function begin(context: StorageContext, { caller, signed }: Sender): Promise<Response> {
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
    await probe(caller, { bucket: bucketName, name, upsert, owner }, type, length);
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
        bucketName,
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
    const place = { bucket: bucketName, name, id };
    const headers: Record<string, string> = {
      Location: `${originOf(context)}${new URL(context.req.url).pathname.replace(/\/$/, '')}/${addressOfUpload(place)}`,
      ...expiry({ expiresAt }),
    };
    const bringsBytes = context.req.header('content-type') === OFFSET_STREAM;
    const upload = await reload({ id });
    await alone(id, async (givenUp) => {
      if (bringsBytes) headers['Upload-Offset'] = String(await take(context, upload, givenUp));
      if (length !== 0 && headers['Upload-Offset'] !== String(length)) return;
      await finish(caller, upload);
      headers['Tus-Complete'] = '1';
    });
    return context.body(null, 201, headers);
  }

  async function tell(context: StorageContext, sender: Sender): Promise<Response> {
    const asked = await findUpload(context, sender);
    const upload = await alone(asked.id, async () => {
      const found = await reload(asked);
      // All bytes are there, but the request with the last of them was interrupted before the
      // object was made.
      const isOpen = found.finishedAt === null && found.received === found.length;
      if (isOpen) await finish(sender.caller, found);
      return found;
    });
    return context.body(null, 200, {
      'Upload-Offset': String(upload.received),
      'Upload-Length': String(upload.length),
      'Cache-Control': 'no-store',
      ...expiry(upload),
    });
  }

  async function goOn(context: StorageContext, sender: Sender): Promise<Response> {
    if (context.req.header('content-type') !== OFFSET_STREAM)
      throw new TusError(415, 'Invalid Content-Type\n');
    const offset = wholeNumber(context, 'Upload-Offset');
    const asked = await findUpload(context, sender);
    return alone(asked.id, async (givenUp) => {
      const upload = await reload(asked);
      if (offset !== upload.received || upload.finishedAt !== null)
        throw new TusError(409, 'Upload-Offset conflict\n');
      const { caller } = sender;
      await probe(caller, destinationOf(upload), upload.type, upload.length);
      const length = Number(context.req.header('content-length') ?? 0);
      if (offset + length > upload.length) throw new TusError(413, 'Maximum size exceeded\n');
      const position = await take(context, upload, givenUp);
      const isWhole = position === upload.length;
      if (isWhole) await finish(caller, upload);
      return context.body(null, 204, {
        'Upload-Offset': String(position),
        ...expiry(upload),
        ...(isWhole && { 'Tus-Complete': '1' }),
      });
    });
  }

  async function stop(context: StorageContext, sender: Sender): Promise<Response> {
    const upload = await findUpload(context, sender);
    const finished = () => new TusError(400, 'The upload is finished\n');
    if (upload.finishedAt !== null) throw finished();
    await probe(sender.caller, destinationOf(upload), upload.type, upload.length);
    await alone(upload.id, async () => {
      await pool.query(FORGET, [upload.id]);
      const { rows } = await pool.query(SELECT, [upload.id]);
      if (rows[0]) throw finished();
    });
    environment.kickSweep();
    return context.body(null, 204);
  }

  const app = new Hono<{ Bindings: Partial<HttpBindings> }>();
  app.use('*', async (c, next) => {
    c.header('Tus-Resumable', VERSION);
    if (c.req.method !== 'OPTIONS' && c.req.header('tus-resumable') !== VERSION)
      return c.text('Tus-Resumable Required\n', 412, { 'Tus-Version': VERSION });
    return next();
  });
  type Work = (context: StorageContext, sender: Sender) => Promise<Response>;
  const route = (work: Work, isSigned: boolean) => async (context: StorageContext) => {
    try {
      const sender = await senderOf(context, isSigned);
      const run = () => work(context, sender);
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
