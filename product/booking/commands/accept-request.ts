import { defineCommand } from '#platform/functions/command.ts';
import { person as access } from '#product/command/access.ts';
import { acceptRequest as contract } from '../contract.ts';
import { onOwnBooking } from '../own-booking.ts';

/** The streamer accepts a request: it is confirmed, and its money captured. */
export const acceptRequest = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'accept', by: 'streamer' }),
    ),
});
