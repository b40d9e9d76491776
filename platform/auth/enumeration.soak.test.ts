import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthSettings } from '#server/settings.ts';
import { type AuthServer, newEmail, PASSWORD, startAuth } from './testing/server.ts';

/**
 * "no enumeration through sign-up, recover or otp": whatever a stranger asks, in whatever order, the answers about an address that
 * nobody has, one that waits for its confirmation and one that has an account are the same, key by key.
 */

const data = { role: 'viewer', first_name: 'Anna', last_name: 'Morel' };
const OTHER = `${PASSWORD}-autre`;

type Standing = 'unknown' | 'pending' | 'confirmed';
const standings: readonly Standing[] = ['unknown', 'pending', 'confirmed'];

async function addressOf(server: AuthServer, standing: Standing): Promise<string> {
  const email = `${standing.slice(0, 1)}.${randomUUID()}@exemple.fr`; // of one length, so that whole answers are
  if (standing === 'unknown') return email;
  await server.admin().auth.admin.createUser({
    email,
    password: OTHER,
    email_confirm: standing === 'confirmed',
    user_metadata: { first_name: 'Bérénice', secret: 'of somebody else' },
    app_metadata: { plan: 'gold' },
  });
  return email;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:]+\.\d+Z$/;

/** An answer with the address, ids, instants and waits named instead of written, so that two can be compared. */
function shape(json: unknown, email: string, now: number): unknown {
  const ids = new Map<string, string>();
  const name = (value: unknown): unknown => {
    if (value === email) return 'the address';
    if (typeof value === 'string' && UUID.test(value)) {
      if (!ids.has(value)) ids.set(value, `id ${ids.size + 1}`);
      return ids.get(value);
    }
    if (typeof value === 'string' && INSTANT.test(value)) {
      const age = Math.abs(now - Date.parse(value));
      return age < 20_000 ? 'just now' : value;
    }
    if (typeof value === 'string') return value.replace(/ \d\d seconds/, ' some seconds');
    if (Array.isArray(value)) return value.map(name);
    if (value !== null && typeof value === 'object') {
      return Object.entries(value).map(([key, each]) => [key, name(each)]); // the order of the keys counts too
    }
    return value;
  };
  return name(json);
}

async function ask(server: AuthServer, path: string, email: string, body: object) {
  const answer = await server.call('POST', path, { body: { email, ...body } });
  const headers = [...answer.headers].filter(([name]) => !['date', 'retry-after'].includes(name));
  const text = await answer.text();
  return {
    status: answer.status,
    headers,
    length: text.length,
    body: shape(JSON.parse(text), email, Date.now() + server.clock.ahead),
  };
}

