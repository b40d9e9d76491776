import { beforeAll, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { discoveryAt, publish } from './testing/discovery.ts';

/** A Monday in Paris, 10:00. */
const now = new Date('2026-11-23T09:00:00Z');
const EVENINGS = [1, 2, 3, 4, 5].map((day) => [day, 1080, 1320] as const);
const MORNINGS = [1, 2, 3, 4, 5].map((day) => [day, 480, 720] as const);
const WEEKEND = [6, 7].map((day) => [day, 840, 1080] as const);

const database = await openTestDatabase('product');

describe('finding a streamer', () => {
  let at: ReturnType<typeof discoveryAt>;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    at = discoveryAt(database, now);
    const add = async (key: string, draft: Parameters<typeof publish>[1]) => {
      ids[key] = await publish(database.pool, draft);
    };
    await add('anouk', {
      name: 'Anouk Karsenti',
      headline: 'Jeux de rythme, du débutant au tournoi',
      categories: ['coaching', 'musique'],
      languages: ['fr', 'en'],
      hours: EVENINGS,
      rating: { average: 4.8, count: 40 },
      offers: [
        { title: 'Coaching classé', minutes: 60, cents: 4500, category: 'coaching' },
        { title: 'Relecture de VOD', minutes: 30, cents: 2500, category: 'coaching' },
      ],
    });
    await add('theo', {
      name: 'Théo Brume',
      categories: ['speedrun'],
      hours: MORNINGS,
      rating: { average: 4.1, count: 3 },
      offers: [{ title: 'Un run commenté', cents: 1800, category: 'speedrun' }],
    });
    await add('ines', {
      name: 'Inès Solaire',
      categories: ['dessin'],
      languages: ['fr', 'es'],
      hours: WEEKEND,
      noticeMinutes: 1440,
      featured: true,
      offers: [{ title: 'Croquis à quatre mains', minutes: 90, cents: 4000, category: 'dessin' }],
    });
    await add('bjorn', {
      name: 'Björn Ødegård',
      categories: ['echecs'],
      zone: 'America/Montreal',
      hours: MORNINGS,
      offers: [{ title: 'Ouvertures', cents: 0, category: 'echecs' }],
    });
    await add('unpublished', { name: 'Nina Cachée', categories: ['echecs'] });
    await add('withheld', { name: 'Rémi Retenu', categories: ['echecs'] });
    await add('away', { name: 'Ava Partie', categories: ['echecs'] });
    const set = (key: string, sql: string) =>
      database.pool.query(`update public.streamers set ${sql} where id = $1`, [ids[key]]);
    await set('unpublished', 'published_at = null');
    await set('withheld', 'withheld_at = now()');
    await set('away', `away_until = 'infinity'`);
    await at.refresh();
  });

  const names = async (input: Parameters<typeof at.browse>[0]) => {
    const { cards, total } = await at.browse(input);
    expect(total).toBe(cards.length);
    return cards.map(({ displayName }) => displayName.split(' ')[0]);
  };

  test('without filters, everybody whom the public may see, the featured one first, then the best rated', async () => {
    expect(await names({})).toEqual(['Inès', 'Anouk', 'Théo', 'Björn']);
  });

  test.each([
    ['anouk', ['Anouk']],
    ['THEO', ['Théo']],
    ['odegard', ['Björn']],
    ['ødegård', ['Björn']],
    ['karsenti anouk', ['Anouk']],
    ['strategie', ['Björn']],
    ['espagnol', ['Inès']],
    ['croquis', ['Inès']],
    ['rythme', ['Anouk']],
    ['dess', ['Inès']],
    ['theo dessin', []],
    ['essin', ['Inès']],
    ['!!!', ['Inès', 'Anouk', 'Théo', 'Björn']],
  ])('« %s » finds %j', async (query, expected) => {
    expect(await names({ query })).toEqual(expected);
  });

  test.each([
    ['anuok', ['Anouk']],
    ['ehcecs', ['Björn']],
    ['speedrnu', ['Théo']],
    ['croqui à quatr mians', ['Inès']],
    ['karsneti', ['Anouk']],
    ['desin', ['Inès']],
    ['zzzzzz', []],
  ])('« %s », misspelt, finds %j', async (query, expected) => {
    expect(await names({ query })).toEqual(expected);
  });

  test('a hidden streamer is found by nothing', async () => {
    for (const query of ['nina cachée', 'retenu', 'ava partie', 'Cachee'])
      expect(await names({ query })).toEqual([]);
    expect(await names({ category: 'echecs' })).toEqual(['Björn']);
    for (const key of ['unpublished', 'withheld', 'away']) {
      await expect(at.nextStarts({ streamerId: ids[key]! })).rejects.toMatchObject({
        code: 'streamer_not_found',
      });
    }
    const { featured, freeToday, categories } = await at.home({});
    const shown = new Set([...featured, ...freeToday].map(({ id }) => id));
    expect(['unpublished', 'withheld', 'away'].filter((key) => shown.has(ids[key]!))).toEqual([]);
    expect(categories.find(({ slug }) => slug === 'echecs')).toEqual({ slug: 'echecs', streamers: 1 });
  });

  test.each([
    [{ category: 'speedrun' }, ['Théo']],
    [{ category: 'nulle-part' }, []],
    [{ language: 'es' }, ['Inès']],
    [{ priceMaxCents: 2500 }, ['Anouk', 'Théo', 'Björn']],
    [{ priceMinCents: 4200 }, ['Anouk']],
    [{ durationMinutes: 30 }, ['Anouk']],
    // The hour costs 45 €, and only the half hour is within the budget: no single offer matches both.
    [{ durationMinutes: 60, priceMaxCents: 3000 }, ['Théo', 'Björn']],
    [{ ratingMin: 4.5 }, ['Anouk']],
    [{ priceMaxCents: 9_007_199_254_740_991 }, ['Inès', 'Anouk', 'Théo', 'Björn']],
  ])('%j finds %j', async (input, expected) => {
    expect(await names(input)).toEqual(expected);
  });

  test.each([
    // Monday 10:00: Théo until noon, Anouk this evening, Björn from 14:00 of Paris.
    [{ free: 'today' }, ['Anouk', 'Théo', 'Björn']],
    [{ free: 'week' }, ['Inès', 'Anouk', 'Théo', 'Björn']],
    [{ free: 'evenings' }, ['Anouk']],
    [{ free: 'weekend' }, ['Inès']],
    // In Montréal the evenings of Paris are afternoons; from Tokyo they are 10:00 to 15:00 in Paris.
    [{ free: 'evenings', zone: 'America/Montreal' }, []],
    [{ free: 'evenings', zone: 'Asia/Tokyo' }, ['Inès', 'Théo', 'Björn']],
    [{ free: 'today', durationMinutes: 30 }, ['Anouk']],
  ] as const)('%j finds %j', async (input, expected) => {
    expect(await names(input)).toEqual(expected);
  });

  test('a card shows the first free start that matches, and which offer it is of', async () => {
    const { cards } = await at.browse({ query: 'anouk' });
    expect(cards[0]).toMatchObject({
      fromPriceCents: 2500,
      durations: [30, 60],
      nextFree: { start: '2026-11-23T17:00:00.000Z' },
    });
    const [longer] = (await at.browse({ query: 'anouk', durationMinutes: 60 })).cards;
    const [offer] = (await database.pool.query("select id from offers where title = 'Coaching classé'")).rows;
    expect(longer?.nextFree).toEqual({ start: '2026-11-23T17:00:00.000Z', offerId: offer.id });
    const [weekend] = (await at.browse({ free: 'weekend' })).cards;
    expect(weekend?.nextFree?.start).toBe('2026-11-28T13:00:00.000Z');
  });

  test('the price on a card is within the filter, and matches the chosen order', async () => {
    const shown = async (input: Parameters<typeof at.browse>[0]) =>
      (await at.browse(input)).cards.map(({ displayName, fromPriceCents, free }) => [
        displayName.split(' ')[0],
        free,
        fromPriceCents,
      ]);
    // Of Anouk's two offers only the dearer one fits: its price stands on the card.
    expect(await shown({ priceMinCents: 4200 })).toEqual([['Anouk', 'none', 4500]]);
    expect(await shown({ durationMinutes: 60, sort: 'price' })).toEqual([
      ['Björn', 'only', null],
      ['Théo', 'none', 1800],
      ['Anouk', 'none', 4500],
    ]);
    const { rows } = await database.pool.query(
      `insert into offers (streamer_id, title, category, duration_minutes, price_cents)
       values ($1, 'Premier contact', 'dessin', 15, 0) returning id`,
      [ids.ines],
    );
    await at.refresh();
    expect(await shown({ sort: 'price' })).toEqual([
      ['Inès', 'trial', 4000],
      ['Björn', 'only', null],
      ['Théo', 'none', 1800],
      ['Anouk', 'none', 2500],
    ]);
    expect(await shown({ priceMaxCents: 1800, sort: 'price' })).toEqual([
      ['Inès', 'trial', null],
      ['Björn', 'only', null],
      ['Théo', 'none', 1800],
    ]);
    expect(await shown({ priceMinCents: 1 })).toContainEqual(['Inès', 'none', 4000]);
    // Found by a price that has been changed since, so none of it matches any more.
    await database.pool.query("update offers set price_cents = 1900 where title = 'Un run commenté'");
    expect(await shown({ priceMaxCents: 1800, sort: 'price' })).toEqual([
      ['Inès', 'trial', null],
      ['Björn', 'only', null],
    ]);
    await database.pool.query("update offers set price_cents = 1800 where title = 'Un run commenté'");
    await database.pool.query('delete from offers where id = $1', [rows[0].id]);
    await at.refresh();
  });

  test('a search among favourites finds only one’s own, and nobody’s without an account', async () => {
    const viewer = await publish(database.pool, { name: 'Fanny Fidèle', offers: [] });
    await database.pool.query('update streamers set published_at = null where id = $1', [viewer]);
    const keep = (streamer: string) =>
      database.pool.query('insert into favourites (viewer_id, streamer_id) values ($1, $2)', [
        viewer,
        ids[streamer],
      ]);
    await keep('theo');
    await keep('unpublished');
    const { cards, total } = await at.browseAs(viewer, { favourites: true });
    expect([total, cards.map(({ displayName }) => displayName)]).toEqual([1, ['Théo Brume']]);
    expect((await at.browseAs(viewer, { favourites: true, query: 'anouk' })).total).toBe(0);
    expect((await at.browseAs(ids.ines!, { favourites: true })).total).toBe(0);
    expect(await names({ favourites: true })).toEqual([]);
    await database.pool.query('delete from profiles where id = $1', [viewer]);
  });

  test('the sorts', async () => {
    expect(await names({ sort: 'soonest' })).toEqual(['Théo', 'Björn', 'Anouk', 'Inès']);
    expect(await names({ sort: 'price' })).toEqual(['Björn', 'Théo', 'Anouk', 'Inès']);
    expect(await names({ sort: 'rating' })).toEqual(['Anouk', 'Théo', 'Inès', 'Björn']);
    expect(await names({ sort: 'newest' })).toEqual(['Anouk', 'Théo', 'Inès', 'Björn']);
  });

  test('a page behind the last one is empty and has the total', async () => {
    expect(await at.browse({ page: 40 })).toMatchObject({ total: 4, pages: 1, cards: [] });
  });

  test('the home page counts, features and says who is free today', async () => {
    const { freeToday, featured, categories } = await at.home({});
    expect(freeToday.map(({ displayName }) => displayName)).toEqual([
      'Théo Brume',
      'Björn Ødegård',
      'Anouk Karsenti',
    ]);
    expect(featured[0]?.displayName).toBe('Inès Solaire');
    expect(categories).toContainEqual({ slug: 'musique', streamers: 1 });
    // At night nobody is left: those who come next.
    const late = await discoveryAt(database, new Date('2026-11-23T22:30:00Z')).home({});
    expect(late.freeToday).toEqual([]);
    expect(late.soonest[0]?.displayName).toBe('Théo Brume');
  });

  test('the listed starts of each offer are apart by its duration', async () => {
    const { offers } = await at.nextStarts({ streamerId: ids.anouk!, count: 5 });
    const hour = offers.map(({ starts }) => starts.map((start) => start.slice(5, 16)));
    expect(hour).toContainEqual(['11-23T17:00', '11-23T18:00', '11-23T19:00', '11-23T20:00', '11-24T17:00']);
    expect(hour).toContainEqual(['11-23T17:00', '11-23T17:30', '11-23T18:00', '11-23T18:30', '11-23T19:00']);
  });

  test('what is booked meanwhile is never shown as free, and found again when it is released', async () => {
    const viewer = await publish(database.pool, { name: 'Vera Vient', offers: [] });
    const { rows } = await database.pool.query('select id from offers where streamer_id = $1', [ids.theo]);
    const taken = await insertBooked(database.pool, {
      streamerId: ids.theo!,
      offerId: rows[0].id,
      viewerId: viewer,
      start: new Date('2026-11-23T09:00:00Z'),
      durationMinutes: 120,
    });
    // The projection still lists him as free: the card is left out, the rest of the page stays.
    expect(await names({ free: 'today' })).toEqual(['Anouk', 'Björn']);
    await at.refresh();
    expect(await names({ free: 'today' })).toEqual(['Anouk', 'Björn']);
    await database.pool.query(
      "update bookings set status = 'cancelled_by_viewer', ended_at = now() where id = $1",
      [taken],
    );
    await at.refresh();
    expect(await names({ free: 'today' })).toEqual(['Anouk', 'Théo', 'Björn']);
    await database.pool.query('delete from profiles where id = $1', [viewer]);
  });

  test('nothing is left to compute once all is computed, and a row whose start has passed is computed again', async () => {
    await at.refresh();
    expect((await database.pool.query('select from private.free_time_marks')).rowCount).toBe(0);
    const old = await database.pool.query('select from private.free_times where fresh_until <= $1', [now]);
    expect(old.rowCount).toBe(0);
    const tomorrow = discoveryAt(database, new Date('2026-11-25T09:00:00Z'));
    expect(await tomorrow.refresh()).toBeGreaterThan(0);
    await at.refresh();
  });

  test('a streamer who cannot be computed does not prevent others from being found', async () => {
    const { pool } = database;
    await pool.query(`create function private.refuse_free_times() returns trigger language plpgsql as $$
      begin if new.streamer_id = '${ids.theo}' then raise exception 'broken hours'; end if; return new; end $$;
      create trigger refuse before insert or update on private.free_times for each row when (new.starts is not null)
      execute function private.refuse_free_times()`);
    await pool.query('insert into private.free_time_marks (streamer_id) values ($1), ($2)', [
      ids.theo,
      ids.anouk,
    ]);
    const told: unknown[] = [];
    await at.refresh({ error: (facts: unknown) => told.push(facts) });
    expect(told).toEqual(expect.arrayContaining([expect.objectContaining({ streamerId: ids.theo })]));
    const waiting = await pool.query('select distinct streamer_id from private.free_time_marks');
    expect(waiting.rows).toEqual([{ streamer_id: ids.theo }]);
    await pool.query('drop trigger refuse on private.free_times; drop function private.refuse_free_times()');
    await at.refresh();
    expect((await pool.query('select from private.free_time_marks')).rowCount).toBe(0);
  });

  test('a page’s words are searched as soon as they are changed', async () => {
    await database.pool.query("update streamers set headline = 'Origami et pliages' where id = $1", [
      ids.ines,
    ]);
    expect(await names({ query: 'origami' })).toEqual(['Inès']);
    expect(await names({ query: 'origmai' })).toEqual(['Inès']);
    await database.pool.query("update offers set is_active = false where title = 'Croquis à quatre mains'");
    expect(await names({ query: 'croquis' })).toEqual([]);
    await database.pool.query("update offers set is_active = true where title = 'Croquis à quatre mains'");
  });
});

