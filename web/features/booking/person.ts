import type { Visitor } from '#web/features/booking/stage.ts';

/** Who looks at the page, and the addresses that only the page knows. */
export interface BookingPerson {
  visitor: Visitor;
  /** Signing in, and coming back to that path of ours. */
  signInPath: (returnTo: string) => string;
  signUpPath: (returnTo: string) => string;
  /** The booking in this person's dashboard. */
  bookingPath: (bookingId: string) => string;
}

export const idOf = (visitor: Visitor): string | null => (visitor.status === 'signed-in' ? visitor.id : null);
