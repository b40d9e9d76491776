import { AfterCommit, KeptRefusal } from '#platform/functions/command.ts';
import { payExtension as contract } from '#product/booking/extension-contract.ts';
import {
  changeExtension,
  endExtension,
  extensionById,
  forgetPaymentOfExtension,
} from '#product/booking/extension-row.ts';
import { readPayment } from '#product/booking/payment-row.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { insertPayment, openCheckout } from '#product/payments/open-checkout.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { obstacleTo } from '../extension/obstacle.ts';
import { lockOwnSession } from '../extension/own-session.ts';

/**
 * Opens the provider's page for an extension that both agreed to. The time is checked once more, so
 * that nothing is sold that can no longer be given.
 */
export const payExtension = (deps: ProductDeps) =>
  serve({
    contract,
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
