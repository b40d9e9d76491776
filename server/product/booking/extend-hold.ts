import { extendHold as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** Ten minutes more for a hold, once. */
export const extendHold = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['viewer'] }, (_own, advance) =>
      advance({ type: 'extend_hold', by: 'viewer' }),
    ),
});
