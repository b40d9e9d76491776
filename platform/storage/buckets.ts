import { z } from 'zod';
import type { Caller } from '#platform/gateway/caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import {
  asCallerOf,
  checkedBucket,
  readJson,
  type StorageContext,
  type StorageEnvironment,
} from './environment.ts';
import { bucketNotEmpty, duplicate, invalidRequest, noSuchBucket, tooLarge, wrongRole } from './errors.ts';

const KNOWN = `
  select id, public, file_size_limit::float8 as "sizeLimit", allowed_mime_types as types, checks_content as "checksContent",
    most_film_seconds as "mostFilmSeconds"
  from storage.buckets where id = $1`;
export type Bucket = Row<typeof KNOWN>;

/**
 * A bucket's rules for files, read with the server's rights: the caller may not see the bucket.
 * @returns null when there is no such bucket
 */
export async function findBucket({ pool }: StorageEnvironment, id: string): Promise<Bucket | null> {
  return (await pool.query(KNOWN, [id])).rows[0] ?? null;
}

/** @throws StorageError NoSuchBucket */
export async function knownBucket(environment: StorageEnvironment, id: string): Promise<Bucket> {
  const bucket = await findBucket(environment, id);
  if (bucket === null) throw noSuchBucket();
  return bucket;
}

const COLUMNS =
  `id, name, coalesce(owner::text, '') as owner, public, file_size_limit::float8 as file_size_limit,
  allowed_mime_types, created_at, updated_at` as const;
const SELECT = `select ${COLUMNS} from storage.buckets where id = $1` as const;
const LIST = `select ${COLUMNS}, type from storage.buckets
  where $1 = '' or strpos(lower(name), lower($1)) > 0
  order by
    case when $2 = 'name' and $3 = 'asc' then name end asc, case when $2 = 'name' and $3 <> 'asc' then name end desc,
    case when $3 = 'asc' then case $2 when 'created_at' then created_at when 'updated_at' then updated_at end end asc,
    case when $3 <> 'asc' then case $2 when 'created_at' then created_at when 'updated_at' then updated_at end end desc,
    id
  limit $4 offset $5` as const;
const INSERT = `
  insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
  values ($1, $2, $3::uuid, $4, $5, $6, $7)`;
/** A setting that is not given stays as it is; null removes a limit. */
const UPDATE = `
  update storage.buckets set public = coalesce($2, public),
    file_size_limit = case when $3 then $4 else file_size_limit end,
    allowed_mime_types = case when $5 then $6 else allowed_mime_types end, updated_at = now()
  where id = $1`;
const DELETE = 'delete from storage.buckets where id = $1';
const EMPTY = 'delete from storage.objects where bucket_id = $1';

const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/**
 * @param limit a number of bytes, or a text such as "20mb"
 * @throws StorageError for any other text, or more bytes than an object may have
 */
function bytesOf(limit: number | string | null | undefined, most: number): number | null {
  if (limit === null || limit === undefined) return null;
  const [, amount = '', unit = 'b'] =
    /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|tb)?$/i.exec(String(limit).trim()) ?? [];
  if (amount === '') throw invalidRequest('body/file_size_limit is no size');
  const bytes = Math.floor(Number(amount) * (UNITS[unit.toLowerCase()] ?? 1));
  if (bytes > most) throw tooLarge();
  return bytes;
}

const settings = z.object({
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().min(1).max(200)).max(100).nullish(),
});
const creation = settings.extend({ id: z.string().optional(), name: z.string() });
const listing = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().max(200).default(''),
});

export async function createBucket(environment: StorageEnvironment, context: StorageContext, caller: Caller) {
  const body = await readJson(context, creation);
  const id = checkedBucket(body.id ?? body.name);
  const limit = bytesOf(body.file_size_limit, environment.mostBytes);
  await asCallerOf(environment, caller, 'bucket.create', (db) =>
    db.query(INSERT, [
      id,
      checkedBucket(body.name),
      caller.userId,
      caller.userId,
      body.public ?? false,
      limit === null ? null : String(limit),
      body.allowed_mime_types ?? null,
    ]),
  ).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === '23505'
      ? duplicate('BucketAlreadyExists')
      : error;
  });
  return context.json({ name: id });
}

export async function listBuckets(environment: StorageEnvironment, context: StorageContext, caller: Caller) {
  const read = listing.safeParse(context.req.query());
  if (!read.success) throw invalidRequest('querystring is invalid');
  const { limit, offset, sortColumn, sortOrder, search } = read.data;
  const { rows } = await asCallerOf(environment, caller, 'bucket.list', (db) =>
    db.query(LIST, [search, sortColumn, sortOrder, String(limit), String(offset)]),
  );
  return context.json(rows);
}

export async function getBucket(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  id: string,
) {
  const { rows } = await asCallerOf(environment, caller, 'bucket.get', (db) => db.query(SELECT, [id]));
  if (!rows[0]) throw noSuchBucket();
  return context.json(rows[0]);
}

export async function updateBucket(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  id: string,
) {
  const body = await readJson(context, settings);
  const limit = bytesOf(body.file_size_limit, environment.mostBytes);
  const { rowCount } = await asCallerOf(environment, caller, 'bucket.update', (db) =>
    db.query(UPDATE, [
      id,
      body.public ?? null,
      body.file_size_limit !== undefined,
      limit === null ? null : String(limit),
      body.allowed_mime_types !== undefined,
      body.allowed_mime_types ?? null,
    ]),
  );
  if (rowCount === 0) throw noSuchBucket();
  return context.json({ message: 'Successfully updated' });
}

export async function deleteBucket(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  id: string,
) {
  const { rowCount } = await asCallerOf(environment, caller, 'bucket.delete', (db) =>
    db.query(DELETE, [id]),
  ).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === '23503' ? bucketNotEmpty() : error;
  });
  if (rowCount === 0) throw noSuchBucket();
  return context.json({ message: 'Successfully deleted' });
}

/** For servers alone: no policy lets a person delete objects that they cannot see. */
export async function emptyBucket(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  id: string,
) {
  if (caller.role !== 'service_role') throw wrongRole();
  await knownBucket(environment, id);
  await asCallerOf(environment, caller, 'bucket.empty', (db) => db.query(EMPTY, [id]));
  environment.kickSweep();
  return context.json({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  });
}

/**
 * Whether the bucket's list of types allows a type: it holds the same text, or a pattern such as
 * `image/*`.
 */
export const allowsType = ({ types }: Pick<Bucket, 'types'>, type: string): boolean =>
  types === null ||
  types.some((allowed) =>
    allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : allowed === type || allowed === '*',
  );
