import { queryOptions, useQuery } from '@tanstack/react-query';
import { trendOf } from '#product/insight/rules/figures.ts';
import { formatInstant, instantOf } from '#product/shared/time/instant.ts';
import { type EpochDay, localDateOf } from '#product/shared/time/local-date.ts';
import { epochDayAt, startOfDay } from '#product/shared/time/wall-time.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import {
  MEASURES,
  type Measure,
  type Platform,
  platformQuery,
} from '#web/features/admin/analytics/measures.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { Queue, useQueuePending } from '#web/features/admin/overview/queue.tsx';
import { LedgerBalances } from '#web/features/admin/payments/ledger-balances.tsx';
import { useDuty, useTeamRoles } from '#web/features/admin/team/duties.ts';
import { formatCount } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Sparkline } from '#web/ui/charts/curve-chart.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TextLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

const today = () => epochDayAt(TEAM_ZONE, instantOf(Date.now()));

/** The marketplace today, of which everybody in the team reads the rows. */
const todayQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'today'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const day = today();
    const sessions = () =>
      supabase.from('admin_sessions').select('id', { count: 'exact', head: true }).abortSignal(signal);
    const counts = await Promise.all([
      sessions()
        .in('status', ['confirmed', 'in_progress', 'completed'])
        .gte('start_at', formatInstant(startOfDay(TEAM_ZONE, day)))
        .lt('start_at', formatInstant(startOfDay(TEAM_ZONE, (day + 1) as EpochDay)))
        .throwOnError(),
      sessions().eq('status', 'confirmed').throwOnError(),
      sessions().eq('status', 'requested').throwOnError(),
      supabase
        .from('admin_streamers')
        .select('id', { count: 'exact', head: true })
        .eq('state', 'published')
        .abortSignal(signal)
        .throwOnError(),
    ]);
    const [sessionsToday = 0, coming = 0, requests = 0, published = 0] = counts.map(
      ({ count }) => count ?? 0,
    );
    return { sessionsToday, coming, requests, published };
  },
});

/** `/admin-dashboard`: what waits for a decision, the week in figures, and the books. */
export function Component() {
  const roles = useTeamRoles();
  const readsFigures = useDuty();
  const mayReadBooks = useDuty('finance');
  // The parts below the queue are loaded meanwhile, and shown once the queue has its height: they
  // would be pushed or pulled.
  const waiting = useQueuePending();
  return (
    <>
      <PageHeader
        title="Administration"
        description="Ce qui attend une décision, et la place de marché cette semaine."
      />
      <section aria-label="À décider">
        <Queue />
      </section>
      <div hidden={waiting}>
        {roles !== null && (
          <section className="mt-10 grid gap-4">
            <h2 className="text-title">{readsFigures ? 'Les sept derniers jours' : 'Aujourd’hui'}</h2>
            {readsFigures ? <Week /> : <Today />}
          </section>
        )}
        {mayReadBooks && (
          <section className="mt-10 grid gap-4">
            <h2 className="text-title">Le grand livre</h2>
            <LedgerBalances />
          </section>
        )}
      </div>
    </>
  );
}

function Today() {
  const figures = useQuery(todayQuery);
  return (
    <Loaded
      query={figures}
      failed="Les chiffres du jour n’ont pas pu être chargés"
      waiting={<Skeleton className="h-40 lg:h-20" />}
    >
      {({ sessionsToday, coming, requests, published }) => (
        <StatRow
          stats={[
            { label: 'Sessions aujourd’hui', value: formatCount(sessionsToday) },
            { label: 'Confirmées à venir', value: formatCount(coming) },
            { label: 'Demandes en attente', value: formatCount(requests) },
            { label: 'Pages publiées', value: formatCount(published) },
          ]}
        />
      )}
    </Loaded>
  );
}

/** Those of the statistics that say how a week went. */
const OF_THE_WEEK = ['volume', 'commission', 'sessions', 'viewers'];

function Week() {
  const day = today();
  const date = (offset: number) => localDateOf((day + offset) as EpochDay);
  const week = { first: date(-6), last: date(0) };
  const platform = useQuery(
    platformQuery({ ...week, before: { first: date(-13), last: date(-7) }, step: 'day' }),
  );
  return (
    <Loaded
      query={platform}
      failed="Les chiffres de la semaine n’ont pas pu être chargés"
      waiting={<Skeleton className="h-[19rem] lg:h-36" />}
    >
      {(found) => (
        <ul className="num grid grid-cols-2 gap-x-5 gap-y-7 lg:grid-cols-4">
          {MEASURES.filter(({ key }) => OF_THE_WEEK.includes(key)).map((measure) => (
            <WeekFigure key={measure.key} measure={measure} platform={found} list={measure.list(week)} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

interface WeekFigureProps {
  measure: Measure;
  platform: Platform;
  list: { to: string; label: string };
}

const TONES = { better: 'text-settled', worse: 'text-live', same: 'text-muted' } as const;

/** A figure, what it was the week before, and how it went day by day. */
function WeekFigure({ measure, platform, list }: WeekFigureProps) {
  const { label, of, format } = measure;
  const now = of(platform.now) ?? 0;
  const before = (platform.before && of(platform.before)) ?? 0;
  const values = platform.points.map((point) => of(point) ?? 0);
  const trend = trendOf(now, before, measure.lessIsBetter);
  return (
    <li className="grid min-w-0 content-start gap-1 border-l border-line pl-4">
      <span className="text-kicker text-muted">{label}</span>
      <span className="display text-figure max-[22rem]:text-title">{format(now)}</span>
      <span className={classNames('text-kicker', TONES[trend])}>
        {now === before ? 'comme' : format(before)} la semaine d’avant
      </span>
      <Sparkline values={values} label={`${label}, jour par jour : ${values.map(format).join(', ')}`} />
      <TextLink to={list.to} className="inline-flex min-h-11 items-center text-small">
        {list.label}
      </TextLink>
    </li>
  );
}
