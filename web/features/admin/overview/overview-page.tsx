import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatInstant, instantOf } from '#domain/time/instant.ts';
import type { EpochDay } from '#domain/time/local-date.ts';
import { epochDayAt, startOfDay } from '#domain/time/wall-time.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { LedgerBalances } from '#web/features/admin/payments/ledger-balances.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatCount } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useLive } from '#web/lib/use-live.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Card } from '#web/ui/card.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

interface Today {
  sessionsToday: number;
  coming: number;
  requests: number;
  published: number;
  failedOrders: number;
  failedPayouts: number;
  adminRequests: number;
  cases: number;
}

const todayQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'today'],
  queryFn: async ({ signal }): Promise<Today> => {
    const { supabase } = await loadClient();
    const zone = deviceZone();
    const today = epochDayAt(zone, instantOf(Date.now()));
    const midnight = startOfDay(zone, today);
    const sessions = () =>
      supabase.from('admin_sessions').select('id', { count: 'exact', head: true }).abortSignal(signal);
    const counts = await Promise.all([
      sessions()
        .in('status', ['confirmed', 'in_progress', 'completed'])
        .gte('start_at', formatInstant(midnight))
        .lt('start_at', formatInstant(startOfDay(zone, (today + 1) as EpochDay)))
        .throwOnError(),
      sessions().eq('status', 'confirmed').throwOnError(),
      sessions().eq('status', 'requested').throwOnError(),
      supabase
        .from('admin_streamers')
        .select('id', { count: 'exact', head: true })
        .eq('state', 'published')
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('payment_orders')
        .select('id', { count: 'exact', head: true })
        .eq('state', 'failed')
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('admin_failed_payouts')
        .select('id', { count: 'exact', head: true })
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('admin_requests')
        .select('id', { count: 'exact', head: true })
        .eq('state', 'pending')
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('admin_moderation_cases')
        .select('id', { count: 'exact', head: true })
        .eq('is_waiting', true)
        .abortSignal(signal)
        .throwOnError(),
    ]);
    const [
      sessionsToday = 0,
      coming = 0,
      requests = 0,
      published = 0,
      failedOrders = 0,
      failedPayouts = 0,
      adminRequests = 0,
      cases = 0,
    ] = counts.map(({ count }) => count ?? 0);
    return { sessionsToday, coming, requests, published, failedOrders, failedPayouts, adminRequests, cases };
  },
});

const LIVE = ['bookings', 'payments', 'payment_orders', 'payouts', 'streamers'].map((table) => ({ table }));

/** `/admin-dashboard`: the marketplace today in a few figures, what waits for an admin, and the books. */
export function Component() {
  useLive(LIVE, ADMIN_KEY);
  const today = useQuery(todayQuery);
  const mayReadBooks = useDuty('finance');
  return (
    <>
      <PageHeader
        title="Administration"
        description="La place de marché aujourd’hui, et ce qui attend une décision."
      />
      <Loaded
        query={today}
        failed="Les chiffres du jour n’ont pas pu être chargés"
        waiting={<Skeleton className="h-[18.25rem] lg:h-[13.25rem]" />}
      >
        {(figures) => <Figures {...figures} />}
      </Loaded>
      {mayReadBooks && (
        <section className="mt-10 grid gap-4">
          <h2 className="text-title">Le grand livre</h2>
          <LedgerBalances />
        </section>
      )}
    </>
  );
}

function Figures({
  sessionsToday,
  coming,
  requests,
  published,
  failedOrders,
  failedPayouts,
  adminRequests,
  cases,
}: Today) {
  const waiting = [
    cases > 0 && {
      to: '/admin-dashboard/moderation?state=waiting',
      text: 'Signalements et contestations',
      count: cases,
    },
    adminRequests > 0 && {
      to: '/admin-dashboard/users',
      text: 'Demandes d’accès à l’administration',
      count: adminRequests,
    },
    failedOrders > 0 && {
      to: '/admin-dashboard/payments',
      text: 'Ordres de paiement en échec',
      count: failedOrders,
    },
    failedPayouts > 0 && {
      to: '/admin-dashboard/payments',
      text: 'Versements en échec',
      count: failedPayouts,
    },
  ].filter((item) => item !== false);
  return (
    <div className="grid gap-9">
      <StatRow
        stats={[
          { label: 'Sessions aujourd’hui', value: formatCount(sessionsToday) },
          { label: 'Confirmées à venir', value: formatCount(coming) },
          { label: 'Demandes en attente', value: formatCount(requests) },
          { label: 'Pages publiées', value: formatCount(published) },
        ]}
      />
      <section className="grid gap-4">
        <h2 className="text-title">À décider</h2>
        {waiting.length === 0 ? (
          <p className="text-soft">Rien ne vous attend.</p>
        ) : (
          <Card padded={false}>
            <ul className="num divide-y divide-line">
              {waiting.map(({ to, text, count }) => (
                <li key={text} className="flex items-center justify-between gap-4 px-5 py-3">
                  <TextLink to={to} className="inline-flex min-h-11 items-center">
                    {text}
                  </TextLink>
                  <span className="font-semibold">{formatCount(count)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </section>
    </div>
  );
}
