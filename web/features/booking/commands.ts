import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BookingStanding,
  extendHold,
  holdSlot,
  joinWaitingList,
  leaveWaitingList,
  pay,
  releaseHold,
  submitIntake,
} from '#contracts/booking.ts';
import { formatInstant, type Instant } from '#domain/time/instant.ts';
import type { BookingRow } from '#web/features/booking/booking.ts';
import { forgetKey, keyFor } from '#web/features/booking/draft.ts';
import type { Offer } from '#web/features/booking/queries.ts';
import { noteServerTime } from '#web/features/booking/server-clock.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';

/** Whether the server has surely not done it, and never will under this key: the next try is a new intention. */
const isAnswer = (error: unknown) =>
  error instanceof CommandError && !['unreachable', 'internal', 'try_again'].includes(error.code);

/**
 * Sends a command under the key of its intention.
 * @param call what to send with the key
 */
async function once<Answer extends object>(
  intention: string,
  call: (key: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await call(keyFor(intention));
    if ('now' in answer && typeof answer.now === 'string') noteServerTime(answer.now);
    forgetKey(intention);
    return answer;
  } catch (error) {
    if (isAnswer(error)) forgetKey(intention);
    throw error;
  }
}

/** What can be asked of the server about places. Each throws CommandError when it was refused. */
export function useBookingCommands() {
  const client = useQueryClient();
  /** What was read of bookings and free starts is old now, whether it worked or not. */
  const onSettled = () => client.invalidateQueries({ queryKey: ['booking'] });

  return {
    hold: useMutation({
      mutationFn: ({ offer, start, zone }: { offer: Offer; start: Instant; zone: string }) =>
        once(`hold ${offer.id} ${String(start)}`, (key) =>
          callCommand(holdSlot, {
            key,
            offerId: offer.id,
            offerRevision: offer.revision,
            start: formatInstant(start),
            viewerZone: zone,
          }),
        ),
      onSettled,
    }),
    extend: useMutation({
      mutationFn: ({ id }: BookingRow) =>
        once(`extend ${id}`, (key) => callCommand(extendHold, { key, bookingId: id })),
      onSettled,
    }),
    release: useMutation({
      mutationFn: ({ id }: Pick<BookingRow, 'id'>): Promise<BookingStanding> =>
        once(`release ${id}`, (key) => callCommand(releaseHold, { key, bookingId: id })),
      onSettled,
    }),
    answer: useMutation({
      mutationFn: ({ id, answers }: { id: string; answers: Record<string, string> }) =>
        // The answers are part of the intention: changed ones are another.
        once(`intake ${id} ${JSON.stringify(answers)}`, (key) =>
          callCommand(submitIntake, { key, bookingId: id, answers }),
        ),
      onSettled,
    }),
    pay: useMutation({
      mutationFn: ({ id, price_cents }: BookingRow) =>
        once(`pay ${id}`, (key) => callCommand(pay, { key, bookingId: id, expectedPriceCents: price_cents })),
      onSettled,
    }),
    joinList: useMutation({
      mutationFn: (offerId: string) =>
        once(`wait ${offerId}`, (key) => callCommand(joinWaitingList, { key, offerId })),
      onSettled,
    }),
    leaveList: useMutation({
      mutationFn: (offerId: string) =>
        once(`leave ${offerId}`, (key) => callCommand(leaveWaitingList, { key, offerId })),
      onSettled,
    }),
  };
}

export type BookingCommands = ReturnType<typeof useBookingCommands>;
