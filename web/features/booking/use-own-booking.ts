import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { holdEnd } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY, bookingQuery } from '#web/entities/booking/queries.ts';
import type { BookingAddress } from '#web/features/booking/address.ts';
import { idOf, type Stage, stageOf, type Visitor } from '#web/features/booking/stage.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useLive } from '#web/lib/use-live.ts';

/** Milliseconds between looks while the provider's word is awaited, should the live connection not be there. */
const SETTLING_LOOK = 1_500;

/** The booking that the address names, followed as it changes, and what the page shows of it. */
export function useOwnBooking(address: BookingAddress, visitor: Visitor) {
  const personId = idOf(visitor);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const query = useQuery({
    ...bookingQuery(personId === null ? null : address.bookingId),
    refetchInterval: ({ state: { data } }) =>
      address.payment === 'return' && data?.status === 'held' ? SETTLING_LOOK : false,
  });
  useLive(
    [{ table: 'bookings', filter: `viewer_id=eq.${personId ?? ''}` }],
    BOOKINGS_KEY,
    address.bookingId !== null && personId !== null,
  );

  // A streamer sees the bookings of others too.
  const own = query.data?.viewer_id === personId ? query.data : query.data && null;
  // A hold ends by the clock alone: the page then looks anew, whether or not anything else happens.
  const ends = own?.status === 'held' ? holdEnd(own) : null;
  useEffect(() => {
    if (ends === null) return;
    const timer = setTimeout(lookAgain, Math.max(0, ends - serverNow()) + 50);
    return () => clearTimeout(timer);
  }, [ends]);

  const stage: Stage = stageOf(address, visitor, own, serverNow());
  return { stage, error: query.error, refetch: query.refetch, lookAgain };
}
