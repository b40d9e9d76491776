import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEarnings } from '#product/payments/earnings-contract.ts';
import { planPayouts } from '#product/payments/payouts.ts';
import { ask, type ProductServer, type SignedIn, startProduct } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { saveFiscalIdentity } from './documents-contract.ts';
import { makeStatements } from './make-statements.ts';
import { requestIdentities } from './request-identities.ts';
import { OPERATOR } from './testing/operator.ts';
import { expectSound, IDENTITY, insertHeld, insertMove } from './testing/sessions.ts';

let product: ProductServer;
let streamer: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  product = await startProduct();
  viewer = await product.join();
});
beforeEach(async () => {
  streamer = await product.join({ role: 'streamer' });
});
afterAll(() => product.close());

const DAY = 86_400_000;
const rows = async (sql: string, values: unknown[] = []) =>
  (await product.database.pool.query(sql, values)).rows;
const nowOf = () => new Date(Date.now() + product.clock.ahead);
const logger = () =>
  pino({ level: 'error' }, { write: (line: string) => product.errors.push(JSON.parse(line)) });
const request = (now: Date) =>
  requestIdentities({
    pool: product.database.pool,
    now,
    signal: new AbortController().signal,
    logger: logger(),
  });
const requestsOf = (who: SignedIn) =>
  rows(
    'select year, sessions, credited_cents::int as cents, waits_from, completed_at from public.identity_requests where streamer_id = $1',
    [who.id],
  );
const mailsOf = (who: SignedIn) =>
  readMails(product.database.pool, "to_address = $1 and kind = 'notice.identity_requested'", [who.email]);
/** So many sessions whose money became available then. */
const earn = async (count: number, at: Date, share?: number) => {
  for (let index = 0; index < count; index++)
    await insertHeld(product.database.pool, {
      streamerId: streamer.id,
      viewerId: viewer.id,
      start: new Date(at.getTime() - 3 * DAY - index * 7_200_000),
      releasedAt: at,
      ...(share === undefined ? {} : { share }),
    });
};
const COMPLETE = { ...IDENTITY, birthDate: '1998-02-28', taxNumber: '1234567890123' };

describe('a seller is asked who they are', () => {
  const summer = new Date('2031-07-01T10:00:00Z');

  test('at the 25th session of a year, and not at the 24th', async () => {
    await earn(24, new Date('2031-06-01T10:00:00Z'));
    await request(summer);
    expect(await requestsOf(streamer)).toEqual([]);
    await earn(1, new Date('2031-06-02T10:00:00Z'));
    await request(summer);
    expect(await requestsOf(streamer)).toMatchObject([{ year: 2031, sessions: 25, cents: 25 * 3825 }]);
  });

  test('at 1,800 euros, and not a cent before', async () => {
    await earn(1, new Date('2031-06-01T10:00:00Z'), 179_999);
    await request(summer);
    expect(await requestsOf(streamer)).toEqual([]);
    await earn(1, new Date('2031-06-01T10:00:00Z'), 1);
    await request(summer);
    expect(await requestsOf(streamer)).toMatchObject([{ sessions: 2, cents: 180_000 }]);
  });

  test('by the year of Paris: what came before midnight of New Year counts for the year that ends', async () => {
    await earn(24, new Date('2032-12-31T22:30:00Z'));
    // Half an hour past midnight in Paris.
    await earn(1, new Date('2032-12-31T23:30:00Z'));
    await request(new Date('2033-01-10T10:00:00Z'));
    expect(await requestsOf(streamer)).toEqual([]);
    await earn(1, new Date('2032-12-31T22:59:59Z'));
    // In February the year before is reported, and nobody is asked for it any more.
    await request(new Date('2033-01-31T23:00:00Z'));
    expect(await requestsOf(streamer)).toEqual([]);
    await request(new Date('2033-01-31T22:59:00Z'));
    expect(await requestsOf(streamer)).toMatchObject([{ year: 2032, sessions: 25 }]);
  });

  test('not when they have told all of it, and when they have told only what an invoice needs', async () => {
    await earn(25, new Date('2031-06-01T10:00:00Z'));
    await ask(streamer, saveFiscalIdentity, COMPLETE);
    await request(summer);
    expect(await requestsOf(streamer)).toEqual([]);
    await ask(streamer, saveFiscalIdentity, IDENTITY);
    await request(summer);
    expect(await requestsOf(streamer)).toHaveLength(1);
  });

  test('once, however many processes look at the same time', async () => {
    await earn(25, new Date('2031-06-01T10:00:00Z'));
    await Promise.all([1, 2, 3, 4].map(() => request(summer)));
    expect(await mailsOf(streamer)).toHaveLength(1);
    expect(
      await rows(
        "select data ->> 'step' as step from public.notifications where person_id = $1 and kind = 'identity_requested'",
        [streamer.id],
      ),
    ).toEqual([{ step: 'asked' }]);
  });
});

