import type { Booking } from '#domain/booking/booking.ts';
import { minus } from '#domain/money/cents.ts';
import { formatInstant } from '#domain/time/instant.ts';

/** What the history keeps of a transition beside its statuses: the instants and cents that it changed. */
export function eventDetail(before: Booking, after: Booking): Record<string, unknown> {
  const proposal = 'proposal' in after ? after.proposal : null;
  const asked = 'proposal' in before ? before.proposal : null;
  return {
    ...(after.start === before.start
      ? {}
      : { from: formatInstant(before.start), to: formatInstant(after.start) }),
    ...(proposal && proposal !== asked
      ? { proposed: formatInstant(proposal.start), answerBy: formatInstant(proposal.answerBy) }
      : {}),
    ...(after.durationMinutes === before.durationMinutes
      ? {}
      : {
          minutes: after.durationMinutes - before.durationMinutes,
          priceCents: minus(after.price, before.price),
        }),
    ...('cause' in after ? { cause: after.cause } : {}),
    ...('refund' in after ? { refundCents: after.refund } : {}),
    ...('settlement' in after
      ? { refundCents: after.settlement.refund, deliveredMinutes: after.settlement.deliveredMinutes }
      : {}),
  };
}
