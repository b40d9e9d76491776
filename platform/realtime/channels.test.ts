import { describe, expect, test } from 'vitest';
import { joinRaw, openRaw } from './testing/raw-socket.ts';
import { eventually, openRealtime, quiet, subscribed } from './testing/server.ts';

const SETUP = `
  create table members (topic text, person uuid, may_send boolean not null default false, primary key (topic, person));
  grant select on members to authenticated;
  create policy listen on realtime.messages for select to authenticated
    using (extension in ('broadcast', 'presence') and exists (
      select from members m where m.topic = realtime.topic() and m.person = auth.uid()));
  create policy send on realtime.messages for insert to authenticated
    with check (exists (select from members m where m.topic = realtime.topic() and m.person = auth.uid() and m.may_send));`;

const server = await openRealtime(SETUP);

const raw = (vsn?: string) => openRaw(server.url, server.keys.publishableKey, vsn);
const isReplyTo = (ref: string) => (frame: unknown) =>
  Array.isArray(frame) && frame[1] === ref && frame[3] === 'phx_reply';

describe('a socket', () => {
  test('is refused without a key, with a wrong one, and in an unknown serialiser', async () => {
    await expect(openRaw(server.url, 'sb_publishable_wrong')).rejects.toThrow('refused');
    await expect(openRaw(server.url, '')).rejects.toThrow('refused');
    await expect(raw('3.0.0')).rejects.toThrow('refused');
  });

  test('answers heartbeats, joins and leaves in frames of serialiser 2.0.0', async () => {
    const socket = await raw();
    socket.send([null, '1', 'phoenix', 'heartbeat', {}]);
    expect(await socket.frame(isReplyTo('1'))).toEqual([
      null,
      '1',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ]);
    expect(await joinRaw(socket, 'realtime:a', {}, { ref: '2' })).toEqual({
      status: 'ok',
      response: { postgres_changes: [] },
    });
    socket.send(['2', '3', 'realtime:a', 'phx_leave', {}]);
    expect(await socket.frame(isReplyTo('3'))).toEqual([
      '2',
      '3',
      'realtime:a',
      'phx_reply',
      { status: 'ok', response: {} },
    ]);
    await socket.frame((frame) => (frame as unknown[])[3] === 'phx_close');
    expect(socket.frames.at(-1)).toEqual(['2', '2', 'realtime:a', 'phx_close', {}]);
    socket.close();
  });

  test('answers in frames of serialiser 1.0.0', async () => {
    const socket = await raw('1.0.0');
    socket.send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' });
    socket.send({ topic: 'realtime:a', event: 'phx_join', payload: { config: {} }, ref: '2', join_ref: '2' });
    await eventually(() => socket.frames.length === 2);
    expect(socket.frames).toEqual([
      { topic: 'phoenix', event: 'phx_reply', payload: { status: 'ok', response: {} }, ref: '1' },
      {
        topic: 'realtime:a',
        event: 'phx_reply',
        payload: { status: 'ok', response: { postgres_changes: [] } },
        ref: '2',
      },
    ]);
    socket.close();
  });

  test('closes the former channel when its topic is joined again, and drops messages meant for it', async () => {
    const socket = await raw();
    const config = { broadcast: { self: true, ack: true } };
    await joinRaw(socket, 'realtime:again', config, { ref: '1' });
    await joinRaw(socket, 'realtime:again', config, { ref: '2' });
    expect(socket.frames).toContainEqual(['1', '1', 'realtime:again', 'phx_close', {}]);
    socket.send(['1', '3', 'realtime:again', 'broadcast', { type: 'broadcast', event: 'x', payload: {} }]);
    socket.send(['2', '4', 'realtime:again', 'broadcast', { type: 'broadcast', event: 'y', payload: {} }]);
    await socket.frame(isReplyTo('4'));
    expect(socket.frames.filter((frame) => (frame as unknown[])[3] === 'broadcast')).toEqual([
      [null, null, 'realtime:again', 'broadcast', { type: 'broadcast', event: 'y', payload: {} }],
    ]);
    socket.close();
  });

  test('says what is wrong with a join', async () => {
    const socket = await raw();
    const cases: [string, string | undefined, string][] = [
      ['room', undefined, 'unmatched topic'],
      ['realtime:', undefined, 'TopicNameRequired: You must provide a topic name'],
      [`realtime:${'x'.repeat(300)}`, undefined, 'TopicNameTooLong: A topic has at most 255 bytes'],
      ['realtime:a', 'nonsense', 'MalformedJWT: The token provided is not a valid JWT'],
      ['realtime:a', 'a.b.c', 'InvalidJWTToken: JWS Protected Header is invalid'],
    ];
    for (const [at, [topic, token, reason]] of cases.entries()) {
      const answer = await joinRaw(socket, topic, {}, { ref: String(at), ...(token ? { token } : {}) });
      expect(answer).toEqual({ status: 'error', response: { reason } });
    }
    const person = await server.person();
    const [head, body] = person.token.split('.');
    const forged = `${head}.${body}.${'A'.repeat(86)}`;
    expect(await joinRaw(socket, 'realtime:a', {}, { ref: '20', token: forged })).toEqual({
      status: 'error',
      response: { reason: 'JwtSignatureError: Failed to validate JWT signature' },
    });
    const old = await server.tokenOf(person, { exp: Math.floor(Date.now() / 1000) - 7 });
    expect(await joinRaw(socket, 'realtime:a', {}, { ref: '21', token: old })).toEqual({
      status: 'error',
      response: { reason: expect.stringMatching(/^InvalidJWTToken: Token has expired [78] seconds ago$/) },
    });
    socket.send([null, '22', 'realtime:nowhere', 'broadcast', {}]);
    expect(await socket.frame(isReplyTo('22'))).toMatchObject({
      4: { response: { reason: 'unmatched topic' } },
    });
    socket.close();
  });
});

