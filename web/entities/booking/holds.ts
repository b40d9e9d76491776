import { useQuery } from '@tanstack/react-query';
import { type BookingDetails, holdEnd } from '#web/entities/booking/booking.ts';
import { awaitingQuery } from '#web/entities/booking/queries.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/**
 * The places that a viewer holds and has not paid, the one that ends first first; empty while
 * nobody knows.
 */
export function useHolds(userId: string): BookingDetails[] {
  const { data = [] } = useQuery(awaitingQuery(userId, 'viewer'));
  return data
    .filter((booking) => booking.status === 'held' && holdEnd(booking) > serverNow())
    .sort((a, b) => holdEnd(a) - holdEnd(b));
}
