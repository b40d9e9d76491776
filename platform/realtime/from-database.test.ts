import { describe, expect, test } from 'vitest';
import { joinRaw, openRaw } from './testing/raw-socket.ts';
import { eventually, openRealtime, type Person, subscribed } from './testing/server.ts';

/** A trigger as any program writes it: it acts with the rights of anybody who writes the row. */
const SETUP = `
  create table members (topic text, person uuid, may_send boolean not null, primary key (topic, person));
  grant select on members to authenticated;
  create policy listen on realtime.messages for select to authenticated
    using (exists (select from members m where m.topic = realtime.topic() and m.person = auth.uid()));
  create policy send on realtime.messages for insert to authenticated
    with check (exists (select from members m where m.topic = realtime.topic() and m.person = auth.uid() and m.may_send));
  create table posts (id int primary key, body text, kind text not null default 'changes');
  grant select, insert, update, delete on posts to authenticated;
  create function tell() returns trigger language plpgsql as $$
  begin
    case coalesce(new.kind, old.kind)
      when 'changes' then perform realtime.broadcast_changes('loge', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      when 'bytes' then perform realtime.send_binary('\\x00ff0a'::bytea, 'bytes', 'loge');
      when 'wrong' then
        perform realtime.send(null, null, null), realtime.send_binary(null, null, null);
        perform realtime.broadcast_changes('loge', 'x', 'TRUNCATE', 'posts', 'public', new, old);
        perform realtime.broadcast_changes('loge', 'x', 'INSERT', 'posts', 'public', new, old, 'STATEMENT');
    end case;
    return null;
  end $$;
  create trigger tell after insert or update or delete on posts for each row execute function tell();`;

const server = await openRealtime(SETUP);
const { pool } = server.database;

async function member(maySend: boolean, topic = 'loge'): Promise<Person> {
  const person = await server.person();
  await pool.query('insert into members values ($1, $2, $3)', [topic, person.id, maySend]);
  return person;
}

/** Runs SQL with the rights of a person, as REST does. */
async function as(person: Person, sql: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
      [JSON.stringify({ sub: person.id, role: 'authenticated' })],
    );
    await client.query(sql);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface Heard {
  event: string;
  payload: Record<string, unknown>;
  meta?: { id: string; replayed?: boolean };
}

async function listen(
  person: Person,
  config: { replay?: { since: number; limit?: number } } = {},
  topic = 'loge',
): Promise<Heard[]> {
  const heard: Heard[] = [];
  const client = await server.client(person);
  const channel = client.channel(topic, { config: { private: true, broadcast: config } });
  channel.on('broadcast', { event: '*' }, (message) => heard.push(message as unknown as Heard));
  expect(await subscribed(channel)).toEqual({ status: 'SUBSCRIBED', error: undefined });
  return heard;
}

