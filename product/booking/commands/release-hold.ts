import { serve } from '#product/command/serve.ts';
import { releaseHold as contract } from '../contract.ts';
import { onOwnBooking } from '../own-booking.ts';

/** Gives a held slot back before its time is up. */
export const releaseHold = serve({
  contract,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['viewer'] }, (_own, advance) =>
      advance({ type: 'release_hold', by: 'viewer' }),
    ),
});
