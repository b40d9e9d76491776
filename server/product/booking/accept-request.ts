import { acceptRequest as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** The streamer accepts a request: it is confirmed, and its money captured. */
export const acceptRequest = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'accept', by: 'streamer' }),
    ),
});
