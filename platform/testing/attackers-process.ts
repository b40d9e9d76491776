/**
 * A process that makes, all at once, the attacks that once kept other visitors from being served: `node attackers-process.ts <origin>
 * <publishable key>`, or with the names of some attacks, separated by semicolons. It goes on until it is ended, then prints how often each
 * attack was made and how it was answered. Each attack has the rate at which it was harmful, and its own addresses, which the server takes
 * from `X-Forwarded-For` as behind a proxy. It sends to this machine alone, and ends by itself when its standard input ends, or after ten
 * minutes.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const [origin = '', key = '', only = ''] = process.argv.slice(2);
const { port, hostname } = new URL(origin);
if (!['localhost', '127.0.0.1'].includes(hostname))
  throw new Error('Only a server of this machine is attacked.');

const told = new Map<string, Map<string, number>>();
const tell = (attack: string, answer: string | number) => {
  const answers = told.get(attack) ?? new Map<string, number>();
  told.set(attack, answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1));
};
/** The test waits for `READY`, and reads the last line as the record. */
process.once('SIGTERM', () => {
  const record = Object.fromEntries(
    [...told].map(([attack, answers]) => [attack, Object.fromEntries(answers)]),
  );
  process.stdout.write(`${JSON.stringify(record)}\n`, () => process.exit(0));
});
setTimeout(() => process.exit(1), 600_000).unref();
process.stdin.resume().once('end', () => process.exit(1));

interface Sent {
  method?: string;
  body?: string;
  type?: string;
}

/** Sends one request and reads the answer to its end. */
async function send(
  attack: string,
  from: string,
  path: string,
  { method = 'GET', body, type }: Sent = {},
): Promise<void> {
  try {
    const response = await fetch(origin + path, {
      method,
      headers: {
        apikey: key,
        'x-forwarded-for': from,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    tell(attack, response.status);
  } catch {
    tell(attack, 'broken off'); // a broken connection counts as an answer
  }
}

/** Once each `every` milliseconds, whether the one before was answered or not; never more than `most` at once. */
async function pace(every: number, most: number, attack: (count: number) => Promise<void>): Promise<never> {
  const underWay = new Set<Promise<void>>();
  for (let count = 0; ; count += 1) {
    if (underWay.size < most) {
      const one: Promise<void> = attack(count).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await sleep(every);
  }
}

const each = (count: number, work: (at: number) => Promise<never>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

const json = 'application/json';
const unknownKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0])));
const embeds = (levels: number) => {
  const names = ['offers', 'streamers'];
  let select = 'id';
  for (let level = levels; level > 0; level -= 1) select = `id,${names[(level + 1) % 2]}(${select})`;
  return `/rest/v1/streamers?select=${select}`;
};
const aliases = Array.from({ length: 1_500 }, (_, at) => `a${at}:bio`).join();
const csv = `name\n${'a,"b",c\n'.repeat(9 * 128 * 1024)}`;

/** Requests large answers and does not read them. Each socket is kept until the server closes it, then opened again. */
async function stopReading(attack: string, at: number): Promise<never> {
  for (;;) {
    const socket = connect(Number(port), '127.0.0.1').pause();
    const closed = once(socket, 'close').catch(() => undefined); // broken off
    socket.on('error', () => undefined);
    const ask = `GET /rest/v1/streamers?select=*,offers(*) HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nX-Forwarded-For: 198.51.100.${at % 4}\r\n\r\n`;
    // The requests are pipelined: each answer waits until the answer before it has been read.
    socket.write(ask.repeat(20));
    tell(attack, 'opened');
    await Promise.race([closed, sleep(60_000)]);
    socket.destroy();
    await sleep(1_000);
  }
}

/** A body that comes byte by byte. */
async function trickle(attack: string): Promise<never> {
  for (;;) {
    const socket = connect(Number(port), '127.0.0.1');
    const closed = once(socket, 'close').catch(() => undefined); // broken off
    tell(attack, 'begun');
    socket.on('error', () => undefined).resume();
    socket.write(
      `POST /functions/v1/discovery/get-home HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nX-Forwarded-For: 198.51.100.9\r\nContent-Length: 100000\r\n\r\n`,
    );
    const drip = setInterval(() => socket.write('x'), 1_000);
    await closed;
    clearInterval(drip);
    tell(attack, 'ended');
  }
}

const socketAddress = `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`;

/** @returns the socket once it is open; null when it was refused */
function openSocket(attack: string, from: string): Promise<WebSocket | null> {
  const socket = new WebSocket(socketAddress, { headers: { 'x-forwarded-for': from } });
  return new Promise((resolve) => {
    socket.on('open', () => {
      tell(attack, 'opened');
      resolve(socket);
    });
    socket.on('error', () => {
      tell(attack, 'refused');
      resolve(null);
    });
  });
}

/** Opens as many sockets as one address may have, and keeps them. */
const takeSockets = (attack: string) =>
  pace(2, 100, async () => {
    await openSocket(attack, `${from}.20`);
  });

/** A crowd that tracks 200 KB each on one topic, again and again. */
async function crowd(attack: string, at: number): Promise<never> {
  for (;;) {
    const socket = await openSocket(attack, `198.51.100.${30 + (at % 4)}`);
    if (socket !== null) {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const topic = 'realtime:attacked';
      const config = { presence: { key: `p${at}`, enabled: true } };
      const frame = (ref: string, event: string, payload: unknown) => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(['1', ref, topic, event, payload]));
      };
      frame('1', 'phx_join', { config });
      const tracking = setInterval(
        () =>
          frame('2', 'presence', {
            type: 'presence',
            event: 'track',
            payload: { large: 'x'.repeat(200_000) },
          }),
        2_000,
      );
      await Promise.race([closed, sleep(30_000)]);
      clearInterval(tracking);
      socket.close();
    }
    await sleep(1_000);
  }
}

