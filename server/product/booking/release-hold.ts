import { releaseHold as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** Gives a held slot back before its time is up. */
export const releaseHold = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    run: (call) =>
      onOwnBooking(call, contract.name, { sides: ['viewer'] }, ({ booking }) =>
        advanceBooking(call.db, deps, {
          bookingId: booking.id,
          event: { type: 'release_hold', by: 'viewer' },
          actorId: call.person.id,
          now: call.now,
        }),
      ),
  });
