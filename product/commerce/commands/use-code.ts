import { AfterCommit } from '#platform/functions/command.ts';
import { endLapsed, lockTime } from '#product/booking/lock-time.ts';
import { lockOwn } from '#product/booking/own-booking.ts';
import { once, wasCarriedOut } from '#product/command/idempotency.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { findCode, reprice } from '../codes.ts';
import { useCode as contract } from '../contract.ts';

/** Words that one person may try. Seconds. */
const ATTEMPTS = { allowed: 30, within: 3_600 };

/**
 * Lowers the price of a held place by a code. The attempt is counted first, in a transaction of its
 * own: a refusal would take it back. The viewer's time is locked, because a first session is the
 * only one, and another may be taken at the same moment.
 */
export const useCode = serve({
  contract,
  async run({ db, person, input, now }) {
    const { key, bookingId, code } = input;
    // Somebody who repeats a request whose answer was lost tries no other word.
    if (!(await wasCarriedOut(db, { personId: person.id, key })))
      await spend(db, { key: `use-code:${person.id}`, ...ATTEMPTS }, now);
    return new AfterCommit((transact) =>
      transact((again) =>
        once(again, { personId: person.id, key, contract, input }, async () => {
          const own = await lockOwn(again, person, bookingId, {
            sides: ['viewer'],
            beforeLock: async ({ viewerId }) => {
              await lockTime(again, [viewerId]);
              await endLapsed(again, { people: [viewerId], except: [bookingId], now });
            },
          });
          const found = await findCode(again, code, own, now);
          return reprice(again, own, found, { actorId: person.id, now });
        }),
      ),
    );
  },
});
