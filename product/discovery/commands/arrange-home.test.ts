import { expect, test } from 'vitest';
import { setStreamerStanding } from '#product/administration/marketplace-contract.ts';
import { ask, codeOf, openProduct, send } from '#product/testing/product-server.ts';
import { browseStreamers, getHome } from '../contract.ts';
import { arrangeHome, type HomePlace, previewHome } from '../home-contract.ts';
import { publicPages } from '../public-pages.ts';
import { publish } from '../testing/discovery.ts';

const product = await openProduct();
const { rows } = product;
const admin = await product.join({ role: 'admin' });
const viewer = await product.join();
const reason = 'Semaine de la musique';
const ids: string[] = [];
for (const name of ['Anouk Karsenti', 'Björn Brume', 'Chloé Solaire', 'Dino Renard', 'Emma Lune'])
  ids.push(await publish(product.database.pool, { name, rating: { average: 4, count: ids.length } }));
const [anouk = '', bjorn = '', chloe = '', dino = ''] = ids;

const place = (streamerId: string, from: string | null = null, until: string | null = null): HomePlace => ({
  streamerId,
  from,
  until,
});
const kept = async (): Promise<HomePlace[]> => {
  const found = await rows(
    `select id as "streamerId", featured_from::text as "from", featured_until::text as until from streamers
     where featured_at is not null order by featured_position, featured_at, id`,
  );
  return found as HomePlace[];
};
const arrange = async (...places: HomePlace[]) =>
  ask(admin, arrangeHome, { before: await kept(), places, reason });
const firstOf = async (count: number): Promise<string[]> =>
  (await ask(viewer, getHome, {})).featured.slice(0, count).map(({ id }) => id);
/** A day of Paris, so many days from today. */
const day = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(Date.now() + days * 86_400_000);

test('the home page follows the order, at once, and the log has it before and after', async () => {
  await arrange(place(chloe), place(anouk));
  expect(await firstOf(2)).toEqual([chloe, anouk]);
  await arrange(place(anouk), place(bjorn), place(chloe));
  expect(await firstOf(3)).toEqual([anouk, bjorn, chloe]);
  const html = await publicPages(product.database.pool, async () => null).describe(
    '/browse',
    new URLSearchParams(),
  );
  const first = html?.first?.list;
  expect(JSON.stringify(first)).toMatch(/Anouk Karsenti.*Björn Brume.*Chloé Solaire/);
  const [log] = await rows(
    `select before, after, reason from audit_log where action = 'discovery/arrange-home' order by id desc limit 1`,
  );
  expect(log).toEqual({
    before: { places: [place(chloe), place(anouk)] },
    after: { places: [place(anouk), place(bjorn), place(chloe)] },
    reason,
  });
});

test('each is featured on its days only, on the home page and in the search', async () => {
  await arrange(place(anouk, day(2), day(4)), place(bjorn, null, day(-1)), place(chloe, day(0), day(1)));
  expect(await firstOf(1)).toEqual([chloe]);
  const found = await ask(viewer, browseStreamers, {});
  expect(found.cards[0]?.id).toBe(chloe);
  expect(found.cards.slice(1).map(({ id }) => id)).not.toEqual([anouk, bjorn]);
});

test('the preview is the page that comes of it, today and on a day to come, and keeps nothing', async () => {
  await arrange(place(anouk), place(bjorn));
  const before = await kept();
  const places = [place(dino), place(chloe, day(2), day(4)), place(anouk)];
  const shown = async (when: string | null) =>
    (await ask(admin, previewHome, { places, day: when })).featured.map(({ id }) => id);
  const today = await shown(null);
  expect(today.slice(0, 2)).toEqual([dino, anouk]);
  // Both ends are included; the day that is asked for is the clock, no matter when midnight comes.
  const [first, last] = [day(2), day(4)];
  const within = [place(dino), place(chloe, first, last), place(anouk)];
  const secondOn = async (when: string) =>
    (await ask(admin, previewHome, { places: within, day: when })).featured[1]?.id;
  for (const when of [first, last]) expect(await secondOn(when)).toBe(chloe);
  expect(await secondOn(day(6))).toBe(anouk);
  expect(await kept()).toEqual(before);
  await ask(admin, arrangeHome, { before, places, reason });
  expect((await ask(viewer, getHome, {})).featured.map(({ id }) => id)).toEqual(today);
});

