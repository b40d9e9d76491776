// Long because what people, banks, clocks and crashes may do is one model, and is judged after each step by one set of truths.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { acceptRequest, cancelBooking, declineRequest } from '#product/booking/contract.ts';
import { orderRefund } from '#product/booking/payment-orders.ts';
import {
  carryOut,
  type Fixture,
  key,
  nowOf,
  openFixture,
  runTask,
  startIn,
} from '#product/booking/testing/fixture.ts';
import { endLapsedExtensions } from '#product/conference/extension/end-lapsed.ts';
import { EXTENSION_FAULTS, extensionSteps } from '#product/conference/extension/testing/steps.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { type PaymentProvider, ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { TellAgain } from './apply-payout.ts';
import { carryOutOrders } from './carry-out-orders.ts';
import { answerCase, startOnboarding } from './contract.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { reconcilePayments } from './reconcile.ts';
import { releaseFunds } from './release-funds.ts';
import { tillOf } from './testing/till.ts';
import { timelineFaults } from './testing/timelines.ts';
import { handleEvent } from './webhooks.ts';

/** What breaks with a call to the provider, or with a webhook: nothing, the way there, the way back, or the process. */
type Fault = 'none' | 'unreached' | 'answer lost' | 'killed';

const product = await openProduct({ clockRuns: true });
const till = tillOf(product);
const finance = await product.join({ role: 'admin' });
const extending = extensionSteps(product);
let faults: Fault[] = [];

beforeAll(async () => {
  breakable(product.sandbox.provider);
});

class Killed extends Error {}

/** Makes each call take the next fault from the list. */
function breakable(provider: PaymentProvider): void {
  const calls = [
    'closeCheckout',
    'readCheckout',
    'capture',
    'cancelAuthorisation',
    'refund',
    'transfer',
  ] as const;
  for (const name of [...calls, 'reverseTransfer', 'sendPayout'] as const) {
    const real = provider[name].bind(provider) as (order: unknown) => Promise<unknown>;
    const broken = async (order: unknown) => {
      const fault = faults.shift() ?? 'none';
      if (fault === 'unreached') throw new ProviderUnavailable('nobody there');
      const answer = await real(order);
      if (fault === 'answer lost') throw new ProviderUnavailable('the answer was lost');
      if (fault === 'killed') throw new Killed();
      return answer;
    };
    Object.assign(provider, { [name]: broken });
  }
  const parse = provider.parseWebhook.bind(provider);
  provider.parseWebhook = async (headers, body) => {
    if ((faults.shift() ?? 'none') !== 'none') throw new TellAgain('not now');
    return parse(headers, body);
  };
}

interface World {
  viewer: SignedIn;
  fixtures: Fixture[];
  /** The pages that were opened, whatever became of them. */
  pages: { bookingId: string; url: string }[];
  day: number;
}

const pick = <T>(items: readonly T[], index: number): T | undefined =>
  items[index % Math.max(1, items.length)];
type Step = (world: World, index: number) => Promise<unknown>;

const openPage: Step = async (world, index) => {
  world.day += 1;
  const fixture = pick(world.fixtures, index);
  if (!fixture) return;
  // Starts go on from the real day: a clock that ran ahead leaves some of them behind.
  const opened = await till
    .opened(world.viewer, fixture, startIn(product, 2 + (world.day % 40), (index % 4) * 15))
    .catch(() => null);
  if (opened) world.pages.push({ bookingId: opened.bookingId, url: opened.checkoutUrl });
};
const payOn =
  (card: string, webhook: string): Step =>
  async (world, index) => {
    const page = pick(world.pages, index);
    if (!page) return;
    const { location } = await till.fill(page.url, { card, webhook });
    if (location?.endsWith('/3-d-secure')) {
      await till.fill(new URL(location, page.url).href, { answer: index % 3 ? 'confirm' : 'fail' });
    }
  };
