import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRaw, type RawSocket } from './testing/raw-socket.ts';
import { eventually, openRealtime, subscribed } from './testing/server.ts';

/** Rounds of one socket with up to a dozen frames each; more than half of them first join as the protocol wants. */
const ROUNDS = 500;
const FRAME_BYTES = 200_000;
/** Stands in each message that only Agnès may hear. */
const SECRET = 'réservé à Agnès';

const server = await openRealtime(
  `create table members (topic text, person uuid, primary key (topic, person));
   grant select on members to authenticated;
   create policy listen on realtime.messages for select to authenticated
     using (exists (select from members m where m.topic = realtime.topic() and m.person = auth.uid()));
   create policy send on realtime.messages for insert to authenticated
     with check (exists (select from members m where m.topic = realtime.topic() and m.person = auth.uid()));
   create table notes (id int generated always as identity primary key, owner uuid not null, text text not null);
   alter table notes enable row level security;
   create policy own on notes for select to authenticated using (owner = auth.uid());
   grant select on notes to authenticated;
   select realtime.publish_table('notes')`,
  { frameBytes: FRAME_BYTES, payloadBytes: 20_000, joinsPerSecond: 1_000, joinsPerAddress: 100_000 },
);
const { pool } = server.database;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heap = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Every row that a client could have changed, and every relation that it could have made. */
async function state(): Promise<unknown> {
  const { rows } = await pool.query(
    `select (select count(*)::int from members) as members, (select count(*)::int from realtime.messages) as messages,
       (select count(*)::int from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)) as relations,
       (select count(*)::int from auth.sessions) as sessions,
       (select md5(coalesce(string_agg(prosrc, '' order by oid), '')) from pg_proc where pronamespace = 'realtime'::regnamespace) as functions`,
  );
  return rows[0];
}

const known = new Set(['phx_reply', 'phx_close', 'phx_error', 'system', 'broadcast', 'presence_state']);
known.add('presence_diff').add('postgres_changes');
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a frame of the server is one of serialiser 2.0.0. */
function isOfProtocol(frame: unknown): boolean {
  if (Buffer.isBuffer(frame)) return frame[0] === 4;
  if (!Array.isArray(frame) || frame.length !== 5) return false;
  const [joinRef, ref, topic, event, payload]: unknown[] = frame;
  const isReference = (each: unknown) => each === null || typeof each === 'string';
  const named = typeof topic === 'string' && typeof event === 'string' && known.has(event);
  return isReference(joinRef) && isReference(ref) && named && isObject(payload);
}

const agnes = await server.person();
const jacques = await server.person();
await pool.query('insert into members values ($1, $2), ($3, $4)', [
  ...['agnes', agnes.id],
  ...['jacques', jacques.id],
]);
const expired = await server.tokenOf(jacques, { exp: 1 });

