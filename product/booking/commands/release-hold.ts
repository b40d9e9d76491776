import { defineCommand } from '#platform/functions/command.ts';
import { person as access } from '#product/command/access.ts';
import { releaseHold as contract } from '../contract.ts';
import { onOwnBooking } from '../own-booking.ts';

/** Gives a held slot back before its time is up. */
export const releaseHold = defineCommand({
  contract,
  access,
  run: (call) =>
    onOwnBooking(call, { contract, sides: ['viewer'] }, (_own, advance) =>
      advance({ type: 'release_hold', by: 'viewer' }),
    ),
});
