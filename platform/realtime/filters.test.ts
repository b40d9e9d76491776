import { expect, test } from 'vitest';
import { joinRaw, openRaw, type RawSocket } from './testing/raw-socket.ts';
import { eventually, openRealtime, type Person, quiet } from './testing/server.ts';

const server = await openRealtime(`
    create sequence asked;
    create function noted(text) returns boolean language plpgsql as $$ begin return nextval('public.asked') > 0; end $$;
    create domain word as text check (noted(value));
    create table letters (id int primary key, owner uuid, body text, extra text, word word);
    alter table letters enable row level security;
    grant select on letters to authenticated;
    create policy own on letters for select to authenticated using (owner = auth.uid());
    select realtime.publish_table('letters')`);

const TOPIC = 'realtime:letters';

interface Follower {
  socket: RawSocket;
  /** The changes, such as `INSERT 1`, in the order in which they arrived. */
  seen(): string[];
  /** For each change, the ids of the bindings that it was sent for. */
  numbers(): number[][];
  /** The channel's system messages. */
  told(): string[];
}

async function follow(person: Person, ...bindings: { event?: string; filter?: string }[]): Promise<Follower> {
  const socket = await openRaw(server.url, server.keys.publishableKey);
  const config = {
    postgres_changes: bindings.map((each) => ({ event: '*', schema: 'public', table: 'letters', ...each })),
  };
  expect(await joinRaw(socket, TOPIC, config, { token: person.token })).toMatchObject({ status: 'ok' });
  const of = <T>(event: string) =>
    socket.frames.filter((frame) => (frame as unknown[])[3] === event).map((frame) => (frame as T[])[4] as T);
  interface Told {
    data: { type: string; record?: { id: number }; old_record?: { id: number } };
    ids: number[];
  }
  const follower: Follower = {
    socket,
    seen: () =>
      of<Told>('postgres_changes').map(({ data }) => `${data.type} ${(data.record ?? data.old_record)?.id}`),
    numbers: () => of<Told>('postgres_changes').map(({ ids }) => ids),
    told: () => of<{ message: string }>('system').map(({ message }) => message),
  };
  await eventually(() => follower.told().length > 0);
  return follower;
}

const write = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);

test('a pattern that can never be compared is refused when the client subscribes', async () => {
  const anna = await server.person();
  const patterns = ['match.(', 'imatch.(', 'match.(.*)*\\1', 'like.abc\\', 'ilike.\\\\\\'];
  const follower = await follow(anna, ...patterns.map((pattern) => ({ filter: `body=${pattern}` })));
  await eventually(() => follower.told().length === patterns.length);
  expect(follower.told()).toEqual([
    ...Array(2).fill(expect.stringContaining('invalid regular expression')),
    expect.stringContaining('a back reference can take any time'),
    ...Array(2).fill(expect.stringContaining('must not end with escape character')),
  ]);
  const sound = await follow(anna, { filter: 'body=like.a\\\\' }, { filter: 'body=match.\\\\1' });
  expect(sound.told()).toEqual(['Subscribed to PostgreSQL']);
  for (const { socket } of [follower, sound]) socket.close();
});

test('a filter that raises an error on a row lets nothing pass, and does not affect other clients', async () => {
  const [anna, bruno] = [await server.person(), await server.person()];
  const [failing, sound] = [
    await follow(anna, { filter: 'extra=lt.5' }),
    await follow(bruno, { filter: 'body=like.s%' }),
  ];
  // The column has another type by now, so the earlier filter no longer fits it.
  await write('alter table letters drop column extra; alter table letters add column extra int[]');
  await write(
    "insert into letters (id, owner, body, extra) values (1, $1, 'safe', '{1}'), (2, $2, 'safe', '{1}')",
    [anna.id, bruno.id],
  );
  await eventually(() => sound.seen().length === 1);
  await quiet(150);
  expect([failing.seen(), sound.seen()]).toEqual([[], ['INSERT 2']]);
  for (const { socket, told } of [failing, sound]) {
    expect(told()).toEqual(['Subscribed to PostgreSQL']);
    socket.close();
  }
  expect(server.warnings).toEqual([]);
});

test('a filter is not evaluated on rows that its client may not see', async () => {
  const [anna, spy] = [await server.person(), await server.person()];
  const [own, other] = [await follow(anna, {}), await follow(spy, { filter: 'word=like.h%' })];
  // Postgres checks a value of the domain when the row is written, and again when a filter reads it from the change.
  const asked = async () => Number((await write('select last_value from asked')).rows[0].last_value);
  const before = await asked();
  await write("insert into letters (id, owner, word) values (3, $1, 'hidden')", [anna.id]);
  await eventually(() => own.seen().length === 1);
  await quiet(150);
  expect([other.seen(), await asked()]).toEqual([[], before + 1]);
  await write("insert into letters (id, owner, word) values (4, $1, 'here')", [spy.id]);
  await eventually(() => other.seen().length === 1);
  expect(await asked()).toBe(before + 3);
  for (const { socket } of [own, other]) socket.close();
});

test('each binding of an event on a channel receives each change once, under its own number', async () => {
  const anna = await server.person();
  const follower = await follow(anna, { event: 'INSERT' }, { event: 'UPDATE' }, { event: 'DELETE' });
  // One after the other: row-level security is evaluated when a change is read, and a row that is deleted by then is visible to nobody.
  await write('insert into letters (id, owner) values (5, $1)', [anna.id]);
  await eventually(() => follower.seen().length === 1);
  await write("update letters set body = 'b' where id = 5");
  await eventually(() => follower.seen().length === 2);
  await write('delete from letters where id = 5');
  await eventually(() => follower.seen().length === 3);
  await quiet(150);
  expect(follower.seen()).toEqual(['INSERT 5', 'UPDATE 5', 'DELETE 5']);
  const joined = follower.socket.frames[0] as { response: { postgres_changes: { id: number }[] } }[];
  const numbers = joined[4]?.response.postgres_changes.map(({ id }) => [id]);
  expect(new Set(numbers?.flat()).size).toBe(3);
  expect(follower.numbers()).toEqual(numbers);
  follower.socket.close();
});
