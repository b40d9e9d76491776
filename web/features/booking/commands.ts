import {
  extendHold,
  holdSlot,
  joinWaitingList,
  leaveWaitingList,
  payBooking,
  releaseHold,
  submitIntake,
} from '#product/booking/contract.ts';
import { dropCode, useCode } from '#product/commerce/contract.ts';
import { ATTACHMENTS_KEY } from '#web/entities/attachment/queries.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { OFFERS_KEY } from '#web/entities/offer/queries.ts';
import { PAYMENTS_KEY } from '#web/entities/payment/payment.ts';
import { STREAMERS_KEY } from '#web/entities/streamer/queries.ts';
import { useCommand } from '#web/lib/use-command.ts';

/** The queries that these commands may change; each stage shows a refusal where it belongs. */
const options = { changes: [BOOKINGS_KEY, PAYMENTS_KEY, OFFERS_KEY, STREAMERS_KEY], failed: null };

/** The commands about places. */
export function useBookingCommands() {
  return {
    hold: useCommand(holdSlot, options),
    extend: useCommand(extendHold, options),
    release: useCommand(releaseHold, options),
    answer: useCommand(submitIntake, { ...options, changes: [...options.changes, ATTACHMENTS_KEY] }),
    pay: useCommand(payBooking, options),
    takeCode: useCommand(useCode, options),
    dropCode: useCommand(dropCode, options),
    joinList: useCommand(joinWaitingList, options),
    leaveList: useCommand(leaveWaitingList, options),
  };
}

export type BookingCommands = ReturnType<typeof useBookingCommands>;
