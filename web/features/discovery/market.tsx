import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router';
import type { getHome, StreamerCard } from '#product/discovery/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { CATEGORY_ON_HOME, pictureSources } from '#product/shared/pictures.ts';
import { categoryName, categoryPicture } from '#web/entities/catalogue/catalogue.ts';
import { CardGrid, row } from '#web/features/discovery/card-grid.tsx';
import { MetAgain } from '#web/features/discovery/met-again.tsx';
import { homeQuery } from '#web/features/discovery/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { useZone } from '#web/lib/zone.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';

interface MarketProps {
  /** Null: nobody is signed in. */
  viewerId: string | null;
  /** The placeholder while it is fetched, in the same shape. */
  waiting: ReactNode;
  /** The part that is read after the first cards. */
  between?: ReactNode;
}

/**
 * The marketplace on the home page: who is free today, what there is, who is there. A part that
 * cannot be loaded is said to be missing.
 */
export function Market({ viewerId, waiting, between }: MarketProps) {
  const zone = useZone(viewerId);
  const { data: answer, error, refetch, isRefetching } = useQuery(homeQuery(zone));
  // The answer is drawn in slices, between which a slow telephone still answers a finger.
  const data = useDeferredValue(answer);
  if (error) {
    return (
      <>
        <section className="wrap py-10 lg:py-14" aria-label="Libres aujourd’hui">
          <ErrorState
            title="Les streamers n’ont pas pu être chargés"
            description={errorText(error)}
            onRetry={() => void refetch()}
            retrying={isRefetching}
          />
        </section>
        {between}
      </>
    );
  }
  if (!data) return waiting;
  return <MarketView data={data} viewerId={viewerId} zone={zone} between={between} />;
}

interface MarketViewProps {
  data: ResponseOf<typeof getHome>;
  viewerId: string | null;
  zone: string;
  /** Every card is laid out at once. */
  whole?: boolean;
  /** The part that is read after the first cards. */
  between?: ReactNode;
}

/** The marketplace of a home page that was read. */
export const MarketView = memo(function MarketView({
  data,
  viewerId,
  zone,
  whole = false,
  between,
}: MarketViewProps) {
  const { free, others } = useMemo(() => {
    const free = freeOf(data);
    const shown = new Set(free.cards.map(({ id }) => id));
    return { free, others: data.featured.filter(({ id }) => !shown.has(id)).slice(0, 4) };
  }, [data]);
  return (
    <>
      <section className="wrap py-10 lg:py-14" aria-labelledby="free-today">
        <Head id="free-today" title={free.title} more={free.more} />
        {free.cards.length === 0 ? (
          <EmptyState
            icon={<CalendarDays />}
            title="Le rideau n’est pas encore levé"
            description="Aucune heure n’est ouverte à la réservation pour l’instant. Dès qu’un streamer publie les siennes, elles sont ici."
            action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
          />
        ) : (
          <CardGrid
            label={free.title}
            cards={free.cards}
            zone={zone}
            viewerId={viewerId}
            whole={whole}
            inRow
          />
        )}
      </section>
      {between}
      {viewerId !== null && (
        <MetAgain viewerId={viewerId} zone={zone} whenNobody="nothing" className="wrap py-10 lg:py-14" />
      )}
      {data.categories.length > 0 && (
        <section className="wrap py-10 lg:py-14" aria-labelledby="categories">
          <Head id="categories" title="Qu’est-ce qui vous fait envie ?" />
          <CategoryList categories={data.categories} />
        </section>
      )}
      {others.length > 0 && (
        <section className="wrap py-10 lg:py-14" aria-labelledby="streamers">
          <Head id="streamers" title="À rencontrer" more={{ to: '/browse', label: 'Tous les streamers' }} />
          <CardGrid label="À rencontrer" cards={others} zone={zone} viewerId={viewerId} whole={whole} inRow />
        </section>
      )}
    </>
  );
});

interface Free {
  title: string;
  cards: StreamerCard[];
  more: { to: string; label: string };
}

/** The streamers who are free today; when those are few, also the next ones to be free. */
function freeOf({ freeToday, soonest }: ResponseOf<typeof getHome>): Free {
  if (soonest.length === 0) {
    const more = { to: '/browse?free=today', label: 'Tout parcourir' };
    return { title: 'Libres aujourd’hui', cards: freeToday, more };
  }
  const title = freeToday.length > 0 ? 'Libres aujourd’hui et bientôt' : 'Les prochaines places';
  return { title, cards: soonest.slice(0, 4), more: { to: '/browse?sort=soonest', label: 'Tout parcourir' } };
}

interface HeadProps {
  id: string;
  title: string;
  more?: { to: string; label: string };
}

function Head({ id, title, more }: HeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {more && (
        <TextLink to={more.to} className="inline-flex min-h-11 items-center text-small">
          {more.label}
        </TextLink>
      )}
    </div>
  );
}

/** The categories with the number of their streamers, each a link to them. */
export function CategoryList({ categories }: { categories: readonly { slug: string; streamers: number }[] }) {
  return (
    <ul className={classNames('num grid gap-3 sm:grid-cols-3 lg:grid-cols-4', row, 'max-sm:*:w-40')}>
      {categories.map(({ slug, streamers }) => (
        <li key={slug}>
          <Link
            to={`/browse?category=${slug}`}
            className="flex h-full min-h-20 flex-col justify-between gap-2 overflow-hidden rounded-lg border border-line bg-stage px-3 py-3.5 transition-colors sm:px-4 hover:border-line-strong hover:bg-raised"
          >
            <CategoryPicture id={slug} />
            <span className="display text-base leading-tight sm:text-[1.0625rem]">{categoryName(slug)}</span>
            <span className="text-kicker text-muted">
              {streamers > 0 && plural(streamers, 'streamer', 'streamers')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Above the name, from edge to edge; nothing where the category has no picture. */
function CategoryPicture({ id }: { id: string }) {
  const picture = categoryPicture(id);
  return (
    picture && (
      <img
        {...pictureSources(picture.url, CATEGORY_ON_HOME)}
        alt={picture.alt}
        {...CATEGORY_ON_HOME}
        loading="lazy"
        className="-mx-3 -mt-3.5 mb-1 aspect-12/5 w-[calc(100%+1.5rem)] max-w-none bg-raised object-cover sm:-mx-4 sm:w-[calc(100%+2rem)]"
      />
    )
  );
}
