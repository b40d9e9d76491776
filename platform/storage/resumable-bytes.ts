import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { knownBucket } from './buckets.ts';
import type { StorageContext, StorageEnvironment } from './environment.ts';
import { StorageError } from './errors.ts';
import { bodyOf, type Destination, discardRefused, mostOf, settle } from './upload.ts';

/** An error as TUS sends it: plain text with the true HTTP status. */
export class TusError extends StorageError {
  override name = 'TusError';
  constructor(status: number, message: string) {
    super(status, 'Error', 'InvalidRequest', message, status);
  }
}

/** Bodies are stored in pieces of this size, so that a process that dies loses at most one. */
const PIECE = 8 * 1024 * 1024;
/** The most pieces of one file: at the end the file is put together from them. */
const MOST_PIECES = 5_000;

export const SELECT = `
  select id, bucket_id as bucket, name, owner_id as owner, replaces, content_type as type, cache_control as "cacheControl",
    user_metadata as metadata, length::float8 as length, received::float8 as received, expires_at as "expiresAt",
    finished_at as "finishedAt",
    (select count(*)::int from storage.upload_parts p where p.upload_id = u.id) as pieces
  from storage.resumable_uploads u where id = $1`;
export type Upload = Row<typeof SELECT>;
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
export const FORGET = 'delete from storage.resumable_uploads where id = $1 and finished_at is null';

/** @throws TusError for an upload that is not there */
export async function readUpload({ pool }: StorageEnvironment, id: string): Promise<Upload> {
  const { rows } = await pool.query(SELECT, [id]);
  if (!rows[0]) throw new TusError(404, 'The file for this url was not found\n');
  return rows[0];
}

export const destinationOf = ({ bucket, name, owner, replaces }: Upload): Destination => ({
  bucket,
  name,
  owner,
  upsert: replaces,
});

/**
 * Reads a request's body in pieces, until the body ends, the connection breaks, or another request
 * continues the upload.
 */
function piecesOf(body: Readable) {
  const chunks = body.iterator({ destroyOnReturn: false });
  let rest: Buffer | null = null;
  let isOver = false;
  let stop: () => void = () => undefined;
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
  });
  async function nextChunk(): Promise<Buffer | null> {
    if (rest !== null) {
      const chunk: Buffer = rest;
      rest = null;
      return chunk;
    }
    try {
      const next = await Promise.race([chunks.next(), stopped]);
      if (next === 'stopped' || next.done) return null;
      return next.value as Buffer;
    } catch {
      // The connection broke. The bytes that came before are kept: the client continues after them.
      return null;
    }
  }
  async function* piece(most: number) {
    for (let left = most; left > 0; ) {
      const chunk = await nextChunk();
      if (chunk === null) {
        isOver = true;
        return;
      }
      if (chunk.length > left) rest = chunk.subarray(left);
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      yield taken;
    }
  }
  return {
    piece,
    isOver: () => isOver,
    hasMore: async () => {
      rest ??= await nextChunk();
      return rest !== null;
    },
    stop,
    /** Stops reading, so that other code can read the rest of the body. */
    release: () => void chunks.return?.(),
  };
}

/**
 * Runs the requests of one upload one after the other in this process. A new request means that the
 * client has given up the one before: that one takes no further bytes, but making the object is not
 * interrupted.
 */
export function createUploadTurns() {
  /** The newest request of each upload that is being worked on. */
  const underWay = new Map<string, { giveUp: () => void; over: Promise<void> }>();
  /** @param work gets a signal that a later request has come */
  return async <T>(id: string, work: (givenUp: AbortSignal) => Promise<T>): Promise<T> => {
    const former = underWay.get(id);
    const later = new AbortController();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const mine = { giveUp: () => later.abort(), over };
    underWay.set(id, mine);
    former?.giveUp();
    try {
      await former?.over;
      return await work(later.signal);
    } finally {
      end();
      if (underWay.get(id) === mine) underWay.delete(id);
    }
  };
}

/** Stores one piece. @returns the upload's new offset */
async function recordPiece(
  environment: StorageEnvironment,
  upload: Upload,
  position: number,
  source: Readable,
): Promise<number> {
  const { pool, bytes } = environment;
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
export async function takeBody(
  environment: StorageEnvironment,
  context: StorageContext,
  upload: Upload,
  givenUp: AbortSignal,
): Promise<number> {
  const body = piecesOf(bodyOf(context));
  givenUp.addEventListener('abort', body.stop);
  if (givenUp.aborted) body.stop();
  try {
    let position = upload.received;
    for (let pieces = upload.pieces; position < upload.length && !body.isOver(); pieces += 1) {
      if (pieces >= MOST_PIECES) throw new TusError(413, 'The file comes in too many pieces\n');
      const most = Math.min(PIECE, upload.length - position);
      position = await recordPiece(environment, upload, position, Readable.from(body.piece(most)));
    }
    if (position === upload.length && (await body.hasMore()))
      throw new TusError(413, 'Maximum size exceeded\n');
    return position;
  } finally {
    body.release();
  }
}

async function* wholeOf({ pool, bytes }: StorageEnvironment, upload: Upload) {
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
export async function finishUpload(
  environment: StorageEnvironment,
  caller: Caller,
  upload: Upload,
): Promise<void> {
  const { pool, bytes } = environment;
  try {
    const bucket = await knownBucket(environment, upload.bucket);
    const incoming = await bytes.receive(
      Readable.from(wholeOf(environment, upload)),
      mostOf(environment, bucket),
    );
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
    if ((await readUpload(environment, upload.id)).finishedAt !== null) return;
    const isRefused = error instanceof StorageError && !(error instanceof TusError) && error.status < 500;
    const isTaken = error instanceof Error && 'code' in error && error.code === '23505';
    if (isRefused || isTaken) await pool.query(FORGET, [upload.id]);
    throw error;
  } finally {
    environment.kickSweep();
  }
}
