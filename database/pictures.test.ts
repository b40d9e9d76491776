import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { forgetEvidence } from '#product/moderation/forget-evidence.ts';
import { beginAs } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');

/** Who may do what to a picture of whom: the lines are operations, the columns callers. */
const CALLERS = ['anonymous', 'its person', 'another person', 'admin', 'service'] as const;
type Caller = (typeof CALLERS)[number];

const ids = { person: '', other: '', admin: '' };
beforeAll(async () => {
  ids.person = await insertPerson(db.pool, { email: 'personne@loge.test', role: 'streamer' });
  ids.other = await insertPerson(db.pool, { email: 'autre@loge.test', role: 'streamer' });
  ids.admin = await insertPerson(db.pool, { email: 'admin@loge.test', role: 'admin' });
});

const insertObject = (bucket: string, owner: string, name = `${owner}/${randomUUID()}`) =>
  `insert into storage.objects (bucket_id, name, owner_id, version) values ('${bucket}', '${name}', '${owner}', '${randomUUID()}')`;

async function outcome(caller: Caller, bucket: string, sql: string): Promise<'Y' | 'n' | '-'> {
  const sub = { 'its person': ids.person, 'another person': ids.other, admin: ids.admin }[caller as 'admin'];
  const role = caller === 'anonymous' ? 'anon' : caller === 'service' ? 'service_role' : 'authenticated';
  const client: pg.PoolClient = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(insertObject(bucket, ids.person, `${ids.person}/there`));
    await client.query('savepoint there');
    await beginAs(client, { role, claims: { role, ...(sub && { sub }) } }, 'public', 'savepoint began');
    const { rowCount } = await client.query(sql);
    return rowCount === 0 ? 'n' : 'Y';
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') return '-';
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe.each(['avatars', 'covers', 'gallery'])('%s', (bucket) => {
  test.each([
    ['select', () => "select from storage.objects where name like '%/there'", 'n Y n n Y'],
    ['insert into their folder', () => insertObject(bucket, ids.person), '- Y - - Y'],
    [
      'insert as theirs into another folder',
      () => insertObject(bucket, ids.person, `${ids.other}/x`),
      '- - - - Y',
    ],
    ['insert into no folder', () => insertObject(bucket, ids.person, 'x'), '- - - - Y'],
    ['update', () => "update storage.objects set updated_at = now() where name like '%/there'", 'n Y n n Y'],
    [
      'give away',
      () => `update storage.objects set name = '${ids.other}/x' where name like '%/there'`,
      'n - n n Y',
    ],
    ['delete', () => "delete from storage.objects where name like '%/there'", 'n Y n n Y'],
    [
      'change the bucket',
      () => `update storage.buckets set public = false where id = '${bucket}'`,
      'n n n n Y',
    ],
  ])('%s', async (_what, sql, expected) => {
    const marks: string[] = [];
    for (const caller of CALLERS) marks.push(await outcome(caller, bucket, sql()));
    expect(marks.join(' ')).toBe(expected);
  });

  test('one keeps ten pictures at most, no matter who writes the row, and may replace one of them', async () => {
    const owner = randomUUID();
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      for (let count = 0; count < 10; count += 1)
        await client.query(insertObject(bucket, owner, `${owner}/${count}`));
      await client.query('savepoint ten');
      await expect(client.query(insertObject(bucket, owner))).rejects.toThrow('too many pictures');
      await client.query('rollback to ten');
      await client.query(
        `${insertObject(bucket, owner, `${owner}/3`)} on conflict (bucket_id, name) do update set version = excluded.version`,
      );
      // Another way in: from another bucket.
      const elsewhere = bucket === 'covers' ? 'gallery' : 'covers';
      await client.query(insertObject(elsewhere, owner, `${owner}/eleventh`));
      await expect(
        client.query('update storage.objects set bucket_id = $1 where name = $2', [
          bucket,
          `${owner}/eleventh`,
        ]),
      ).rejects.toThrow('too many pictures');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

test('of thirty pictures that come at once, each on a connection of its own, ten are kept', async () => {
  const owner = randomUUID();
  const clients = Array.from({ length: 30 }, () => new pg.Client(db.connection));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    // All are in their transactions before the first of them writes.
    await Promise.all(clients.map((client) => client.query('begin')));
    const kept = await Promise.all(
      clients.map(async (client) => {
        try {
          await client.query(insertObject('gallery', owner));
          await client.query('commit');
          return true;
        } catch (error) {
          await client.query('rollback');
          expect((error as pg.DatabaseError).code).toBe('42501');
          return false;
        }
      }),
    );
    expect(kept.filter(Boolean)).toHaveLength(10);
    const { rowCount } = await db.pool.query('select from storage.objects where owner_id = $1', [owner]);
    expect(rowCount).toBe(10);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
});

test.each([
  ['avatars', 'max-age=300, must-revalidate'],
  ['covers', 'max-age=300, must-revalidate'],
  ['gallery', 'max-age=300, must-revalidate'],
  ['clips', 'max-age=300, must-revalidate'],
  ['attachments', 'private, no-cache'],
  ['evidence', 'private, no-cache'],
  ['categories', 'max-age=31536000'],
])('how long caches keep what lies in %s is not for its uploader to say', async (bucket, kept) => {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    const name = `${ids.person}/${randomUUID()}`;
    await client.query(insertObject(bucket, ids.person, name));
    const { rows } = await client.query(
      'update storage.objects set metadata = $2 where name = $1 returning metadata',
      [name, { cacheControl: 'max-age=31536000', size: 7 }],
    );
    expect(rows[0]?.metadata).toEqual({ cacheControl: kept, size: 7 });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test.each([
  ['for good', 'delete from auth.users where id = $1'],
  ['softly', 'update auth.users set deleted_at = now() where id = $1'],
])('an account that is deleted %s leaves no picture, and its bytes are told to go', async (_how, sql) => {
  const id = await insertPerson(db.pool, { email: `${randomUUID()}@loge.test`, role: 'viewer' });
  await db.pool.query(insertObject('avatars', id));
  await db.pool.query(insertObject('covers', id));
  const { rows } = await db.pool.query<{ version: string }>(
    'select version from storage.objects where owner_id = $1',
    [id],
  );
  await db.pool.query(sql, [id]);
  const left = await db.pool.query('select from storage.objects where owner_id = $1', [id]);
  expect(left.rowCount).toBe(0);
  const discarded = await db.pool.query('select from storage.discarded_versions where version = any($1)', [
    rows.map(({ version }) => version),
  ]);
  expect(discarded.rowCount).toBe(2);
});

test.each([
  ['https://images.example/a.jpg', false],
  ['/storage/v1/object/public/covers/a/b', true],
  ['//elsewhere.example/a.jpg', false],
  ['/\\elsewhere.example/a.jpg', false],
  ['/\t/elsewhere.example/a.jpg', false],
  ['https:\\\\elsewhere.example/a.jpg', false],
  ['http://plain.example/a.jpg', false],
])('a page shows pictures of this site alone: %j', async (url, taken) => {
  const update = (sql: string) =>
    db.pool.query(sql, [url, ids.person]).then(
      () => true,
      (error: pg.DatabaseError) => error.code !== '23514',
    );
  expect(await update('update streamers set banner_url = $1 where id = $2')).toBe(taken);
  expect(await update('update profiles set avatar_url = $1 where id = $2')).toBe(taken);
});

test('a page shows six pictures of its streamer’s own at most', async () => {
  const own = (owner: string) => `/storage/v1/object/public/gallery/${owner}/${randomUUID()}`;
  const show = async (urls: string[]) =>
    db.pool
      .query('update streamers set gallery_urls = $1 where id = $2', [urls, ids.person])
      .then(({ rowCount }) => rowCount)
      .catch((error: pg.DatabaseError) => error.constraint);
  const refused = 'streamers_gallery_urls_check';
  expect(await show(Array.from({ length: 6 }, () => own(ids.person)))).toBe(1);
  expect(await show(Array.from({ length: 7 }, () => own(ids.person)))).toBe(refused);
  expect(await show([own(ids.person), own(ids.other)])).toBe(refused);
  expect(await show(['https://elsewhere.test/a.png'])).toBe(refused);
  expect(await show([`${own(ids.person)} /storage/v1/x`])).toBe(refused);
  expect(await show([])).toBe(1);
});

test('a page knows what stands in the place of each of its pictures until it has come', async () => {
  const tiny = (letters: string) => `data:image/webp;base64,${letters}`;
  const stored = async (bucket: string, placeholder: string | null) => {
    const name = `${ids.person}/${randomUUID()}`;
    await db.pool.query(insertObject(bucket, ids.person, name));
    await db.pool.query('update storage.objects set metadata = $2 where name = $1', [name, { placeholder }]);
    return `/storage/v1/object/public/${bucket}/${name}`;
  };
  const cover = await stored('covers', tiny('AAAA'));
  const bare = await stored('gallery', null);
  const evil = await stored('gallery', 'data:text/html,<script>');
  const shown = async (banner: string | null, gallery: string[]) => {
    const { rows } = await db.pool.query<{ placeholders: Record<string, string> }>(
      'update streamers set banner_url = $2, gallery_urls = $3 where id = $1 returning placeholders',
      [ids.person, banner, gallery],
    );
    return rows[0]?.placeholders;
  };
  expect(await shown(cover, [bare, evil])).toEqual({ [cover]: tiny('AAAA') });
  // Nothing is kept of a picture that is not shown any more.
  expect(await shown(null, [])).toEqual({});
});

describe('a reported picture', () => {
  const address = (id: string, picture: string) => `/storage/v1/object/public/gallery/${id}/${picture}`;
  /** Somebody with two pictures, of which one is reported. */
  async function reported() {
    const id = await insertPerson(db.pool, { email: `${randomUUID()}@loge.test`, role: 'streamer' });
    const [shown, other] = [randomUUID(), randomUUID()];
    for (const picture of [shown, other])
      await db.pool.query(insertObject('gallery', id, `${id}/${picture}`));
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into moderation_cases (subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at)
       values ('profile', $1::text, $1::uuid, 'Essai', 1, 'other', now(), now()) returning id`,
      [id],
    );
    await db.pool.query(
      `insert into moderation_reports (case_id, category, body, path, good_faith, evidence, created_at)
       values ($1, 'other', '', '/', true, $2, now())`,
      [rows[0]?.id, JSON.stringify({ pictures: [address(id, shown)] })],
    );
    return { id, shown, other, caseId: rows[0]?.id };
  }
  const forget = () =>
    forgetEvidence({
      pool: db.pool,
      now: new Date(),
      logger: pino({ level: 'silent' }),
      signal: AbortSignal.timeout(60_000),
    });
  const placesOf = async (id: string) => {
    const { rows } = await db.pool.query<{ place: string }>(
      `select bucket_id || '/' || name as place from storage.objects where name like '%' || $1 || '/%' order by 1`,
      [id],
    );
    return rows.map(({ place }) => place);
  };

  test('that its person deletes is gone for everybody, and kept for the team until the case is over', async () => {
    const { id, shown, other, caseId } = await reported();
    const client = await db.pool.connect();
    try {
      await beginAs(client, { role: 'authenticated', claims: { role: 'authenticated', sub: id } });
      await client.query("delete from storage.objects where bucket_id = 'gallery'");
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await placesOf(id)).toEqual([`evidence/gallery/${id}/${shown}`]);
    const discarded =
      'select from storage.discarded_versions v join storage.objects o on o.version = v.version';
    expect((await db.pool.query(discarded)).rowCount).toBe(0);
    const seen = async (sub: string) => {
      const reader = await db.pool.connect();
      try {
        await beginAs(reader, { role: 'authenticated', claims: { role: 'authenticated', sub } });
        return (await reader.query("select from storage.objects where bucket_id = 'evidence'")).rowCount;
      } finally {
        await reader.query('rollback');
        reader.release();
      }
    };
    expect([await seen(ids.admin), await seen(id), await seen(ids.other)]).toEqual([1, 0, 0]);
    expect(await placesOf(other)).toEqual([]);
    await forget();
    expect(await placesOf(id)).toHaveLength(1);
    await db.pool.query("update moderation_cases set state = 'decided' where id = $1", [caseId]);
    await forget();
    expect(await placesOf(id)).toEqual([]);
  });

  test('that is replaced is kept as it was, cannot be moved away, and its name can be deleted again', async () => {
    const { id, shown, caseId } = await reported();
    const name = `${id}/${shown}`;
    const replace = (version: string) =>
      db.pool.query(
        `insert into storage.objects (bucket_id, name, owner_id, version) values ('gallery', $1, $2, $3)
         on conflict (bucket_id, name) do update set version = excluded.version`,
        [name, id, version],
      );
    const remove = () =>
      db.pool.query("delete from storage.objects where bucket_id = 'gallery' and name = $1", [name]);
    const versionOf = async (place: string) => {
      const { rows } = await db.pool.query<{ version: string }>(
        "select version from storage.objects where bucket_id || '/' || name = $1",
        [place],
      );
      return rows[0]?.version;
    };
    const isDiscarded = async (version: string | undefined) =>
      (await db.pool.query('select from storage.discarded_versions where version = $1', [version])).rowCount;
    const first = await versionOf(`gallery/${name}`);
    const move = db.pool.query("update storage.objects set name = name || 'x' where name = $1", [name]);
    await expect(move).rejects.toThrow('cannot be moved');
    const second = randomUUID();
    await replace(second);
    expect(await versionOf(`evidence/gallery/${name}`)).toBe(first);
    expect(await isDiscarded(first)).toBe(0);
    // What was reported is kept; what came to its place afterwards goes as any picture does.
    await remove();
    expect(await versionOf(`gallery/${name}`)).toBeUndefined();
    expect(await isDiscarded(second)).toBe(1);
    // Until somebody reports that too.
    const third = randomUUID();
    await replace(third);
    await db.pool.query(
      `insert into moderation_reports (case_id, reporter_email, category, body, path, good_faith, evidence, created_at)
       select case_id, 'autre@loge.test', category, body, path, good_faith, evidence, now() from moderation_reports where case_id = $1`,
      [caseId],
    );
    await remove();
    expect(await versionOf(`evidence/gallery/${name}.${third}`)).toBe(third);
    const change = "update storage.objects set version = gen_random_uuid() where bucket_id = 'evidence'";
    await expect(db.pool.query(change)).rejects.toThrow('never replaced');
    await forget();
    expect(await placesOf(id)).toHaveLength(3);
    await db.pool.query("update moderation_cases set state = 'closed' where id = $1", [caseId]);
    await forget();
    expect(await placesOf(id)).toEqual([expect.stringContaining('gallery/')]);
  });

  test('is kept when the account is deleted, and not once nobody decides about it any more', async () => {
    const kept = await reported();
    const over = await reported();
    await db.pool.query("update moderation_cases set state = 'closed' where id = $1", [over.caseId]);
    for (const { id } of [kept, over])
      await db.pool.query('update auth.users set deleted_at = now() where id = $1', [id]);
    expect(await placesOf(kept.id)).toEqual([`evidence/gallery/${kept.id}/${kept.shown}`]);
    expect(await placesOf(over.id)).toEqual([]);
  });
});

test('an installation that had public buckets of these names before has private ones', async () => {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query("update storage.buckets set public = true where id in ('attachments', 'evidence')");
    const migration = new URL('migrations/0296_private_buckets.sql', import.meta.url);
    await client.query(await readFile(migration, 'utf8'));
    const open = "select from storage.buckets where public and id in ('attachments', 'evidence')";
    expect((await client.query(open)).rowCount).toBe(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
