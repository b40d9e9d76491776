import { reviewUntil } from '#domain/booking/deadlines.ts';
import { type BookingDetails, type Side, startOf } from '#web/entities/booking/booking.ts';
import { ButtonLink } from '#web/ui/link.tsx';

/** Whether this side met, or should have. */
const wasHeld = ({ status }: BookingDetails): boolean =>
  ['completed', 'viewer_no_show', 'streamer_no_show'].includes(status);

/** From a session that was to what came of it: the settlement, the review and its answer. Nothing for others. */
export function AfterLink({ booking, side }: { booking: BookingDetails; side: Side }) {
  if (!wasHeld(booking)) return null;
  const mayReview =
    side === 'viewer' &&
    booking.status === 'completed' &&
    booking.review_rating === null &&
    Date.now() <= reviewUntil({ start: startOf(booking), durationMinutes: booking.duration_minutes });
  return (
    <ButtonLink to={`/conference/room/${booking.session_id}`} tone={mayReview ? 'spot' : 'outline'}>
      {mayReview ? 'Donner mon avis' : 'Bilan et avis'}
      <span className="sr-only"> de la session « {booking.title} »</span>
    </ButtonLink>
  );
}
