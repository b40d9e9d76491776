import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import { refusalError } from '../advance-booking.ts';
import type { BookingRow } from '../booking-row.ts';
import { answerProposal as contract } from '../contract.ts';
import { beforeMoving } from '../lock-time.ts';
import { onOwnBooking } from '../own-booking.ts';
import { transition } from '../rules/transition.ts';
import { placeAt } from '../seats.ts';

/**
 * Whether everybody else in the session is asked for that start, or is there already: the session
 * moves and stays what it is. Proposals to one person of a group, which older versions made, lead
 * to another session.
 */
async function movesWhole(
  db: pg.ClientBase,
  { id, session_id }: BookingRow,
  start: Instant,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from public.bookings where session_id = $1 and id <> $2 and status in ('requested', 'confirmed', 'in_progress')
       and start_at <> $3 and proposed_start_at is distinct from $3`,
    [session_id, id, new Date(start)],
  );
  return rowCount === 0;
}

/**
 * The viewer accepts the start that is proposed, or declines and gets everything back. It has been
 * held for both since it was proposed, so neither the streamer's hours nor a calendar that was
 * imported meanwhile take it away.
 */
export const answerProposal = serve({
  contract,
  run(call) {
    const { db, input, now } = call;
    const type = input.answer === 'accept' ? 'accept_proposal' : 'refuse_proposal';
    const event = { type, by: 'viewer' } as const;
    const beforeLock = beforeMoving(db, input.bookingId, now);
    return onOwnBooking(
      call,
      { contract, sides: ['viewer'], beforeLock },
      async ({ booking, row }, advance) => {
        const result = transition(booking, event, instantOf(now.getTime()));
        if (!result.ok) throw refusalError(result.refusal);
        const { start } = result.value;
        const moves = start !== booking.start && !(await movesWhole(db, row, start));
        return advance(event, moves ? await placeAt(db, row, start) : {});
      },
    );
  },
});
