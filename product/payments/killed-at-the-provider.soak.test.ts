import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadKeys } from '#platform/gateway/keys.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import {
  advance,
  type Fixture,
  holdRequest,
  openFixture,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { type RunningLoge, runLoge, tryCommand } from '#product/booking/testing/running-loge.ts';
import { minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { type ProductServer, type SignedIn, startProduct } from '#product/testing/product-server.ts';
import type { EndpointName } from '#server/integrations/payments/stripe/testing/published-parameters.ts';
import { connectionUrl } from '#server/postgres/testing/database.ts';
import { startOnboarding } from './contract.ts';
import { planPayouts } from './payouts.ts';
import { releaseFunds } from './release-funds.ts';
import { type AtStripe, atStripe } from './testing/at-stripe.ts';

/** Stripe is a server of the test's own, Loge a process that is killed at each of the three points: claimed, called, recorded. */
const PRICE = 4_999;
const SHARE = 4_249;
const AGAIN = { timeout: 90_000 };

let product: ProductServer;
let at: AtStripe;
let viewer: SignedIn;
let dataDir: string;
let running: RunningLoge[] = [];
let days = 2;

beforeEach(async () => {
  product = await startProduct();
  at = await atStripe(product);
  viewer = await product.join();
  dataDir = mkdtempSync(join(tmpdir(), 'loge-killed-'));
  days = 2;
});
afterEach(async () => {
  await Promise.all(running.map((loge) => loge.kill()));
  running = [];
  await at.double.close();
  await product.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (environment: Record<string, string> = {}): Promise<RunningLoge> => {
  const loge = await runLoge(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(product.database),
      STRIPE_SECRET_KEY: at.double.secretKey,
      STRIPE_WEBHOOK_SECRET: at.double.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: at.double.connectWebhookSecret,
      LOG_LEVEL: 'silent',
      ...environment,
    },
    [join(import.meta.dirname, 'testing/loge-at-double.ts'), at.double.baseUrl],
  );
  running.push(loge);
  return loge;
};
const rows = async (sql: string, values: unknown[] = []) =>
  (await product.database.pool.query(sql, values)).rows;
const paid = (fixture: Fixture) => at.paid(viewer, fixture, startIn(product, days++));
const account = async (fixture: Fixture): Promise<string> => {
  const reference = await at.onboarded(fixture.streamer.id);
  await rows(
    `insert into public.payout_accounts (streamer_id, provider, account_reference, charges_enabled, payouts_enabled)
     values ($1, 'stripe', $2, true, true)`,
    [fixture.streamer.id, reference],
  );
  return reference;
};
/** A session that was held and whose share is released. */
const earned = async (fixture: Fixture): Promise<void> => {
  const { bookingId } = await paid(fixture);
  await at.deliver();
  const [{ start_at: begin }] = await rows('select start_at from public.bookings where id = $1', [bookingId]);
  await advance(product, bookingId, { type: 'begin', by: 'system' }, begin);
  const from = parseInstant(begin.toISOString());
  const there = [{ start: minutesAfter(from, -5), end: minutesAfter(from, 60) }];
  const attendance = { streamer: there, viewer: there };
  await advance(
    product,
    bookingId,
    { type: 'settle', by: 'system', attendance },
    new Date(minutesAfter(from, 60)),
  );
  await rows('update public.payments set release_due_at = created_at where booking_id = $1', [bookingId]);
  expect(await releaseFunds(at.work)).toBe(1);
};

/** Whatever the provider can be told of, ordered and not told yet: a capture, a refund, a void, and two payouts, one of which takes a transfer first. */
async function orderEverything() {
  const fixture = await openFixture(product, { priceCents: PRICE });
  const onRequest = await openFixture(product, { priceCents: PRICE, confirmation: 'on_request' });
  const early = await openFixture(product, { priceCents: PRICE });
  const late = await openFixture(product, { priceCents: PRICE });
  const lateAccount = await account(late);
  await earned(late);
  await earned(early);
  const earlyAccount = await account(early);
  // What was available on a Monday morning: of next week, and sent now.
  const later = new Date(Date.now() + 8 * 86_400_000);
  expect(await planPayouts({ ...at.work, now: () => later })).toBe(2);
  await rows('update public.payouts set next_attempt_at = now()');
  const refund = await paid(fixture);
  await at.deliver();
  await at.advance(refund.bookingId, { type: 'cancel', by: 'admin' });
  const letGo = await paid(onRequest);
  await at.advance(letGo.bookingId, { type: 'decline', by: 'streamer' });
  const capture = await paid(fixture);
  return { capture, refund, letGo, earlyAccount, lateAccount };
}

/** What the provider did, and what the books say of it: each thing once. */
async function expectAllOnce({
  capture,
  refund,
  letGo,
  earlyAccount,
  lateAccount,
}: Awaited<ReturnType<typeof orderEverything>>): Promise<void> {
  const { state } = at.double;
  expect(state.intents.get(capture.intent)).toMatchObject({ status: 'succeeded', amount_received: PRICE });
  expect(state.movementsOf(refund.intent, 'refund')).toMatchObject([{ amount: PRICE }]);
  expect(state.intents.get(letGo.intent)).toMatchObject({ status: 'canceled' });
  expect(state.movements.filter(({ object }) => object === 'transfer')).toMatchObject([{ amount: SHARE }]);
  for (const one of [earlyAccount, lateAccount])
    expect(state.movementsOf(one, 'payout')).toMatchObject([{ amount: SHARE }]);
  const states = 'select p.booking_id, p.state, p.captured_cents, p.refunded_cents from public.payments p';
  for (const [{ bookingId }, expected] of [
    [capture, { state: 'captured', captured_cents: PRICE, refunded_cents: 0 }],
    [refund, { state: 'captured', captured_cents: PRICE, refunded_cents: PRICE }],
    [letGo, { state: 'voided', captured_cents: 0, refunded_cents: 0 }],
  ] as const)
    expect(await rows(`${states} where booking_id = $1`, [bookingId])).toMatchObject([expected]);
  expect(await rows("select from public.payouts where state = 'sent' and claimed_by is null")).toHaveLength(
    2,
  );
  expect(
    await rows('select from public.payment_orders where state <> $1 or claimed_by is not null', ['done']),
  ).toEqual([]);
  expect(await rows('select coalesce(sum(amount_cents), 0)::int as total from public.ledger_lines')).toEqual([
    { total: 0 },
  ]);
  // Four captures, a refund, and the share of two payouts: a posting each.
  expect(
    await rows(`select kind, count(*)::int as count from public.ledger_postings
      where kind in ('capture', 'refund', 'payout_sent') group by kind order by kind`),
  ).toEqual([
    { kind: 'capture', count: 4 },
    { kind: 'payout_sent', count: 2 },
    { kind: 'refund', count: 1 },
  ]);
}

const allTold = () =>
  expect
    .poll(
      () =>
        rows(`select id from public.payment_orders where state = 'pending'
        union all select id from public.payouts where state = 'pending'`),
      AGAIN,
    )
    .toEqual([]);
const inTransaction = () =>
  rows(`select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state like 'idle in transaction%'`);

const CALLS: EndpointName[] = [
  'payment_intents.capture',
  'payment_intents.cancel',
  'refunds.create',
  'transfers.create',
  'payouts.create',
];

describe('a process that is killed while the provider is told', { timeout: 200_000 }, () => {
  test.each([
    ['before the calls arrive', 'before'],
    ['after they were done, before that is recorded', 'after'],
  ] as const)('%s: another does each thing once', async (_, when) => {
    const ordered = await orderEverything();
    for (const call of CALLS) at.double.silentAt.set(call, when);
    const first = await start();
    await expect.poll(() => new Set(at.double.unanswered).size, AGAIN).toBe(CALLS.length);
    // All five calls hang, and none of them holds a connection within a transaction.
    await expect.poll(inTransaction).toEqual([]);
    await first.kill();
    at.double.silentAt.clear();
    await start();
    await allTold();
    await expectAllOnce(ordered);
  });

  test('and right after the first record: the others are done as well, none twice', async () => {
    const ordered = await orderEverything();
    const first = await start();
    await expect
      .poll(
        () =>
          rows(`select id from public.payment_orders where state = 'done' and kind <> 'capture'
          union all select id from public.payouts where state = 'sent'`),
        { ...AGAIN, interval: 1 },
      )
      .not.toEqual([]);
    await first.kill();
    await start();
    await allTold();
    await expectAllOnce(ordered);
  });

  test('many processes at the same orders tell each once', async () => {
    const fixture = await openFixture(product, { priceCents: PRICE });
    const intents: string[] = [];
    for (let index = 0; index < 24; index++) intents.push((await paid(fixture)).intent);
    await rows("update public.payment_orders set next_attempt_at = now() + interval '1 hour'");
    // The first makes the job queue's tables; once all are there the orders become due.
    await start();
    await Promise.all([start(), start()]);
    await rows('update public.payment_orders set next_attempt_at = now()');
    await allTold();
    const told = at.double.requests.filter(({ endpoint }) => endpoint === 'payment_intents.capture');
    expect(told).toHaveLength(24);
    for (const intent of intents)
      expect(at.double.state.intents.get(intent)).toMatchObject({ amount_received: PRICE });
    expect(await rows("select from public.ledger_postings where kind = 'capture'")).toHaveLength(24);
  });
});

describe('somebody whose server is killed', { timeout: 200_000 }, () => {
  /** The address stays the same over restarts: the way back stands on the page. */
  let address: Record<string, string> = {};
  beforeEach(async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  });
  /** The keys of the running server, and a token for somebody. */
  async function signedIn(id: string) {
    const none = {
      publishableKey: null,
      secretKey: null,
      jwtPrivateKeys: [],
      secretsKey: null,
      jwtSecret: null,
    };
    const keys = await loadKeys({ dataDir, ...none });
    const exp = Math.floor(Date.now() / 1_000) + 3_600;
    return { apikey: keys.publishableKey, token: await keys.sign({ sub: id, role: 'authenticated', exp }) };
  }
  /** A hold at the running server, and its payment under one key. */
  async function wantsToPay(loge: RunningLoge) {
    const fixture = await openFixture(product, { priceCents: PRICE });
    const who = await signedIn(viewer.id);
    const held = await tryCommand(loge, who, holdSlot, holdRequest(fixture, startIn(product, days++)));
    if (!held) throw new Error('it could not be held');
    const { bookingId } = held;
    const order = { key: randomUUID(), bookingId, expectedPriceCents: PRICE };
    return { bookingId, pay: (at: RunningLoge) => tryCommand(at, who, payBooking, order) };
  }
  const expectOnePage = async (bookingId: string, url: string | null | undefined) => {
    const [session, ...others] = [...at.double.state.sessions.values()];
    expect(others).toEqual([]);
    expect(url).toBe(session?.url);
    expect(
      await rows(
        'select state, checkout_reference, checkout_url from public.payments where booking_id = $1',
        [bookingId],
      ),
    ).toEqual([{ state: 'open', checkout_reference: session?.id, checkout_url: url }]);
  };

  test.each(['before', 'after'] as const)(
    '%s the page was opened: the same request leads to one page',
    async (when) => {
      const first = await start(address);
      const payer = await wantsToPay(first);
      at.double.silentAt.set('checkout.sessions.create', when);
      const lost = payer.pay(first);
      await expect.poll(() => at.double.unanswered, AGAIN).toEqual(['checkout.sessions.create']);
      expect(await rows('select paying from public.bookings where id = $1', [payer.bookingId])).toEqual([
        { paying: true },
      ]);
      await expect.poll(inTransaction).toEqual([]);
      await first.kill();
      expect(await lost).toBeNull();
      at.double.silentAt.clear();
      const opened = await payer.pay(await start(address));
      await expectOnePage(payer.bookingId, opened?.checkoutUrl);
    },
  );

  test('after its page was recorded: the same request leads to the same page', async () => {
    const first = await start(address);
    const payer = await wantsToPay(first);
    const answer = payer.pay(first);
    await expect
      .poll(() => rows('select from public.payments where checkout_url is not null'), {
        ...AGAIN,
        interval: 1,
      })
      .toHaveLength(1);
    await first.kill();
    await answer;
    const opened = await payer.pay(await start(address));
    await expectOnePage(payer.bookingId, opened?.checkoutUrl);
  });

  /** A streamer without an account at the provider, who asks for one. */
  async function wantsToBePaid() {
    const streamer = await product.join({ role: 'streamer' });
    return {
      id: streamer.id,
      ask: async (at: RunningLoge) => tryCommand(at, await signedIn(streamer.id), startOnboarding, {}),
    };
  }
  const expectOneAccount = async (streamerId: string, url: string | null | undefined) => {
    expect(url).toMatch(/^http/);
    const [made, ...others] = [...at.double.state.accounts.keys()];
    expect(others).toEqual([]);
    expect(await rows('select streamer_id, account_reference from public.payout_accounts', [])).toEqual([
      { streamer_id: streamerId, account_reference: made },
    ]);
  };

  test.each(['before', 'after'] as const)(
    '%s the account of a streamer was made: asked again, there is one account',
    async (when) => {
      const first = await start(address);
      const streamer = await wantsToBePaid();
      at.double.silentAt.set('accounts.create', when);
      const lost = streamer.ask(first);
      await expect.poll(() => at.double.unanswered, AGAIN).toEqual(['accounts.create']);
      await expect.poll(inTransaction).toEqual([]);
      await first.kill();
      expect(await lost).toBeNull();
      at.double.silentAt.clear();
      const opened = await streamer.ask(await start(address));
      await expectOneAccount(streamer.id, opened?.url);
    },
  );

  test('after the account was recorded: asked again, it is the same one', async () => {
    const first = await start(address);
    const streamer = await wantsToBePaid();
    const answer = streamer.ask(first);
    await expect
      .poll(() => rows('select from public.payout_accounts'), { ...AGAIN, interval: 1 })
      .toHaveLength(1);
    await first.kill();
    await answer;
    const opened = await streamer.ask(await start(address));
    await expectOneAccount(streamer.id, opened?.url);
  });
});
