import type { SupabaseClient } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import type { HostAct } from '#domain/conference/host.ts';
import { MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import type { RefundablePayment } from '#web/features/marketplace-admin/overrule-cost.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

export interface Presence {
  id: number;
  person_id: string | null;
  side: 'viewer' | 'streamer' | 'admin';
  place: 'room' | 'lobby';
  joined_at: string;
  last_seen_at: string;
  left_at: string | null;
}

export interface RoomAct {
  id: number;
  at: string;
  actor_side: 'streamer' | 'admin';
  act: HostAct | 'reopen';
  target_id: string | null;
}

export interface AdminEntry {
  id: number;
  entered_at: string;
  reason: string;
}

/** What the team decided about a booking's money. Cents. */
export interface Overrule {
  id: number;
  at: string;
  refund_cents: number;
  refunded_before_cents: number;
  reason: string;
}

export interface RoomRecord {
  presences: Presence[];
  acts: RoomAct[];
  entries: AdminEntry[];
  messages: number;
}

/** What happened in the room of a session: who was there, what its host did, why admins came, how much was written. */
export const roomRecordQuery = (roomId: string) =>
  queryOptions({
    queryKey: [...MARKETPLACE_KEY, 'room', roomId],
    queryFn: async ({ signal }): Promise<RoomRecord> => {
      const { supabase }: { supabase: SupabaseClient } = await loadClient();
      const of = (relation: string, columns: string, order: string) =>
        supabase.from(relation).select(columns).eq('session_id', roomId).order(order).abortSignal(signal);
      const [presences, acts, entries, messages] = await Promise.all([
        of('attendances', 'id,person_id,side,place,joined_at,last_seen_at,left_at', 'joined_at')
          .overrideTypes<Presence[], { merge: false }>()
          .throwOnError(),
        of('room_acts', 'id,at,actor_side,act,target_id', 'at')
          .overrideTypes<RoomAct[], { merge: false }>()
          .throwOnError(),
        of('admin_entries', 'id,reason,entered_at', 'entered_at')
          .overrideTypes<AdminEntry[], { merge: false }>()
          .throwOnError(),
        supabase
          .from('session_messages')
          .select('id', { count: 'exact', head: true })
          .eq('session_id', roomId)
          .abortSignal(signal)
          .throwOnError(),
      ]);
      return {
        presences: presences.data,
        acts: acts.data,
        entries: entries.data,
        messages: messages.count ?? 0,
      };
    },
  });

export interface SessionMoney {
  overrules: Overrule[];
  /** Captured ones, the session's own first, then its extensions'. */
  payments: (RefundablePayment & { disputed_cents: number })[];
}

/** What was paid for a booking, and what the team decided about it. */
export const sessionMoneyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...MARKETPLACE_KEY, 'money', bookingId],
    queryFn: async ({ signal }): Promise<SessionMoney> => {
      const { supabase } = await loadClient();
      const [overrules, payments] = await Promise.all([
        supabase
          .from('settlement_overrules')
          .select('id,at,refund_cents,refunded_before_cents,reason')
          .eq('booking_id', bookingId)
          .order('id')
          .abortSignal(signal)
          .overrideTypes<Overrule[], { merge: false }>()
          .throwOnError(),
        supabase
          .from('admin_payments')
          .select('captured_cents,refunded_cents,refunding_cents,disputed_cents,fee_basis_points')
          .eq('booking_id', bookingId)
          .eq('state', 'captured')
          .order('kind')
          .order('created_at')
          .abortSignal(signal)
          .overrideTypes<SessionMoney['payments'], { merge: false }>()
          .throwOnError(),
      ]);
      return { overrules: overrules.data, payments: payments.data };
    },
  });
