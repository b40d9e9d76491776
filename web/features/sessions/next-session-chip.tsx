import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { roomTimes } from '#product/booking/rules/room.ts';
import { type Side, startOf } from '#web/entities/booking/booking.ts';
import { nextSessionQuery } from '#web/entities/booking/queries.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Countdown, useRemaining } from '#web/ui/countdown.tsx';

interface NextSessionChipProps {
  userId: string;
  side: Side;
}

/**
 * The next session, always one click away: its countdown, and « Rejoindre » once the room is open.
 * Nothing while there is none.
 */
export function NextSessionChip({ userId, side }: NextSessionChipProps) {
  const next = useQuery(nextSessionQuery(userId, side));
  if (!next.data) return null;
  const start = startOf(next.data);
  const { opensAt } = roomTimes({ start, durationMinutes: next.data.duration_minutes });
  return (
    <Chip
      opensAt={opensAt}
      start={start}
      room={next.data.session_id}
      details={`/${side}-dashboard/bookings?booking=${next.data.id}`}
    />
  );
}

interface ChipProps {
  opensAt: ReturnType<typeof startOf>;
  start: ReturnType<typeof startOf>;
  room: string;
  details: string;
}

function Chip({ opensAt, start, room, details }: ChipProps) {
  const untilOpen = useRemaining(opensAt);
  if (untilOpen === 0) {
    return (
      <Link to={`/conference/room/${room}`} className={buttonClass('spot', 'sm', 'max-[22.5rem]:px-3')}>
        Rejoindre
      </Link>
    );
  }
  return (
    <Link
      to={details}
      className="num inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 text-small whitespace-nowrap text-soft hover:text-ink max-sm:hidden"
    >
      Prochaine session dans <Countdown until={start} announced={false} />
    </Link>
  );
}
