import { describe, expect, test } from 'vitest';
import { AGNES, type Films, JACQUES, openFilms } from './testing/films.ts';

const films = await openFilms({ poolSize: 8 });
await films.db.pool.query(
  `insert into api.notes (owner_id, body, private) values
     ('${AGNES}', 'à Agnès', true), ('${AGNES}', 'pour tous', false), ('${JACQUES}', 'à Jacques', true)`,
);

/** The server still works: everybody can read the actors. */
const isWell = async () => expect((await films.anon.from('actors').select('id')).data).toHaveLength(4);

describe('row-level security', () => {
  test('people see only their own private rows', async () => {
    const bodies = async (client: Films['anon']) =>
      (await client.from('notes').select('body').order('id')).data?.map(({ body }) => body);
    expect(await bodies(films.anon)).toEqual(['pour tous']);
    expect(await bodies(await films.as(AGNES))).toEqual(['à Agnès', 'pour tous']);
    expect(await bodies(await films.as(JACQUES))).toEqual(['pour tous', 'à Jacques']);
    expect(await bodies(films.service)).toEqual(['à Agnès', 'pour tous', 'à Jacques']);
  });

  test('people write only their own rows', async () => {
    const agnes = await films.as(AGNES);
    expect(
      (await agnes.from('notes').update({ body: 'pris' }).eq('owner_id', JACQUES).select()).data,
    ).toEqual([]);
    const forged = await agnes.from('notes').insert({ body: 'faux', owner_id: JACQUES });
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await films.anon.from('notes').insert({ body: 'anonyme' })).toMatchObject({ status: 401 });
    expect((await agnes.from('secrets').select()).status).toBe(403);
    expect((await films.service.from('secrets').select('word').single()).data).toEqual({ word: 'sésame' });
  });

  test('no kind of count reveals how many rows others can see', async () => {
    await films.db.pool.query('analyze api.notes');
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const seen = await films.anon.from('notes').select('*', { count, head: true }).eq('private', true);
      expect([count, seen.count]).toEqual([count, 0]);
    }
  });

  test('fifty people at once on eight connections: each request runs as its own caller', async () => {
    const people = Array.from(
      { length: 50 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    );
    const clients = await Promise.all(people.map((id) => films.as(id)));
    for (let round = 0; round < 4; round++) {
      const seen = await Promise.all(clients.map((client) => client.rpc('who')));
      expect(seen.map(({ data }) => data?.uid)).toEqual(people);
      const anonymous = await Promise.all(clients.slice(0, 10).map(() => films.anon.rpc('who')));
      expect(anonymous.every(({ data }) => data?.uid === null && data?.role === 'anon')).toBe(true);
    }
  });
});

describe('who sends a request', () => {
  test('a missing key, a wrong key, a bad token and an expired token are refused', async () => {
    expect((await fetch(`${films.url}/films`)).status).toBe(401);
    const wrong = await films.fetch('/films', { headers: { apikey: 'nonsense' } });
    expect(wrong.status).toBe(401);
    const bad = await films.fetch('/films', { headers: { Authorization: 'Bearer a.b.c' } });
    expect(bad.status).toBe(401);
    expect(await bad.json()).toMatchObject({ code: 'PGRST301' });
    const exp = Math.floor(Date.now() / 1000) - 5;
    const token = await films.keys.sign({ sub: AGNES, role: 'authenticated', exp });
    const expired = await films.fetch('/films', { headers: { Authorization: `Bearer ${token}` } });
    expect(await expired.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
    expect(expired.headers.get('www-authenticate')).toContain('JWT expired');
  });

  test('a session that ended is refused while its token is still valid', async () => {
    await films.db.pool.query(`insert into auth.users (id, email) values ('${AGNES}', 'agnes@example.org')`);
    const session = '00000000-0000-4000-8000-0000000000ff';
    await films.db.pool.query(`insert into auth.sessions (id, user_id) values ('${session}', '${AGNES}')`);
    const exp = Math.floor(Date.now() / 1000) + 600;
    const token = await films.keys.sign({ sub: AGNES, role: 'authenticated', session_id: session, exp });
    const ask = () => films.fetch('/films?limit=1', { headers: { Authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    await films.db.pool.query('delete from auth.sessions');
    const refused = await ask();
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'PGRST301', message: 'JWT session ended' });
    // Nor does it learn from a failure what a row holds.
    const failing = await films.fetch('/films?select=title::integer&limit=1', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([failing.status, await failing.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'PGRST301', message: 'JWT session ended' }),
    ]);
  });

  test('a function that changes the role changes it neither for its own call nor for later requests', async () => {
    await films.db.pool.query(`create function api.escape() returns text language plpgsql as $$
      begin perform set_config('role', 'postgres', false); return current_user; exception when others then
      perform set_config('role', 'none', false); return current_user; end $$; notify schema_changed`);
    await films.rest.reload();
    for (let at = 0; at < 20; at++) await films.anon.rpc('escape');
    const roles = await Promise.all(Array.from({ length: 16 }, () => films.anon.rpc('who')));
    expect(new Set(roles.map(({ data }) => data?.role))).toEqual(new Set(['anon']));
    expect((await films.anon.from('secrets').select()).status).toBe(401);
  });
});

const attacks = [
  `'; drop table api.actors; --`,
  `1); drop table api.actors; --`,
  `" from api.secrets; --`,
  `x"::text,(select word from api.secrets)--`,
  `$1`,
  `\\'; reset role; select '`,
  `*/ commit; /*`,
  `pg_sleep(9)`,
  `\0`,
  `{"a":1}`,
  `\u{1F3AC}`,
  'a'.repeat(5000),
];

describe('injection', () => {
  test.each(attacks)('%s', async (attack) => {
    const it = encodeURIComponent(attack);
    const quoted = encodeURIComponent(`"${attack.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
    const paths = [
      `/${it}`,
      `/rpc/${it}`,
      ...[it, quoted].flatMap((one) => [
        `/films?select=${one}`,
        `/films?select=id::${one}`,
        `/films?select=${one}:id`,
        `/films?select=details->${one}`,
        `/films?select=${one}(*)`,
        `/films?select=studios!${one}(*)`,
        `/films?order=${one}`,
        `/films?order=details->>${one}`,
        `/films?${one}=eq.1`,
        `/films?id=eq.${one}`,
        `/films?title=eq.${one}`,
        `/films?id=in.(${one})`,
        `/films?tags=cs.${one}`,
        `/films?or=(id.eq.${one})`,
        `/films?title=fts(${one}).x`,
        `/films?limit=${one}`,
        `/rpc/add?${one}=1`,
        `/rpc/shout?a=${one}`,
        `/films?select=title,${one}:studios(name)`,
      ]),
    ];
    for (const path of paths) {
      const response = await films.fetch(path);
      expect([200, 300, 400, 404], `${path} ${await response.text()}`).toContain(response.status);
    }
    for (const name of [`columns=${it}`, `columns=${quoted}`, `on_conflict=${quoted}`, `select=${quoted}`]) {
      const headers = { Prefer: 'return=representation, resolution=merge-duplicates, tx=rollback' };
      const body = JSON.stringify({ [attack]: attack, title: attack });
      const response = await films.fetch(`/films?${name}`, { method: 'POST', headers, body });
      expect([400, 404], `${name} ${await response.text()}`).toContain(response.status);
    }
    await isWell();
  });
});