const bySide =
  (
    contract: typeof cancelBooking | typeof acceptRequest | typeof declineRequest,
    side: 'viewer' | 'streamer',
  ): Step =>
  async ({ viewer, fixtures, pages }, index) => {
    const page = pick(pages, index);
    if (!page) return;
    const booking = await till.bookingOf(page.bookingId);
    const who =
      side === 'viewer'
        ? viewer
        : fixtures.find(({ streamer }) => streamer.id === booking.streamer_id)?.streamer;
    if (!who) return;
    const body = { key: key(), bookingId: page.bookingId };
    if (contract !== cancelBooking) return send(who, contract, body as never);
    const { refusal } = await send(who, cancelBooking, { ...body, expectedRefundCents: 1 });
    if (refusal?.code !== 'quote_changed') return;
    const expectedRefundCents = Number(refusal.details?.refundCents);
    return send(who, cancelBooking, { key: key(), bookingId: page.bookingId, expectedRefundCents });
  };
/** Any payment of a booking: its own, or that of an extension. */
const payments = async ({ pages }: World, index: number) => {
  const page = pick(pages, index);
  if (!page) return undefined;
  const { rows } = await product.database.pool.query(
    'select * from public.payments where booking_id = $1 order by created_at, id',
    [page.bookingId],
  );
  return pick(rows, Math.floor(index / 7));
};
/** One of the sessions that take place next, or are going on. */
const session = async ({ viewer, fixtures, pages }: World, index: number) => {
  const { rows } = await product.database.pool.query<{ id: string; streamer_id: string }>(
    `select id, streamer_id from public.bookings where id = any($1) and status in ('confirmed', 'in_progress')
     order by status = 'in_progress' desc, start_at`,
    [pages.map(({ bookingId }) => bookingId)],
  );
  const row = pick(rows, index % 2);
  const streamer = fixtures.find((fixture) => fixture.streamer.id === row?.streamer_id)?.streamer;
  return row && streamer ? { bookingId: row.id, viewer, streamer } : null;
};
const sides = (index: number) =>
  index % 2 ? (['viewer', 'streamer'] as const) : (['streamer', 'viewer'] as const);
const meet: Step = async (world, index) => {
  const found = await session(world, index);
  if (found) await extending.meet(found, 1 + (index % 64));
};
const agree: Step = async (world, index) => {
  const found = await session(world, index);
  const [one, other] = sides(index);
  if (!found) return;
  await extending.offer(found, one);
  await extending.answer(found, other, index % 5 > 0);
};
const payMore =
  (card: string, webhook: string): Step =>
  async (world, index) => {
    const found = await session(world, index);
    const url = found && (await extending.pay(found));
    if (url) await till.fill(url, { card, webhook });
  };
const takeBack: Step = async (world, index) => {
  const found = await session(world, index);
  if (found) await extending.answer(found, sides(index)[0], false);
};
const adminRefund: Step = async (world, index) => {
  const payment = await payments(world, index);
  if (!payment) return;
  await inTransaction(product.database.pool, (db) =>
    orderRefund(db, { paymentId: payment.id, amount: 1 + (index % 2_000), now: nowOf(product) }),
  ).catch(() => undefined);
};
const dispute =
  (outcome: 'won' | 'lost' | null): Step =>
  async (world, index) => {
    const payment = await payments(world, index);
    if (payment?.state !== 'captured') return;
    // Events may come in any order, an end without its beginning too: each describes the whole dispute.
    await handleEvent(product.work, {
      kind: 'dispute_changed',
      eventId: randomUUID(),
      at: instantOf(nowOf(product).getTime()),
      paymentId: payment.id,
      checkoutReference: null,
      paymentReference: payment.payment_reference,
      disputeReference: `du-${payment.id}`,
      ...takenBy(payment, outcome, index),
      outcome,
      cost: cents(1_500),
      costGivenBack: cents(0),
      reason: 'fraudulent',
      phase: outcome === null ? 'needs_answer' : 'closed',
      answerBy: null,
    });
  };
