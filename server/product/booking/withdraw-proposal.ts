import { withdrawProposal as contract } from '#contracts/booking.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { advanceBooking } from '#server/product/lifecycle/advance-booking.ts';
import { onOwnBooking } from '#server/product/lifecycle/own-booking.ts';

/** The streamer no longer asks for another start; the booking stands as it was. */
export const withdrawProposal = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    run: (call) =>
      onOwnBooking(call, contract.name, { sides: ['streamer'] }, ({ booking }) =>
        advanceBooking(call.db, deps, {
          bookingId: booking.id,
          event: { type: 'withdraw_proposal', by: 'streamer' },
          actorId: call.person.id,
          now: call.now,
        }),
      ),
  });
