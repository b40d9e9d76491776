import { declineRequest as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** The streamer declines a request; the provider's authorisation is released. */
export const declineRequest = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'decline', by: 'streamer' }, { reason: call.input.reason }),
    ),
});
