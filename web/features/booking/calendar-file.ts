import { loadClient } from '#web/lib/supabase/load.ts';

/**
 * Gives the calendar entry of a booking to the browser as a file. It is behind the session, hence not a plain link.
 * @throws Error when it could not be had
 */
export async function downloadCalendarFile(bookingId: string): Promise<void> {
  const { supabase } = await loadClient();
  const { data } = await supabase.auth.getSession();
  const response = await fetch(`/calendars/bookings/${bookingId}.ics`, {
    headers: { Authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  if (!response.ok) throw new Error(`calendar file: ${String(response.status)}`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = 'session-loge.ics';
  link.click();
  URL.revokeObjectURL(address);
}
