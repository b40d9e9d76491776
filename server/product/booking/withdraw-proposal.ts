import { withdrawProposal as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** The streamer no longer asks for another start; the booking stands as it was. */
export const withdrawProposal = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { command: contract.name, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'withdraw_proposal', by: 'streamer' }),
    ),
});
