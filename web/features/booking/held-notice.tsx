import { type BookingDetails, holdEnd, startOf } from '#web/entities/booking/booking.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { Notice } from '#web/features/booking/notice.tsx';
import { formatShortDateTime } from '#web/lib/format.ts';
import { serverAhead, serverNow } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';

interface HeldNoticeProps {
  held: readonly BookingDetails[];
  zone: string;
  commands: BookingCommands;
  onResume: (booking: BookingDetails) => void;
}

/** A place is held already, perhaps from another tab or before the payment page was left: go on with it, or let it go. */
export function HeldNotice({ held, zone, commands, onResume }: HeldNoticeProps) {
  return held
    .filter((booking) => holdEnd(booking) > serverNow())
    .map((booking) => (
      <Notice
        key={booking.id}
        tone="plain"
        title={`Vous gardez une place : ${formatShortDateTime(startOf(booking), zone)}`}
        actions={
          <>
            <Button onClick={() => onResume(booking)}>Reprendre</Button>
            <Button
              tone="quiet"
              loading={commands.release.pending}
              onClick={() => commands.release.press({ bookingId: booking.id })}
            >
              La libérer
            </Button>
          </>
        }
      >
        <p className="num">
          {booking.title}, encore{' '}
          <Countdown until={holdEnd(booking)} ahead={serverAhead()} announced={false} />. Choisir un autre
          créneau la libère.
        </p>
      </Notice>
    ));
}
