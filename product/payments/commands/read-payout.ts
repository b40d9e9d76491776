import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { formatInstant, instantOf } from '#product/shared/time/instant.ts';
import { readPayout as contract } from '../earnings-contract.ts';
import { nextPayoutAt } from '../rules/payout.ts';

/** The number of parts of a payout that are listed; further ones are only counted. */
const MOST_LISTED = 300;

/** One payout of the streamer's own, with the sessions that it was made of. */
export const readPayout = serve({
  contract,
  async run({ db, person, input: { payoutId }, now }) {
    const { rows } = await db.query(
      `select o.id, o.amount_cents, o.state, o.created_at, o.sent_at, o.ended_at, o.retried_at, o.provider_reference,
         exists (select from public.ledger_postings g where g.payout_id = o.id and g.kind = 'payout_paid') as had_arrived,
         exists (select from public.payout_accounts a where a.streamer_id = o.streamer_id and a.payouts_enabled) as has_account,
         (select count(*)::int from public.payout_parts t where t.payout_id = o.id) as parts
       from public.payouts o where o.id = $1 and o.streamer_id = $2`,
      [payoutId, person.id],
    );
    const [payout] = rows;
    if (!payout) throw new AppError('not_found');
    const { rows: parts } = await db.query(
      `select t.amount_cents, p.kind, b.id, b.session_id, b.start_at, b.title,
         private.abbreviated_name(v.first_name, v.last_name) as viewer_name
       from public.payout_parts t join public.payments p on p.id = t.payment_id join public.bookings b on b.id = p.booking_id
       left join public.profiles v on v.id = b.viewer_id
       where t.payout_id = $1 order by b.start_at desc, b.session_id, b.seat, p.created_at limit $2`,
      [payoutId, MOST_LISTED],
    );
    const { rows: again } = await db.query(
      `select id, created_at from public.payouts where streamer_id = $1 and $2::timestamptz is not null and created_at >= $2
       order by created_at limit 1`,
      [person.id, payout.retried_at === null ? null : payout.ended_at],
    );
    const waits = payout.state === 'failed' && payout.retried_at === null && payout.has_account === true;
    return {
      payoutId: payout.id,
      amountCents: payout.amount_cents,
      state: payout.state,
      createdAt: payout.created_at.toISOString(),
      sentAt: payout.sent_at?.toISOString() ?? null,
      endedAt: payout.ended_at?.toISOString() ?? null,
      reference: payout.provider_reference,
      returned: payout.state === 'failed' && payout.had_arrived === true,
      retriedBy: again[0] ? { payoutId: again[0].id, createdAt: again[0].created_at.toISOString() } : null,
      nextPayoutAt: waits ? formatInstant(nextPayoutAt(instantOf(now.getTime()))) : null,
      parts: parts.map((part) => ({
        sessionId: part.session_id,
        bookingId: part.id,
        title: part.title,
        startAt: part.start_at.toISOString(),
        viewerName: part.viewer_name,
        extension: part.kind === 'extension',
        cents: part.amount_cents,
      })),
      count: payout.parts ?? 0,
    };
  },
});
