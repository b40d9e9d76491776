import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageClient } from '@supabase/storage-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { platformCors } from '#platform/cors.ts';
import { createGateway } from '#platform/gateway/gateway.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { listen } from '#server/listen.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import type { Bytes } from '../bytes.ts';
import { createStorage, openStore } from '../storage.ts';

/** Two people; neither is in `auth.users`, as their tokens name no session. */
export const AGNES = '00000000-0000-4000-8000-00000000000a';
export const JACQUES = '00000000-0000-4000-8000-00000000000b';

/** A running storage and clients for everybody. */
export interface Shelves {
  db: Database;
  keys: Keys;
  url: string;
  /** Where resized pictures lie, and the bytes unless they are in S3. */
  folder: string;
  /** Opens the same bytes a second time, as another process would. */
  bytes: Bytes;
  anon: StorageClient;
  service: StorageClient;
  /** The client of a person with this id. */
  as(id: string): Promise<StorageClient>;
  /** Opens a second server over the same rows and bytes. @returns its URL */
  openSecond(): Promise<string>;
  tokenOf(id: string): Promise<string>;
}

/**
 * Buckets: `drawers`, private, where everybody has a folder named by their id; `posters`, public, likewise; `letterbox`, where everybody
 * may upload and nobody may read; `frames`, public, whose contents are checked.
 */
const BUCKETS = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, checks_content) values
    ('drawers', 'drawers', false, null, null, false),
    ('posters', 'posters', true, 100000, '{image/*,text/html,image/svg+xml}', false),
    ('letterbox', 'letterbox', false, null, null, false),
    ('frames', 'frames', true, 2000000, '{image/jpeg,image/png,image/webp,image/gif}', true);
  create policy own_read on storage.objects for select to authenticated
    using (bucket_id <> 'letterbox' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy own_insert on storage.objects for insert to authenticated
    with check (bucket_id = 'letterbox' or (storage.foldername(name))[1] = auth.uid()::text);
  create policy own_update on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = auth.uid()::text) with check ((storage.foldername(name))[1] = auth.uid()::text);
  create policy own_delete on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] = auth.uid()::text and storage.filename(name) <> 'kept');
  create policy buckets_read on storage.buckets for select to authenticated using (public)`;

/** An S3 bucket in which each storage of this test file has its own folder; null: the bytes lie in files. */
let bucketUrl: URL | null = null;
export function useBucket(url: URL | null): void {
  bucketUrl = url;
}

function storageUrlOf(): string | null {
  if (bucketUrl === null) return null;
  const url = new URL(bucketUrl);
  url.pathname += `/${randomUUID()}`;
  return url.href;
}

/** Opens a storage that is closed after the tests of the calling file. */
export async function openShelves({
  mostBytes = 60_000_000,
  schema = 'platform' as 'platform' | 'product',
} = {}): Promise<Shelves> {
  const storageUrl = storageUrlOf();
  const db = await createTestDatabase(schema, 12);
  await db.pool.query(BUCKETS);
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-storage-'));
  const keys = await loadKeys({
    dataDir,
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  });
  const gateway = createGateway(keys, ['anon', 'authenticated', 'service_role']);
  const folder = join(dataDir, 'storage');
  const closing: (() => Promise<void>)[] = [];
  const openServer = async () => {
    const storage = await createStorage({
      pool: db.pool,
      gateway,
      urlKey: keys.derive('storage-urls'),
      folder,
      storageUrl,
      mostBytes,
      trustProxy: true,
      logger: pino({ level: 'silent' }),
    });
    const app = new Hono();
    app.use('/storage/v1/*', platformCors);
    app.route('/storage/v1', storage.app);
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    closing.push(server.close, storage.close);
    return `http://127.0.0.1:${server.port}/storage/v1`;
  };
  const url = await openServer();
  afterAll(async () => {
    for (const close of closing) await close();
    await db.close();
    rmSync(dataDir, { recursive: true });
  });
  const tokenOf = async (id: string) => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    return keys.sign({ sub: id, role: 'authenticated', exp });
  };
  const client = (apikey: string, bearer = apikey) =>
    new StorageClient(url, { apikey, Authorization: `Bearer ${bearer}` });
  return {
    db,
    keys,
    url,
    folder,
    bytes: await openStore({ folder, storageUrl }),
    anon: client(keys.publishableKey),
    service: client(keys.secretKey),
    tokenOf,
    openSecond: openServer,
    as: async (id) => client(keys.publishableKey, await tokenOf(id)),
  };
}
