import type { ReactNode } from 'react';
import type { IntakeQuestion } from '#product/booking/rules/booking.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { type BookingDetails, holdEnd } from '#web/entities/booking/booking.ts';
import type { BookingAddress } from '#web/features/booking/address.ts';

/** Whether each required question has an answer. */
const isAnswered = (
  questions: readonly IntakeQuestion[],
  answers: Readonly<Record<string, string>>,
): boolean => questions.every(({ id, required }) => !required || (answers[id] ?? '').trim() !== '');

/** The person who looks at the page. */
export type Visitor = { status: 'loading' } | { status: 'signed-out' } | { status: 'signed-in'; id: string };

/**
 * The stage that the page shows. The address names a step; the booking's row decides whether it can
 * be shown.
 */
export type Stage =
  | { kind: 'loading' }
  | { kind: 'choose' }
  /** A start is chosen, but nobody is signed in to hold it. */
  | { kind: 'identify' }
  /** A start is chosen and can be held. */
  | { kind: 'take'; start: Instant }
  | { kind: 'details'; booking: BookingDetails }
  | { kind: 'recap'; booking: BookingDetails }
  /** Back from the provider: its confirmation to the server is awaited. */
  | { kind: 'settling'; booking: BookingDetails }
  | { kind: 'booked'; booking: BookingDetails }
  | { kind: 'lost'; booking: BookingDetails }
  /** The address names a booking that is not this person's. */
  | { kind: 'unknown' };

const BOOKED: readonly string[] = ['requested', 'confirmed', 'in_progress', 'completed'];

/**
 * @param booking the row that the address names: null when there is none, undefined while it is on
 *   its way
 */
export function stageOf(
  address: Pick<BookingAddress, 'bookingId' | 'start' | 'offerId' | 'step' | 'payment'>,
  visitor: Visitor,
  booking: BookingDetails | null | undefined,
  now: number,
): Stage {
  if (address.bookingId !== null) {
    if (visitor.status === 'signed-out') return { kind: 'identify' };
    if (visitor.status === 'loading' || booking === undefined) return { kind: 'loading' };
    return booking === null ? { kind: 'unknown' } : stageOfBooking(address, booking, now);
  }
  const { start, offerId, step } = address;
  if (step === 'offer' || step === 'choose' || start === null || offerId === null) return { kind: 'choose' };
  switch (visitor.status) {
    case 'loading':
      return { kind: 'loading' };
    case 'signed-out':
      return { kind: 'identify' };
    case 'signed-in':
      return { kind: 'take', start };
  }
}

function stageOfBooking(
  { step, payment }: Pick<BookingAddress, 'step' | 'payment'>,
  booking: BookingDetails,
  now: number,
): Stage {
  if (BOOKED.includes(booking.status)) return { kind: 'booked', booking };
  if (booking.status !== 'held' || now >= holdEnd(booking)) return { kind: 'lost', booking };
  if (payment === 'return' && booking.paying) return { kind: 'settling', booking };
  // Somebody who returns from the provider's page has answered before, and the address has no step
  // then.
  const wantsDetails = step === 'details' || (step === 'choose' && !booking.paying);
  if (booking.questions.length > 0 && (wantsDetails || !isAnswered(booking.questions, booking.answers))) {
    return { kind: 'details', booking };
  }
  return { kind: 'recap', booking };
}

/** The person who looks at the page, and the addresses that only the page knows. */
export interface BookingPerson {
  visitor: Visitor;
  /** Signing in, and coming back to that path of ours. */
  signInPath: (returnTo: string) => string;
  /** The forms for it, within the booking. Mails lead back to that path. */
  signUpOrIn: (returnTo: string) => ReactNode;
  /** The booking in this person's dashboard. */
  bookingPath: (bookingId: string) => string;
  /** The receipt of a payment there; null for a person who has no such page. */
  receiptPath: (paymentId: string) => string | null;
}

export const idOf = (visitor: Visitor): string | null => (visitor.status === 'signed-in' ? visitor.id : null);
