import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveFiscalIdentity } from '#contracts/documents.ts';
import { readEarnings } from '#contracts/earnings.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { planPayouts } from '#server/product/payments/payouts.ts';
import { ask, type ProductServer, type SignedIn, startProduct } from '../testing/product-server.ts';
import { requestIdentities } from './request-identities.ts';
import { IDENTITY, insertHeld } from './testing/sessions.ts';

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
