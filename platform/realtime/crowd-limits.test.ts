import { expect, test } from 'vitest';
import { joinRaw, openRaw, type RawSocket } from './testing/raw-socket.ts';
import { openRealtime } from './testing/server.ts';

const server = await openRealtime('', {
  socketsPerAddress: 4,
  joinsPerAddress: 6,
  presenceBytes: 300,
  presencesPerTopic: 3,
  unreadBytes: 3_000,
});
const open = () => openRaw(server.url, server.keys.publishableKey);

test('one address has a limited number of sockets, and may open another when one is closed', async () => {
  const sockets: RawSocket[] = [];
  for (let at = 0; at < 4; at += 1) sockets.push(await open());
  await expect(open()).rejects.toThrow('refused');
  sockets[0]?.close();
  await sockets[0]?.closed;
  const again = async () => {
    try {
      sockets.push(await open());
      return true;
    } catch {
      return false; // the server has not heard yet that the other one closed
    }
  };
  await expect.poll(again).toBe(true);
  for (const socket of sockets) socket.close();
  await Promise.all(sockets.map(({ closed }) => closed));
});

test('the bytes that a client may track are limited', async () => {
  const socket = await open();
  await joinRaw(socket, 'realtime:long-presence');
  const payload = { event: 'track', payload: { words: 'x'.repeat(300) } };
  socket.send(['1', '2', 'realtime:long-presence', 'presence', payload]);
  const told = (frame: unknown) => (frame as { message?: string }[])[4]?.message !== undefined;
  expect(await socket.frame(told)).toMatchObject({ 4: { message: 'Track message size exceeded' } });
  socket.close();
});

test('the presences of a topic are limited; a client that is present may still change its own', async () => {
  const sockets = await Promise.all([open(), open(), open(), open()]);
  const answers: unknown[] = [];
  const track = async (socket: RawSocket, ref: string, at: number) => {
    socket.send(['1', ref, 'realtime:crowd', 'presence', { event: 'track', payload: { at } }]);
    return (await socket.frame((frame) => (frame as unknown[])[1] === ref)) as { status: string }[];
  };
  for (const [at, socket] of sockets.entries()) {
    await joinRaw(socket, 'realtime:crowd', { presence: { key: `${at}` } });
    answers.push((await track(socket, 'first', at))[4]);
  }
  expect(answers).toMatchObject([
    { status: 'ok' },
    { status: 'ok' },
    { status: 'ok' },
    { status: 'error', response: { reason: 'Too many presences on this topic' } },
  ]);
  expect((await track(sockets[0] as RawSocket, 'again', 9))[4]).toMatchObject({ status: 'ok' });
  for (const socket of sockets) socket.close();
  await Promise.all(sockets.map(({ closed }) => closed));
});

test('a frame counts among what a client has not read before it is sent, not after', async () => {
  const [listener, speaker] = [await open(), await open()];
  for (const socket of [listener, speaker]) await joinRaw(socket, 'realtime:long-words');
  const say = (length: number) => {
    const said = { type: 'broadcast', event: 'said', payload: { words: 'x'.repeat(length) } };
    speaker.send(['1', null, 'realtime:long-words', 'broadcast', said]);
  };
  say(2_000);
  await listener.frame((frame) => (frame as unknown[])[3] === 'broadcast');
  // The client has read everything: this one frame alone exceeds what may wait for a client.
  say(4_000);
  await listener.closed;
  expect(server.warnings).toContainEqual(expect.objectContaining({ msg: 'realtime dropped a slow reader' }));
  speaker.close();
  await speaker.closed;
});

test('the joins of an address are counted over all its sockets', async () => {
  const sockets = [await open(), await open(), await open()];
  const burst = async () => {
    const answers = await Promise.all(
      sockets.flatMap((socket, at) =>
        [1, 2, 3, 4].map((each) => {
          const ref = `${performance.now()}-${at}-${each}`;
          return joinRaw(socket, `realtime:${at}-${each}`, {}, { ref });
        }),
      ),
    );
    return new Set(answers.map((answer) => (answer as { status: string }).status));
  };
  // Twelve within one second are more than six; on a busy machine they may take longer, and are sent again.
  await expect.poll(burst).toEqual(new Set(['ok', 'error']));
  for (const socket of sockets) socket.close();
});
