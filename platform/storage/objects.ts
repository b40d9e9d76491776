import { z } from 'zod';
import type { Caller } from '#platform/gateway/caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { allowsType, type Bucket, findBucket, knownBucket } from './buckets.ts';
import { factsOf, findObject, transformationOf, wordsOf } from './download.ts';
import {
  asCallerOf,
  checkedKey,
  readJson,
  type StorageContext,
  type StorageEnvironment,
  signUrl,
} from './environment.ts';
import {
  denied,
  duplicate,
  invalidRequest,
  noSuchKey,
  relatedMissing,
  tooLarge,
  wrongRole,
  wrongType,
} from './errors.ts';
import { discardRefused, metadataIn, probeUpload } from './upload.ts';

const COLUMNS = `id, bucket_id, name, coalesce(owner::text, '') as owner, coalesce(owner_id, '') as owner_id,
  coalesce(version, '') as version, created_at, updated_at, last_accessed_at, metadata, user_metadata` as const;

const LIST = `
  select name, id, updated_at, created_at, last_accessed_at, metadata
  from storage.search($1, $2, $3, $4, $5, $6, $7, $8)`;
const LIST_PAGE = `
  select key, name, id, updated_at, created_at, last_accessed_at, metadata, sorted_at
  from storage.search_v2($1, $2, $3, $4, $5, $6, $7, $8)`;

const order = z.enum(['asc', 'desc']).default('asc');
const listing = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).max(10_000).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().max(1024).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order,
    })
    .default({ column: 'name', order: 'asc' }),
});

export async function listObjects(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
) {
  const { prefix, limit, offset, search, sortBy } = await readJson(context, listing);
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const level = folder === '' ? 1 : folder.split('/').length;
  const { rows } = await asCallerOf(environment, caller, 'object.list', (db) =>
    db.query(LIST, [folder, bucket, limit, level, offset, search, sortBy.column, sortBy.order]),
  );
  return context.json(rows);
}

const pageListing = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(4096).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({ column: z.enum(['name', 'updated_at', 'created_at']).default('name'), order })
    .default({ column: 'name', order: 'asc' }),
});
/**
 * Where a page ended, and in which order: the next one goes on from there, whatever was added
 * meanwhile.
 */
const cursorShape = z.object({ after: z.string(), at: z.string(), column: z.string(), order: z.string() });

function readCursor(text: string | undefined): z.output<typeof cursorShape> | null {
  if (text === undefined) return null;
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw invalidRequest('body/cursor is invalid');
  }
}

export async function listPage(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
) {
  const body = await readJson(context, pageListing);
  const cursor = readCursor(body.cursor);
  const { column, order } = cursor ?? body.sortBy;
  const levels = body.with_delimiter ? 1 : 0;
  const { rows } = await asCallerOf(environment, caller, 'object.list_v2', (db) =>
    db.query(LIST_PAGE, [
      body.prefix,
      bucket,
      body.limit + 1,
      levels,
      cursor?.after ?? '',
      order,
      column,
      cursor?.at ?? '',
    ]),
  );
  const page = rows.slice(0, body.limit);
  const last = page.at(-1);
  const hasNext = rows.length > body.limit && last !== undefined;
  const next = { after: last?.name, at: last?.sorted_at, column, order };
  return context.json({
    hasNext,
    ...(hasNext && { nextCursor: Buffer.from(JSON.stringify(next)).toString('base64url') }),
    folders: page.flatMap(({ id, key, name }) => (id === null ? { key, name } : [])),
    objects: page.flatMap(({ key: _key, sorted_at: _at, ...object }) => (object.id === null ? [] : object)),
  });
}

const REMOVE =
  `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${COLUMNS}` as const;

const names = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

export async function removeObjects(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
) {
  const { prefixes } = await readJson(context, names);
  const { rows } = await asCallerOf(environment, caller, 'object.delete_many', (db) =>
    db.query(REMOVE, [bucket, prefixes]),
  );
  if (rows.length > 0) environment.kickSweep();
  return context.json(rows);
}

