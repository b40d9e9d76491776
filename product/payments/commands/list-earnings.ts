import { serve } from '#product/command/serve.ts';
import { listEarnings as contract } from '../earnings-contract.ts';
import { patternsOf } from '../rules/search-patterns.ts';

/**
 * Each session with the sums of its payments. An index has a streamer's sessions in the order of
 * their start, so a page reads no more of them than it shows.
 */
const SESSIONS =
  `select b.session_id, b.start_at, max(b.title) as title, sum(m.captured_cents)::bigint as captured,
    sum(m.returned_cents)::bigint as returned, sum(m.fee_cents)::bigint as fee,
    sum(m.pending_cents + m.available_cents + m.in_transit_cents + m.banked_cents)::bigint as share
  from public.bookings b join public.payment_balances m on m.booking_id = b.id
  where b.streamer_id = $1 and ($2::timestamptz is null or b.start_at >= $2) and ($3::timestamptz is null or b.start_at < $3)
    and ($4::uuid is null or b.offer_id = $4)
    and ($5::text[] is null or b.session_id in (
      select s.session_id from public.bookings s left join public.profiles v on v.id = s.viewer_id
      where s.streamer_id = $1 and private.search_text(concat_ws(' ', s.title, private.abbreviated_name(v.first_name, v.last_name),
        left(s.id::text, 8))) like all($5)))` as const;

/** The states by which sessions can be filtered: any of a session's seats counts. */
const IN_STATE =
  `case $6::text when 'held' then sum(m.pending_cents) > 0 when 'available' then max(m.available_cents) > 0
    when 'in_transit' then bool_or(m.in_transit_cents <> 0) when 'banked' then sum(m.banked_cents) > 0
    when 'refunded' then sum(m.returned_cents) > 0 when 'disputed' then sum(m.disputed_cents) > 0
    when 'owed' then min(m.available_cents) < 0 else true end` as const;

const SHARE = 'sum(m.pending_cents + m.available_cents + m.in_transit_cents + m.banked_cents)' as const;

/** Its pages in the order of their start, which is what people look at first. */
export const BY_START = {
  descending: `${SESSIONS} and ($7::timestamptz is null or (b.start_at, b.session_id) < ($7, $8::uuid))
    group by b.start_at, b.session_id having ${IN_STATE} order by b.start_at desc, b.session_id desc limit $9::int`,
  ascending: `${SESSIONS} and ($7::timestamptz is null or (b.start_at, b.session_id) > ($7, $8::uuid))
    group by b.start_at, b.session_id having ${IN_STATE} order by b.start_at, b.session_id limit $9::int`,
} as const;
const BY_SHARE = {
  descending: `${SESSIONS} group by b.start_at, b.session_id having ${IN_STATE} and ($7::bigint is null or (${SHARE}, b.session_id) < ($7, $8::uuid))
    order by ${SHARE} desc, b.session_id desc limit $9::int`,
  ascending: `${SESSIONS} group by b.start_at, b.session_id having ${IN_STATE} and ($7::bigint is null or (${SHARE}, b.session_id) > ($7, $8::uuid))
    order by ${SHARE}, b.session_id limit $9::int`,
} as const;

/**
 * A page of a streamer's paid sessions with their seats, from the balances that the ledger keeps of
 * each payment.
 */
export const listEarnings = serve({
  contract,
  async run({ db, person, input }) {
    const { from, until, offerId, state, search, sort, direction, after, size } = input;
    const wanted = [person.id, from, until, offerId, patternsOf(search), state] as const;
    const { rows: sessions } =
      sort === 'start'
        ? await db.query(BY_START[direction], [
            ...wanted,
            after?.startAt ?? null,
            after?.sessionId ?? null,
            size + 1,
          ])
        : await db.query(BY_SHARE[direction], [
            ...wanted,
            after === null ? null : String(after.share),
            after?.sessionId ?? null,
            size + 1,
          ]);
    const shown = sessions.slice(0, size);
    const { rows: seats } = await db.query(
      `select b.id, b.session_id, private.abbreviated_name(max(v.first_name), max(v.last_name)) as viewer_name,
         bool_or(p.kind = 'extension') as extended, max(p.release_due_at) as release_due_at, sum(m.captured_cents)::bigint as captured,
         sum(m.returned_cents)::bigint as returned, sum(m.disputed_cents)::bigint as disputed, sum(m.fee_cents)::bigint as fee,
         sum(m.borne_cents)::bigint as borne, sum(m.pending_cents)::bigint as pending, sum(m.available_cents)::bigint as available,
         sum(m.in_transit_cents)::bigint as in_transit, sum(m.banked_cents)::bigint as banked
       from public.bookings b join public.payment_balances m on m.booking_id = b.id join public.payments p on p.id = m.payment_id
       left join public.profiles v on v.id = b.viewer_id
       where b.streamer_id = $1 and b.session_id = any($2) group by b.id, b.session_id, b.seat order by b.seat, b.id`,
      [person.id, shown.map(({ session_id }) => session_id)],
    );
    const bySession = Map.groupBy(seats, (seat) => seat.session_id);
    const last = sessions.length > size ? shown.at(-1) : undefined;
    return {
      sessions: shown.map((session) => ({
        sessionId: session.session_id,
        title: session.title ?? '',
        startAt: session.start_at.toISOString(),
        seats: (bySession.get(session.session_id) ?? []).map((seat) => ({
          bookingId: seat.id,
          viewerName: seat.viewer_name,
          extended: seat.extended === true,
          releaseDueAt: seat.release_due_at?.toISOString() ?? null,
          money: {
            captured: Number(seat.captured),
            returned: Number(seat.returned),
            disputed: Number(seat.disputed),
            fee: Number(seat.fee),
            borne: Number(seat.borne),
            pending: Number(seat.pending),
            available: Number(seat.available),
            inTransit: Number(seat.in_transit),
            banked: Number(seat.banked),
          },
        })),
      })),
      next: last
        ? { sessionId: last.session_id, startAt: last.start_at.toISOString(), share: Number(last.share) }
        : null,
      totals: after === null ? await totalsOf() : null,
    };

    async function totalsOf() {
      const { rows } = await db.query(
        `select count(*)::int as sessions, coalesce(sum(t.captured), 0)::bigint as captured, coalesce(sum(t.returned), 0)::bigint as returned,
           coalesce(sum(t.fee), 0)::bigint as fee, coalesce(sum(t.share), 0)::bigint as share
         from (${SESSIONS} group by b.start_at, b.session_id having ${IN_STATE}) t`,
        [...wanted],
      );
      const [totals] = rows;
      return {
        sessions: totals?.sessions ?? 0,
        captured: Number(totals?.captured ?? 0),
        returned: Number(totals?.returned ?? 0),
        fee: Number(totals?.fee ?? 0),
        share: Number(totals?.share ?? 0),
      };
    }
  },
});
