import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { listMetStreamers } from '#product/discovery/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { metQuery } from '#web/features/discovery/queries.ts';
import { shortStartText } from '#web/features/discovery/when.ts';
import { capitalised, formatDay } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Met = ResponseOf<typeof listMetStreamers>['met'][number];

interface MetAgainProps {
  /** Null: somebody is signed in, and it is not known yet who. */
  viewerId: string | null;
  zone: string;
  /**
   * Says what somebody sees who has met nobody yet: a line that explains the place, or nothing at
   * all.
   */
  whenNobody: 'line' | 'nothing';
  className?: string;
}

/**
 * « À nouveau » : the streamers whom one met, each with the way to book again. A telephone shows
 * them in a row that is pushed aside, a tablet the last two. Its height is always the same.
 */
export function MetAgain({ viewerId, zone, whenNobody, className }: MetAgainProps) {
  const { data, error, refetch, isRefetching } = useQuery(metQuery(viewerId));
  if (whenNobody === 'nothing' && !error && (!data || data.met.length === 0)) return null;
  return (
    <section aria-labelledby="met-again" className={className}>
      <h2 id="met-again" className="mb-3 text-title">
        À nouveau
      </h2>
      {error ? (
        <ErrorLine onRetry={refetch} retrying={isRefetching}>
          Les streamers que vous avez rencontrés n’ont pas pu être chargés.
        </ErrorLine>
      ) : !data ? (
        <Skeleton className="h-30 rounded-lg" />
      ) : data.met.length === 0 ? (
        <p className="grid min-h-30 content-center rounded-lg border border-dashed border-line-strong px-4 py-3.5 text-small text-soft">
          Après votre première session, vous retrouvez ici la personne rencontrée et sa prochaine heure libre.
        </p>
      ) : (
        <ul
          aria-label="Streamers que vous avez rencontrés"
          className="-mx-5 flex snap-x scroll-px-5 gap-3 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 xl:grid-cols-4"
        >
          {data.met.map((met) => (
            <Again
              key={met.card.id}
              met={met}
              zone={zone}
              className={classNames('snap-start', data.met.length === 1 ? 'w-full' : 'w-[17rem]')}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * One of them: the name leads to the profile, the line below to the same session again where it is
 * still offered.
 */
function Again({
  met: { card, lastAt, lastTitle, offerId },
  zone,
  className,
}: {
  met: Met;
  zone: string;
  className: string;
}) {
  const { handle, displayName, nextFree } = card;
  return (
    <li
      className={classNames(
        'flex min-h-28 shrink-0 gap-3.5 rounded-lg border border-line bg-stage px-3.5 pt-3.5 pb-1 sm:w-auto sm:max-xl:[&:nth-child(n+3)]:hidden',
        className,
      )}
    >
      <Avatar name={displayName} src={card.avatarUrl} />
      <div className="grid min-w-0 flex-1">
        <Link
          to={`/streamer/${handle}`}
          className="-my-2.5 truncate py-2.5 font-semibold underline decoration-transparent underline-offset-4 transition-colors hover:decoration-spot"
        >
          {displayName}
        </Link>
        <p className="truncate text-kicker text-muted">
          {capitalised(formatDay(lastAt, zone, { weekday: false }))} · {lastTitle}
        </p>
        <p className="num flex min-w-0 items-center justify-between gap-3 text-small">
          <Link
            to={`/book-session/${handle}${offerId === null ? '' : `?${new URLSearchParams({ offer: offerId }).toString()}`}`}
            aria-label={`Réserver à nouveau avec ${displayName}`}
            className="inline-flex min-h-11 shrink-0 items-center font-semibold underline decoration-line-strong underline-offset-4 transition-colors hover:decoration-spot"
          >
            Réserver
          </Link>
          <span className="text-right text-kicker leading-tight text-muted">
            {nextFree ? shortStartText(nextFree.start, zone) : 'Pas d’heure libre'}
          </span>
        </p>
      </div>
    </li>
  );
}