describe('broadcast', () => {
  const SERIALISERS = ['1.0.0', '2.0.0'] as const;
  test.each(SERIALISERS.flatMap((from) => SERIALISERS.map((to) => [from, to] as const)))(
    'from serialiser %s to %s',
    async (from, to) => {
      const topic = `talk-${from}-${to}`;
      const heard: unknown[] = [];
      const listener = (await server.client(null, to)).channel(topic);
      listener.on('broadcast', { event: 'said' }, (message) => heard.push(message));
      const speaker = (await server.client(null, from)).channel(topic, {
        config: { broadcast: { ack: true } },
      });
      speaker.on('broadcast', { event: 'said' }, () => heard.push('itself'));
      await Promise.all([subscribed(listener), subscribed(speaker)]);
      expect(await speaker.send({ type: 'broadcast', event: 'said', payload: { text: 'à l’été 🎭' } })).toBe(
        'ok',
      );
      expect(await speaker.send({ type: 'broadcast', event: 'other', payload: {} })).toBe('ok');
      await eventually(() => heard.length > 0);
      await quiet(100);
      expect(heard).toEqual([{ type: 'broadcast', event: 'said', payload: { text: 'à l’été 🎭' } }]);
    },
  );

  test('carries bytes, returns to its sender when the sender asks for it, and reaches no other topic', async () => {
    const heard: { payload: ArrayBuffer }[] = [];
    const channel = (await server.client()).channel('bytes', { config: { broadcast: { self: true } } });
    channel.on('broadcast', { event: 'blob' }, (message) => heard.push(message as never));
    const elsewhere: unknown[] = [];
    const other = (await server.client())
      .channel('bytes-2')
      .on('broadcast', { event: 'blob' }, (m) => elsewhere.push(m));
    await Promise.all([subscribed(channel), subscribed(other)]);
    const bytes = Uint8Array.from([0, 255, 3, 128]);
    await channel.send({ type: 'broadcast', event: 'blob', payload: bytes.buffer });
    await eventually(() => heard.length > 0);
    expect(new Uint8Array(heard[0]!.payload)).toEqual(bytes);
    expect(elsewhere).toEqual([]);
  });

  test('over HTTP: one message or many, JSON or bytes, and from SQL', async () => {
    const heard: unknown[] = [];
    const listener = (await server.client()).channel('news');
    listener.on('broadcast', { event: '*' }, ({ event, payload }) =>
      heard.push([event, payload instanceof ArrayBuffer ? new Uint8Array(payload)[0] : payload]),
    );
    await subscribed(listener);
    const sender = (await server.client()).channel('news');
    expect(await sender.httpSend('one', { a: 1 })).toEqual({ success: true });
    expect(await sender.httpSend('two', Uint8Array.from([7]))).toEqual({ success: true });
    const answer = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: ['three', 'four'].map((event) => ({ topic: 'news', event, payload: { event } })),
      }),
    });
    expect(answer.status).toBe(202);
    await server.database.pool.query(`select realtime.send('{"a": 5}', 'five', 'news', false)`);
    await server.database.pool.query(
      `select realtime.send(jsonb_build_object('a', repeat('x', 20000)), 'six', 'news', false)`,
    );
    await eventually(() => heard.length === 6);
    expect(heard).toEqual([
      ['one', { a: 1 }],
      ['two', 7],
      ['three', { event: 'three' }],
      ['four', { event: 'four' }],
      ['five', { a: 5, id: expect.any(String) }],
      ['six', { a: 'x'.repeat(20_000), id: expect.any(String) }],
    ]);
  });

  test('over HTTP is refused without a key, with a wrong body and with a bad token', async () => {
    const post = (body: unknown, headers: Record<string, string> = { apikey: server.keys.publishableKey }) =>
      fetch(`${server.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
    const good = { messages: [{ topic: 'a', event: 'b', payload: {} }] };
    expect((await post(good, {})).status).toBe(401);
    expect((await post(good, { apikey: 'sb_publishable_wrong' })).status).toBe(401);
    expect(
      (await post(good, { apikey: server.keys.publishableKey, authorization: 'Bearer a.b.c' })).status,
    ).toBe(401);
    const wrong = await post({ messages: [{ topic: 'a' }] });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toHaveProperty(['errors', 'messages.0.event']);
    expect((await fetch(`${server.url}/realtime/v1/elsewhere`)).status).toBe(404);
  });
});

describe('a private channel', () => {
  const join = async (
    who: { token: string } | null,
    topic: string,
    listen: (message: unknown) => void = () => undefined,
  ) => {
    const channel = (await server.client(who))
      .channel(topic, { config: { private: true, broadcast: { ack: true }, presence: { enabled: true } } })
      .on('broadcast', { event: '*' }, listen);
    return { channel, ...(await subscribed(channel)) };
  };

  test('can be joined by those who may read by the policies, and sent to by those who may write', async () => {
    const [speaker, listener, stranger] = [
      await server.person(),
      await server.person(),
      await server.person(),
    ];
    await server.database.pool.query(
      "insert into members values ('loge', $1, true), ('loge', $2, false), ('other', $3, true)",
      [speaker.id, listener.id, stranger.id],
    );
    const heard: unknown[] = [];
    const speaking = await join(speaker, 'loge');
    const listening = await join(listener, 'loge', (message) => heard.push(message));
    expect([speaking.status, listening.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
    for (const nobody of [stranger, null]) {
      const refused = await join(nobody, 'loge');
      expect(refused.status).toBe('CHANNEL_ERROR');
      expect(refused.error?.message).toBe(
        'Unauthorized: You do not have permissions to read from this Channel topic: loge',
      );
    }
    const publicly: unknown[] = [];
    const open = (await server.client(stranger))
      .channel('loge')
      .on('broadcast', { event: '*' }, (m) => publicly.push(m));
    await subscribed(open);

    const message = { type: 'broadcast', event: 'said', payload: { a: 1 } } as const;
    expect(await speaking.channel.send(message)).toBe('ok');
    expect(await listening.channel.send(message)).toBe('error');
    expect(await listening.channel.track({ here: true })).toBe('error');
    expect(await speaking.channel.track({ here: true })).toBe('ok');
    expect(await speaking.channel.httpSend('by-http', { b: 2 })).toEqual({ success: true });
    await expect(listening.channel.httpSend('by-http', { b: 2 })).rejects.toThrow();
    await server.database.pool.query(`select realtime.send('{"c": 3}', 'by-sql', 'loge')`);
    await eventually(() => heard.length === 3);
    await open.send(message);
    await quiet(100);
    expect(heard).toEqual([
      message,
      { type: 'broadcast', event: 'by-http', payload: { b: 2 } },
      {
        type: 'broadcast',
        event: 'by-sql',
        payload: { c: 3, id: expect.any(String) },
        meta: { id: expect.any(String) },
      },
    ]);
    expect(publicly).toEqual([]);
    // What the policies were asked about is not kept; what the database sent is.
    const { rows } = await server.database.pool.query('select event from realtime.messages where private');
    expect(rows).toEqual([{ event: 'by-sql' }]);
  });

  test('is closed when its client sends a token that may no longer read it', async () => {
    const person = await server.person();
    await server.database.pool.query("insert into members values ('lost', $1, true)", [person.id]);
    const client = await server.client(person);
    const statuses: string[] = [];
    const channel = client.channel('lost', { config: { private: true } });
    await new Promise<void>((resolve) => {
      channel.subscribe((status, error) => {
        statuses.push(error?.message.includes('permission') ? 'refused' : status);
        resolve();
      });
    });
    await server.database.pool.query("delete from members where topic = 'lost'");
    person.token = await server.tokenOf(person);
    await client.realtime.setAuth();
    await eventually(() => statuses.includes('refused'));
    expect(statuses.slice(0, 2)).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR']);
  });

  test('is closed to everybody by a policy that raises an error, and the client is not told which', async () => {
    await server.database.pool.query(
      "create policy broken on realtime.messages for select to authenticated using (realtime.topic() <> 'broken' or 1 / 0 = 1)",
    );
    const refused = await join(await server.person(), 'broken');
    expect(refused.error?.message).toBe(
      'Unauthorized: You do not have permissions to read from this Channel topic: broken',
    );
    expect(server.warnings.splice(0)).toMatchObject([{ topic: 'broken', reason: 'division by zero' }]);
  });
});

test('the official client counts its channels, and what it removes hears nothing more', async () => {
  const client = await server.client();
  const sender = await server.client();
  const heard: string[] = [];
  const names = ['kept', 'removed', 'removed-with-all'];
  const [kept, removed] = names.map((name) =>
    client.channel(name).on('broadcast', { event: 'shout' }, () => heard.push(name)),
  );
  for (const channel of client.getChannels()) await subscribed(channel);
  expect(client.getChannels()).toHaveLength(3);
  expect(await client.removeChannel(removed!)).toBe('ok');
  expect(client.getChannels()).toHaveLength(2);
  const shout = () =>
    Promise.all(names.map((name) => sender.channel(name).httpSend('shout', { loud: true })));
  await shout();
  await eventually(() => heard.length === 2);
  expect(heard.toSorted()).toEqual(['kept', 'removed-with-all']);
  expect(await client.removeAllChannels()).toEqual(['ok', 'ok']);
  expect(client.getChannels()).toEqual([]);
  // The socket of somebody who stayed shows that the second round was sent.
  const witness = sender.channel('kept').on('broadcast', { event: 'shout' }, () => heard.push('witness'));
  await subscribed(witness);
  await shout();
  await eventually(() => heard.includes('witness'));
  expect(heard.toSorted()).toEqual(['kept', 'removed-with-all', 'witness']);
  expect(kept?.state).toBe('closed');
});
