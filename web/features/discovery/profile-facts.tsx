import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, MessageCircle, Repeat2, Zap } from 'lucide-react';
import { type Streamer, type StreamerFacts, streamerFactsQuery } from '#web/entities/streamer/queries.ts';
import { plural } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Two columns on a telephone; their room is kept before they come. */
const GRID = 'num grid min-h-[4.25rem] grid-cols-2 gap-3 sm:flex sm:flex-wrap';

/**
 * The facts about how a streamer keeps their word. Silent where nothing is: a page that is new says
 * that it is.
 */
export function ProfileFacts({ streamer }: { streamer: Streamer }) {
  const isPublic = streamer.published_at !== null && streamer.withheld_at === null;
  const { data, isError } = useQuery(streamerFactsQuery(isPublic ? streamer.id : null));
  if (!isPublic || isError || data === null) return null;
  if (data === undefined) return <ProfileFactsSkeleton />;
  return (
    <ul aria-label="En bref" className={GRID}>
      {factsOf(streamer, data).map(({ Icon, text }) => (
        <li
          key={text}
          className="flex min-h-17 items-center gap-3 rounded-lg border border-line bg-stage px-4 py-2.5 max-[359px]:gap-2 max-[359px]:px-2.5 text-small leading-snug"
        >
          <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
          {text}
        </li>
      ))}
    </ul>
  );
}

export const ProfileFactsSkeleton = () => (
  <div aria-busy="true" className={GRID}>
    <Skeleton className="h-17 sm:w-44" />
    <Skeleton className="h-17 sm:w-44" />
  </div>
);

interface Fact {
  Icon: typeof Zap;
  text: string;
}

/** Those that speak for the streamer, the weightiest first. */
export function factsOf(
  { offers }: { offers: readonly Pick<Streamer['offers'][number], 'confirmation'>[] },
  { sessions_held: held, returning_viewers: returned, answer_seconds: answer }: StreamerFacts,
): Fact[] {
  const atOnce = offers.length > 0 && offers.every(({ confirmation }) => confirmation === 'instant');
  return [
    {
      Icon: CalendarCheck,
      text: held === 0 ? 'Nouveau sur Loge' : plural(held, 'session tenue', 'sessions tenues'),
    },
    ...(returned > 0
      ? [{ Icon: Repeat2, text: plural(returned, 'personne est revenue', 'personnes sont revenues') }]
      : []),
    ...(atOnce
      ? [{ Icon: Zap, text: 'Confirmation immédiate' }]
      : answer === null
        ? []
        : [{ Icon: MessageCircle, text: `Répond ${within(answer)}` }]),
  ];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounded up, so that nobody is promised more than was kept. */
function within(seconds: number): string {
  if (seconds < HOUR) return `en ${String(Math.max(1, Math.ceil(seconds / MINUTE)))}\u00a0min`;
  const hours = Math.ceil(seconds / HOUR);
  if (hours < 24) return `en ${String(hours)}\u00a0h environ`;
  return `en ${plural(Math.ceil(hours / 24), 'jour', 'jours')} environ`;
}

/** How many gave how many stars. */
export function RatingBreakdown({ streamer }: { streamer: Streamer }) {
  const { data } = useQuery(streamerFactsQuery(streamer.id));
  const ratings = data?.ratings ?? null;
  const all = ratings?.reduce((sum, count) => sum + count, 0) ?? streamer.rating_count;
  if (all === 0) return null;
  return (
    <ol aria-label="Répartition des notes" className="num grid max-w-md gap-1 text-small text-soft">
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = ratings?.[stars - 1] ?? 0;
        return (
          <li key={stars} className="grid grid-cols-[5.5rem_1fr_2.5rem] items-center gap-3">
            {plural(stars, 'étoile', 'étoiles')}
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-raised">
              <span
                className="block h-full rounded-full bg-soft"
                style={{ width: `${String((100 * count) / all)}%` }}
              />
            </span>
            <span className="text-right">{ratings === null ? '' : count}</span>
          </li>
        );
      })}
    </ol>
  );
}
