import { serve } from '#product/command/serve.ts';
import { declineRequest as contract } from '../contract.ts';
import { onOwnBooking } from '../own-booking.ts';

/** The streamer declines a request; the provider's authorisation is released. */
export const declineRequest = serve({
  contract,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['streamer'] }, (_own, advance) =>
      advance({ type: 'decline', by: 'streamer' }, { reason: call.input.reason }),
    ),
});
