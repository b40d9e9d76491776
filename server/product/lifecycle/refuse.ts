import { AppError, type ErrorCode } from '#contracts/errors.ts';
import type { BookingRefusal } from '#domain/booking/events.ts';

/** What a refusal of the state machine is called outside. */
const CODES = {
  wrong_status: 'booking_wrong_status',
  wrong_actor: 'booking_wrong_status',
  deadline_passed: 'deadline_passed',
  not_due: 'booking_wrong_status',
  already_extended: 'already_extended',
  payment_required: 'booking_wrong_status',
  nothing_to_pay: 'nothing_to_pay',
  too_late_to_ask: 'too_late_to_ask',
  already_started: 'already_started',
  too_late_to_reschedule: 'too_late_to_reschedule',
  too_many_reschedules: 'too_many_reschedules',
  too_far_to_reschedule: 'too_far_to_reschedule',
  bad_new_start: 'bad_new_start',
  no_proposal: 'no_proposal',
} as const satisfies Record<BookingRefusal, ErrorCode>;

/** The transition that the domain refused, as a command's refusal. `message` keeps the domain's own word. */
export function refusalError(refusal: BookingRefusal): AppError {
  return new AppError(CODES[refusal], refusal);
}
