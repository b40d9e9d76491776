import { AppError } from '#contracts/errors.ts';
import { payExtension as contract } from '#contracts/extension.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand, KeptRefusal } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { changeExtension, endExtension, extensionById } from '#server/product/lifecycle/extension-row.ts';
import { openExtensionCheckout } from '#server/product/lifecycle/open-checkout.ts';
import { obstacleTo } from './obstacle.ts';
import { lockOwnSession } from './own-session.ts';

/** Opens the provider's page for an extension that both agreed to. What can no longer be given is not sold: the time is looked at once more. */
export const payExtension = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    async run({ db, person, input, now }) {
      const own = await lockOwnSession(db, { deps, person, input, now }, { moving: false });
      const { booking, side, sessionId } = own;
      const row = await extensionById(db, booking.id, input.extensionId);
      const isDue = row?.state === 'accepted' || row?.state === 'paying';
      if (!row || !isDue || side !== 'viewer' || row.until_at <= now || booking.status !== 'in_progress')
        throw new AppError('extension_over');
      if (await obstacleTo(db, booking.id, row.minutes, now)) {
        await endExtension(db, row, { reason: 'time_taken', now });
        return new KeptRefusal(new AppError('extension_time_taken'));
      }
      const { paymentId, checkoutUrl } = await openExtensionCheckout(db, deps, {
        bookingId: booking.id,
        sessionId,
        paymentId: row.payment_id,
        amountCents: row.price_cents,
        minutes: row.minutes,
        expiresAt: instantOf(row.until_at.getTime()),
        now,
      });
      if (row.state === 'accepted')
        await changeExtension(db, row, { state: 'paying', payment_id: paymentId });
      return { checkoutUrl };
    },
  });
