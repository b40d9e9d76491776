import type { Side } from '#web/features/sessions/booking.ts';
import { BOOKINGS_KEY } from '#web/features/sessions/queries.ts';
import { useLive } from '#web/lib/use-live.ts';

/** Keeps every view of one's bookings true while it is open, whoever changes them. */
export function useLiveBookings(userId: string, side: Side): void {
  const filter = `${side}_id=eq.${userId}`;
  useLive(
    [
      { table: 'bookings', filter },
      { table: 'payments', filter },
    ],
    BOOKINGS_KEY,
  );
}