/** Now and then a bank takes more than was paid, and gives back a part. */
function takenBy(
  { captured_cents: captured, refunded_cents: refunded }: { captured_cents: number; refunded_cents: number },
  outcome: 'won' | 'lost' | null,
  index: number,
) {
  const amount = Math.max(1, captured - refunded);
  const withdrawn = amount + (index % 5 === 0 ? 137 : 0);
  const whole = outcome === 'won' ? withdrawn : 0;
  const reinstated = index % 3 === 0 && outcome !== null ? Math.floor(withdrawn / 3) : whole;
  return { amount: cents(amount), withdrawn: cents(withdrawn), reinstated: cents(reinstated) };
}
/** A bank sends a refund back, and the team pays it by hand some time later. */
const refundReturns: Step = async (world, index) => {
  const payment = await payments(world, index);
  if (!payment) return;
  const { rows } = await product.database.pool.query(
    `select id, provider_reference, amount_cents from public.payment_orders where payment_id = $1 and kind = 'refund'
       and state = 'done' and provider_reference is not null and amount_cents > 0 order by created_at limit 1`,
    [payment.id],
  );
  const [refund] = rows;
  if (!refund) return;
  await handleEvent(product.work, {
    kind: 'refund_failed',
    eventId: randomUUID(),
    at: instantOf(nowOf(product).getTime()),
    paymentId: payment.id,
    checkoutReference: null,
    paymentReference: payment.payment_reference,
    refundReference: refund.provider_reference,
    key: refund.id,
    failure: 'expired_or_canceled_card',
    amount: cents(refund.amount_cents),
  });
};
const paidByHand: Step = async () => {
  const { rows } = await product.database.pool.query(
    'select payment_id, reference from private.failed_refunds where answer is null limit 1',
  );
  const [failed] = rows;
  if (!failed) return;
  const { payment_id: paymentId, reference } = failed;
  const reason = 'Virement fait ce matin.';
  await send(finance, answerCase, { paymentId, kind: 'refund', reference, answer: 'paid_by_hand', reason });
};
/** Says to which bank payouts go; some refuse what is sent to them. */
const giveBank: Step = async ({ fixtures }, index) => {
  const streamer = pick(fixtures, index)?.streamer;
  if (!streamer) return;
  const { answer } = await send(streamer, startOnboarding, {});
  if (answer) await till.fill(answer.url, { bank: index % 3 ? 'accepts' : 'refuses' });
};
/** A bank sends back what it had taken. */
const bankReturns: Step = async ({ fixtures }, index) => {
  const { rows } = await product.database.pool.query(
    `select provider_reference, account_reference, amount_cents from public.payouts
     where streamer_id = any($1) and state in ('sent', 'paid') order by created_at, id`,
    [fixtures.map(({ streamer }) => streamer.id)],
  );
  const payout = pick(rows, index);
  if (!payout) return;
  await handleEvent(product.work, {
    kind: 'payout_failed',
    eventId: randomUUID(),
    at: instantOf(nowOf(product).getTime()),
    payoutReference: payout.provider_reference,
    accountReference: payout.account_reference,
    amount: cents(payout.amount_cents),
  });
};
const pass =
  (minutes: number): Step =>
  async () => {
    product.clock.ahead += minutes * 60_000;
    await runTask(product, endLapsedExtensions);
    await carryOut(product);
  };
const providerWorks = async () => {
  for (const task of product.sandbox.tasks) await task.run();
};

const GOING_ON: Record<string, Step> = {
  meet,
  agree,
  payMore: payMore('accepted', 'normal'),
  payMoreTwiceTold: payMore('accepted', 'twice'),
  payMoreLateTold: payMore('accepted', 'late'),
  payMoreBadly: payMore('declined', 'normal'),
  takeBack,
  async goOn(world, index) {
    await meet(world, index);
    await agree(world, index + 1);
    await payMore('accepted', 'normal')(world, index);
  },
};

/** What most people do. */
const book: Step = async (world, index) => {
  await openPage(world, index);
  await payOn('accepted', 'normal')(world, world.pages.length - 1);
  await providerWorks();
  await carryOutOrders(product.work);
};