const topic = fc.oneof(
  fc.constantFrom(
    'realtime:agnes',
    'realtime:jacques',
    'realtime:open',
    'realtime:*',
    'realtime:',
    'phoenix',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((name) => `realtime:${name}`),
  fc.constant(`realtime:${'t'.repeat(5_000)}`),
);
const event = fc.oneof(
  fc.constantFrom('phx_join', 'phx_leave', 'broadcast', 'presence', 'access_token', 'heartbeat', 'phx_close'),
  fc.constantFrom('postgres_changes', 'system', '__proto__', 'constructor', ''),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const wild = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>(
    ...['\u0000', 'x'.repeat(50_000), "'; drop table notes; --", '{"__proto__":{"admin":true}}', '💥'],
    ...[null, true, -1, 1e308, Number.MAX_SAFE_INTEGER + 2, [], {}],
  ),
);
const token = fc.oneof(
  fc.constantFrom(jacques.token, expired, server.keys.publishableKey, `${agnes.token.slice(0, -4)}AAAA`),
  fc.constant(`${agnes.token.split('.').slice(0, 2).join('.')}.`),
  wild,
);
const binding = fc.record(
  {
    event: fc.oneof(fc.constantFrom('*', 'INSERT', 'UPDATE', 'DELETE'), wild),
    schema: fc.oneof(fc.constantFrom('public', 'auth', 'realtime'), wild),
    table: fc.oneof(fc.constantFrom('notes', 'members', 'users', '*'), wild),
    filter: fc.oneof(
      fc.constantFrom('id=gt.0', `owner=eq.${agnes.id}`, "text=eq.' or true --", 'id=in.(1,2,(', 'id=eq.'),
      wild,
    ),
  },
  { requiredKeys: [] },
);
const config = fc.record(
  {
    private: fc.oneof(fc.boolean(), wild),
    broadcast: fc.oneof(
      fc.record({
        self: fc.boolean(),
        ack: fc.boolean(),
        replay: fc.oneof(fc.record({ since: wild, limit: wild }), wild),
      }),
      wild,
    ),
    presence: fc.oneof(fc.record({ key: wild, enabled: fc.boolean() }), wild),
    postgres_changes: fc.oneof(fc.array(fc.oneof(binding, wild), { maxLength: 4 }), wild),
  },
  { requiredKeys: [] },
);
const payload = fc.oneof(
  fc.record({ access_token: token, config: fc.oneof(config, wild) }, { requiredKeys: ['config'] }),
  fc.record({ type: wild, event: fc.oneof(fc.constantFrom('track', 'untrack'), wild), payload: wild }),
  wild,
);
const reference = fc.oneof(fc.constantFrom<unknown>('1', null), wild);
const message = fc.tuple(reference, reference, topic, event, payload).map((each) => JSON.stringify(each));
/** What speakers of other protocols send, and JSON that only looks small. */
const foreign = fc.constantFrom(
  ...['2probe', '42["message","bonjour"]', 'CONNECT\naccept-version:1.2\n\n\u0000', 'GET / HTTP/1.1\r\n\r\n'],
  ...[
    '{"type":"connection_init","payload":{}}',
    '{"jsonrpc":"2.0","method":"x","id":1}',
    '',
    '[]',
    '[1,2,3,4,5]',
  ],
  ...['['.repeat(20_000), `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, '"'.repeat(FRAME_BYTES - 10)],
  'x'.repeat(FRAME_BYTES + 1),
);
const binary = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Uint8Array.from([3, ...bytes])),
  // MQTT's CONNECT, and a broadcast into the channel of somebody else.
  fc.constant(Uint8Array.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0])),
  fc.constant(Uint8Array.from([3, 1, 1, 14, 5, 0, 1, ...Buffer.from('11realtime:agnesshout{}')])),
);
const frame = fc.oneof({ weight: 6, arbitrary: message }, foreign, binary);

/** Sends the frames and then asks for a heartbeat; waits until it is answered, or the server has closed the socket. */
async function attack(frames: readonly (string | Uint8Array)[], joins: boolean): Promise<RawSocket> {
  const socket = await openRaw(server.url, server.keys.publishableKey);
  if (joins)
    for (const name of ['jacques', 'agnes']) {
      const asked = { access_token: jacques.token, config: { private: true, broadcast: { ack: true } } };
      socket.send(['1', '1', `realtime:${name}`, 'phx_join', asked]);
    }
  for (const each of frames) socket.sendRaw(typeof each === 'string' ? each : Uint8Array.from(each));
  socket.send([null, 'last', 'phoenix', 'heartbeat', {}]);
  const answered = socket.frame((each) => Array.isArray(each) && each[1] === 'last', 10_000);
  await Promise.race([answered, socket.closed]);
  answered.catch(() => undefined); // of a socket that was closed
  socket.close();
  const { code, reason } = await socket.closed;
  expect([1000, 1005, 1007, 1008, 1009]).toContain(code);
  expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
  return socket;
}

test('whatever is sent, nothing changes, nobody hears what is not theirs, and memory stays bounded', async () => {
  const hers = await server.client(agnes);
  const heard: unknown[] = [];
  const channel = hers
    .channel('agnes', { config: { private: true } })
    .on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) =>
      heard.push(change.new),
    );
  expect((await subscribed(channel)).status).toBe('SUBSCRIBED');
  const before = await state();
  let told = 0;
  /** Something that only Agnès may hear, both ways. */
  const tell = async () => {
    told += 1;
    await pool.query('insert into notes (owner, text) values ($1, $2)', [agnes.id, `${SECRET} ${told}`]);
    await (await server.client(agnes))
      .channel('agnes', { config: { private: true } })
      .httpSend('word', { text: `${SECRET} ${told}` });
  };

  const rounds = async (numRuns: number) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(frame, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (frames, joins) => {
          if (Math.random() < 0.1) await tell();
          const socket = await attack(frames, joins);
          expect(socket.frames.filter((each) => !isOfProtocol(each))).toEqual([]);
          const all = socket.frames.map((each) =>
            Buffer.isBuffer(each) ? each.toString() : JSON.stringify(each),
          );
          expect(all.filter((each) => each.includes(SECRET))).toEqual([]);
        },
      ),
      { numRuns },
    );
  await rounds(ROUNDS / 2);
  const half = heap();
  await rounds(ROUNDS / 2);
  // What every round leaves behind would be there 250 times.
  expect(heap() - half).toBeLessThan(20_000_000);

  await tell();
  await eventually(() => heard.length >= 2 * told, 20_000);
  // She heard all that was hers, and not a word of anybody else.
  expect(heard).toHaveLength(2 * told);
  expect(heard.filter((each) => !JSON.stringify(each).includes(SECRET))).toEqual([]);
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from notes');
  expect(rows[0]?.n).toBe(told);
  expect(await state()).toEqual(before);
  expect(server.warnings.filter(({ level }) => level >= 50)).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
}, 600_000);
