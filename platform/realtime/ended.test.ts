import { expect, test } from 'vitest';
import { joinRaw, openRaw } from './testing/raw-socket.ts';
import { eventually, openRealtime, type Person, quiet, subscribed } from './testing/server.ts';

const server = await openRealtime(`
    create table notes (id int primary key, owner uuid);
    alter table notes enable row level security;
    grant select on notes to authenticated;
    create policy own on notes for select to authenticated using (owner = auth.uid());
    select realtime.publish_table('notes')`);

async function socketOf(person: Person) {
  const socket = await openRaw(server.url, server.keys.publishableKey);
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] };
  expect(await joinRaw(socket, 'realtime:mine', config, { token: person.token })).toMatchObject({
    status: 'ok',
  });
  return socket;
}

const endings: [string, (person: Person) => Promise<unknown>][] = [
  [
    'signed out',
    ({ session }) => server.database.pool.query('delete from auth.sessions where id = $1', [session]),
  ],
  [
    'banned',
    ({ id }) =>
      server.database.pool.query("update auth.users set banned_until = 'infinity' where id = $1", [id]),
  ],
  [
    'soft-deleted',
    ({ id }) => server.database.pool.query('update auth.users set deleted_at = now() where id = $1', [id]),
  ],
  ['deleted', ({ id }) => server.database.pool.query('delete from auth.users where id = $1', [id])],
];

test.each(endings)('the socket of who is %s closes at once, and nobody else’s', async (_, end) => {
  const [person, other] = [await server.person(), await server.person()];
  const [socket, kept] = [await socketOf(person), await socketOf(other)];
  const started = performance.now();
  await end(person);
  expect(await socket.closed).toEqual({ code: 1008, reason: 'Session ended' });
  expect(performance.now() - started).toBeLessThan(500);
  expect(socket.frames.at(-1)).toMatchObject({
    3: 'system',
    4: { status: 'error', message: 'Session ended' },
  });
  kept.send([null, '9', 'phoenix', 'heartbeat', {}]);
  await kept.frame((frame) => (frame as unknown[])[1] === '9');

  // The token would be valid for another hour, but its session has ended: it is refused.
  const again = await openRaw(server.url, server.keys.publishableKey);
  expect(await joinRaw(again, 'realtime:mine', {}, { token: person.token })).toEqual({
    status: 'error',
    response: { reason: 'Unauthorized: Session ended' },
  });
  for (const each of [kept, again]) each.close();
});

test('a sign-out that is rolled back closes nothing; another session of the person stays', async () => {
  const person = await server.person();
  const { rows } = await server.database.pool.query<{ id: string }>(
    'insert into auth.sessions (user_id) values ($1) returning id',
    [person.id],
  );
  const session = rows[0]?.id ?? '';
  const second = { id: person.id, session, token: await server.tokenOf({ id: person.id, session }) };
  const [socket, elsewhere] = [await socketOf(person), await socketOf(second)];
  const client = await server.database.pool.connect();
  await client.query('begin');
  await client.query('delete from auth.sessions where id = $1', [session]);
  await client.query('rollback');
  client.release();
  await server.database.pool.query('delete from auth.sessions where id = $1', [person.session]);
  await socket.closed;
  await server.database.pool.query('insert into notes values (1, $1)', [person.id]);
  await elsewhere.frame((frame) => (frame as unknown[])[3] === 'postgres_changes');
  elsewhere.close();
});

test('the official client comes back signed out', async () => {
  const person = await server.person();
  const who: { token: string } = { token: person.token };
  const client = await server.client(who);
  const statuses: string[] = [];
  client.channel('anyone').subscribe((status) => statuses.push(status));
  await eventually(() => statuses.length === 1);
  who.token = server.keys.publishableKey;
  await server.database.pool.query('delete from auth.sessions where id = $1', [person.session]);
  await eventually(() => statuses.length === 2);
  await client.realtime.setAuth();
  await eventually(() => statuses.length === 3, 10_000);
  expect(statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
});

test('a channel closes when its token expires, unless the client sent a newer token before', async () => {
  const person = await server.person();
  const soon = () => Math.floor(Date.now() / 1000) + 2;
  const [fading, renewed] = [
    { ...person, token: await server.tokenOf(person, { exp: soon() }) },
    { ...person, token: await server.tokenOf(person, { exp: soon() }) },
  ];
  const statuses: Record<'fading' | 'renewed', string[]> = { fading: [], renewed: [] };
  const messages: string[] = [];
  const client = await server.client(renewed);
  const channel = (await server.client(fading)).channel('fading');
  channel.on('system', {}, ({ message }) => messages.push(message));
  channel.subscribe((status, error) => statuses.fading.push(error ? `${status} ${error.message}` : status));
  client.channel('renewed').subscribe((status) => statuses.renewed.push(status));
  await eventually(() => statuses.fading.length === 1 && statuses.renewed.length === 1);
  renewed.token = await server.tokenOf(person);
  await client.realtime.setAuth();
  await eventually(() => messages.length === 1, 4_000);
  expect(messages[0]).toMatch(/^Token has expired \d+ seconds ago$/);
  fading.token = await server.tokenOf(person);
  await quiet(100);
  expect(statuses.renewed).toEqual(['SUBSCRIBED']);
  expect(statuses.fading[1]).toMatch(/^CHANNEL_ERROR/);
  // The client joins the channel again by itself, with the token that it has by then.
  await subscribed((await server.client(fading)).channel('other'));
});
