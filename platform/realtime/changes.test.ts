import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { purge } from './changes/changes.ts';
import { joinRaw, openRaw } from './testing/raw-socket.ts';
import { eventually, openRealtime, quiet, type RealtimeServer, subscribed } from './testing/server.ts';

const SETUP = `
  create type state as enum ('held', 'confirmed');
  create table notes (
    id uuid primary key default gen_random_uuid(), owner uuid not null, title text not null default '', rank bigint not null default 0,
    state state not null default 'held', price numeric, secret text, at timestamptz not null default now(), tags text[], extra jsonb);
  alter table notes enable row level security;
  grant select (id, owner, title, rank, state, price, at, tags, extra) on notes to authenticated;
  grant select on notes to service_role;
  create policy own on notes for select to authenticated using (owner = auth.uid());
  select realtime.publish_table('notes');
  create table open_notes (a int, b text, words text, primary key (a, b));
  grant select on open_notes to anon, authenticated;
  select realtime.publish_table('open_notes');
  create table hidden (id int primary key, owner uuid);
  grant select (owner) on hidden to authenticated;
  select realtime.publish_table('hidden');
  create table unpublished (id int primary key);
  grant select on unpublished to anon, authenticated;`;

type Row = Record<string, unknown>;
type Payload = RealtimePostgresChangesPayload<Row>;

const server = await openRealtime(SETUP);

let topics = 0;
function newTopic(): string {
  topics += 1;
  return `notes-${topics}`;
}

/** Subscribes to changes and collects those that arrive. */
async function follow(
  who: Parameters<RealtimeServer['client']>[0],
  binding: { event?: '*'; table?: string; filter?: string; select?: string[] } = {},
  vsn: '1.0.0' | '2.0.0' = '2.0.0',
): Promise<Payload[]> {
  const seen: Payload[] = [];
  const channel = (await server.client(who, vsn)).channel(newTopic());
  const system: Row[] = [];
  channel.on('system', {}, (message) => system.push(message as Row));
  channel.on<Row>(
    'postgres_changes',
    { event: '*', schema: 'public', table: 'notes', ...binding },
    (payload) => {
      seen.push(payload);
    },
  );
  expect(await subscribed(channel)).toEqual({ status: 'SUBSCRIBED', error: undefined });
  await eventually(() => system.length > 0);
  expect(system[0]).toMatchObject({
    extension: 'postgres_changes',
    status: 'ok',
    message: 'Subscribed to PostgreSQL',
  });
  return seen;
}

const write = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);

