import type { QueryData } from '@supabase/supabase-js';
import { formatDateTime, formatTime, type InstantLike, ofCity } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import type { StateTone } from '#web/ui/badge.tsx';

const COLUMNS =
  'id,session_id,streamer_id,viewer_id,seat,seats,title,status,start_at,duration_minutes,price_cents,delivered_minutes,captured_cents,refunded_cents,settings_version,payment_id,reason,viewer_zone,streamer_zone,streamer_name,streamer_email,viewer_name,viewer_email';

/** Every booking, with their exact count. */
export const readSessions = (supabase: LogeSupabase) =>
  supabase.from('admin_sessions').select(COLUMNS, { count: 'exact' });

/** A booking as an admin sees it. Its people are null once their account is gone. */
export type AdminSession = QueryData<ReturnType<typeof readSessions>>[number];

/**
 * How the window about a session writes times: all of them in the streamer's zone, which it names
 * once. An admin who compares what two people say happened must not have to convert hours, on any
 * device.
 */
export const sessionTimes = ({ streamer_zone: zone }: Pick<AdminSession, 'streamer_zone'>) => ({
  zoneName: `heure ${ofCity(zone)}`,
  moment: (instant: InstantLike) => formatDateTime(instant, zone, { weekday: false, year: true }),
  time: (instant: InstantLike) => formatTime(instant, zone),
});

export type SessionTimes = ReturnType<typeof sessionTimes>;

const TONES: Partial<Record<AdminSession['status'], StateTone>> = {
  held: 'spot',
  requested: 'spot',
  confirmed: 'settled',
  in_progress: 'live',
};

/** Sessions that are to come, under way or settled have a colour; cancelled ones have none. */
export const statusTone = (status: AdminSession['status']): StateTone => TONES[status] ?? 'neutral';
