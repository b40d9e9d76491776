import { defineCommand } from '#platform/functions/command.ts';
import { person as access } from '#product/command/access.ts';
import { declineRequest as contract } from '../contract.ts';
import { onOwnBooking } from '../own-booking.ts';

/** The streamer declines a request; the provider's authorisation is released. */
export const declineRequest = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'decline', by: 'streamer' }, { reason: call.input.reason }),
    ),
});
