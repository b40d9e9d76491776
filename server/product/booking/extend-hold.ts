import { extendHold as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** Ten minutes more for a hold, once. */
export const extendHold = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    run: (call) =>
      onOwnBooking(call, contract.name, { sides: ['viewer'] }, ({ booking }) =>
        advanceBooking(call.db, deps, {
          bookingId: booking.id,
          event: { type: 'extend_hold', by: 'viewer' },
          actorId: call.person.id,
          now: call.now,
        }),
      ),
  });