describe('the facts of a page', () => {
  const factsOf = async (id: string) => {
    const { rows } = await database.pool.query(
      'select sessions_held, returning_viewers, answer_seconds, ratings from public.streamer_facts where streamer_id = $1',
      [id],
    );
    return rows[0];
  };

  test('count sessions once however many seats they had, and those who came back, and stars; a hidden page has none', async () => {
    const streamerId = await publish(database.pool, { name: 'Nadia Comptée' });
    const { rows: offers } = await database.pool.query<{ id: string }>(
      'select id from public.offers where streamer_id = $1',
      [streamerId],
    );
    const offerId = offers[0]?.id ?? '';
    expect(await factsOf(streamerId)).toEqual({
      sessions_held: 0,
      returning_viewers: 0,
      answer_seconds: null,
      ratings: [0, 0, 0, 0, 0],
    });
    const [first = '', second = ''] = await Promise.all(
      ['une', 'deux'].map((name) =>
        insertPerson(database.pool, { email: `${name}-comptee@loge.test`, role: 'viewer' }),
      ),
    );
    const held = (viewerId: string, start: string, more = {}) =>
      insertBooked(database.pool, {
        streamerId,
        viewerId,
        offerId,
        start: new Date(start),
        status: 'completed',
        ...more,
      });
    const group = await held(first, '2026-10-05T10:00:00Z', { seats: 2 });
    await held(second, '2026-10-05T10:00:00Z', { seats: 2, seat: 2, sessionId: group });
    const again = await held(first, '2026-10-12T10:00:00Z');
    await held(second, '2026-10-19T10:00:00Z', { status: 'cancelled_by_viewer' });
    for (const [bookingId, viewerId, rating, hidden] of [
      [group, first, 5, false],
      [again, first, 1, true],
    ] as const)
      await database.pool.query(
        `insert into public.reviews (booking_id, streamer_id, viewer_id, rating, hidden_at) values ($1, $2, $3, $4, case when $5 then now() end)`,
        [bookingId, streamerId, viewerId, rating, hidden],
      );
    // Two answers say little; the third makes a median.
    const answered = (seconds: number) =>
      database.pool.query(
        'insert into private.statistics_answers (streamer_id, day, booking_id, seconds) values ($1, now()::date - 3, gen_random_uuid(), $2)',
        [streamerId, seconds],
      );
    await answered(600);
    await answered(90_000);
    expect((await factsOf(streamerId))?.answer_seconds).toBeNull();
    await answered(7_200);
    expect(await factsOf(streamerId)).toEqual({
      sessions_held: 2,
      returning_viewers: 1,
      answer_seconds: 7_200,
      ratings: [0, 0, 0, 0, 1],
    });
    await database.pool.query('update public.streamers set withheld_at = now() where id = $1', [streamerId]);
    expect(await factsOf(streamerId)).toBeUndefined();
  });
});
