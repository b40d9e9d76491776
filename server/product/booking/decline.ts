import { decline as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** The streamer turns a request down; what the provider holds is let go. */
export const decline = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    run: (call) =>
      onOwnBooking(call, contract.name, { sides: ['streamer'] }, ({ booking }) =>
        advanceBooking(call.db, deps, {
          bookingId: booking.id,
          event: { type: 'decline', by: 'streamer' },
          actorId: call.person.id,
          now: call.now,
          reason: call.input.reason,
        }),
      ),
  });
