import { expect, test } from 'vitest';
import { joinRaw, openRaw, type RawSocket } from './testing/raw-socket.ts';
import {
  eventually,
  openRealtime,
  type Person,
  quiet,
  type RealtimeServer,
  startRealtime,
} from './testing/server.ts';

/** A policy by which each member of a topic may use the topic. */
const SETUP = `
  create table members (id int generated always as identity primary key, person uuid, topic text);
  grant select on members to authenticated;
  create policy members_listen on realtime.messages for select to authenticated using (exists (
    select from members m where m.person = auth.uid() and m.topic = (select realtime.topic())));
  create function tell() returns trigger language plpgsql as
    $$ begin perform realtime.access_ended(old.person, old.topic); return null; end $$;
  create trigger tell after delete on members for each row execute function tell();`;

const server = await openRealtime(SETUP);

const write = (on: RealtimeServer, sql: string, values: unknown[] = []) =>
  on.database.pool.query(sql, values);
const enter = (on: RealtimeServer, { id }: Person, topic: string) =>
  write(on, 'insert into members (person, topic) values ($1, $2)', [id, topic]);

async function listen(on: RealtimeServer, { token }: Person, ...topics: string[]): Promise<RawSocket> {
  const socket = await openRaw(on.url, on.keys.publishableKey);
  for (const [at, topic] of topics.entries()) {
    const joined = await joinRaw(socket, `realtime:${topic}`, { private: true }, { token, ref: `${at + 1}` });
    expect(joined).toMatchObject({ status: 'ok' });
  }
  return socket;
}

const eventsOf = (socket: RawSocket, topic: string) =>
  socket.frames
    .filter((frame) => (frame as unknown[])[2] === `realtime:${topic}`)
    .map((frame) => (frame as unknown[])[3]);
const ENDED = ['phx_reply', 'system', 'phx_error'];

test('a person who loses access to a topic loses its channel at once, and nobody else does', async () => {
  const [anna, bruno] = [await server.person(), await server.person()];
  for (const topic of ['a team: one', 'other']) {
    await enter(server, anna, topic);
    await enter(server, bruno, topic);
  }
  const [first, second] = [
    await listen(server, anna, 'a team: one', 'other'),
    await listen(server, bruno, 'a team: one'),
  ];
  const started = performance.now();
  await write(server, "delete from members where person = $1 and topic = 'a team: one'", [anna.id]);
  await eventually(() => eventsOf(first, 'a team: one').length === ENDED.length);
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(eventsOf(first, 'a team: one')).toEqual(ENDED);
  expect(first.frames).toContainEqual([
    '1',
    null,
    'realtime:a team: one',
    'system',
    expect.objectContaining({
      message: 'You no longer have permission to read from this Channel topic: a team: one',
    }),
  ]);
  await write(
    server,
    "select realtime.send('{}', 'said', 'a team: one'), realtime.send('{}', 'said', 'other')",
  );
  await eventually(() => eventsOf(first, 'other').length === 2);
  await eventually(() => eventsOf(second, 'a team: one').length === 2);
  expect(eventsOf(first, 'a team: one')).toEqual(ENDED);
  expect(
    await joinRaw(first, 'realtime:a team: one', { private: true }, { token: anna.token, ref: '9' }),
  ).toMatchObject({
    status: 'error',
  });
  for (const socket of [first, second]) socket.close();
});

test('a person who still has access for another reason keeps the channel', async () => {
  const anna = await server.person();
  await enter(server, anna, 'twice');
  await enter(server, anna, 'twice');
  const socket = await listen(server, anna, 'twice');
  await write(server, 'delete from members where id = (select min(id) from members where person = $1)', [
    anna.id,
  ]);
  await quiet(200);
  expect(eventsOf(socket, 'twice')).toEqual(['phx_reply']);
  await write(server, 'delete from members where person = $1', [anna.id]);
  await eventually(() => eventsOf(socket, 'twice').length === ENDED.length);
  socket.close();
});

test('a loss of access without a notification is found when all channels are checked again', async () => {
  const often = await startRealtime(SETUP, { authorizeEvery: 200 });
  try {
    const [anna, bruno] = [await often.person(), await often.person()];
    for (const person of [anna, bruno]) await enter(often, person, 'silent');
    const [lost, kept] = [await listen(often, anna, 'silent'), await listen(often, bruno, 'silent')];
    await write(often, 'alter table members disable trigger tell');
    await write(often, 'delete from members where person = $1', [anna.id]);
    await eventually(() => eventsOf(lost, 'silent').length === ENDED.length);
    await quiet(400);
    expect(eventsOf(kept, 'silent')).toEqual(['phx_reply']);
    for (const socket of [lost, kept]) socket.close();
  } finally {
    await often.close();
  }
});
