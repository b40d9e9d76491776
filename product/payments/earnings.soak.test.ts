import { expect, test } from 'vitest';
import { nowOf, openFixture } from '#product/booking/testing/fixture.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { BY_START } from './commands/list-earnings.ts';
import { listEarnings, readEarnings } from './earnings-contract.ts';

const product = await openProduct();

const ALL = {
  from: null,
  until: null,
  offerId: null,
  state: null,
  search: '',
  sort: 'start' as const,
  direction: 'descending' as const,
  after: null,
  size: 25,
};

test('what was earned with 10,000 sessions is read a page at a time, in order and without a gap, and each figure is the sum of what it opens', async () => {
  const { streamer, offerId } = await openFixture(product, { priceCents: 2_000 });
  await manySessions(streamer.id, offerId, 10_000);
  for (const sort of ['start', 'share'] as const) {
    for (const direction of ['ascending', 'descending'] as const) {
      const first = await ask(streamer, listEarnings, { ...ALL, sort, direction, size: 30 });
      const next = await ask(streamer, listEarnings, {
        ...ALL,
        sort,
        direction,
        size: 30,
        after: first.next,
      });
      const both = await ask(streamer, listEarnings, { ...ALL, sort, direction, size: 60 });
      expect([...first.sessions, ...next.sessions]).toEqual(both.sessions);
      expect(next.totals).toBeNull();
    }
  }
  const summary = await ask(streamer, readEarnings, {});
  const within = async (from: string, until: string) =>
    (await ask(streamer, listEarnings, { ...ALL, from, until, size: 1 })).totals?.share;
  expect(await within(summary.thisMonth.from, summary.thisMonth.until)).toBe(summary.thisMonth.shareCents);
  expect(await within(summary.lastMonth.from, summary.lastMonth.until)).toBe(summary.lastMonth.shareCents);
  const { rows } = await product.database.pool.query(
    `select sum(pending_cents + available_cents + in_transit_cents + banked_cents)::int as share from public.payment_balances where streamer_id = $1`,
    [streamer.id],
  );
  const early = await within('2001-01-01T00:00:00Z', summary.months[0]!.from);
  const byMonth = summary.months.map(
    (month) => month.pendingCents + month.availableCents + month.inTransitCents + month.bankedCents,
  );
  expect((early ?? 0) + byMonth.reduce((sum, cents) => sum + cents, 0) + summary.laterCents).toBe(
    rows[0].share,
  );

  // What a page touches does not grow with what stands behind it.
  const touched = async (after: { startAt: string; sessionId: string } | null) => {
    const { rows: plan } = await product.database.pool.query(
      `explain (analyze, buffers, format json) ${BY_START.descending}`,
      [streamer.id, ...[null, null, null, null, null], after?.startAt ?? null, after?.sessionId ?? null, 26],
    );
    const { Plan } = plan[0]['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  };
  const whole = await product.database.pool.query(
    `explain (analyze, buffers, format json) select count(*) from public.bookings b join public.payment_balances m on m.booking_id = b.id
     where b.streamer_id = $1`,
    [streamer.id],
  );
  const all =
    whole.rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] +
    whole.rows[0]['QUERY PLAN'][0].Plan['Shared Read Blocks'];
  const deep = await ask(streamer, listEarnings, { ...ALL, size: 500 });
  expect(await touched(null)).toBeLessThan(all / 5);
  expect(await touched(deep.next)).toBeLessThan(all / 5);
});

/** Sessions of the past five years, each paid and released, one every four hours. */
async function manySessions(streamerId: string, offerId: string, count: number) {
  const { pool } = product.database;
  const viewer = await product.join();
  const at = nowOf(product);
  await pool.query(
    `with made as (
       insert into public.bookings (id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, category, confirmation, price_cents,
         fee_basis_points, settings_version, policy, viewer_zone, streamer_zone, buffer_before_minutes, buffer_after_minutes,
         duration_minutes, start_at, agreed_start_at, status, held_at, ended_at, cause, delivered_minutes)
       select i, i, 1, 1, $1, $2, $3, 'Session', 'musique', 'instant', 2000, 1500, 1, '{}', 'UTC', 'UTC', 0, 0, 60, s, s, 'completed', s, s, null, 60
       from (select gen_random_uuid() as i, $4::timestamptz - n * interval '4 hours' as s from generate_series(1, $5) n) g
       returning id, start_at
     ), paid as (
       insert into public.payments (booking_id, viewer_id, streamer_id, provider, state, amount_cents, fee_basis_points, settings_version,
         captured_cents, captured_at, created_at)
       select id, $2, $1, 'sandbox', 'captured', 2000, 1500, 1, 2000, start_at, start_at from made returning id, captured_at
     ), posted as (
       insert into public.ledger_postings (at, kind, source, payment_id)
       select captured_at, 'capture', 'many:' || id, id from paid returning id
     )
     insert into public.ledger_lines (posting_id, account, streamer_id, amount_cents)
     select p.id, l.account, l.streamer::uuid, l.amount from posted p, (values ('provider_balance', null, 2000), ('platform_fees', null, -300),
       ('streamer_pending', $1::text, -1700)) l (account, streamer, amount)`,
    [streamerId, viewer.id, offerId, at, count],
  );
  await pool.query('analyze');
}
