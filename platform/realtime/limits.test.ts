import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinRaw, openRaw, type RawSocket } from './testing/raw-socket.ts';
import { eventually, openRealtime, quiet } from './testing/server.ts';

const setup = `create table notes (id int primary key, text text); grant select on notes to anon;
  select realtime.publish_table('notes')`;
const server = await openRealtime(setup, {
  channelsPerSocket: 5,
  joinsPerSecond: 20,
  joinsAtOnce: 2,
  bindingsPerJoin: 3,
  conditionsPerSocket: 6,
  messagesPerSecond: 30,
  presencePerTenSeconds: 4,
  payloadBytes: 10_000,
  frameBytes: 20_000,
  unreadBytes: 200_000,
  sockets: 12,
});

const open = (vsn?: string) => openRaw(server.url, server.keys.publishableKey, vsn);
const system = (topic: string) => (frame: unknown) =>
  Array.isArray(frame) && frame[2] === topic && frame[3] === 'system';
const message = async (socket: RawSocket, topic: string) =>
  ((await socket.frame(system(topic))) as { message: string }[])[4]?.message;

describe('a client is told which limit it passed:', () => {
  test('channels of a socket', async () => {
    const socket = await open();
    for (let at = 1; at <= 5; at += 1)
      expect(await joinRaw(socket, `realtime:${at}`, {}, { ref: String(at) })).toMatchObject({
        status: 'ok',
      });
    const refused = { status: 'error', response: { reason: 'ChannelRateLimitReached: Too many channels' } };
    expect(await joinRaw(socket, 'realtime:6', {}, { ref: '6' })).toEqual(refused);
    socket.send(['5', '7', 'realtime:5', 'phx_leave', {}]);
    expect(await joinRaw(socket, 'realtime:6', {}, { ref: '8' })).toMatchObject({ status: 'ok' });
    socket.close();
  });

  test('channels of a socket that asks for all of them at once', async () => {
    const socket = await open();
    for (let at = 1; at <= 9; at += 1)
      socket.send([`${at}`, `${at}`, `realtime:at-once-${at}`, 'phx_join', {}]);
    await eventually(() => socket.frames.length === 9);
    const statuses = socket.frames.map((frame) => (frame as { status: string }[])[4]?.status);
    expect(statuses.filter((status) => status === 'ok')).toHaveLength(5);
    socket.close();
  });

  test('joins within a second', async () => {
    const socket = await open();
    for (let at = 1; at <= 25; at += 1) socket.send([`${at}`, `${at}`, 'realtime:again', 'phx_join', {}]);
    const reason = 'ClientJoinRateLimitReached: Too many joins per second';
    await socket.frame(
      (frame) => (frame as { response: { reason: string } }[])[4]?.response?.reason === reason,
    );
    socket.close();
  });

  test('joins that ask the database at once: those above the limit wait for their turn', async () => {
    const socket = await open();
    const { pool } = server.database;
    const holding = await pool.connect();
    try {
      await holding.query('begin; lock table realtime.messages in exclusive mode');
      for (let at = 1; at <= 5; at += 1)
        socket.send([`${at}`, `${at}`, `realtime:turn-${at}`, 'phx_join', { config: { private: true } }]);
      const asking = async () => {
        const { rows } = await pool.query<{ n: string }>(
          "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return Number(rows[0]?.n);
      };
      await expect.poll(asking).toBe(2);
      await quiet(150);
      expect([await asking(), socket.frames]).toEqual([2, []]);
    } finally {
      await holding.query('rollback');
      holding.release();
    }
    await eventually(() => socket.frames.length === 5);
    socket.close();
  });

  test('bindings of a join, and bytes of a presence key', async () => {
    const socket = await open();
    const bindings = Array.from({ length: 4 }, () => ({ event: '*', schema: 'public', table: 'notes' }));
    const refused = (reason: string) => ({ status: 'error', response: { reason } });
    expect(await joinRaw(socket, 'realtime:four', { postgres_changes: bindings }, { ref: '1' })).toEqual(
      refused('TooManyBindings: A channel has at most 3 bindings'),
    );
    const presence = { key: 'é'.repeat(128) };
    expect(await joinRaw(socket, 'realtime:long', { presence }, { ref: '2' })).toEqual(
      refused('PresenceKeyTooLong: A presence key has at most 255 bytes'),
    );
    socket.close();
  });

  test('filter conditions of a socket, on all its channels and however it asks for them', async () => {
    const socket = await open();
    const binding = { event: '*', schema: 'public', table: 'notes', filter: 'text=like.a%,text=like.b%' };
    const config = { postgres_changes: [binding, binding] };
    const problem = 'A connection has at most 6 filter conditions';
    const said = 'Subscribed to PostgreSQL';
    // Both joins at once: conditions that one of them is taking are not left for the other.
    for (const ref of ['1', '2']) socket.send([ref, ref, `realtime:text-${ref}`, 'phx_join', { config }]);
    const told = () =>
      socket.frames
        .filter((frame) => (frame as unknown[])[3] === 'system')
        .map((frame) => (frame as { message: string }[])[4]?.message);
    await eventually(() => told().length === 2);
    expect(told().sort()).toEqual([problem, said]);
    const full = socket.frames.find((frame) => (frame as { message: string }[])[4]?.message === said);
    const [ref, , topic] = full as string[];
    socket.send([ref, '3', topic, 'phx_leave', {}]);
    await joinRaw(socket, 'realtime:text-4', config, { ref: '4' });
    expect(await message(socket, 'realtime:text-4')).toBe(said);
    socket.close();
  });

  test('messages within a second on a channel', async () => {
    const socket = await open();
    await joinRaw(socket, 'realtime:busy');
    for (let at = 0; at < 40; at += 1)
      socket.send(['1', null, 'realtime:busy', 'broadcast', { type: 'broadcast', event: 'x', payload: {} }]);
    expect(await message(socket, 'realtime:busy')).toBe('Too many messages per second');
    await socket.frame((frame) => (frame as unknown[])[3] === 'phx_close');
    socket.close();
  });

  test('frames within a second on a socket', async () => {
    const socket = await open();
    for (let at = 0; at < 80; at += 1) socket.send([null, `${at}`, 'phoenix', 'heartbeat', {}]);
    expect(await socket.closed).toEqual({ code: 1008, reason: 'Too many messages per second' });
  });

  test('presence messages within ten seconds', async () => {
    const socket = await open();
    await joinRaw(socket, 'realtime:here');
    for (let at = 0; at < 6; at += 1)
      socket.send(['1', null, 'realtime:here', 'presence', { event: 'track', payload: { at } }]);
    expect(await message(socket, 'realtime:here')).toBe('Client presence rate limit exceeded');
    socket.close();
  });

  test('bytes of a broadcast, with an acknowledgement and without, and over HTTP', async () => {
    const socket = await open();
    const payload = { type: 'broadcast', event: 'x', payload: { long: 'x'.repeat(12_000) } };
    await joinRaw(socket, 'realtime:ack', { broadcast: { ack: true } }, { ref: '1' });
    await joinRaw(socket, 'realtime:plain', {}, { ref: '2' });
    socket.send(['1', '3', 'realtime:ack', 'broadcast', payload]);
    socket.send(['2', '4', 'realtime:plain', 'broadcast', payload]);
    const reply = await socket.frame((frame) => (frame as unknown[])[1] === '3');
    expect(reply).toMatchObject({ 4: { status: 'error', response: { reason: 'payload_size_exceeded' } } });
    expect(await message(socket, 'realtime:plain')).toBe('payload_size_exceeded');
    socket.close();
    const post = await fetch(`${server.url}/realtime/v1/api/broadcast/a/events/b`, {
      method: 'POST',
      headers: { apikey: server.keys.publishableKey },
      body: JSON.stringify(payload),
    });
    expect([post.status, await post.json()]).toEqual([413, { message: 'payload_size_exceeded' }]);
  });

  test('messages within a second over HTTP', async () => {
    const send = async () => {
      const answer = await fetch(`${server.url}/realtime/v1/api/broadcast/a/events/b`, {
        method: 'POST',
        headers: { apikey: server.keys.publishableKey },
        body: '{}',
      });
      return answer.status;
    };
    // A busy machine may take longer than a second for so many.
    const statuses = async () => new Set(await Promise.all(Array.from({ length: 40 }, send)));
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(new Set([202, 429]));
  });

  test('bytes of a frame', async () => {
    const socket = await open();
    await joinRaw(socket, 'realtime:told');
    socket.sendRaw('x'.repeat(30_000));
    expect(await socket.closed).toEqual({ code: 1009, reason: 'Message too large' });
    const told = socket.frames.find((frame) => Array.isArray(frame) && frame[3] === 'system');
    expect(told).toMatchObject([
      '1',
      null,
      'realtime:told',
      'system',
      { status: 'error', message: expect.stringMatching(/^A message has at most \d+ bytes$/) },
    ]);
  });

  test('sockets of a process', async () => {
    const sockets: RawSocket[] = [];
    const refused = async () => {
      for (let at = 0; at < 20; at += 1) sockets.push(await open());
    };
    await expect(refused()).rejects.toThrow('refused');
    for (const socket of sockets) socket.close();
    await Promise.all(sockets.map(({ closed }) => closed));
  });
});

describe('a client that is refused', () => {
  const ask =
    'GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const dial = (options: { allowHalfOpen?: boolean } = {}) => {
    const { port, hostname } = new URL(server.url);
    return connect({ port: Number(port), host: hostname, ...options });
  };

  test('and disconnects without reading the reason does not disturb the server', async () => {
    const uncaught: unknown[] = [];
    const collect = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', collect);
    try {
      await Promise.all(
        Array.from({ length: 60 }, async (_, at) => {
          const socket = dial();
          socket.on('error', () => undefined);
          await once(socket, 'connect');
          socket.write(ask);
          // Some clients disconnect before the answer is written, some while it is written, some after.
          await quiet(at % 12);
          const closed = once(socket, 'close');
          socket.resetAndDestroy();
          await closed;
        }),
      );
      await quiet(100);
      expect(uncaught).toEqual([]);
    } finally {
      process.off('uncaughtException', collect);
    }
    const socket = await open();
    expect(await joinRaw(socket, 'realtime:alive')).toMatchObject({ status: 'ok' });
    socket.close();
  });

  test('and never closes its side of the connection is disconnected', async () => {
    const socket = dial({ allowHalfOpen: true });
    const failed = new Promise<string | undefined>((resolve) => {
      socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    });
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(ask);
    await once(socket, 'end');
    expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized/);
    // The server has closed its socket: whatever the client sends now is answered with a reset.
    const sending = setInterval(() => socket.write('still here'), 20);
    expect(await Promise.race([failed, quiet(2_000)])).toMatch(/^(?:ECONNRESET|EPIPE)$/);
    clearInterval(sending);
    socket.destroy();
  });
});

