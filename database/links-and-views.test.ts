import type pg from 'pg';
import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { LINK_PLATFORM_NAMES, type LinkPlatform } from '#product/discovery/rules/link-platforms.ts';
import { HOSTILE_LINKS, RIGHT_LINKS } from '#product/discovery/rules/testing/links.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const database = await openTestDatabase('product');
const streamer = await insertPerson(database.pool, { email: 'anouk@loge.test', role: 'streamer' });
const admin = await insertPerson(database.pool, { email: 'admin@loge.test', role: 'admin' });

const isKept = async (platform: LinkPlatform, url: string) => {
  const sql =
    'insert into streamer_links (streamer_id, platform, url) values ($1, $2, $3) on conflict (streamer_id, platform) do update set url = excluded.url';
  return database.pool.query(sql, [streamer, platform, url]).then(
    () => true,
    ({ constraint }: pg.DatabaseError) => {
      expect(constraint).toBe('streamer_links_url_check');
      return false;
    },
  );
};

test('the database keeps a link that leads to its platform', async () => {
  for (const [platform, , address] of RIGHT_LINKS)
    expect([address, await isKept(platform, address)]).toEqual([address, true]);
});

test('the database keeps no link that only pretends to lead there', async () => {
  for (const [url] of HOSTILE_LINKS)
    for (const platform of LINK_PLATFORM_NAMES) {
      if (platform === 'website') continue;
      expect([platform, url, await isKept(platform, url)]).toEqual([platform, url, false]);
    }
  for (const url of [
    'https://www.twitch.tv@evil.example/',
    'https://a:b@evil.example/',
    'https://a.example:8443/',
  ])
    expect([url, await isKept('website', url)]).toEqual([url, false]);
});

test('somebody of the team keeps thirty views of a list, even with many inserts at once', async () => {
  const keep = (list: string, name: string) =>
    database.pool
      .query("insert into list_views (person_id, list, name, address) values ($1, $2, $3, '')", [
        admin,
        list,
        name,
      ])
      .then(
        () => 'kept',
        ({ constraint }: pg.DatabaseError) => constraint,
      );
  const answers = await Promise.all(Array.from({ length: 36 }, (_, at) => keep('people', `Vue ${at}`)));
  expect(answers.filter((answer) => answer === 'kept')).toHaveLength(30);
  expect(answers.filter((answer) => answer === 'list_views_most_check')).toHaveLength(6);
  expect(await keep('payments', 'Vue')).toBe('kept');
  await database.pool.query("delete from list_views where person_id = $1 and name = 'Vue 0'", [admin]);
  const renamed = await database.pool.query(
    "update list_views set address = 'q=a' where person_id = $1 and list = 'people'",
    [admin],
  );
  expect(renamed.rowCount).toBeGreaterThanOrEqual(29);
});
