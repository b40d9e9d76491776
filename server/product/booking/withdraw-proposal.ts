import { withdrawProposal as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** The streamer withdraws the proposal of another start; the booking keeps its own start. */
export const withdrawProposal = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'withdraw_proposal', by: 'streamer' }),
    ),
});
