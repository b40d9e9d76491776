import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

const readKinds = (supabase: LogeSupabase) => supabase.from('admin_queue').select('kind');
type Kind = QueryData<ReturnType<typeof readKinds>>[number]['kind'];

/** The name of each kind, and the page where it is decided. */
export const WAITING_KINDS = {
  case: { label: 'Signalement', to: (id) => `/admin-dashboard/moderation?case=${id}` },
  appeal: { label: 'Contestation', to: (id) => `/admin-dashboard/moderation?case=${id}` },
  dispute: { label: 'Litige', to: (id) => `/admin-dashboard/payments?payment=${id}` },
  refund: { label: 'Remboursement revenu', to: (id) => `/admin-dashboard/payments?payment=${id}` },
  fraud: { label: 'Soupçon de fraude', to: (id) => `/admin-dashboard/payments?payment=${id}` },
  payout: { label: 'Versement en échec', to: (id) => `/admin-dashboard/payments?payout=${id}` },
  order: { label: 'Ordre de paiement en échec', to: (id) => `/admin-dashboard/payments?payment=${id}` },
  thread: { label: 'Message sans réponse', to: (id) => `/admin-dashboard/messages?thread=${id}` },
  request: { label: 'Demande d’accès', to: (id) => `/admin-dashboard/users?request=${id}` },
  page: { label: 'Page prête à publier', to: (id) => `/admin-dashboard/streamers?streamer=${id}` },
  calendar: { label: 'Agenda en panne', to: (id) => `/admin-dashboard/streamers?streamer=${id}` },
} as const satisfies Record<Kind, { label: string; to: (id: string) => string }>;

/** Beyond it a count says « 99+ », whatever it is. */
const COUNTED = 500;
/** Milliseconds between looks at what waits for the team. */
const LOOK_AGAIN = 60_000;

/** How many decisions wait for the reader on each page, by its path. */
export const waitingByPageQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'waiting by page'],
  refetchInterval: LOOK_AGAIN,
  queryFn: async ({ signal }): Promise<Readonly<Record<string, number>>> => {
    const { supabase } = await loadClient();
    const { data } = await readKinds(supabase)
      .order('severity', { ascending: false })
      .limit(COUNTED)
      .abortSignal(signal)
      .throwOnError();
    const byPage = Map.groupBy(data, ({ kind }) => WAITING_KINDS[kind].to('').split('?')[0] ?? '');
    return Object.fromEntries(Array.from(byPage, ([path, rows]) => [path, rows.length]));
  },
});
