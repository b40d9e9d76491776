import { AfterCommit } from '#platform/functions/command.ts';
import { extendHold as contract } from '#product/booking/contract.ts';
import { onOwnBooking } from '#product/booking/own-booking.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { asAppError } from '../provider-errors.ts';

const OPEN_PAGE = `select checkout_reference from public.payments
  where booking_id = $1 and state = 'open' and checkout_reference is not null`;

/**
 * Ten minutes more for a hold, once. A payment page that is open already is told of them, after the
 * commit.
 */
export const extendHold = ({ payments }: Pick<ProductDeps, 'payments'>) =>
  serve({
    contract,
    async run(call) {
      const standing = await onOwnBooking(call, { contract, sides: ['viewer'] }, (_own, advance) =>
        advance({ type: 'extend_hold', by: 'viewer' }),
      );
      const { rows } = await call.db.query(OPEN_PAGE, [standing.bookingId]);
      const page = rows[0]?.checkout_reference;
      if (!page || standing.holdEndsAt === null) return standing;
      const end = parseInstant(standing.holdEndsAt);
      return new AfterCommit(async () => {
        await asAppError(payments.extendCheckout(page, end));
        return standing;
      });
    },
  });
