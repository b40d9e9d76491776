import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelBooking } from '#product/booking/contract.ts';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { advance, type Fixture, key, nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf, minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { TellAgain } from './apply-payout.ts';
import { readBalance, refreshPayoutAccount, startOnboarding } from './contract.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { reconcilePayouts } from './reconcile.ts';
import { releaseFunds } from './release-funds.ts';
import { tillOf } from './testing/till.ts';
import { handleEvent } from './webhooks.ts';

const product = await openProduct();
const till = tillOf(product);
let viewer: SignedIn;

beforeEach(async () => {
  viewer = await product.join();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect((await till.ledger()).total).toBe(0);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const pass = (milliseconds: number) => {
  product.clock.ahead += milliseconds;
};
const passUntil = (instant: Date) => {
  product.clock.ahead = instant.getTime() - Date.now();
};
const onboard = async (fixture: Fixture, bank = 'accepts') => {
  const { url } = await ask(fixture.streamer, startOnboarding, {});
  await till.fill(url, { bank });
  return url;
};
const openPaidFixture = () => openFixture(product, { priceCents: 4_999 });
/** A session that was paid, held in full, and settled. */
const held = async (fixture: Fixture, daysAhead = 2) => {
  const bookingId = await till.paid(viewer, fixture, startIn(product, daysAhead));
  const { start_at } = (await till.bookingOf(bookingId)) as unknown as { start_at: Date };
  const [start, end] = [start_at, new Date(start_at.getTime() + HOUR)].map((date) =>
    parseInstant(date.toISOString()),
  );
  await advance(product, bookingId, { type: 'begin', by: 'system' }, start_at);
  const present = [{ start: minutesAfter(start!, -5), end: end! }];
  const attendance = { streamer: present, viewer: present };
  await advance(product, bookingId, { type: 'settle', by: 'system', attendance }, new Date(end!));
  return { bookingId, end: new Date(end!) };
};
const balance = ({ streamer }: Fixture) => ask(streamer, readBalance, {});
const payoutsOf = async ({ streamer }: Fixture) =>
  (
    await product.database.pool.query(
      'select state, amount_cents, last_error from public.payouts where streamer_id = $1 order by created_at',
      [streamer.id],
    )
  ).rows;
/** The Monday, 6:00 in Paris, that comes next. */
const nextMonday = async (fixture: Fixture) => new Date((await balance(fixture)).nextPayoutAt ?? 0);

describe('a streamer’s account', () => {
  test('is opened at the provider, and known once it is active', async () => {
    const fixture = await openPaidFixture();
    const { streamer } = fixture;
    expect(await balance(fixture)).toMatchObject({ nextPayoutAt: null, leastPayoutCents: 2_000 });
    expect(await ask(streamer, refreshPayoutAccount, {})).toEqual({
      payoutsEnabled: false,
      chargesEnabled: false,
    });
    const { url } = await ask(streamer, startOnboarding, {});
    const page = await (await fetch(url)).text();
    expect(page).toContain('Compte de versement fictif');
    expect(await ask(streamer, refreshPayoutAccount, {})).toMatchObject({ payoutsEnabled: false });
    expect((await till.fill(url, { bank: 'accepts' })).location).toMatch(
      /\/streamer-dashboard\/settings\?onboarding=done$/,
    );
    const account = await till.one('select * from public.payout_accounts where streamer_id = $1', [
      streamer.id,
    ]);
    expect(account).toMatchObject({ payouts_enabled: true, charges_enabled: true, requirements_due: [] });
    expect(await ask(streamer, refreshPayoutAccount, {})).toMatchObject({ payoutsEnabled: true });
    expect((await balance(fixture)).nextPayoutAt).not.toBeNull();
    expect(await codeOf(viewer, startOnboarding, {})).toBe('forbidden');
    expect(await codeOf(viewer, readBalance, {})).toBe('forbidden');
  });

  test('is where the share goes from then on', async () => {
    const fixture = await openPaidFixture();
    await onboard(fixture);
    const bookingId = await till.paid(viewer, fixture, startIn(product, 3));
    const { account_reference } = await till.one(
      'select account_reference from public.payout_accounts where streamer_id = $1',
      [fixture.streamer.id],
    );
    expect(await till.paymentOf(bookingId)).toMatchObject({ destination_reference: account_reference });
    expect(await till.sandboxPaymentOf(bookingId)).toMatchObject({ account_reference });
  });
});

describe('a share', () => {
  test('is released 48 hours after the session, once', async () => {
    const fixture = await openPaidFixture();
    const { bookingId, end } = await held(fixture);
    expect(await balance(fixture)).toMatchObject({ pendingCents: 4_249, availableCents: 0 });
    passUntil(new Date(end.getTime() + 48 * HOUR - 5_000));
    expect(await releaseFunds(product.work)).toBe(0);
    passUntil(new Date(end.getTime() + 48 * HOUR));
    await releaseFunds(product.work);
    expect(await releaseFunds(product.work)).toBe(0);
    expect(await balance(fixture)).toMatchObject({ pendingCents: 0, availableCents: 4_249 });
    expect((await till.paymentOf(bookingId)).released_at).not.toBeNull();
  });

  test('of a booking that nobody has settled stays where it is', async () => {
    const fixture = await openPaidFixture();
    await till.paid(viewer, fixture, startIn(product, 4));
    pass(10 * DAY);
    await releaseFunds(product.work);
    expect(await balance(fixture)).toMatchObject({ pendingCents: 4_249, availableCents: 0 });
  });

  test('of a session that was cancelled late is half of it', async () => {
    const fixture = await openPaidFixture();
    const bookingId = await till.paid(viewer, fixture, startIn(product, 5));
    const { start_at } = (await till.bookingOf(bookingId)) as unknown as { start_at: Date };
    passUntil(new Date(start_at.getTime() - 20 * HOUR));
    await ask(viewer, cancelBooking, { key: key(), bookingId, expectedRefundCents: 2_500 });
    await till.work();
    expect(await balance(fixture)).toMatchObject({ pendingCents: 2_499 - 375 });
    passUntil(new Date(start_at.getTime() + 49 * HOUR));
    await releaseFunds(product.work);
    expect(await balance(fixture)).toMatchObject({ pendingCents: 0, availableCents: 2_124 });
  });
});

describe('a payout', () => {
  /** A streamer with 42.49 euros available, the evening before payouts. */
  const earned = async (bank = 'accepts') => {
    const fixture = await openPaidFixture();
    const { bookingId, end } = await held(fixture);
    await onboard(fixture, bank);
    passUntil(new Date(end.getTime() + 48 * HOUR));
    await releaseFunds(product.work);
    passUntil(new Date((await nextMonday(fixture)).getTime() - HOUR));
    return { fixture, bookingId };
  };

  test('leaves on Monday morning and arrives', async () => {
    const { fixture, bookingId } = await earned();
    await planPayouts(product.work);
    expect(await payoutsOf(fixture)).toEqual([]);
    pass(HOUR);
    await Promise.all([1, 2, 3].map(() => planPayouts(product.work)));
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'pending', amount_cents: 4_249 }]);
    expect(await balance(fixture)).toMatchObject({ availableCents: 0, inTransitCents: 4_249 });
    await Promise.all([1, 2].map(() => sendPayouts(product.work)));
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'sent' }]);
    // Taken before there was an account: the share was moved there first.
    expect(await till.paymentOf(bookingId)).toMatchObject({ transferred_cents: 4_249 });
    pass(30_000);
    await till.work();
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'paid' }]);
    expect(await balance(fixture)).toMatchObject({ availableCents: 0, inTransitCents: 0 });
    await planPayouts(product.work);
    expect(await payoutsOf(fixture)).toHaveLength(1);
  });

  test('that a bank returns after it had taken it is available again', async () => {
    const { fixture } = await earned();
    pass(HOUR);
    await planPayouts(product.work);
    await sendPayouts(product.work);
    pass(HOUR);
    await till.work();
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'paid' }]);
    const { provider_reference, account_reference } = await till.one(
      'select provider_reference, account_reference from public.payouts where streamer_id = $1',
      [fixture.streamer.id],
    );
    const tell = () =>
      handleEvent(product.work, {
        kind: 'payout_failed',
        eventId: randomUUID(),
        at: instantOf(nowOf(product).getTime()),
        payoutReference: provider_reference,
        accountReference: account_reference,
        amount: cents(4_249),
      });
    expect([await tell(), await tell()]).toEqual(['applied', 'known']);
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'failed', last_error: 'returned by the bank' }]);
    expect(await toldOf(fixture)).toMatchObject({
      mails: [expect.stringContaining('Votre banque nous a renvoyé votre versement')],
      notifications: [{ data: { amountCents: 4_249 } }],
      team: [{ amount_cents: 4_249 }],
    });
    expect(await balance(fixture)).toMatchObject({ availableCents: 4_249, inTransitCents: 0 });
  });

  /** What its streamer and the team were told of failed payouts. */
  const toldOf = async ({ streamer }: Fixture) => ({
    mails: (
      await readMails(product.database.pool, "to_address = $1 and kind = 'notice.payout_failed'", [
        streamer.email,
      ])
    ).map(({ text }) => text),
    notifications: (
      await product.database.pool.query(
        "select data from public.notifications where person_id = $1 and kind = 'payout_failed'",
        [streamer.id],
      )
    ).rows,
    team: await inTransaction(product.database.pool, async (db) => {
      await db.query('set local role service_role');
      const { rows } = await db.query(
        'select amount_cents, streamer_email from public.admin_failed_payouts where streamer_id = $1',
        [streamer.id],
      );
      return rows;
    }),
  });

  test('that fails is told to its streamer and to the team once, however often and at however many processes it is heard of', async () => {
    const { fixture } = await earned();
    pass(HOUR);
    await planPayouts(product.work);
    await sendPayouts(product.work);
    expect(await toldOf(fixture)).toEqual({ mails: [], notifications: [], team: [] });
    const { provider_reference, account_reference } = await till.one(
      'select provider_reference, account_reference from public.payouts where streamer_id = $1',
      [fixture.streamer.id],
    );
    const tell = (eventId: string) =>
      handleEvent(product.work, {
        kind: 'payout_failed',
        eventId,
        at: instantOf(nowOf(product).getTime()),
        payoutReference: provider_reference,
        accountReference: account_reference,
        amount: cents(4_249),
      });
    // The same event at several processes at once, others that say the same beside it, and all of it again later.
    const events = Array.from({ length: 6 }, () => randomUUID());
    const outcomes = await Promise.all([...events, ...events].map(tell));
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    for (const event of [...events, randomUUID()]) expect(await tell(event)).toBe('known');
    pass(2 * DAY);
    await reconcilePayouts(product.work);
    const told = await toldOf(fixture);
    expect(told.mails).toEqual([
      expect.stringMatching(/42,49\s€ a été refusé[\s\S]*Vérifiez votre compte bancaire/),
    ]);
    expect(told.notifications).toEqual([
      {
        data: {
          side: 'streamer',
          event: 'payout_failed',
          amountCents: 4_249,
          payoutId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      },
    ]);
    expect(told.team).toEqual([{ amount_cents: 4_249, streamer_email: fixture.streamer.email }]);
    expect(await balance(fixture)).toMatchObject({ availableCents: 4_249, inTransitCents: 0 });
    // The next payout takes the money along: nobody has to mend this one any more.
    passUntil(await nextMonday(fixture));
    await Promise.all([1, 2].map(() => planPayouts(product.work)));
    expect((await toldOf(fixture)).team).toEqual([]);
    expect((await payoutsOf(fixture)).map(({ state }) => state)).toEqual(['failed', 'pending']);
  });

  test('of which nothing was heard is asked about a day later', async () => {
    const { fixture } = await earned();
    pass(HOUR);
    await planPayouts(product.work);
    await sendPayouts(product.work);
    vi.spyOn(product.deps.payments, 'parseWebhook').mockRejectedValue(new TellAgain('lost'));
    pass(HOUR);
    await till.work();
    expect(await reconcilePayouts(product.work)).toBe(0);
    pass(DAY);
    expect(await reconcilePayouts(product.work)).toBe(1);
    vi.restoreAllMocks();
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'paid' }]);
    pass(HOUR);
    await till.work();
    expect(await balance(fixture)).toMatchObject({ availableCents: 0, inTransitCents: 0 });
  });

  test('that the bank refuses comes back, and is tried again a week later', async () => {
    const { fixture } = await earned('refuses');
    pass(HOUR);
    await planPayouts(product.work);
    await sendPayouts(product.work);
    pass(30_000);
    await till.work();
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'failed', last_error: 'refused by the bank' }]);
    expect(await balance(fixture)).toMatchObject({ availableCents: 4_249, inTransitCents: 0 });
    await planPayouts(product.work);
    expect(await payoutsOf(fixture)).toHaveLength(1);
    pass(7 * DAY);
    await onboard(fixture);
    await planPayouts(product.work);
    await sendPayouts(product.work);
    pass(30_000);
    await till.work();
    expect(await payoutsOf(fixture)).toMatchObject([{ state: 'failed' }, { state: 'paid' }]);
  });

  test('below the least amount, or without an account, waits', async () => {
    const small = await openFixture(product, { priceCents: 2_000 });
    await onboard(small);
    const { end } = await held(small);
    const without = await openPaidFixture();
    await held(without, 3);
    passUntil(new Date(end.getTime() + 15 * DAY));
    await releaseFunds(product.work);
    await planPayouts(product.work);
    expect(await balance(small)).toMatchObject({ availableCents: 1_700 });
    expect([await payoutsOf(small), await payoutsOf(without)]).toEqual([[], []]);
  });

  test('leaves out what became available after Monday morning', async () => {
    const { fixture } = await earned();
    const { end } = await held(fixture, 1);
    passUntil(new Date(end.getTime() + 48 * HOUR));
    await releaseFunds(product.work);
    expect(await balance(fixture)).toMatchObject({ availableCents: 2 * 4_249 });
    await planPayouts(product.work);
    expect(await payoutsOf(fixture)).toMatchObject([{ amount_cents: 4_249 }]);
  });

  test('a refund after the payout leaves a debt that the next sessions make up for', async () => {
    const { fixture, bookingId } = await earned();
    pass(HOUR);
    await planPayouts(product.work);
    await sendPayouts(product.work);
    pass(30_000);
    await till.work();
    const { id: paymentId } = await till.paymentOf(bookingId);
    await inTransaction(product.database.pool, (db) =>
      orderRefund(db, { paymentId, amount: 4_999, now: nowOf(product) }),
    );
    await till.work();
    expect(await balance(fixture)).toMatchObject({ availableCents: -4_249 });
    expect(
      await till.one("select sum(amount_cents)::int as n from sandbox.movements where kind = 'reversal'"),
    ).toEqual({ n: 4_249 });
  });
});
