import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { insertOffer, openStreamer } from '#product/availability/testing/marketplace.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { holdSlot, payBooking } from './contract.ts';
import { type RunningLoge, runLoge, tryCommand } from './testing/running-loge.ts';

const VIEWERS = 12;
const EACH = 4;
const DAY = 86_400_000;

/** What one viewer wants to achieve, even across crashes of the server. */
interface Wish {
  token: string;
  hold: { key: string; offerId: string; offerRevision: number; start: string; viewerZone: string };
  payKey: string;
  /** What the server has said so far. */
  bookingId: string | null;
  page: string | null;
  paid: boolean;
}

let db: Database;
let dataDir: string;
let keys: Keys;
let running: RunningLoge | null = null;

beforeAll(async () => {
  db = await createTestDatabase('product');
  dataDir = mkdtempSync(join(tmpdir(), 'loge-kill-'));
  const none = {
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  keys = await loadKeys({ dataDir, ...none });
});
afterAll(async () => {
  await running?.kill();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<RunningLoge> => {
  running = await runLoge({ DATA_DIR: dataDir, DATABASE_URL: connectionUrl(db) });
  return running;
};
const rows = async (sql: string) => (await db.pool.query(sql)).rows;

/** Four sessions for each viewer, on days of their own, at four streamers. */
async function makeWishes(): Promise<Wish[]> {
  const offers: string[] = [];
  for (let index = 0; index < EACH; index++) {
    const id = await insertPerson(db.pool, { email: `streamer-${index}@kill.test`, role: 'streamer' });
    await openStreamer(db.pool, id);
    offers.push(await insertOffer(db.pool, id));
  }
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const wishes: Wish[] = [];
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const sub = await insertPerson(db.pool, { email: `viewer-${viewer}@kill.test`, role: 'viewer' });
    const token = await keys.sign({ sub, role: 'authenticated', exp });
    for (const [index, offerId] of offers.entries()) {
      const day = new Date(Date.now() + (3 + viewer * EACH + index) * DAY);
      day.setUTCHours(10, 0, 0, 0);
      const hold = {
        key: randomUUID(),
        offerId,
        offerRevision: 1,
        start: day.toISOString(),
        viewerZone: 'Europe/Paris',
      };
      wishes.push({ token, hold, payKey: randomUUID(), bookingId: null, page: null, paid: false });
    }
  }
  return wishes;
}

/** Continues a wish where it stands: holds, opens the page, pays by card. What was acknowledged before must be acknowledged again. */
async function pursue(loge: RunningLoge, wish: Wish): Promise<void> {
  const who = { apikey: keys.publishableKey, token: wish.token };
  const held = await tryCommand(loge, who, holdSlot, wish.hold);
  if (!held) return;
  if (wish.bookingId !== null) expect(held.bookingId).toBe(wish.bookingId);
  wish.bookingId = held.bookingId;
  const order = { key: wish.payKey, bookingId: held.bookingId, expectedPriceCents: 3000 };
  const opened = await tryCommand(loge, who, payBooking, order);
  if (!opened) return;
  const page = new URL(opened.checkoutUrl ?? '').pathname;
  if (wish.page !== null) expect(page).toBe(wish.page);
  wish.page = page;
  try {
    const body = new URLSearchParams({ card: 'accepted', webhook: 'normal' });
    const answer = await fetch(loge.origin + page, { method: 'POST', body, redirect: 'manual' });
    if (answer.status < 400) wish.paid = true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Pursues all wishes, each viewer one after another, and kills the server once so many are paid. */
async function pursueUntil(loge: RunningLoge, wishes: readonly Wish[], paid: number): Promise<void> {
  const pursuing = Promise.all(
    Array.from({ length: VIEWERS }, async (_, viewer) => {
      for (const wish of wishes.slice(viewer * EACH, (viewer + 1) * EACH)) await pursue(loge, wish);
    }),
  );
  await Promise.race([
    pursuing,
    expect
      .poll(() => wishes.filter((wish) => wish.paid).length, { timeout: 60_000, interval: 5 })
      .toBeGreaterThanOrEqual(paid),
  ]);
  await loge.kill();
  await pursuing;
}

test('killed during holds and payments, twice: nothing acknowledged is lost, nothing is done twice', {
  timeout: 240_000,
}, async () => {
  const wishes = await makeWishes();
  await pursueUntil(await start(), wishes, 8);
  expect(wishes.some(({ paid }) => !paid)).toBe(true);
  await pursueUntil(await start(), wishes, 24);
  const last = await start();
  for (const wish of wishes) await pursue(last, wish);
  expect(wishes.filter(({ paid }) => !paid)).toEqual([]);
  // Webhooks that were on their way and captures that were ordered still arrive.
  await expect
    .poll(() => rows("select count(*)::int as count from public.payments where state = 'captured'"), {
      timeout: 90_000,
    })
    .toEqual([{ count: wishes.length }]);

  expect(await rows('select status, count(*)::int as count from public.bookings group by status')).toEqual([
    { status: 'confirmed', count: wishes.length },
  ]);
  expect(new Set(wishes.map(({ bookingId }) => bookingId))).toEqual(
    new Set((await rows('select id from public.bookings')).map(({ id }) => id)),
  );
  const money = await rows(
    `select count(*)::int as payments, sum(p.captured_cents)::int as ours, sum(s.captured_cents)::int as theirs,
       count(distinct p.booking_id)::int as bookings
     from public.payments p join sandbox.payments s on s.payment_id = p.id::text`,
  );
  const count = wishes.length;
  expect(money).toEqual([{ payments: count, bookings: count, ours: count * 3000, theirs: count * 3000 }]);
  expect(
    await rows("select sum(captured_cents)::int as theirs from sandbox.payments where state = 'captured'"),
  ).toEqual([{ theirs: count * 3000 }]);
  expect(
    await rows(
      `select count(distinct p.id)::int as postings, sum(l.amount_cents)::int as total from public.ledger_lines l
       join public.ledger_postings p on p.id = l.posting_id where p.kind = 'capture'`,
    ),
  ).toEqual([{ postings: count, total: 0 }]);
  expect(
    await rows("select count(*)::int as count from public.booking_events where type = 'authorise_payment'"),
  ).toEqual([{ count }]);
});
