import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms({ poolSize: 2, columns: 5_000, body: 10 * 1024 * 1024 });

describe('names of properties that every JavaScript object has', () => {
  test.each(['constructor', 'toString', '__proto__'])('%s is not a known preference', async (name) => {
    const passed = await films.fetch('/films?limit=1', { headers: { Prefer: `${name}=1` } });
    expect(passed.status).toBe(200);
    const strict = { Prefer: `handling=strict, ${name}=1` };
    expect((await films.fetch('/films?limit=1', { headers: strict })).status).toBe(400);
  });

  test.each(['constructor', '__proto__'])('%s is not a known content type', async (type) => {
    const headers = { 'Content-Type': type };
    const answer = await films.fetch('/rpc/add', { method: 'POST', headers, body: '{"a": 1}' });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, 'PGRST102']);
  });
});

describe('deeply nested JSON', () => {
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const post = (path: string, body: string) =>
    films.fetch(path, { method: 'POST', headers: { Prefer: 'tx=rollback' }, body });

  test('is written when Postgres can store it, in one row or several', async () => {
    const row = `{"title": "profond", "details": ${nest(5_000)}}`;
    expect((await post('/films', row)).status).toBe(201);
    expect((await post('/films', `[${row}]`)).status).toBe(201);
  });

  test.each([100_000, 1_000_000])('nested %i deep, is refused with 400 and not 500', async (depth) => {
    const row = `{"title": "profond", "details": ${nest(depth)}}`;
    for (const [path, body] of [
      ['/films', row],
      ['/films', `[${row}]`],
      ['/rpc/echo', nest(depth)],
    ] as const) {
      const answer = await post(path, body);
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: '54001' }]);
    }
    expect((await films.anon.from('actors').select('id')).data).toHaveLength(4);
  });
});

describe('an error of Postgres that the request caused is a 4xx', () => {
  test('a write to a view that is read-only', async () => {
    for (const method of ['PATCH', 'POST', 'DELETE']) {
      const body = method === 'DELETE' ? null : '{"id": 1}';
      const answer = await films.fetch('/studio_sizes?id=eq.1', { method, body });
      expect([method, answer.status, await answer.json()]).toMatchObject([method, 405, { code: '55000' }]);
    }
  });

  test('more columns than a statement may have', async () => {
    const answer = await films.fetch(`/films?select=${Array(1_700).fill('id').join(',')}`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: '54011' }]);
  });

  test('an upsert with the same row twice', async () => {
    const headers = { Prefer: 'resolution=merge-duplicates, tx=rollback' };
    const body = JSON.stringify([1, 1].map((id) => ({ id, name: 'deux fois' })));
    const answer = await films.fetch('/studios', { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: '21000' }]);
  });
});
