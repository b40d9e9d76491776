import {
  extendHold,
  holdSlot,
  joinWaitingList,
  leaveWaitingList,
  pay,
  releaseHold,
  submitIntake,
} from '#contracts/booking.ts';
import { useCommand } from '#web/lib/use-command.ts';

/** What was read of bookings and free starts is old after each of them. Each stage shows a refusal where it belongs. */
const options = { changes: [['booking']], failed: null };

/** What can be asked of the server about places. */
export function useBookingCommands() {
  return {
    hold: useCommand(holdSlot, options),
    extend: useCommand(extendHold, options),
    release: useCommand(releaseHold, options),
    answer: useCommand(submitIntake, options),
    pay: useCommand(pay, options),
    joinList: useCommand(joinWaitingList, options),
    leaveList: useCommand(leaveWaitingList, options),
  };
}

export type BookingCommands = ReturnType<typeof useBookingCommands>;
