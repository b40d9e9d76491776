import { readPageConfig } from '#web/lib/page-config.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/**
 * Hands the calendar entry of a booking (ICS) to the browser as a file. It is behind the login, hence not a plain link.
 * @throws Error when it could not be had
 */
export async function downloadCalendarFile(bookingId: string): Promise<void> {
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