const STEPS: Record<string, Step> = {
  book,
  ...GOING_ON,
  openPage,
  payWell: payOn('accepted', 'normal'),
  payTwiceTold: payOn('accepted', 'twice'),
  payLateTold: payOn('accepted', 'late'),
  payWithChallenge: payOn('challenge', 'normal'),
  payBadly: payOn('declined', 'normal'),
  accept: bySide(acceptRequest, 'streamer'),
  decline: bySide(declineRequest, 'streamer'),
  cancelByViewer: bySide(cancelBooking, 'viewer'),
  cancelByStreamer: bySide(cancelBooking, 'streamer'),
  adminRefund,
  disputeOpened: dispute(null),
  disputeWon: dispute('won'),
  disputeLost: dispute('lost'),
  refundReturns,
  paidByHand,
  aMinute: pass(1),
  aQuarter: pass(16),
  aDay: pass(24 * 60),
  aWeek: pass(7 * 24 * 60),
  orders: () => carryOutOrders(product.work),
  webhooks: providerWorks,
  reconcile: () => reconcilePayments(product.work),
  release: () => releaseFunds(product.work),
  payouts: async () => {
    await planPayouts(product.work);
    await sendPayouts(product.work);
  },
  giveBank,
  bankReturns,
  /** Long enough after a session for its share to be available on a Monday, and sent. */
  async payday(world, index) {
    await giveBank(world, index);
    await giveBank(world, index + 1);
    for (const week of [1, 2]) {
      await pass(week * 7 * 24 * 60)(world, index);
      await releaseFunds(product.work);
    }
    await planPayouts(product.work);
    await sendPayouts(product.work);
  },
};

/** True at every moment, whatever is under way. */
async function alwaysTrue(after: string): Promise<void> {
  const { rows } = await product.database.pool.query(`select
    (select coalesce(sum(amount_cents), 0)::int from public.ledger_lines) as ledger,
    (select count(*)::int from public.payments p join sandbox.payments s on s.payment_id = p.id::text
      where p.captured_cents > s.captured_cents or p.state = 'captured' and s.state <> 'captured') as claimed,
    (select count(*)::int from (
      select p.id from public.payments p join public.ledger_postings g on g.payment_id = p.id and g.kind in ('capture', 'extension', 'refund', 'settlement')
      join public.ledger_lines l on l.posting_id = g.id and l.account = 'provider_balance'
      group by p.id having sum(l.amount_cents) <> p.captured_cents - p.refunded_cents
        and not exists (select from public.ledger_postings d where d.payment_id = p.id and d.kind like 'dispute%')) t) as misbooked,
    (select count(*)::int from public.bookings a join public.bookings b on a.streamer_id = b.streamer_id and a.session_id < b.session_id
      where a.status in ('held', 'requested', 'confirmed', 'in_progress') and b.status in ('held', 'requested', 'confirmed', 'in_progress')
        and tstzrange(a.blocks_from, a.blocks_until) && tstzrange(b.blocks_from, b.blocks_until)) as overlaps`);
  expect(rows[0], after).toEqual({ ledger: 0, claimed: 0, misbooked: 0, overlaps: 0 });
  const { rows: extensions } = await product.database.pool.query(EXTENSION_FAULTS);
  expect(extensions, after).toEqual([]);
  // Every euro's way, as its streamer sees it, adds up to the books.
  expect(await timelineFaults(product.database.pool), after).toEqual([]);
}