export async function removeObject(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
  name: string,
) {
  await asCallerOf(environment, caller, 'object.delete', async (db) => {
    const { rows: seen } = await db.query(VISIBLE, [bucket, name]);
    if (!seen[0]) throw noSuchKey();
    const { rowCount } = await db.query(REMOVE, [bucket, [name]]);
    if (rowCount === 0) throw denied('Access denied');
  });
  environment.kickSweep();
  return context.json({ message: 'Successfully deleted' });
}

const VISIBLE = `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2` as const;
const MOVE = `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
  where bucket_id = $1 and name = $2 returning id`;
const COPY = `
  insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
  values (gen_random_uuid(), $1, $2, $3::uuid, $4, $5, $6, $7) returning ${COLUMNS}` as const;
const COPY_OVER = `
  insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
  values (gen_random_uuid(), $1, $2, $3::uuid, $4, $5, $6, $7)
  on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id, metadata = excluded.metadata,
    user_metadata = excluded.user_metadata, version = excluded.version, updated_at = now() returning ${COLUMNS}` as const;

const transfer = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});

const copying = transfer.extend({
  /** False: the copy has the metadata of this request instead of its source's. */
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({ cacheControl: z.string().max(200).optional(), mimetype: z.string().min(1).max(200).optional() })
    .nullish(),
});

/**
 * A bucket's limits also hold for objects that are moved or copied from another bucket.
 * @throws StorageError
 */
function refuseMisfit(from: Bucket, to: Bucket, found: Row<typeof VISIBLE>): void {
  if (from.id === to.id) return;
  const { type, size } = factsOf({ ...found, version: found.version });
  if (to.sizeLimit !== null && size > to.sizeLimit) throw tooLarge();
  if (!allowsType(to, type) || (to.checksContent && !from.checksContent)) throw wrongType(type);
}