describe('an ordinary trigger', () => {
  test('broadcasts changed rows and bytes for a writer whom the policies let send', async () => {
    const heard = await listen(await member(false));
    const writer = await member(true);
    await as(writer, "insert into posts values (1, 'à')");
    await as(writer, "update posts set body = 'b' where id = 1");
    await as(writer, 'delete from posts where id = 1');
    await as(writer, "insert into posts values (2, '', 'bytes')");
    await eventually(() => heard.length === 4);
    const [inserted, updated, deleted, bytes] = heard;
    const row = { id: 1, kind: 'changes' };
    const common = { table: 'posts', schema: 'public', id: expect.any(String) };
    expect(inserted).toMatchObject({ event: 'INSERT', meta: { id: expect.any(String) } });
    expect([inserted?.payload, updated?.payload, deleted?.payload]).toEqual([
      { ...common, operation: 'INSERT', record: { ...row, body: 'à' }, old_record: null },
      { ...common, operation: 'UPDATE', record: { ...row, body: 'b' }, old_record: { ...row, body: 'à' } },
      { ...common, operation: 'DELETE', record: null, old_record: { ...row, body: 'b' } },
    ]);
    expect(bytes?.event).toBe('bytes');
    expect([...new Uint8Array(bytes?.payload as unknown as ArrayBuffer)]).toEqual([0, 255, 10]);
  });

  test('never fails the write: of one who may not send, and when what it sends is wrong', async () => {
    const heard = await listen(await member(false));
    const [silent, writer] = [await member(false), await member(true)];
    await as(silent, "insert into posts values (10, 'x', 'changes'), (11, 'x', 'bytes')");
    await as(writer, "insert into posts values (12, 'x', 'wrong')");
    expect((await pool.query('select id from posts where id between 10 and 12')).rowCount).toBe(3);
    await as(writer, "insert into posts values (13, 'last')");
    await eventually(() => heard.length > 0);
    expect(heard.map(({ payload }) => payload.record)).toEqual([{ id: 13, body: 'last', kind: 'changes' }]);
  });

  test('of a transaction that is rolled back tells nothing', async () => {
    const heard = await listen(await member(false));
    const writer = await member(true);
    await expect(as(writer, "insert into posts values (20, 'x'); select 1 / 0")).rejects.toThrow('division');
    await as(writer, "insert into posts values (21, 'y')");
    await eventually(() => heard.length > 0);
    expect(heard.map(({ payload }) => (payload.record as { id: number }).id)).toEqual([21]);
  });
});

describe('replay', () => {
  test('gives a private channel what it missed, the newest and the oldest first, no other topic’s', async () => {
    const person = await member(false, 'past');
    await pool.query(`insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
      select 'past', 'broadcast', 'n', jsonb_build_object('n', n), true, now() - n * interval '1 hour' from generate_series(1, 80) n`);
    await pool.query(`insert into realtime.messages (topic, extension, event, payload, private) values
      ('elsewhere', 'broadcast', 'n', '{"n": "elsewhere"}', true), ('past', 'broadcast', 'n', '{"n": "public"}', false),
      ('past', 'presence', 'n', '{"n": "presence"}', true)`);
    const numbers = async (replay: { since: number; limit?: number }, most: number) => {
      const heard = await listen(person, { replay }, 'past');
      await eventually(() => heard.length >= most);
      // What comes after everything that was to be replayed; it must not be replayed itself the next time.
      await pool.query(`select realtime.send('{}', 'marker', 'past')`);
      await eventually(() => heard.some(({ event }) => event === 'marker'));
      await pool.query("delete from realtime.messages where event = 'marker'");
      const replayed = heard.filter(({ event }) => event !== 'marker');
      for (const { meta } of replayed) expect(meta).toEqual({ id: expect.any(String), replayed: true });
      return replayed.map(({ payload }) => payload.n);
    };
    const ago = (hours: number) => Date.now() - hours * 3_600_000;
    expect(await numbers({ since: ago(3.5) }, 3)).toEqual([3, 2, 1]);
    expect(await numbers({ since: ago(10), limit: 2 }, 2)).toEqual([2, 1]);
    const all = await numbers({ since: 0, limit: 1_000 }, 25);
    expect(all).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
    expect(await numbers({ since: Date.now() + 60_000 }, 0)).toEqual([]);
    // Three days is the limit, however far back one asks.
    await pool.query(
      "delete from realtime.messages where topic = 'past' and inserted_at > now() - interval '70.5 hours'",
    );
    expect(await numbers({ since: 0 }, 1)).toEqual([71]);
  });

  test('brings bytes back as bytes', async () => {
    const person = await member(false, 'bytes');
    await pool.query(`select realtime.send_binary('\\x0102'::bytea, 'kept', 'bytes')`);
    const heard = await listen(person, { replay: { since: Date.now() - 60_000 } }, 'bytes');
    // It may come as news too: it was sent just before the channel was joined.
    const replayed = () => heard.find(({ meta }) => meta?.replayed);
    await eventually(() => replayed() !== undefined);
    expect([...new Uint8Array(replayed()?.payload as unknown as ArrayBuffer)]).toEqual([1, 2]);
  });

  test('is refused to who may not listen, on a public channel, and with wrong parameters', async () => {
    const socket = await openRaw(server.url, server.keys.publishableKey);
    let ref = 0;
    const reasonOf = async (isPrivate: boolean, replay: unknown, token?: string) => {
      ref += 1;
      const config = { private: isPrivate, broadcast: { replay } };
      const answer = await joinRaw(socket, `realtime:loge-${ref}`, config, {
        ref: String(ref),
        ...(token === undefined ? {} : { token }),
      });
      return (answer as { response: { reason: string } }).response.reason;
    };
    const stranger = await server.person();
    expect(await reasonOf(true, { since: 0 }, stranger.token)).toMatch(/^Unauthorized/);
    expect(await reasonOf(false, { since: 0 })).toBe(
      'UnableToReplayMessages: Replay is not allowed for public channels',
    );
    for (const replay of [{ since: -1 }, { since: 1.5 }, { since: 'x' }, { since: 0, limit: 'x' }, [], {}, 7])
      expect(await reasonOf(true, replay)).toBe('UnableToReplayMessages: Replay params are not valid');
    socket.close();
  });
});

