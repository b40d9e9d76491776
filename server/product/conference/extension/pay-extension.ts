import { AppError } from '#contracts/errors.ts';
import { payExtension as contract } from '#contracts/extension.ts';
import { instantOf } from '#domain/time/instant.ts';
import { AfterCommit, defineCommand, KeptRefusal } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import {
  changeExtension,
  endExtension,
  extensionById,
  forgetPaymentOfExtension,
} from '#server/product/lifecycle/extension-row.ts';
import { insertPayment, openCheckout } from '#server/product/lifecycle/open-checkout.ts';
import { readPayment } from '#server/product/lifecycle/payment-row.ts';
import { obstacleTo } from './obstacle.ts';
import { lockOwnSession } from './own-session.ts';

/**
 * Opens the provider's page for an extension that both agreed to. The time is checked once more, so that nothing is sold that can no
 * longer be given.
 */
export const payExtension = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    async run({ db, person, input, now }) {
      const {
        booking,
        row: bookingRow,
        side,
      } = await lockOwnSession(db, { person, input, now }, { moving: false });
      const extension = await extensionById(db, booking.id, input.extensionId);
      const isDue = extension?.state === 'accepted' || extension?.state === 'paying';
      if (
        !extension ||
        !isDue ||
        side !== 'viewer' ||
        extension.until_at <= now ||
        booking.status !== 'in_progress'
      )
        throw new AppError('extension_over');
      if (await obstacleTo(db, booking.id, extension.minutes, now)) {
        await endExtension(db, extension, { reason: 'time_taken', now });
        return new KeptRefusal(new AppError('extension_time_taken'));
      }
      const begun = extension.payment_id === null ? null : await readPayment(db, extension.payment_id);
      if (begun && begun.state !== 'open') throw new AppError('nothing_to_pay');
      const paymentId =
        begun?.id ??
        (await insertPayment(db, deps, {
          kind: 'extension',
          row: bookingRow,
          amountCents: extension.price_cents,
          wantedUntil: instantOf(extension.until_at.getTime()),
          now,
        }));
      if (extension.state === 'accepted')
        await changeExtension(db, extension, { state: 'paying', payment_id: paymentId });
      return new AfterCommit(async (transact) => ({
        checkoutUrl: await openCheckout(transact, deps, {
          paymentId,
          now,
          onRefusal: (again) => forgetPaymentOfExtension(again, paymentId),
        }),
      }));
    },
  });