test('after two reminders and sixty days payouts wait, in the task and in the database, and go on once the identity is complete', async () => {
  const start = nowOf();
  await earn(25, new Date(start.getTime() - DAY));
  await rows(
    `insert into public.payout_accounts (streamer_id, provider, account_reference, charges_enabled, payouts_enabled)
     values ($1, $2, 'acct_waits', true, true)`,
    [streamer.id, product.work.product.payments.name],
  );
  // Asked in the year of the postings, whatever today is.
  await request(start);
  if ((await requestsOf(streamer)).length === 0) throw new Error('the request was not made');
  const on = async (day: number) => {
    product.clock.ahead += start.getTime() + day * DAY - nowOf().getTime();
    await request(nowOf());
  };
  const payouts = () =>
    rows('select amount_cents, state from public.payouts where streamer_id = $1', [streamer.id]);
  await on(19);
  expect(await mailsOf(streamer)).toHaveLength(1);
  await on(20);
  await on(39);
  expect(await mailsOf(streamer)).toHaveLength(2);
  await on(40);
  const mails = await mailsOf(streamer);
  expect(mails).toHaveLength(3);
  expect(mails.map(({ text }) => text).join('\n')).toMatch(
    /Sans réponse, vos versements attendront à partir du/,
  );
  const [request_] = await requestsOf(streamer);
  expect(request_.waits_from.getTime()).toBeGreaterThanOrEqual(start.getTime() + 60 * DAY);
  expect((await ask(streamer, readEarnings, {})).nextPayout.waitsForIdentity).toBe(false);

  product.clock.ahead += 20 * DAY + 60_000;
  await planPayouts(product.work);
  expect(await payouts()).toEqual([]);
  expect((await ask(streamer, readEarnings, {})).nextPayout.waitsForIdentity).toBe(true);
  await expect(
    rows(
      `insert into public.payouts (streamer_id, provider, account_reference, amount_cents, created_at) values ($1, 'x', 'y', 2000, $2)`,
      [streamer.id, nowOf()],
    ),
  ).rejects.toMatchObject({ code: 'LG004' });
  // What an invoice needs is not enough.
  await ask(streamer, saveFiscalIdentity, IDENTITY);
  await planPayouts(product.work);
  expect(await payouts()).toEqual([]);

  await ask(streamer, saveFiscalIdentity, COMPLETE);
  expect((await ask(streamer, readEarnings, {})).nextPayout.waitsForIdentity).toBe(false);
  await planPayouts(product.work);
  expect(await payouts()).toEqual([{ amount_cents: 25 * 3825, state: 'pending' }]);
  // Taking it back is waiting again.
  await ask(streamer, saveFiscalIdentity, IDENTITY);
  expect((await ask(streamer, readEarnings, {})).nextPayout.waitsForIdentity).toBe(true);
});