test('a client that does not read is dropped, and the others go on', async () => {
  const { port, hostname } = new URL(server.url);
  const slow = connect(Number(port), hostname);
  slow.on('error', () => undefined);
  const dropped = new Promise((resolve) => {
    slow.once('close', resolve);
  });
  const key = Buffer.alloc(16).toString('base64');
  slow.write(
    `GET /realtime/v1/websocket?apikey=${server.keys.publishableKey}&vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await new Promise((resolve) => {
    slow.once('data', resolve);
  });
  const join = Buffer.from(JSON.stringify(['1', '1', 'realtime:flood', 'phx_join', {}]));
  // A masked frame of less than 126 bytes (RFC 6455, 5.2), its mask of zeros.
  slow.write(Buffer.concat([Buffer.from([0x81, 0x80 | join.length, 0, 0, 0, 0]), join]));
  await new Promise((resolve) => {
    slow.once('data', resolve);
  });
  slow.pause();
  const reader = await open();
  await joinRaw(reader, 'realtime:flood');
  const service = { apikey: server.keys.secretKey };
  const body = JSON.stringify({ long: 'x'.repeat(9_900) });
  let sent = 0;
  while (!server.warnings.some(({ msg }) => msg === 'realtime dropped a slow reader') && sent < 5_000) {
    const answer = await fetch(`${server.url}/realtime/v1/api/broadcast/flood/events/x`, {
      method: 'POST',
      headers: service,
      body,
    });
    if (answer.status === 202) sent += 1;
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
  slow.resume();
  await dropped;
  await eventually(() => reader.frames.length > sent);
  reader.close();
}, 120_000);

describe('whatever a client sends, the process survives and answers the next client', () => {
  const json = fc.json({ maxDepth: 3 });
  const word = fc.constantFrom(
    'realtime:a',
    'phoenix',
    'phx_join',
    'phx_leave',
    'broadcast',
    'presence',
    'access_token',
    '1',
    '',
  );
  const element = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }), fc.constant(null));
  const payload = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({
      access_token: element,
      config: fc.oneof(
        element,
        fc.record({
          broadcast: element,
          presence: element,
          private: element,
          postgres_changes: fc.oneof(
            element,
            fc.array(
              fc.oneof(
                element,
                fc.record({
                  schema: element,
                  table: element,
                  filter: fc.string(),
                  event: element,
                  select: element,
                }),
              ),
              { maxLength: 3 },
            ),
          ),
        }),
      ),
    }),
    fc.record({ type: element, event: element, payload: element }),
  );
  const frame = fc.oneof(
    json,
    fc.string(),
    fc.tuple(element, element, word, word, payload).map((each) => JSON.stringify(each)),
    fc
      .tuple(fc.constant('1'), element, fc.constant('realtime:a'), word, payload)
      .map((each) => JSON.stringify(each)),
    fc
      .record({ topic: word, event: word, payload, ref: element, join_ref: element })
      .map((each) => JSON.stringify(each)),
    fc.uint8Array({ maxLength: 60 }),
    fc.uint8Array({ minLength: 6, maxLength: 60 }).map((bytes) => Uint8Array.from([3, 1, 1, 10, ...bytes])),
  );

  test.each(['1.0.0', '2.0.0'])('in serialiser %s', async (vsn) => {
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 12 }), async (frames) => {
        const socket = await open(vsn);
        const join = ['1', '1', 'realtime:a', 'phx_join', {}];
        socket.send(
          vsn === '2.0.0'
            ? join
            : { join_ref: '1', ref: '1', topic: 'realtime:a', event: 'phx_join', payload: {} },
        );
        for (const each of frames) socket.sendRaw(typeof each === 'string' ? each : Uint8Array.from(each));
        socket.close();
        await socket.closed;
      }),
      { numRuns: 150 },
    );
    const unexpected = server.warnings.filter(({ level }) => level >= 50);
    expect(unexpected).toEqual([]);
    const socket = await open();
    expect(await joinRaw(socket, 'realtime:alive')).toMatchObject({ status: 'ok' });
    socket.close();
  });
});
