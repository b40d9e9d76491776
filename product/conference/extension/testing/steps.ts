import { answerExtension, offerExtension, payExtension } from '#product/booking/extension-contract.ts';
import { nextExtension } from '#product/booking/rules/extension.ts';
import { carryOut, nowOf } from '#product/booking/testing/fixture.ts';
import type { Contract, RequestOf } from '#product/shared/contract.ts';
import { cents } from '#product/shared/money/cents.ts';
import { type ProductServer, type SignedIn, send } from '#product/testing/product-server.ts';
import { enterRoom } from '../../contract.ts';

/** A session for two, as the models of bookings and of money know it. */
export interface SessionOfTwo {
  bookingId: string;
  viewer: SignedIn;
  streamer: SignedIn;
}

type Side = 'viewer' | 'streamer';

/** What the two of a session may do about its length, each by the commands; refusals are answers too. */
export function extensionSteps(product: ProductServer) {
  const { pool } = product.database;
  const rowOf = async (bookingId: string) =>
    (
      await pool.query<{ session_id: string; start_at: Date; price_cents: number; duration_minutes: number }>(
        'select session_id, start_at, price_cents, duration_minutes from public.bookings where id = $1',
        [bookingId],
      )
    ).rows[0];
  const lastOf = async (bookingId: string): Promise<string | null> =>
    (
      await pool.query<{ id: string }>(
        'select id from public.session_extensions where booking_id = $1 order by offered_at desc limit 1',
        [bookingId],
      )
    ).rows[0]?.id ?? null;

  /** @returns the answer, or null when it was refused; @throws Error for a fault that nobody foresaw, save while a process dies */
  async function say<C extends Contract>(who: SignedIn, contract: C, body: RequestOf<C>) {
    const { answer, refusal } = await send(who, contract, body);
    const died = refusal && ['internal', 'provider_unavailable'].includes(refusal.code);
    if (refusal && refusal.status >= 500 && !died)
      throw new Error(`${contract.name}: ${JSON.stringify(refusal)}`);
    return answer;
  }
  /** Comes into the room, or back into it. */
  const participant = async (session: SessionOfTwo, side: Side) => {
    const row = await rowOf(session.bookingId);
    const roomId = row?.session_id ?? '';
    const entry = await say(session[side], enterRoom, { roomId, takeOver: true });
    return entry && { roomId, participantId: entry.participantId };
  };

  return {
    /** Advances to a minute of a session that has not begun, and both enter. */
    async meet(session: SessionOfTwo, minute: number): Promise<void> {
      const row = await rowOf(session.bookingId);
      if (!row) return;
      const until = row.start_at.getTime() + minute * 60_000 - nowOf(product).getTime();
      if (until > 0) product.clock.ahead += until;
      await carryOut(product);
      await Promise.all([participant(session, 'viewer'), participant(session, 'streamer')]);
    },
    async offer(session: SessionOfTwo, by: Side): Promise<void> {
      const self = await participant(session, by);
      const row = await rowOf(session.bookingId);
      if (!self || !row) return;
      const { price } = nextExtension({
        price: cents(row.price_cents),
        durationMinutes: row.duration_minutes,
      });
      await say(session[by], offerExtension, { ...self, expectedPriceCents: price });
    },
    async answer(session: SessionOfTwo, by: Side, accept: boolean): Promise<void> {
      const extensionId = await lastOf(session.bookingId);
      const self = extensionId === null ? null : await participant(session, by);
      if (extensionId && self) await say(session[by], answerExtension, { ...self, extensionId, accept });
    },
    /** @returns the provider's page */
    async pay(session: SessionOfTwo): Promise<string | null> {
      const extensionId = await lastOf(session.bookingId);
      const self = extensionId === null ? null : await participant(session, 'viewer');
      if (!extensionId || !self) return null;
      return (await say(session.viewer, payExtension, { ...self, extensionId }))?.checkoutUrl ?? null;
    },
  };
}

/** Of a session that was settled before the bank refused: it stays as it was settled. */
const STANDS = `(y.state = 'done' or y.reason = 'payment_failed' and not exists (select from public.booking_events e
  where e.type = 'retract_extension' and e.booking_id = y.booking_id and e.detail ->> 'extensionId' = y.id::text))`;

/** Extensions in a state that they must never be in: none. */
export const EXTENSION_FAULTS = `
  select x.id, x.state, x.reason, p.state as payment, b.status, b.price_cents, b.duration_minutes
  from public.session_extensions x join public.bookings b on b.id = x.booking_id
  left join public.payments p on p.id = x.payment_id
  where x.state = 'done' and x.price_cents > 0 and coalesce(p.state, 'none') not in ('authorised', 'captured')
    or x.state <> 'done' and p.state = 'captured'
    or x.state in ('offered', 'accepted', 'paying') and b.status <> 'in_progress'
    or b.ended_at is null and exists (select from public.session_extensions y
        where y.booking_id = b.id and y.state <> 'done' and ${STANDS})
    or (select coalesce(sum((e.detail ->> 'minutes')::int), 0) from public.booking_events e where e.booking_id = b.id)
      <> coalesce((select sum(y.minutes) from public.session_extensions y where y.booking_id = b.id and ${STANDS}), 0)
    or (select coalesce(sum((e.detail ->> 'priceCents')::int), 0) from public.booking_events e where e.booking_id = b.id)
      <> coalesce((select sum(y.price_cents) from public.session_extensions y where y.booking_id = b.id and ${STANDS}), 0)`;
