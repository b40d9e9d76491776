import { queryOptions } from '@tanstack/react-query';
import type { BookingStatus } from '#domain/booking/booking.ts';
import { MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import type { StateTone } from '#web/ui/badge.tsx';

/** A row of `admin_sessions`, as far as the admin's pages show it. */
export interface AdminSession {
  id: string;
  session_id: string;
  /** Null once the account is gone. */
  streamer_id: string | null;
  viewer_id: string | null;
  seat: number;
  seats: number;
  title: string;
  status: BookingStatus;
  start_at: string;
  duration_minutes: number;
  price_cents: number;
  refund_cents: number | null;
  delivered_minutes: number | null;
  captured_cents: number;
  refunded_cents: number;
  settings_version: number;
  payment_id: string | null;
  reason: string | null;
  cause: string | null;
  viewer_zone: string;
  streamer_zone: string;
  streamer_name: string | null;
  streamer_email: string | null;
  streamer_handle: string | null;
  viewer_name: string | null;
  viewer_email: string | null;
}

export const SESSION_COLUMNS =
  'id,session_id,streamer_id,viewer_id,seat,seats,title,status,start_at,duration_minutes,price_cents,refund_cents,delivered_minutes,captured_cents,refunded_cents,settings_version,payment_id,reason,cause,viewer_zone,streamer_zone,streamer_name,streamer_email,streamer_handle,viewer_name,viewer_email';

export const SESSION_STATES = {
  held: { tone: 'spot', label: 'Retenue' },
  requested: { tone: 'spot', label: 'Demandée' },
  confirmed: { tone: 'settled', label: 'Confirmée' },
  in_progress: { tone: 'live', label: 'En cours' },
  completed: { tone: 'neutral', label: 'Terminée' },
  expired: { tone: 'neutral', label: 'Expirée' },
  declined: { tone: 'neutral', label: 'Refusée' },
  cancelled_by_viewer: { tone: 'neutral', label: 'Annulée par le viewer' },
  cancelled_by_streamer: { tone: 'neutral', label: 'Annulée par le streamer' },
  cancelled_by_admin: { tone: 'neutral', label: 'Annulée par Loge' },
  viewer_no_show: { tone: 'neutral', label: 'Viewer absent' },
  streamer_no_show: { tone: 'neutral', label: 'Streamer absent' },
} as const satisfies Record<BookingStatus, { tone: StateTone; label: string }>;

/** A transition of a booking, with who made it. */
export interface SessionEvent {
  id: number;
  at: string;
  actor: string;
  type: string;
  from_status: BookingStatus | null;
  to_status: BookingStatus;
  detail: Record<string, unknown>;
}

/** Every transition of a booking, in order. */
export const sessionHistoryQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...MARKETPLACE_KEY, 'history', bookingId],
    queryFn: async ({ signal }): Promise<SessionEvent[]> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('booking_events')
        .select('id,at,actor,type,from_status,to_status,detail')
        .eq('booking_id', bookingId)
        .order('revision')
        .abortSignal(signal)
        .overrideTypes<SessionEvent[], { merge: false }>()
        .throwOnError();
      return data;
    },
  });