describe('kept messages', () => {
  const partitions = async () => {
    const { rows } = await pool.query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'realtime.messages'::regclass order by 1",
    );
    return rows.map(({ name }) => name.replace('realtime.', ''));
  };
  const today = async () => {
    const { rows } = await pool.query<{ day: string }>(
      "select (now() at time zone 'UTC')::date::text as day",
    );
    return rows[0]?.day ?? '';
  };
  /** The partitions of the days from `from` to so many after `to`. */
  const daily = async (from: string, to: string, after: number) => {
    const { rows } = await pool.query<{ name: string }>(
      `select to_char(day, '"messages_"YYYY_MM_DD') as name
       from generate_series($1::date::timestamp, $2::date::timestamp + make_interval(days => $3), interval '1 day') as day`,
      [from, to, after],
    );
    return rows.map(({ name }) => name);
  };

  test('lie in a partition a day, made ahead by whichever of ten processes is first, and are dropped after three days', async () => {
    // The server made them when it started. That may have been yesterday, and tomorrow may come at any step: each day is read once.
    const [, first = ''] = await partitions();
    const from = first.slice('messages_'.length).replaceAll('_', '-');
    const next = (await daily(from, from, 1)).at(-1);
    await pool.query(`create table realtime.messages_2020_01_01 partition of realtime.messages
      for values from ('2020-01-01 00:00+00') to ('2020-01-02 00:00+00')`);
    await pool.query(`drop table realtime.${next}`);
    await pool.query(
      `insert into realtime.messages (topic, extension, inserted_at) values
      ('old', 'broadcast', '2020-01-01 12:00+00'), ('older', 'broadcast', '2019-06-01'),
      ('next', 'broadcast', ($1::date + interval '36 hours') at time zone 'UTC')`,
      [from],
    );
    const before = await today();
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await pool.query('select realtime.keep_messages()');
        await pool.query('select realtime.forget_messages()');
      }),
    );
    const after = await today();
    const possible = await Promise.all([before, after].map((day) => daily(from, day, 3)));
    expect(possible.map((days) => ['default_messages', ...days])).toContainEqual(await partitions());
    const lie = await pool.query<{ topic: string; at: string }>(
      "select topic, tableoid::regclass::text as at from realtime.messages where topic in ('old', 'older', 'next')",
    );
    expect(lie.rows).toEqual([{ topic: 'next', at: `realtime.${next}` }]);
    const { rows } = await pool.query<{ secured: boolean }>(
      "select bool_and(relrowsecurity) as secured from pg_class where relname like 'messages_2%' and relkind = 'r'",
    );
    expect(rows[0]?.secured).toBe(true);
  });
});