test('the preview waits for nobody who edits a featured page, and nobody waits for it', async () => {
  await arrange(place(anouk), place(bjorn));
  const db = await product.database.pool.connect();
  try {
    await db.query('begin');
    await db.query("update streamers set headline = 'Une autre accroche' where id = $1", [anouk]);
    const shown = await ask(admin, previewHome, { places: [place(bjorn), place(anouk)], day: null });
    expect(shown.featured.slice(0, 2).map(({ id, featured }) => ({ id, featured }))).toEqual([
      { id: bjorn, featured: true },
      { id: anouk, featured: true },
    ]);
    expect(shown.featured.slice(2).some(({ featured }) => featured)).toBe(false);
  } finally {
    await db.query('rollback');
    db.release();
  }
  expect(await codeOf(admin, previewHome, { places: [place(viewer.id)], day: null })).toBe(
    'streamer_not_found',
  );
});

test('what streamers have open is not refused to them because somebody is featured', async () => {
  await arrange(place(anouk), place(bjorn), place(dino));
  const marks = () =>
    rows('select id, updated_at, featured_at from streamers where id = any($1) order by id', [
      [anouk, bjorn, chloe],
    ]);
  const before = await marks();
  // The row that stays as it is, is not written at all.
  const versionOf = () => rows('select xmin::text from streamers where id = $1', [anouk]);
  const version = await versionOf();
  await arrange(place(anouk), place(chloe, null, day(3)));
  expect(await versionOf()).toEqual(version);
  const withoutMark = (found: typeof before) => found.map(({ featured_at: _, ...rest }) => rest);
  expect(withoutMark(await marks())).toEqual(withoutMark(before));
  await rows("update streamers set headline = 'Encore une autre' where id = $1", [chloe]);
  expect((await marks()).find(({ id }) => id === chloe)?.updated_at).not.toEqual(
    before.find(({ id }) => id === chloe)?.updated_at,
  );
});

test('a day that is over or far away has no preview, and nobody but the team has one', async () => {
  const places = await kept();
  expect(await codeOf(admin, previewHome, { places, day: day(-2) })).toBe('moment_in_past');
  expect(await codeOf(admin, previewHome, { places, day: day(90) })).toBe('moment_in_past');
  expect(await codeOf(viewer, previewHome, { places, day: null })).toBe('forbidden');
  expect(await codeOf(viewer, arrangeHome, { before: places, places: [], reason })).toBe('forbidden');
});

test('what is wrong is refused, and nothing changes', async () => {
  await arrange(place(anouk));
  const before = await kept();
  const refused = (places: HomePlace[], seen = before) =>
    codeOf(admin, arrangeHome, { before: seen, places, reason });
  expect(await refused(before)).toBe('already_done');
  expect(await refused([place(bjorn)], [])).toBe('try_again');
  expect(await refused([place(viewer.id)])).toBe('streamer_not_found');
  expect(await refused([place(bjorn), place(bjorn)])).toBe('invalid_input');
  expect(await refused([place(bjorn, day(4), day(2))])).toBe('invalid_input');
  expect(await kept()).toEqual(before);
});

test('of two lists that are sent at the same time, one is kept whole and the other refused', async () => {
  await arrange(place(anouk), place(bjorn), place(dino));
  const before = await kept();
  const answers = await Promise.all([
    send(admin, arrangeHome, { before, places: [place(bjorn), place(chloe)], reason }),
    send(admin, arrangeHome, { before, places: [place(dino), place(anouk)], reason }),
  ]);
  expect(answers.map(({ refusal }) => refusal === null).sort()).toEqual([false, true]);
  const now = (await kept()).map(({ streamerId }) => streamerId);
  expect([
    [bjorn, chloe],
    [dino, anouk],
  ]).toContainEqual(now);
});

test('somebody who is featured again after their days is shown', async () => {
  await arrange(place(bjorn, null, day(-1)), place(anouk));
  await ask(admin, setStreamerStanding, { streamerId: bjorn, standing: 'unfeature', reason });
  await ask(admin, setStreamerStanding, { streamerId: bjorn, standing: 'feature', reason });
  expect((await kept()).find(({ streamerId }) => streamerId === bjorn)).toEqual(place(bjorn));
});
