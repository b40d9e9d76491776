import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { beginAs } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');
const ids = { person: '', other: '' };
beforeAll(async () => {
  ids.person = await insertPerson(db.pool, { email: 'personne@loge.test', role: 'streamer' });
  ids.other = await insertPerson(db.pool, { email: 'autre@loge.test', role: 'streamer' });
});

const insertObject = (bucket: string, owner: string, name: string) =>
  `insert into storage.objects (bucket_id, name, owner_id, version) values ('${bucket}', '${name}', '${owner}', '${randomUUID()}')`;

describe('a person names in their own row', () => {
  const places = [
    ['avatars', 'update profiles set avatar_url = $2 where id = $1'],
    ['covers', 'update streamers set banner_url = $2 where id = $1'],
    ['gallery', 'update streamers set gallery_urls = array[$2::text] where id = $1'],
  ] as const;
  const asPerson = async (client: pg.ClientBase, id: string) =>
    beginAs(client, { role: 'authenticated', claims: { role: 'authenticated', sub: id } }, 'public');
  async function name(id: string, sql: string, url: string): Promise<string> {
    const client = await db.pool.connect();
    try {
      await asPerson(client, id);
      const { rowCount } = await client.query(sql, [id, url]);
      return `${rowCount} row`;
    } catch (error) {
      return (error as pg.DatabaseError).code ?? 'no code';
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test.each(places)('%s: pictures of theirs that are there, and files of the page', async (bucket, sql) => {
    const [own, others] = [`${ids.person}/${randomUUID()}`, `${ids.other}/${randomUUID()}`];
    await db.pool.query(insertObject(bucket, ids.person, own));
    await db.pool.query(insertObject(bucket, ids.other, others));
    const at = (place: string) => `/storage/v1/object/public/${place}`;
    expect(await name(ids.person, sql, at(`${bucket}/${own}`))).toBe('1 row');
    expect(await name(ids.person, sql, at(`${bucket}/${ids.person}/${randomUUID()}`))).toBe('23514');
    expect(await name(ids.person, sql, at(`${bucket}/${others}`))).toBe('23514');
    expect(await name(ids.person, sql, at(`evidence/${own}`))).toBe('23514');
    // Addresses that a browser reads as that of the other's picture.
    for (const before of ['/x/..', '/.', '/x//..//..', '/%2e', '/demo/..//.'])
      expect([before, await name(ids.person, sql, `${before}${at(`${bucket}/${others}`)}`)]).toEqual([
        before,
        '23514',
      ]);
    expect(await name(ids.person, sql, at(`${bucket}/${others}`).replace('storage', '%73torage'))).toBe(
      '23514',
    );
    if (bucket !== 'gallery') expect(await name(ids.person, sql, '/demo/a-portrait.webp')).toBe('1 row');
    await db.pool.query('delete from storage.objects where name = any ($1)', [[own, others]]);
  });

  test('a picture that another tab removes meanwhile: one of the two waits for the other and is told', async () => {
    const place = `${ids.person}/${randomUUID()}`;
    await db.pool.query(insertObject('avatars', ids.person, place));
    const [naming, removing] = [new pg.Client(db.connection), new pg.Client(db.connection)];
    try {
      await Promise.all([naming, removing].map((client) => client.connect()));
      await asPerson(removing, ids.person);
      await removing.query('delete from storage.objects where name = $1', [place]);
      await asPerson(naming, ids.person);
      const named = naming
        .query(places[0][1], [ids.person, `/storage/v1/object/public/avatars/${place}`])
        .then(
          () => 'named',
          (error: pg.DatabaseError) => error.code,
        );
      await expect
        .poll(async () => {
          const { rows } = await db.pool.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update profiles set avatar_url%'",
          );
          return rows.length;
        })
        .toBe(1);
      await removing.query('commit');
      expect(await named).toBe('23514');
    } finally {
      await Promise.all([naming, removing].map((client) => client.end()));
    }
  });
});