const from = '198.51.100';
const command = (attack: string, body: string) => () =>
  send(attack, `${from}.1`, '/functions/v1/discovery/get-home', { method: 'POST', type: json, body });
const rest = (attack: string, host: number, path: string) => () => send(attack, `${from}.${host}`, path);

/** @returns the answer of a command, or null when it was refused or broken off */
async function sendCommand(
  attack: string,
  at: number,
  token: string,
  name: string,
  body: object,
): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(`${origin}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${token}`,
        'content-type': json,
        'x-forwarded-for': `192.0.2.${at + 1}`,
      },
      body: JSON.stringify(body),
    });
    tell(attack, `${name}: ${response.status}`);
    return response.ok ? ((await response.json()) as Record<string, unknown>) : null;
  } catch {
    tell(attack, 'broken off');
    return null;
  }
}

interface Offer {
  id: string;
  revision: number;
  price_cents: number;
  questions: readonly object[];
}

/** Asks again when a connection broke off, as one does that was kept for the next request and that the server closed at that moment. */
async function insist(attack: string, ask: () => Promise<Response>): Promise<Response> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await ask();
    } catch (error) {
      if (turn === 5) throw error;
      tell(attack, 'broken off');
    }
  }
}

/** Signs up a viewer who holds a place. @returns a function that pays for it again and again: each time the server waits for the provider */
async function holdPlace(attack: string, at: number): Promise<() => Promise<never>> {
  const headers = { apikey: key, 'content-type': json, 'x-forwarded-for': `192.0.2.${at + 1}` };
  const signedUp = await insist(attack, () =>
    fetch(`${origin}/auth/v1/signup`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        email: `payeuse-${randomUUID()}@exemple.fr`,
        password: randomUUID(),
      }),
    }),
  );
  const { access_token: token } = (await signedUp.json()) as { access_token: string };
  if (!token) throw new Error(`Sign-up was refused: ${signedUp.status}.`);
  await sendCommand(attack, at, token, 'accounts/declare-age', { age: 'adult' });
  const ask = '/rest/v1/offers?select=id,revision,price_cents,questions&price_cents=gt.0&is_active=is.true';
  for (let turn = at; ; turn += 1) {
    const answer = await insist(attack, () => fetch(origin + ask, { headers }));
    const sold = answer.ok ? ((await answer.json()) as Offer[]) : [];
    const offers = sold.filter(({ questions }) => questions.length === 0);
    const offer = offers[turn % offers.length];
    const held = offer && (await hold(attack, at, turn, token, offer));
    if (offer && held) {
      const booking = { bookingId: held.bookingId, expectedPriceCents: offer.price_cents };
      return async () => {
        for (;;) {
          await sendCommand(attack, at, token, 'booking/pay-booking', { key: randomUUID(), ...booking });
          await sleep(1_000);
        }
      };
    }
    if (turn - at === 100)
      throw new Error(
        `No place was to be had: ${JSON.stringify(Object.fromEntries(told.get(attack) ?? []))}.`,
      );
    await sleep(200);
  }
}