describe('the statement of a year', () => {
  const make = (now: Date) =>
    makeStatements({
      pool: product.database.pool,
      logger: logger(),
      seal: product.deps.seal,
      operator: OPERATOR,
      backdated: false,
      now: () => now,
    });
  const statementOf = async (who: SignedIn) => {
    const [document] = await rows(
      "select id, reference, year, total_cents, buyer_name, period_first::text from public.documents where streamer_id = $1 and kind = 'yearly_statement'",
      [who.id],
    );
    const quarters = await rows(
      'select quarter, sessions, credited_cents::int as credited, fee_cents::int as fee from public.statement_quarters where document_id = $1 order by quarter',
      [document?.id],
    );
    return { document, quarters };
  };
  const session = (releasedAt: string | null, more: { share?: number; fee?: number } = {}) =>
    insertHeld(product.database.pool, {
      streamerId: streamer.id,
      viewerId: viewer.id,
      start: new Date(Date.parse(releasedAt ?? '2035-06-01T00:00:00Z') - 3 * DAY),
      releasedAt: releasedAt === null ? null : new Date(releasedAt),
      ...more,
    });

  test('is made on the third of January, once, with each euro in the quarter of Paris in which it became available, and tells of itself', async () => {
    await session('2044-12-31T23:00:00Z', { share: 1_001, fee: 99 });
    const late = await session('2045-03-31T21:59:59Z', { share: 2_000, fee: 300 });
    await session('2045-03-31T22:00:00Z', { share: 4_000, fee: 500 });
    await session('2045-12-31T22:59:59Z', { share: 8_000, fee: 700 });
    await session('2045-12-31T23:00:00Z');
    await session(null);
    // A refund months later counts when it was made, of share and commission.
    await insertMove(
      product.database.pool,
      { streamerId: streamer.id, bookingId: late, at: new Date('2045-08-01T10:00:00Z'), kind: 'refund' },
      [
        ['streamer_available', 500],
        ['platform_fees', 75],
        ['provider_balance', -575],
      ],
    );
    await make(new Date('2046-01-02T22:59:00Z'));
    expect((await statementOf(streamer)).document).toBeUndefined();
    const third = new Date('2046-01-02T23:00:00Z');
    await Promise.all([1, 2, 3].map(() => make(third)));
    await make(third);
    const { document, quarters } = await statementOf(streamer);
    expect(document).toMatchObject({ year: 2046, period_first: '2045-01-01', total_cents: 14_501 });
    expect(quarters).toEqual([
      { quarter: 1, sessions: 2, credited: 3_001, fee: 399 },
      { quarter: 2, sessions: 1, credited: 4_000, fee: 500 },
      { quarter: 3, sessions: 0, credited: -500, fee: -75 },
      { quarter: 4, sessions: 1, credited: 8_000, fee: 700 },
    ]);
    const mails = await readMails(
      product.database.pool,
      "to_address = $1 and kind = 'notice.statement_ready'",
      [streamer.email],
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['Votre relevé 2045 est prêt']);
    expect(
      await rows("select data from public.notifications where person_id = $1 and kind = 'statement_ready'", [
        streamer.id,
      ]),
    ).toMatchObject([{ data: { year: 2045 } }]);
    await expect(
      rows('update public.statement_quarters set credited_cents = 0 where document_id = $1', [document.id]),
    ).rejects.toMatchObject({ code: 'LG001' });
    await expectSound(product.database.pool);
  });

  test('together with those of all other years is what the books say, whatever happened when', async () => {
    const instants = fc.integer({
      min: Date.parse('2050-12-20T00:00:00Z'),
      max: Date.parse('2053-01-10T00:00:00Z'),
    });
    const money = fc.integer({ min: 1, max: 50_000 });
    const taken = fc.record({
      after: fc.integer({ min: 0, max: 400 * DAY }),
      part: fc.integer({ min: 1, max: 100 }),
    });
    const sold = fc.record({
      at: instants,
      share: money,
      fee: money,
      taken: fc.array(taken, { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sold, { minLength: 1, maxLength: 6 }), async (sales) => {
        streamer = await product.join({ role: 'streamer' });
        for (const { at, share, fee, taken: back } of sales) {
          const bookingId = await session(new Date(at).toISOString(), { share, fee });
          for (const { after, part } of back) {
            const [ofShare, ofFee] = [Math.floor((share * part) / 200), Math.floor((fee * part) / 200)];
            if (ofShare + ofFee === 0) continue;
            await insertMove(
              product.database.pool,
              { streamerId: streamer.id, bookingId, at: new Date(at + after), kind: 'refund' },
              [
                ['streamer_available', ofShare],
                ['platform_fees', ofFee],
                ['provider_balance', -ofShare - ofFee],
              ],
            );
          }
        }
        const [stated] = await rows(
          `select sum(q.sessions)::int as sessions, sum(q.credited_cents)::int as credited, sum(q.fee_cents)::int as fee
           from generate_series(2049, 2055) y cross join lateral private.credited_quarters($1, y) q`,
          [streamer.id],
        );
        const [books] = await rows(
          `select sum(available_cents + in_transit_cents + banked_cents)::int as credited, sum(fee_cents)::int as fee
           from public.payment_balances where streamer_id = $1`,
          [streamer.id],
        );
        expect(stated).toEqual({ ...books, sessions: sales.length });
      }),
      { numRuns: 8, seed: 1649 },
    );
  });
});
