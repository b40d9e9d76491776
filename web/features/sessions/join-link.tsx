import { roomTimes } from '#domain/booking/room.ts';
import { type BookingDetails, startOf } from '#web/entities/booking/booking.ts';
import type { ButtonSize } from '#web/ui/button-class.ts';
import { Countdown, useRemaining } from '#web/ui/countdown.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

interface JoinLinkProps {
  booking: BookingDetails;
  size?: ButtonSize;
}

/** What one can do about the next session now: wait, try the devices, or join. */
export function JoinLink({ booking, size = 'md' }: JoinLinkProps) {
  const times = roomTimes({ start: startOf(booking), durationMinutes: booking.duration_minutes });
  const untilSetup = useRemaining(times.setupFrom);
  const untilOpen = useRemaining(times.opensAt);
  const room = `/conference/room/${booking.session_id}`;
  if (untilOpen === 0) {
    return (
      <ButtonLink tone="spot" size={size} to={room}>
        Rejoindre
      </ButtonLink>
    );
  }
  return (
    <div className="grid justify-items-center gap-2">
      {untilSetup === 0 && (
        <ButtonLink size={size} to={`/conference/setup?booking=${booking.id}`}>
          Tester caméra et micro
        </ButtonLink>
      )}
      <p className="text-small text-soft">
        Ouverture dans <Countdown until={times.opensAt} announced={false} />
      </p>
    </div>
  );
}