/** True once everything that was ordered and told has arrived. */
async function trueInTheEnd(): Promise<void> {
  faults = [];
  for (let round = 0; round < 6; round++) {
    product.clock.ahead += 61 * 60_000; // past every wait of those who try again
    await runTask(product, endLapsedExtensions);
    await carryOut(product);
    await carryOutOrders(product.work);
    await providerWorks();
    await reconcilePayments(product.work);
  }
  await alwaysTrue('in the end');
  const { rows } = await product.database.pool.query(`
    select p.id, p.state, s.state as there, b.status, p.captured_cents, p.refunded_cents, s.refunded_cents as refunded_there,
      p.disputed_cents, b.refund_cents, p.failure,
      (select coalesce(json_agg(json_build_array(o.kind, o.state, o.amount_cents, o.last_error) order by o.created_at), '[]')
        from public.payment_orders o where o.payment_id = p.id) as orders
    from public.payments p join public.bookings b on b.id = p.booking_id
    left join sandbox.payments s on s.payment_id = p.id::text
    where p.state = 'open' and b.status <> 'held'
      or s.state is distinct from nullif(nullif(nullif(p.state, 'open'), 'expired'), 'declined')
      or s.state = 'authorised' and b.status <> 'requested'
      or b.status in ('requested', 'confirmed', 'in_progress') and p.state not in ('authorised', 'captured')
        and not exists (select from public.payments o where o.booking_id = b.id and o.state in ('authorised', 'captured'))`);
  expect(rows).toEqual([]);
  // All payments of a booking together keep what its terms say that the viewer pays, and no more, less what their bank gave them at our cost.
  const { rows: kept } = await product.database.pool.query(`
    select b.id, b.status, b.price_cents, b.refund_cents, sum(p.captured_cents - p.refunded_cents - p.lost_cents)::int as kept
    from public.bookings b join public.payments p on p.booking_id = b.id
    group by b.id having not bool_or(p.disputed_cents > 0) and sum(p.captured_cents - p.refunded_cents - p.lost_cents) >
      case when b.confirmed_at is null then 0 else b.price_cents - coalesce(b.refund_cents, 0) end`);
  expect(kept).toEqual([]);
}

test('whatever people, banks, clocks and crashes do, the books balance and every euro kept has a session', {
  timeout: 900_000,
}, async () => {
  const step = fc.record({
    name: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('openPage', 'payWell', 'orders', 'webhooks') },
      { weight: 2, arbitrary: fc.constantFrom('book', 'goOn', 'payday') },
      { weight: 5, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
    ),
    index: fc.nat(10_000),
    faults: fc.array(fc.constantFrom<Fault>('none', 'none', 'unreached', 'answer lost', 'killed'), {
      maxLength: 3,
    }),
  });
  // Three of four begin with a session that goes on, so that what follows has more than one payment to meet.
  const calm = (name: string) => ({ name, index: 1, faults: [] as Fault[] });
  const goingOn = ['book', 'goOn', 'webhooks', 'orders'].map(calm);
  const atFirst = (name: string) => ({ ...calm(name), index: 0 });
  const paidOut = [
    ...['book', 'goOn', 'webhooks', 'orders', 'payday', 'webhooks'],
    ...['disputeOpened', 'disputeLost', 'payday', 'bankReturns', 'payday'],
  ].map(atFirst);
  const course = fc
    .tuple(fc.nat(3), fc.array(step, { minLength: 30, maxLength: 60 }))
    .map(([roll, steps]) => (roll > 0 ? [...goingOn, ...steps] : steps));
  let captured = 0;
  let longer = 0;
  let paid = 0;
  await fc.assert(
    fc.asyncProperty(course, async (steps) => {
      product.clock.ahead = 0;
      const world: World = {
        viewer: await product.join(),
        fixtures: [
          await openFixture(product, { priceCents: 4_999 }),
          await openFixture(product, { priceCents: 3_001, confirmation: 'on_request' }),
        ],
        pages: [],
        day: 0,
      };
      for (const { name, index, faults: next } of steps) {
        faults = [...next];
        await STEPS[name]?.(world, index);
        faults = [];
        await alwaysTrue(name);
      }
      await trueInTheEnd();
      captured += (await till.one("select count(*)::int as n from public.payments where state = 'captured'"))
        .n;
      longer += (
        await till.one("select count(*)::int as n from public.session_extensions where state = 'done'")
      ).n;
      paid += (await till.one('select count(*)::int as n from public.payout_parts')).n;
    }),
    // The first are calm, so that each run has seen somebody pay, go on and be paid out.
    // A slow machine tries fewer of them, and is not at fault.
    {
      numRuns: 40,
      interruptAfterTimeLimit: 600_000,
      endOnFailure: true,
      examples: [[goingOn], [paidOut]],
    },
  );
  // A run in which nobody ever paid proves nothing.
  expect(captured).toBeGreaterThan(0);
  expect(longer).toBeGreaterThan(0);
  expect(paid).toBeGreaterThan(0);
});