async function hold(attack: string, at: number, turn: number, token: string, offer: Offer) {
  const from = new Date();
  const until = new Date(from.getTime() + 30 * 86_400_000);
  const stretch = { offerId: offer.id, from, until };
  const listed = await sendCommand(attack, at, token, 'availability/list-slots', stretch);
  const slots = (listed?.slots ?? []) as { start: string }[];
  return sendCommand(attack, at, token, 'booking/hold-slot', {
    key: randomUUID(),
    offerId: offer.id,
    offerRevision: offer.revision,
    start: slots[turn % Math.max(1, slots.length)]?.start ?? from,
    viewerZone: 'Europe/Paris',
  });
}

const PAYERS = 'payers at a provider that hangs';
const chosen = only === '' ? null : only.split(';');
/** The payers hold their places before the attacks begin. */
const payers = await Promise.all(
  Array.from({ length: chosen === null || chosen.includes(PAYERS) ? 22 : 0 }, (_, at) =>
    holdPlace(PAYERS, at),
  ),
);

const attacks: Record<string, (attack: string) => Promise<unknown>> = {
  'unknown keys': (attack) => pace(1_000, 20, command(attack, unknownKeys(6_000))),
  '80,000 unknown keys': (attack) => pace(5_000, 5, command(attack, unknownKeys(80_000))),
  'nine levels of embeds': (attack) => pace(400, 40, rest(attack, 2, embeds(9))),
  'as many levels of embeds as there may be': (attack) => pace(400, 40, rest(attack, 3, embeds(5))),
  'repeated aliases': (attack) => pace(1_000, 20, rest(attack, 4, `/rest/v1/streamers?select=${aliases}`)),
  '9 MB of CSV': (attack) =>
    pace(2_000, 10, () =>
      send(attack, `${from}.5`, '/rest/v1/offers', { method: 'POST', type: 'text/csv', body: csv }),
    ),
  'mails to nobody': (attack) =>
    pace(2_000, 2, (count) =>
      send(attack, `${from}.${6 + (count % 2)}`, '/auth/v1/recover', {
        method: 'POST',
        type: json,
        body: JSON.stringify({ email: `nobody-${count}@exemple.fr` }),
      }),
    ),
  'guesses of codes': (attack) =>
    pace(20, 50, (count) =>
      send(attack, `${from}.${100 + (count % 100)}`, '/auth/v1/verify', {
        method: 'POST',
        type: json,
        body: JSON.stringify({
          type: 'email',
          email: 'nobody@exemple.fr',
          token: String(count).padStart(6, '0'),
        }),
      }),
    ),
  'clients that stop reading': (attack) => each(40, (at) => stopReading(attack, at)),
  'bodies of slow senders': (attack) => each(20, () => trickle(attack)),
  'sockets of one address': takeSockets,
  'large presences on one topic': (attack) => each(100, (at) => crowd(attack, at)),
  [PAYERS]: () => Promise.all(payers.map((pay) => pay())),
};

// Real attackers run on other machines: the test must measure the service, not the processor time that this process takes from it. With
// autogroups Linux shares processors among sessions before processes, so the session gets a low priority too.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '10');

process.stdout.write('READY\n');
await Promise.all((chosen ?? Object.keys(attacks)).map((attack) => attacks[attack]?.(attack)));