const signUp = { password: PASSWORD, data };
const challenge = { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' };
const signIn = (password: string): [string, object] => ['/token?grant_type=password', { password }];

const conversations: [string, [path: string, body: object][]][] = [
  ['a sign-up', [['/signup', signUp]]],
  ['a sign-up with PKCE', [['/signup', { ...signUp, ...challenge }]]],
  [
    'a sign-up, repeated with the same and with another password',
    [
      ['/signup', signUp],
      ['/signup', signUp],
      ['/signup', { ...signUp, password: `${PASSWORD}-3` }],
    ],
  ],
  [
    'a sign-up, then signing in with its password and with a wrong one',
    [['/signup', signUp], signIn(PASSWORD), signIn(`${PASSWORD}-3`)],
  ],
  [
    'two sign-ups, then signing in with the password of each',
    [
      ['/signup', signUp],
      ['/signup', { ...signUp, password: `${PASSWORD}-3` }],
      signIn(PASSWORD),
      signIn(`${PASSWORD}-3`),
    ],
  ],
  [
    'a code, then a sign-up, then signing in',
    [['/otp', { data: { first_name: 'Zoé' } }], ['/signup', signUp], signIn(PASSWORD)],
  ],
  [
    'a recovery',
    [
      ['/recover', {}],
      ['/recover', challenge],
    ],
  ],
  [
    'a code',
    [
      ['/otp', {}],
      ['/otp', challenge],
      ['/magiclink', {}],
    ],
  ],
  [
    'a code for an account that exists',
    [
      ['/otp', { create_user: false }],
      ['/otp', { create_user: false, ...challenge }],
    ],
  ],
  [
    'a confirmation sent again',
    [
      ['/resend', { type: 'signup' }],
      ['/resend', { type: 'email_change' }],
      ['/signup', signUp],
      ['/resend', { type: 'signup' }],
    ],
  ],
  [
    'a sign-up, then a wrong code',
    [
      ['/signup', signUp],
      ['/verify', { type: 'signup', token: '12' }],
      ['/verify', { type: 'email', token: '12' }],
    ],
  ],
];

const settings: [string, Partial<AuthSettings>][] = [
  ['where accounts may be opened', {}],
  ['where sign-ups are closed', { signup: false }],
  ['where mail leaves once a minute', { mailInterval: 60, rateLimits: true }],
];

describe.each(settings)('what a stranger learns of an address, %s', (_, overrides) => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await startAuth(overrides);
  });
  afterAll(async () => {
    expect(server.errors).toEqual([]);
    await server.close();
  });

  test.each(conversations)('%s tells nothing', async (_title, requests) => {
    const transcripts = [];
    for (const standing of standings) {
      server.clock.ahead += 3_600_000; // the network address has its requests back
      const shifted = server.clock.ahead;
      const email = await addressOf(server, standing);
      server.clock.ahead = shifted + 120_000; // an account is older than the stranger's question
      const answers = [];
      for (const [path, body] of requests) answers.push(await ask(server, path, email, body));
      transcripts.push(answers);
    }
    const [unknown, pending, confirmed] = transcripts;
    expect(pending).toEqual(unknown);
    expect(confirmed).toEqual(unknown);
  });
});

describe('in time', () => {
  test('the answers leave after a multiple of a fixed time, no matter who the request is about', async () => {
    const server = await startAuth();
    for (const [path, body] of [
      ['/signup', signUp],
      ['/recover', {}],
      ['/otp', { create_user: false }],
      ['/resend', { type: 'signup' }],
    ] as const) {
      for (const standing of standings) {
        const email = await addressOf(server, standing);
        const start = performance.now();
        await server.call('POST', path, { body: { email, ...body } });
        expect(performance.now() - start, `${path} ${standing}`).toBeGreaterThanOrEqual(49);
      }
    }
    await server.close();
  });

  test('a sign-up and the sign-in after it cost the same passwords hashed', async () => {
    const server = await startAuth();
    const emails: string[] = [];
    for (const standing of standings) emails.push(await addressOf(server, standing));
    for (const email of emails) await ask(server, '/signup', email, signUp);
    for (const [path, body] of [['/signup', signUp], signIn(PASSWORD)] as const) {
      // Processor time, which argon2 dominates; the least of some tries, since others use the process as well.
      const least = emails.map(() => Number.POSITIVE_INFINITY);
      for (let round = 0; round < 8; round++) {
        for (const [who, email] of emails.entries()) {
          const before = process.cpuUsage();
          await server.call('POST', path, { body: { email, ...body } });
          const { user, system } = process.cpuUsage(before);
          least[who] = Math.min(least[who]!, user + system);
        }
      }
      expect(Math.max(...least) / Math.min(...least), `${path} ${least}`).toBeLessThan(1.5);
    }
    await server.close();
  });
});

test('where addresses are taken at their word, a taken one is told: a session would have to be handed out', async () => {
  const server = await startAuth({ autoconfirm: true });
  const email = await addressOf(server, 'confirmed');
  expect(await ask(server, '/signup', email, signUp)).toMatchObject({ status: 422 });
  const quiet = await ask(server, '/otp', newEmail(), { create_user: false });
  expect(quiet).toMatchObject({ status: 200, length: 2 });
  await server.close();
});