async function bothBuckets(environment: StorageEnvironment, body: z.output<typeof transfer>) {
  const from = await knownBucket(environment, body.bucketId);
  const to = await findBucket(environment, body.destinationBucket ?? body.bucketId);
  if (to === null) throw relatedMissing();
  return { from, to, source: body.sourceKey, destination: checkedKey(body.destinationKey) };
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505';

/** Only the row changes: the bytes lie under its version, which stays the same. */
export async function moveObject(environment: StorageEnvironment, context: StorageContext, caller: Caller) {
  const { from, to, source, destination } = await bothBuckets(environment, await readJson(context, transfer));
  await asCallerOf(environment, caller, 'object.move', async (db) => {
    const { rows } = await db.query(VISIBLE, [from.id, source]);
    if (!rows[0]) throw noSuchKey();
    refuseMisfit(from, to, rows[0]);
    const { rowCount } = await db.query(MOVE, [from.id, source, to.id, destination]);
    if (rowCount === 0) throw denied();
  }).catch((error: unknown) => {
    throw isTaken(error) ? duplicate('ResourceAlreadyExists') : error;
  });
  return context.json({ message: 'Successfully moved' });
}

/**
 * The same bytes get a second place under a version of their own, so that either object can be
 * removed without the other.
 */
export async function copyObject(environment: StorageEnvironment, context: StorageContext, caller: Caller) {
  const body = await readJson(context, copying);
  const { from, to, source, destination } = await bothBuckets(environment, body);
  const upsert = context.req.header('x-upsert') === 'true';
  const found = await asCallerOf(environment, caller, 'object.copy', async (db) => {
    const { rows } = await db.query(VISIBLE, [from.id, source]);
    return rows[0];
  });
  if (!found) throw noSuchKey();
  refuseMisfit(from, to, found);
  const { cacheControl, mimetype } = (body.copyMetadata ? null : body.metadata) ?? {};
  // Where the bucket checks bytes, they decided the file's type: no name makes it another.
  if (mimetype !== undefined && (to.checksContent || !allowsType(to, mimetype))) throw wrongType(mimetype);
  const metadata = {
    ...found.metadata,
    ...(cacheControl !== undefined && { cacheControl }),
    ...(mimetype !== undefined && { mimetype }),
  };
  const version = crypto.randomUUID();
  // The bytes are copied before the row is written and outside its transaction, because they may
  // lie in S3. If no row follows, the sweep removes them.
  const isThere =
    found.version !== null && found.version !== '' && (await environment.bytes.copy(found.version, version));
  if (!isThere) throw noSuchKey();
  const row = await asCallerOf(environment, caller, 'object.copy', async (db) => {
    const { rows: made } = await db.query(upsert ? COPY_OVER : COPY, [
      to.id,
      destination,
      caller.userId,
      caller.userId,
      metadata,
      body.copyMetadata ? found.user_metadata : metadataIn(context),
      version,
    ]);
    return made[0];
  }).catch((error: unknown) => discardRefused(environment, version, error));
  if (upsert) environment.kickSweep();
  return context.json({ Id: row?.id, Key: `${to.id}/${destination}`, ...row });
}

export async function objectInfo(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller | null,
  bucket: string,
  name: string,
) {
  const object = await findObject(environment, caller, 'object.get_info', bucket, name);
  const { type, size, etag, modified, cacheControl } = factsOf(object);
  context.header('ETag', etag);
  context.header('Last-Modified', modified.toUTCString());
  context.header('Cache-Control', 'no-cache');
  return context.json({
    id: object.id,
    name: object.name,
    version: object.version ?? '',
    bucket_id: object.bucket_id,
    size,
    content_type: type,
    cache_control: cacheControl,
    etag,
    metadata: object.user_metadata,
    last_modified: modified,
    created_at: object.created_at,
  });
}

/** A hundred years: a longer time is a mistake, and may be beyond the last possible date. */
const MOST_SECONDS = 100 * 366 * 86_400;
const expiresIn = z.number().int().min(1, 'must be >= 1').max(MOST_SECONDS);
const signature = z.object({ expiresIn, transform: z.record(z.string(), z.unknown()).nullish() });

export async function signObject(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
  name: string,
) {
  const body = await readJson(context, signature);
  await findObject(environment, caller, 'object.sign', bucket, name);
  const place = `${bucket}/${name}`;
  const isTransformed = body.transform && Object.keys(body.transform).length > 0;
  const transformations = isTransformed ? { transformations: wordsOf(transformationOf(body.transform)) } : {};
  const token = await signUrl(
    environment,
    { url: place, scope: 'download', ...transformations },
    body.expiresIn,
  );
  const route = isTransformed ? 'render/image/sign' : 'object/sign';
  return context.json({ signedURL: `/${route}/${encodeURI(place)}?token=${token}` });
}

const FOUND = 'select name from storage.objects where bucket_id = $1 and name = any($2::text[])';
const signatures = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

export async function signObjects(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
) {
  const { expiresIn, paths } = await readJson(context, signatures);
  const { rows } = await asCallerOf(environment, caller, 'object.sign_many', (db) =>
    db.query(FOUND, [bucket, paths]),
  );
  const found = new Set(rows.map(({ name }) => name));
  const missing = 'Either the object does not exist or you do not have access to it';
  const signed = paths.map(async (path) => {
    if (!found.has(path)) return { error: missing, path, signedURL: null };
    const place = `${bucket}/${path}`;
    const token = await signUrl(environment, { url: place, scope: 'download' }, expiresIn);
    return { error: null, path, signedURL: `/object/sign/${encodeURI(place)}?token=${token}` };
  });
  return context.json(await Promise.all(signed));
}

/** How long a signed upload URL works, as on a hosted project. In seconds. */
const UPLOAD_SECONDS = 2 * 3600;

export async function signUpload(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
  name: string,
) {
  await knownBucket(environment, bucket);
  const upsert = context.req.header('x-upsert') === 'true';
  const owner = caller.userId;
  await probeUpload(environment, caller, 'object.sign_upload', { bucket, name, upsert, owner }, {});
  const place = `${bucket}/${name}`;
  const token = await signUrl(environment, { url: place, scope: 'upload', owner, upsert }, UPLOAD_SECONDS);
  return context.json({ url: `/object/upload/sign/${encodeURI(place)}?token=${token}`, token });
}

/**
 * For servers alone.
 * @throws StorageError for any other caller, and for an object that does not exist
 */
export async function purgeCache(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  bucket: string,
  name: string,
) {
  if (caller.role !== 'service_role') throw wrongRole();
  await knownBucket(environment, bucket);
  if (name !== '') {
    const { version } = await findObject(environment, caller, 'cdn.purge', bucket, name);
    if (version !== null && context.req.query('transformations') === 'true')
      await environment.renders.forget(version);
  }
  return context.json({ message: 'success' });
}
