import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { oddValue, withOdd } from '#product/testing/odd-bodies.ts';
import { openHelix, signedMessage } from '#server/integrations/twitch/testing/published.ts';
import { createTwitch } from '#server/integrations/twitch/twitch.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { type LiveDeps, readLives, subscribeToLives } from './follow-lives.ts';
import { createLiveWebhook } from './live-webhook.ts';

const database = await openTestDatabase('product');
const helix = await openHelix();
const SECRET = 'a-secret-of-thirty-two-characters';
const CALLBACK = 'https://loge.exemple.fr/webhooks/twitch';
let clock = new Date('2026-11-26T18:00:00Z');
const later = (minutes: number) => new Date(clock.getTime() + minutes * 60_000);
const app = createLiveWebhook({
  pool: database.pool,
  logger: pino({ level: 'silent' }),
  now: () => clock,
  secret: SECRET,
});

let made = 5_000;
const addChannel = async (): Promise<string> => {
  const channelId = String(++made);
  const id = await insertPerson(database.pool, { email: `live-${channelId}@loge.test`, role: 'streamer' });
  await database.pool.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'twitch', $2, '{"name": "paule"}')`,
    [id, channelId],
  );
  return channelId;
};
const liveSince = async (channelId: string): Promise<string | null> => {
  const { rows } = await database.pool.query<{ live_since: Date | null }>(
    'select live_since from public.streamer_channels where channel_id = $1',
    [channelId],
  );
  return rows[0]?.live_since?.toISOString() ?? null;
};
beforeEach(async () => {
  clock = new Date('2026-11-26T18:00:00Z');
  await database.pool.query('delete from public.streamer_channels');
  helix.lives.clear();
  helix.subscriptions.length = 0;
  helix.refusals.length = 0;
  helix.questions.length = 0;
  helix.setAway(false);
});

const run = (task: (run: Parameters<ReturnType<typeof readLives>>[0]) => Promise<void>) =>
  task({
    pool: database.pool,
    logger: pino({ level: 'silent' }),
    now: clock,
    signal: new AbortController().signal,
  });
const deps = (more: Partial<LiveDeps> = {}): LiveDeps => ({
  twitch: createTwitch(helix.settings),
  webhook: null,
  demoData: false,
  ...more,
});

describe('without an address that Twitch reaches, Loge asks who is live', () => {
  test('a hundred at once, with one token, as Twitch publishes it', async () => {
    const twitch = createTwitch(helix.settings);
    const before = helix.askedTokens();
    const ids: string[] = [];
    for (let each = 0; each < 101; each++) ids.push(await addChannel());
    for (const id of ids.slice(0, 60))
      helix.lives.set(id, { startedAt: '2026-11-26T17:30:00Z', type: 'live' });
    helix.lives.set(ids[100]!, { startedAt: '2026-11-26T17:45:00Z', type: '' });
    await run(readLives(deps({ twitch })));
    expect(helix.refusals).toEqual([]);
    expect(helix.questions).toEqual([100, 1]);
    expect(helix.askedTokens() - before).toBe(1);
    expect(await liveSince(ids[59]!)).toBe('2026-11-26T17:30:00.000Z');
    expect(await liveSince(ids[60]!)).toBeNull();
    // What Twitch calls live by mistake has no type.
    expect(await liveSince(ids[100]!)).toBeNull();
  });

  test('what says the same is not written again, and who is live no longer is not', async () => {
    const id = await addChannel();
    helix.lives.set(id, { startedAt: '2026-11-26T17:30:00Z', type: 'live' });
    await run(readLives(deps()));
    const version = async () =>
      (await database.pool.query<{ xmin: string }>('select xmin::text from streamer_channels')).rows;
    const first = await version();
    clock = later(1);
    await run(readLives(deps()));
    expect(await version()).toEqual(first);
    helix.lives.clear();
    clock = later(1);
    await run(readLives(deps()));
    expect(await liveSince(id)).toBeNull();
  });

  test('a token that Twitch ended is asked for once more, and a Twitch that is away changes nothing', async () => {
    const twitch = createTwitch(helix.settings);
    const id = await addChannel();
    helix.lives.set(id, { startedAt: '2026-11-26T17:30:00Z', type: 'live' });
    await run(readLives(deps({ twitch })));
    helix.endTokens();
    helix.lives.set(id, { startedAt: '2026-11-26T17:50:00Z', type: 'live' });
    clock = later(1);
    await run(readLives(deps({ twitch })));
    expect(await liveSince(id)).toBe('2026-11-26T17:50:00.000Z');
    helix.setAway(true);
    helix.lives.clear();
    await expect(run(readLives(deps({ twitch })))).rejects.toThrow('503');
    expect(await liveSince(id)).toBe('2026-11-26T17:50:00.000Z');
  });

  test('without a client at Twitch nobody is live, but in the demo', async () => {
    const id = await addChannel();
    await database.pool.query('update streamer_channels set live_since = $1', [clock]);
    await run(readLives(deps({ twitch: null, demoData: true })));
    expect(await liveSince(id)).toBe(clock.toISOString());
    await run(readLives(deps({ twitch: null })));
    expect(await liveSince(id)).toBeNull();
  });
});

describe('with an address that Twitch reaches', () => {
  const webhook = { callback: CALLBACK, secret: SECRET };
  const wanted = (...ids: string[]) =>
    ids.flatMap((id) => [`stream.offline ${id}`, `stream.online ${id}`]).sort();
  const present = () => helix.subscriptions.map(({ type, channelId }) => `${type} ${channelId}`).sort();

  test('it is asked to tell of each linked channel, once, and of no other', async () => {
    const [first, second] = [await addChannel(), await addChannel()];
    await run(subscribeToLives(deps({ webhook })));
    expect(helix.refusals).toEqual([]);
    expect(present()).toEqual(wanted(first, second));
    expect(helix.subscriptions[0]).toMatchObject(webhook);
    await run(subscribeToLives(deps({ webhook })));
    expect(present()).toEqual(wanted(first, second));
    // One failed, one is of another installation with the same client, and one channel was unlinked.
    helix.subscriptions[0]!.status = 'notification_failures_exceeded';
    const foreign = { ...helix.subscriptions[1]!, id: 'foreign', callback: 'https://autre.exemple.fr/x' };
    helix.subscriptions.push(foreign);
    await database.pool.query('delete from auth.identities where provider_id = $1', [second]);
    await run(subscribeToLives(deps({ webhook })));
    expect(helix.subscriptions).toContain(foreign);
    helix.subscriptions.splice(helix.subscriptions.indexOf(foreign), 1);
    expect(present()).toEqual(wanted(first));
    expect(helix.subscriptions.every(({ status }) => status !== 'notification_failures_exceeded')).toBe(true);
  });

  const post = (message: Partial<Parameters<typeof signedMessage>[0]> & { body: object }) =>
    app.request(
      '/webhooks/twitch',
      signedMessage({
        type: 'notification',
        topic: 'stream.online',
        secret: SECRET,
        sentAt: clock,
        ...message,
      }),
    );
  const online = (channelId: string, startedAt = clock.toISOString(), type = 'live') => ({
    subscription: { type: 'stream.online', status: 'enabled' },
    event: { id: '9001', broadcaster_user_id: channelId, type, started_at: startedAt },
  });
  const offline = (channelId: string) => ({
    subscription: { type: 'stream.offline', status: 'enabled' },
    event: { broadcaster_user_id: channelId },
  });

  test('its challenge is answered in plain, when it is signed', async () => {
    const body = { challenge: 'pogchamp-kappa-360noscope-vohiyo', subscription: { type: 'stream.online' } };
    const answer = await post({ type: 'webhook_callback_verification', body });
    expect([answer.status, await answer.text()]).toEqual([200, body.challenge]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(
      (await post({ type: 'webhook_callback_verification', body, secret: 'another-secret' })).status,
    ).toBe(403);
  });

  test('a live begins and ends as it tells', async () => {
    const id = await addChannel();
    expect((await post({ body: online(id, '2026-11-26T17:59:58Z') })).status).toBe(204);
    expect(await liveSince(id)).toBe('2026-11-26T17:59:58.000Z');
    clock = later(90);
    expect((await post({ topic: 'stream.offline', body: offline(id) })).status).toBe(204);
    expect(await liveSince(id)).toBeNull();
  });

  test('a signed message in which anything is of another shape never fails Loge', async () => {
    const id = await addChannel();
    const bodies: Record<string, object> = {
      'stream.online': online(id),
      'stream.offline': offline(id),
      'channel.update': { event: { title: 'a' } },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(bodies)),
        fc.constantFrom('notification', 'revocation', 'webhook_callback_verification', 'autre'),
        fc.nat(),
        oddValue,
        async (topic, type, pick, odd) => {
          const body = withOdd(bodies[topic]!, pick, odd);
          const { status } = await post({ topic, type, body });
          expect([200, 204, 403], JSON.stringify(body)).toContain(status);
        },
      ),
      { numRuns: 200 },
    );
    const long = await post({ id: randomBytes(4_000).toString('hex'), body: online(id) });
    expect(long.status).toBe(403);
  });

  test('a rerun or a premiere is no live', async () => {
    const id = await addChannel();
    for (const type of ['rerun', 'premiere', 'playlist', 'watch_party'])
      expect((await post({ body: online(id, undefined, type) })).status).toBe(204);
    expect(await liveSince(id)).toBeNull();
  });

  test('a message that nobody signed, of another body, or more than ten minutes old is refused', async () => {
    const id = await addChannel();
    const signed = signedMessage({
      type: 'notification',
      topic: 'stream.online',
      body: online(id),
      secret: SECRET,
      sentAt: clock,
    });
    const status = async (init: RequestInit) => (await app.request('/webhooks/twitch', init)).status;
    expect(await status({ method: 'POST', body: JSON.stringify(online(id)) })).toBe(403);
    expect(await status({ ...signed, body: JSON.stringify(online(`${id}0`)) })).toBe(403);
    expect((await post({ body: online(id), secret: 'another-secret' })).status).toBe(403);
    expect((await post({ body: online(id), sentAt: later(-11) })).status).toBe(403);
    expect((await post({ body: online(id), sentAt: later(11) })).status).toBe(403);
    expect(await liveSince(id)).toBeNull();
    expect((await post({ body: online(id), sentAt: later(-9) })).status).toBe(204);
    expect(await liveSince(id)).not.toBeNull();
  });

  test('a message that comes again changes nothing, however many times at once', async () => {
    const id = await addChannel();
    const message = { id: 'the-same', body: online(id) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(message)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 204));
    clock = later(1);
    await post({ topic: 'stream.offline', body: offline(id) });
    clock = later(1);
    const again = signedMessage({
      type: 'notification',
      topic: 'stream.online',
      secret: SECRET,
      sentAt: clock,
      ...message,
    });
    expect((await app.request('/webhooks/twitch', again)).status).toBe(204);
    expect(await liveSince(id)).toBeNull();
  });

  test('what was told late does not undo what was told since', async () => {
    const id = await addChannel();
    await post({ body: online(id), sentAt: clock });
    await post({ topic: 'stream.offline', body: offline(id), sentAt: later(-2) });
    expect(await liveSince(id)).not.toBeNull();
    // The list of streams is minutes behind: it does not know of the live yet.
    clock = later(1);
    await run(readLives(deps({ webhook })));
    expect(await liveSince(id)).not.toBeNull();
    // The end never arrived: the list says it.
    clock = later(10);
    await run(readLives(deps({ webhook })));
    expect(await liveSince(id)).toBeNull();
  });

  test('a revocation is taken, and the task asks again while the channel is linked', async () => {
    const id = await addChannel();
    const body = { subscription: { type: 'stream.online', status: 'authorization_revoked' } };
    expect((await post({ type: 'revocation', body })).status).toBe(204);
    await run(subscribeToLives(deps({ webhook })));
    expect(present()).toEqual(wanted(id));
  });

  test('messages are kept a day', async () => {
    const id = await addChannel();
    await post({ id: 'old', body: online(id) });
    clock = later(25 * 60);
    await run(subscribeToLives(deps()));
    const { rows } = await database.pool.query(
      "select from private.channel_messages where message_id = 'old'",
    );
    expect(rows).toEqual([]);
  });
});
