import { reviewUntil } from '#product/booking/rules/deadlines.ts';
import { roomTimes } from '#product/booking/rules/room.ts';
import { type BookingDetails, type Side, startOf, zonesOf } from '#web/entities/booking/booking.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { ButtonSize } from '#web/ui/button-class.ts';
import { Countdown, useRemaining } from '#web/ui/countdown.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

interface JoinLinkProps {
  booking: BookingDetails;
  size?: ButtonSize;
  /** False: something else on the screen is more urgent and has the amber button. */
  lit?: boolean;
}

/** The button of the next session: wait, try the devices, or join. */
export function JoinLink({ booking, size = 'md', lit = true }: JoinLinkProps) {
  const times = roomTimes({ start: startOf(booking), durationMinutes: booking.duration_minutes });
  const untilSetup = useRemaining(times.setupFrom);
  const untilOpen = useRemaining(times.opensAt);
  const room = `/conference/room/${booking.session_id}`;
  if (untilOpen === 0) {
    return (
      <ButtonLink tone={lit ? 'spot' : 'outline'} size={size} to={room}>
        Rejoindre
      </ButtonLink>
    );
  }
  return (
    <div className="grid justify-items-[inherit] gap-2">
      {untilSetup === 0 && (
        // In the stub of a ticket its words take two lines, which only a small button holds.
        <ButtonLink size="sm" className="py-1.5" to={`/conference/setup?booking=${booking.id}`}>
          Tester caméra et micro
        </ButtonLink>
      )}
      <p className="text-small text-soft">
        Ouverture dans <Countdown until={times.opensAt} announced={false} />
      </p>
    </div>
  );
}

/** Whether the session took place, or should have. */
const wasHeld = ({ status }: BookingDetails): boolean =>
  ['completed', 'viewer_no_show', 'streamer_no_show'].includes(status);

/** Whether this side is asked for a review, and may still give it. */
export const mayReview = (booking: BookingDetails, side: Side): boolean =>
  side === 'viewer' &&
  booking.status === 'completed' &&
  booking.review_rating === null &&
  Date.now() <= reviewUntil({ start: startOf(booking), durationMinutes: booking.duration_minutes });

interface AfterLinkProps {
  booking: BookingDetails;
  side: Side;
  /** False: another booking of the list has the one light of the screen. */
  lit?: boolean;
  size?: ButtonSize;
}

/** Leads from a past session to its settlement and reviews. Nothing for others. */
export function AfterLink({ booking, side, lit = true, size = 'md' }: AfterLinkProps) {
  if (!wasHeld(booking)) return null;
  const asked = mayReview(booking, side);
  return (
    <ButtonLink
      to={`/conference/room/${booking.session_id}`}
      size={size}
      tone={asked && lit ? 'spot' : 'outline'}
    >
      {asked ? 'Donner mon avis' : 'Bilan et avis'}
      <span className="sr-only">
        {' '}
        de la session « {booking.title} », {formatDateTime(booking.start_at, zonesOf(booking, side).own)}
      </span>
    </ButtonLink>
  );
}
