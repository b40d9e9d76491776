import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms({ answer: 64 * 1024, poolSize: 4, perAddress: 2, anonTimeout: 1 });

const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
  const response = await films.fetch(path, init);
  const text = await response.text();
  return { status: response.status, bytes: text.length, body: JSON.parse(text) as Record<string, unknown> };
};

/** `roles(films(roles(…)))`, nested to the given depth. */
const nested = (depth: number): string =>
  depth === 0
    ? 'id'
    : `${depth % 2 === 1 ? 'roles' : 'films'}(${depth === 1 ? 'film_id' : nested(depth - 1)})`;

const tooMuch = (most: string) => ({
  status: 400,
  body: {
    code: '54001',
    message: 'The select parameter asks for too much',
    details: `At most ${most} at once.`,
  },
});

describe('the limits of one REST request', () => {
  test('five levels of embedding, and not six', async () => {
    // The nesting ends in films, so an even number of levels begins at roles.
    const table = (depth: number) => (depth % 2 === 1 ? 'films' : 'roles');
    expect((await ask(`/${table(5)}?select=${nested(5)}`)).status).toBe(200);
    expect(await ask(`/${table(6)}?select=${nested(6)}`)).toMatchObject(tooMuch('5 levels'));
  });

  test('200 columns, at all levels together', async () => {
    const columns = (count: number) => Array.from({ length: count }, (_, at) => `a${at}:id`).join(',');
    expect((await ask(`/films?select=${columns(200)}&limit=1`)).status).toBe(200);
    expect(await ask(`/films?select=${columns(201)}&limit=1`)).toMatchObject(tooMuch('200 columns'));
    expect(await ask(`/films?select=${columns(120)},roles(${columns(81)})`)).toMatchObject(
      tooMuch('200 columns'),
    );
  });

  test('20 embedded resources', async () => {
    const embeds = (count: number) =>
      Array.from({ length: count }, (_, at) => `r${at}:roles(film_id)`).join(',');
    expect((await ask(`/films?select=${embeds(20)}`)).status).toBe(200);
    expect(await ask(`/films?select=${embeds(21)}`)).toMatchObject(tooMuch('20 embedded resources'));
  });

  test('an answer up to the size limit; a larger one is refused', async () => {
    const long = await ask('/rpc/long_text?size=60000');
    expect(long.status).toBe(200);
    const { status, bytes, body } = await ask('/rpc/long_text?size=70000');
    expect({ status, code: body.code }).toEqual({ status: 413, code: '54000' });
    expect(bytes).toBeLessThan(500);
  });

  test('a write whose answer would be too large is undone', async () => {
    const title = 'x'.repeat(70_000);
    const headers = {
      Prefer: 'return=representation',
      Authorization: `Bearer ${films.keys.secretKey}`,
      apikey: films.keys.secretKey,
    };
    const answer = await ask('/films', { method: 'POST', headers, body: JSON.stringify({ title }) });
    expect(answer).toMatchObject({ status: 413, body: { code: '54000' } });
    expect((await films.service.from('films').select('id').eq('title', 'x')).data).toEqual([]);
    const { rows } = await films.db.pool.query('select from api.films where length(title) > 60000');
    expect(rows).toEqual([]);
  });

  test('a body of 1 MiB', async () => {
    const post = (size: number) =>
      ask('/films', { method: 'POST', body: JSON.stringify({ title: 'x'.repeat(size) }) });
    expect((await post(1024 * 1024 - 100)).status).not.toBe(413);
    expect(await post(1024 * 1024)).toMatchObject({
      status: 413,
      body: { code: '54000', details: 'A body may have 1048576 bytes.' },
    });
  });

  test('a long body is not parsed for a person who may not write the table', async () => {
    const body = `a,b\n${'"'.padEnd(100_000, 'x')}`; // not valid CSV, so parsing it first would give another error
    const headers = { 'Content-Type': 'text/csv' };
    expect(await ask('/secrets', { method: 'POST', body, headers })).toMatchObject({
      status: 401,
      body: { code: '42501', message: 'permission denied for table secrets' },
    });
  });

  test('CSV with an unclosed quote is refused', async () => {
    const headers = { 'Content-Type': 'text/csv' };
    for (const body of ['title\n"Tomboy', '"title', 'title,year\n"a""b,1999\n']) {
      const { status, body: error } = await ask('/films', { method: 'POST', body, headers });
      expect({ body, status, code: error.code }).toEqual({ body, status: 400, code: 'PGRST102' });
    }
  });

  test('anonymous callers have a shorter time limit for a statement than others', async () => {
    const slow = '/rpc/slowly?seconds=1.5';
    expect(await ask(slow)).toMatchObject({ status: 500, body: { code: '57014' } });
    const { data, error } = await films.service.rpc('slowly', { seconds: 1.5 }, { get: true });
    expect({ data, error }).toEqual({ data: 'done', error: null });
  });

  test('one address gets only a share of the connections, and delays only its own requests', async () => {
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    let answered = 0;
    const crowd = Array.from({ length: 60 }, async () => {
      const { status } = await ask('/rpc/slowly?seconds=0.2', from('198.51.100.1'));
      answered += 1;
      return status;
    });
    const underWay = async () =>
      (
        await films.db.pool.query(
          "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
        )
      ).rowCount;
    await expect.poll(underWay).toBe(2);
    const before = answered;
    for (let at = 0; at < 5; at += 1) {
      expect((await ask('/films?select=id&limit=1', from('198.51.100.2'))).status).toBe(200);
      expect(await underWay()).toBeLessThanOrEqual(2);
    }
    // The other address was answered before all requests of the crowd were.
    expect(before).toBeLessThan(60);
    expect(answered).toBeLessThan(60);
    const statuses = Map.groupBy(await Promise.all(crowd), (status) => status);
    // On a busy machine some arrive when others have been answered, so that fewer than ten are one too many.
    const [done = 0, refused = 0] = [statuses.get(200)?.length, statuses.get(429)?.length];
    expect(done + refused).toBe(60);
    expect(done).toBeGreaterThanOrEqual(50);
  });
});