describe('postgres_changes', () => {
  test.each(['1.0.0', '2.0.0'] as const)(
    'tell a person of their own rows and of nobody else’s, in serialiser %s',
    async (vsn) => {
      const [anna, bruno] = [await server.person(), await server.person()];
      const [ofAnna, ofBruno] = [await follow(anna, {}, vsn), await follow(bruno, {}, vsn)];
      const { rows } = await write(
        `insert into notes (owner, title, rank, price, secret, tags, extra, at)
       values ($1, 'à elle', 9007199254740993, 12.50, 'hush', '{a,b}', '{"x": [1]}', '2026-11-21T10:00:00+01') returning id`,
        [anna.id],
      );
      const id = rows[0].id as string;
      await eventually(() => ofAnna.length === 1);
      await write("update notes set title = 'changée' where id = $1", [id]);
      await eventually(() => ofAnna.length === 2);
      await write('delete from notes where id = $1', [id]);
      await eventually(() => ofAnna.length === 3 && ofBruno.length === 1);
      await quiet();
      expect(server.warnings).toEqual([]);
      const row = {
        id,
        owner: anna.id,
        state: 'held',
        price: 12.5,
        tags: ['a', 'b'],
        extra: { x: [1] },
        at: '2026-11-21T09:00:00+00:00',
      };
      const common = {
        schema: 'public',
        table: 'notes',
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        errors: null,
      };
      expect(ofAnna.filter(({ eventType }) => eventType !== 'DELETE')).toEqual([
        { ...common, eventType: 'INSERT', new: { ...row, title: 'à elle', rank: 9007199254740992 }, old: {} },
        {
          ...common,
          eventType: 'UPDATE',
          new: { ...row, title: 'changée', rank: 9007199254740992 },
          old: { id },
        },
      ]);
      const gone = { ...common, eventType: 'DELETE', new: {}, old: { id } };
      expect(ofBruno).toEqual([gone]);
    },
  );

  test('reach only the subscriptions whose filter the row meets', async () => {
    const anna = await server.person();
    const filters = [
      'state=eq.held',
      'state=neq.held',
      'title=in.(a,"b,c")',
      'rank=gt.9007199254740992',
      'rank=lte.5',
      'price=eq.12.500',
      'title=like.%c',
      'price=is.null',
      'title=not.eq.a',
      'rank=gte.0,state=eq.confirmed',
      `owner=eq.${anna.id.toUpperCase()}`,
      'at=gt.2026-01-01T00:00:00Z',
      'price=neq.1',
      'title=isdistinct.a',
      'title=imatch.^B',
    ];
    const seen = await Promise.all(filters.map((filter) => follow(anna, { filter })));
    await write(
      `insert into notes (owner, title, rank, state, price, at) values
         ($1, 'a', 1, 'held', null, '2025-01-01'), ($1, 'b,c', 9007199254740993, 'confirmed', 12.5, '2026-06-01')`,
      [anna.id],
    );
    const titles = () =>
      Object.fromEntries(
        filters.map((filter, at) => [filter, seen[at]?.map((each) => (each.new as Row).title)]),
      );
    await eventually(() => seen[10]?.length === 2);
    await quiet(150);
    const [first, second] = ['a', 'b,c'];
    expect(titles()).toEqual({
      'state=eq.held': [first],
      'state=neq.held': [second],
      'title=in.(a,"b,c")': [first, second],
      'rank=gt.9007199254740992': [second],
      'rank=lte.5': [first],
      'price=eq.12.500': [second],
      'title=like.%c': [second],
      'price=is.null': [first],
      'title=not.eq.a': [second],
      'rank=gte.0,state=eq.confirmed': [second],
      [`owner=eq.${anna.id.toUpperCase()}`]: [first, second],
      'at=gt.2026-01-01T00:00:00Z': [second],
      // A comparison with null is not true, nor is its opposite.
      'price=neq.1': [second],
      'title=isdistinct.a': [second],
      'title=imatch.^B': [second],
    });
  });

  test('of a deleted row are filtered by its key alone, so that a filter cannot find out what the row held', async () => {
    const [anna, spy] = [await server.person(), await server.person()];
    const byOwner = await follow(spy, { filter: `owner=eq.${anna.id}` });
    const { rows } = await write('insert into notes (owner) values ($1), ($1) returning id', [anna.id]);
    const byKey = await follow(spy, { filter: `id=eq.${rows[0].id}` });
    await write('delete from notes where owner = $1', [anna.id]);
    await eventually(() => byKey.length === 1);
    await quiet(150);
    expect(byKey[0]?.old).toEqual({ id: rows[0].id });
    expect(byOwner).toEqual([]);
  });

  test('hold the columns that the client chose, and none that its role may not read', async () => {
    const anna = await server.person();
    const [chosen, all] = [await follow(anna, { select: ['id', 'title', 'secret'] }), await follow(anna)];
    await write("insert into notes (owner, title, secret) values ($1, 't', 'hush')", [anna.id]);
    await eventually(() => chosen.length === 1 && all.length === 1);
    expect(Object.keys(chosen[0]?.new ?? {}).sort()).toEqual(['id', 'title']);
    expect(Object.keys(all[0]?.new ?? {})).not.toContain('secret');
  });

  test('say why a subscription is refused, and accept the others', async () => {
    const anna = await server.person();
    const socket = await openRaw(server.url, server.keys.publishableKey);
    const bindings = [
      { event: '*', schema: 'public', table: 'unpublished' },
      { event: '*', schema: 'public', table: 'notes', filter: 'secret=eq.hush' },
      { event: '*', schema: 'public', table: 'notes', filter: 'rank=eq.many' },
      { event: '*', schema: 'public', table: 'notes', filter: 'rank=near.4' },
      { event: '*' },
      { event: '*', schema: 'public', table: 'hidden' },
      { event: 'INSERT', schema: 'public', table: 'notes' },
    ];
    const answer = (await joinRaw(
      socket,
      'realtime:many',
      { postgres_changes: bindings },
      { token: anna.token },
    )) as {
      status: string;
      response: { postgres_changes: { id: number }[] };
    };
    expect(answer.status).toBe('ok');
    const withIds = answer.response.postgres_changes;
    expect(withIds).toEqual(bindings.map((each) => ({ ...each, id: expect.any(Number) })));
    await eventually(() => socket.frames.length === 7);
    const messages = socket.frames.slice(1).map((frame) => (frame as { message: string }[])[4]?.message);
    expect(messages).toEqual([
      expect.stringContaining(
        'Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: unpublished',
      ),
      expect.stringContaining('invalid column for filter secret'),
      expect.stringContaining('invalid input syntax for type bigint: "many"'),
      expect.stringContaining('Error parsing `filter` params'),
      expect.stringContaining('No subscription params provided'),
      expect.stringContaining('The role authenticated may not select the primary key'),
    ]);
    await write('insert into notes (owner) values ($1)', [anna.id]);
    const frame = (await socket.frame((each) => (each as unknown[])[3] === 'postgres_changes')) as unknown[];
    expect(frame).toEqual([
      null,
      null,
      'realtime:many',
      'postgres_changes',
      { ids: [withIds[6]?.id], data: expect.objectContaining({ type: 'INSERT' }) },
    ]);
    const waiting = { postgres_changes: bindings.slice(0, 1), postgres_changes_options: { wait: true } };
    expect(await joinRaw(socket, 'realtime:wait', waiting, { ref: '9' })).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^RealtimeDisabledForConfiguration: Unable to subscribe/) },
    });
    socket.close();
  });

  test('of a whole schema, of a table without row-level security and of keys of two columns reach everybody', async () => {
    const seen: Payload[] = [];
    const channel = (await server.client())
      .channel('whole')
      .on<Row>('postgres_changes', { event: '*', schema: 'public' }, (payload) => {
        seen.push(payload);
      });
    await subscribed(channel);
    await write(
      "insert into hidden values (1); delete from hidden; insert into open_notes values (1, 'x', 'one'); update open_notes set words = 'two'",
    );
    await eventually(() => seen.length === 2);
    await write('delete from open_notes');
    await eventually(() => seen.length === 3);
    expect(seen.map(({ eventType, new: after, old }) => [eventType, after, old])).toEqual([
      ['INSERT', { a: 1, b: 'x', words: 'one' }, {}],
      ['UPDATE', { a: 1, b: 'x', words: 'two' }, { a: 1, b: 'x' }],
      ['DELETE', {}, { a: 1, b: 'x' }],
    ]);
  });

  test('keep the order of commits, lose none and repeat none, while transactions overlap and roll back', async () => {
    const anna = await server.person();
    const seen = await follow(anna);
    const { rows } = await write('insert into notes (owner) values ($1) returning id', [anna.id]);
    const id = rows[0].id as string;
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let turn = 0; turn < 15; turn += 1) {
          const client = await server.database.pool.connect();
          await client.query('begin');
          await client.query('insert into notes (owner, title) values ($1, $2)', [
            anna.id,
            `${writer}-${turn}`,
          ]);
          await client.query('update notes set rank = rank + 1 where id = $1', [id]);
          await client.query(turn % 5 === 4 ? 'rollback' : 'commit');
          client.release();
        }
      }),
    );
    await eventually(() => seen.length >= 1 + 2 * 8 * 12, 10_000);
    await quiet(100);
    const ranks = seen
      .filter(({ eventType }) => eventType === 'UPDATE')
      .map((each) => (each.new as Row).rank);
    expect(ranks).toEqual(Array.from({ length: 96 }, (_, at) => at + 1));
    const titles = seen
      .filter(({ eventType }) => eventType === 'INSERT')
      .map((each) => (each.new as Row).title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toHaveLength(97);
  });

  test('shorten a row of more than a megabyte, and say so', async () => {
    const anna = await server.person();
    const seen = await follow(anna);
    await write(
      "insert into notes (owner, title, extra) values ($1, 'short', to_jsonb(repeat('x', 1100000)))",
      [anna.id],
    );
    await eventually(() => seen.length === 1);
    expect(seen[0]?.errors).toEqual(['Error 413: Payload Too Large']);
    expect(seen[0]?.new).toMatchObject({ title: 'short' });
    expect(seen[0]?.new).not.toHaveProperty('extra');
  });

  test('depend on who is signed in: with another person’s token the same channel receives that person’s rows', async () => {
    const [anna, bruno] = [await server.person(), await server.person()];
    const who = { ...anna };
    const client = await server.client(who);
    const seen: Payload[] = [];
    const statuses: string[] = [];
    const channel = client
      .channel('swap')
      .on<Row>('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (payload) => {
        seen.push(payload as Payload);
      });
    channel.on('system', {}, ({ message }) => statuses.push(message));
    await subscribed(channel);
    who.token = await server.tokenOf(anna);
    await client.realtime.setAuth();
    await write("insert into notes (owner, title) values ($1, 'anna')", [anna.id]);
    await eventually(() => seen.length === 1);
    // The same session with a newer token needs no new subscription.
    expect(statuses).toHaveLength(1);
    who.token = bruno.token;
    await client.realtime.setAuth();
    await eventually(() => statuses.length === 2);
    await write("insert into notes (owner, title) values ($1, 'anna'), ($2, 'bruno')", [anna.id, bruno.id]);
    await eventually(() => seen.length === 2);
    expect(seen.map((each) => (each.new as Row).title)).toEqual(['anna', 'bruno']);
  });

  test('still reach the others when a policy raises an error for one of the readers', async () => {
    await write(`
      create table fragile (id int primary key);
      alter table fragile enable row level security;
      grant select on fragile to authenticated;
      create policy fragile on fragile for select to authenticated using (1 / (auth.jwt() ->> 'divisor')::int = 1);
      select realtime.publish_table('fragile')`);
    const [sound, broken] = [await server.person({ divisor: '1' }), await server.person({ divisor: '0' })];
    const [ofSound, ofBroken] = [
      await follow(sound, { table: 'fragile' }),
      await follow(broken, { table: 'fragile' }),
    ];
    await write('insert into fragile values (1)');
    await eventually(() => ofSound.length === 1);
    expect(ofBroken).toEqual([]);
    expect(server.warnings.splice(0)).toMatchObject([{ reason: 'division by zero' }]);
  });

  test('arrive again after the server was away: the client joins again by itself', async () => {
    const anna = await server.person();
    const seen: Payload[] = [];
    const statuses: string[] = [];
    const channel = (await server.client(anna))
      .channel('back')
      .on<Row>('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (payload) => {
        seen.push(payload);
      });
    channel.subscribe((status) => statuses.push(status));
    await eventually(() => statuses.length === 1);
    await server.restart();
    await eventually(() => statuses.length === 3, 10_000);
    expect(statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
    await write('insert into notes (owner) values ($1)', [anna.id]);
    await eventually(() => seen.length === 1);
  });

  test('survive the loss of the listening connection without losing a change', async () => {
    const anna = await server.person();
    const seen = await follow(anna);
    await write(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'loge-realtime' and datname = current_database()",
    );
    await write("insert into notes (owner, title) values ($1, 'meanwhile')", [anna.id]);
    await eventually(() => seen.length === 1);
    await write("insert into notes (owner, title) values ($1, 'after')", [anna.id]);
    await eventually(() => seen.length === 2);
    expect(server.warnings.splice(0)).toMatchObject([{ msg: 'realtime lost its connection' }]);
  });
});

test('the purge deletes only rows that every process had time to read', async () => {
  const { pool } = server.database;
  const count = async () => Number((await write('select count(*) from realtime.changes')).rows[0].count);
  const first = await purge(pool, null);
  await write("insert into open_notes values (7, 'late', '')");
  let last = await purge(pool, first);
  expect(await count()).toBeGreaterThan(0);
  // An open transaction in any database of the cluster holds the snapshot back, so more than one purge may be needed.
  const again = async () => purge(pool, last).then((snapshot) => (last = snapshot));
  await expect.poll(() => again().then(count)).toBe(0);
});
