import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { type BookingDetails, holdEnd } from '#web/entities/booking/booking.ts';
import { useHolds } from '#web/entities/booking/holds.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { formatCountdown, formatMoney } from '#web/lib/format.ts';
import { serverAhead } from '#web/lib/server-clock.ts';
import { type ButtonSize, type ButtonTone, buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useRemaining } from '#web/ui/countdown.tsx';

interface PayHoldProps {
  booking: BookingDetails;
  tone?: ButtonTone;
  size?: ButtonSize;
  /** The rest of its name, for people who only hear it. */
  about?: string;
  /** « Payer · 10 min » below 640 px, « Payer » below 360. */
  short?: boolean;
}

/** « Payer 39,00 € · encore 8 min 12 s »: back to the place that is held, while it is. */
export function PayHold({ booking, tone = 'outline', size = 'md', about, short = false }: PayHoldProps) {
  const client = useQueryClient();
  const remaining = useRemaining(holdEnd(booking), serverAhead());
  const isOver = remaining === 0;
  useEffect(() => {
    if (isOver) client.invalidateQueries({ queryKey: BOOKINGS_KEY });
  }, [isOver, client]);
  const { id, price_cents: price, streamer_handle: handle, streamer_id: streamerId } = booking;
  // The server ends it within a minute; nobody is led back to it meanwhile.
  if (isOver) return null;
  const isFree = price === 0;
  const words = isFree ? 'Terminer la réservation' : `Payer ${formatMoney(price)}`;
  return (
    <Link
      to={`/book-session/${handle ?? streamerId ?? ''}?booking=${id}`}
      data-unpaid=""
      className={buttonClass(tone, size, classNames('num', short && 'whitespace-nowrap max-sm:px-3'))}
    >
      <span>
        {short && (
          <span aria-hidden="true" className="sm:hidden">
            {isFree ? 'Finir' : 'Payer'}
            <span className="max-[22.5rem]:hidden">{` · ${String(Math.ceil(remaining / 60_000))}\u00a0min`}</span>
          </span>
        )}
        <span className={short ? 'max-sm:sr-only' : undefined}>{words}</span>
        {/* A name that changes each second would be read each second. */}
        <span aria-hidden="true" className={short ? 'max-sm:hidden' : undefined}>
          {` · encore ${formatCountdown(remaining)}`}
        </span>
        {about !== undefined && <span className="sr-only">, {about}</span>}
      </span>
    </Link>
  );
}

/**
 * In the head of every page, while a place waits to be paid: the way back to it. Nothing otherwise.
 */
export default function UnpaidChip({ userId }: { userId: string }) {
  const [first] = useHolds(userId);
  return first ? (
    <PayHold booking={first} size="sm" about={`${first.title} avec ${first.streamer_name}`} short />
  ) : null;
}
