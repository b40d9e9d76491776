import { serve } from '#product/command/serve.ts';
import { acceptRequest as contract } from '../contract.ts';
import { onOwnBooking } from '../own-booking.ts';

/** The streamer accepts a request: it is confirmed, and its money captured. */
export const acceptRequest = serve({
  contract,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'accept', by: 'streamer' }),
    ),
});
