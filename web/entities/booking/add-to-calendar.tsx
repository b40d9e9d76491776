import { CalendarPlus } from 'lucide-react';
import { CALENDAR_LABELS, CALENDARS, calendarLink } from '#product/booking/rules/calendar-links.ts';
import { minutesAfter } from '#product/shared/time/instant.ts';
import { type BookingDetails, otherOf, type Side, startOf } from '#web/entities/booking/booking.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import type { ButtonSize, ButtonTone } from '#web/ui/button-class.ts';
import { DropdownMenu, MenuAddress, MenuItem } from '#web/ui/dropdown-menu.tsx';

/**
 * Hands the calendar entry of a booking (ICS) to the browser as a file. It is behind the login,
 * hence not a plain link.
 * @throws Error when it could not be had
 */
async function downloadCalendarFile(bookingId: string): Promise<void> {
  const { supabase } = await loadClient();
  const { data } = await supabase.auth.getSession();
  const origin = new URL(readPageConfig().supabaseUrl).origin;
  const response = await fetch(`${origin}/calendars/bookings/${bookingId}.ics`, {
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  if (!response.ok) throw new Error(`the calendar answered ${String(response.status)}`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `loge-${bookingId.slice(0, 8)}.ics`;
  link.click();
  URL.revokeObjectURL(address);
}

interface AddToCalendarProps {
  booking: BookingDetails;
  side: Side;
  size?: ButtonSize;
  tone?: ButtonTone;
  className?: string;
}

/** « Ajouter à mon agenda »: in Google's or Outlook's own page, or as a file for any other. */
export function AddToCalendar({ booking, side, size = 'sm', tone = 'quiet', className }: AddToCalendarProps) {
  const file = useAction(downloadCalendarFile, {
    failed: () => ({ title: 'Le fichier d’agenda n’a pas pu être préparé. Réessayez dans un instant.' }),
  });
  const start = startOf(booking);
  const { origin } = window.location;
  const event = {
    title:
      side === 'streamer' && booking.seats > 1
        ? booking.title
        : `${booking.title} avec ${otherOf(booking, side).name}`,
    start,
    end: minutesAfter(start, booking.duration_minutes),
    details: [
      `Rejoindre la loge\u00a0: ${origin}/conference/room/${booking.session_id}`,
      `Voir, déplacer ou annuler\u00a0: ${origin}/${side}-dashboard/bookings?booking=${booking.id}`,
    ].join('\n'),
  };
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size={size} tone={tone} loading={file.pending} className={className}>
          <CalendarPlus aria-hidden="true" />
          Ajouter à mon agenda
        </Button>
      }
    >
      {CALENDARS.map((calendar) => (
        <MenuAddress key={calendar} href={calendarLink(calendar, event)}>
          {CALENDAR_LABELS[calendar]}
        </MenuAddress>
      ))}
      <MenuItem onSelect={() => file.press(booking.id)}>Fichier (.ics)</MenuItem>
    </DropdownMenu>
  );
}
