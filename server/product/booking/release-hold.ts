import { releaseHold as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** Gives a held slot back before its time is up. */
export const releaseHold = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['viewer'] }, (_own, advance) =>
      advance({ type: 'release_hold', by: 'viewer' }),
    ),
});
