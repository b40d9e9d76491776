import { useQueryClient } from '@tanstack/react-query';
import { HOLD_EXTENSION_MINUTES } from '#product/availability/rules/notice.ts';
import { type BookingDetails, holdEnd } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { OFFERS_KEY } from '#web/entities/offer/queries.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { errorText } from '#web/lib/error-text.ts';
import { serverAhead } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';

interface HoldClockProps {
  booking: BookingDetails;
  commands: BookingCommands;
  /** The hold has run out: the page fetches the state again. */
  onOver: () => void;
  /** In the bar under the thumb: the button beside the clock, and nothing else. */
  inBar?: boolean;
}

/**
 * « Place gardée encore 9 min 42 s », with the button that extends it once; or that the hold is
 * over.
 */
export function HoldClock({ booking, commands, onOver, inBar = false }: HoldClockProps) {
  const client = useQueryClient();
  const { extend, release } = commands;
  const failure = extend.error ?? release.error;
  const over = () => {
    for (const queryKey of [BOOKINGS_KEY, OFFERS_KEY]) void client.invalidateQueries({ queryKey });
    onOver();
  };
  return (
    <div
      className={
        inBar
          ? 'flex min-h-9 flex-wrap items-center justify-between gap-x-2'
          : 'grid justify-items-center gap-1 text-center'
      }
    >
      <p className="num text-small text-muted">
        {inBar ? 'Gardée' : 'Place gardée encore'}{' '}
        <Countdown
          key={String(holdEnd(booking))}
          until={holdEnd(booking)}
          ahead={serverAhead()}
          onEnd={over}
        />
      </p>
      <div className="flex flex-wrap justify-center gap-x-1">
        {!booking.extended && (
          <Button
            tone="quiet"
            size="sm"
            className="px-2.5"
            loading={extend.pending}
            onClick={() => extend.press({ bookingId: booking.id })}
          >{`Garder ${String(HOLD_EXTENSION_MINUTES)}\u00a0min de plus`}</Button>
        )}
        {!inBar && <ReleaseButton {...{ booking, commands }} />}
      </div>
      {failure && (
        <p role="alert" className="text-small text-live">
          {errorText(failure)}
        </p>
      )}
    </div>
  );
}

/** Gives the place up, for others to take. */
export function ReleaseButton({
  booking,
  commands: { release },
}: Pick<HoldClockProps, 'booking' | 'commands'>) {
  return (
    <Button
      tone="quiet"
      size="sm"
      className="px-2.5"
      loading={release.pending}
      onClick={() => release.press({ bookingId: booking.id })}
    >
      Libérer
      <span className="sr-only"> la place</span>
    </Button>
  );
}
