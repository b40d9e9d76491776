import { hashKey, type UseQueryResult } from '@tanstack/react-query';
import { Heart, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { browseStreamers } from '#product/discovery/contract.ts';
import { BROWSE_PAGE } from '#product/shared/browsing.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { CardGrid, CardGridSkeleton } from '#web/features/discovery/card-grid.tsx';
import { requestOf, type useFilters } from '#web/features/discovery/filters.ts';
import { FirstCards } from '#web/features/discovery/first-cards.tsx';
import { browseQuery } from '#web/features/discovery/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { firstList } from '#web/lib/first-words.ts';
import { formatCount } from '#web/lib/format.ts';
import { withReturnPath } from '#web/lib/return-path.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Pagination, pageSummary } from '#web/ui/pagination.tsx';

/** As many as the first screen shows. */
export const FIRST_CARDS = 6;

/** Whether somebody has gone on from a list since this document was loaded. */
let hasMoved = false;

/**
 * Whether somebody comes back to a list: the place where they were is found only among cards of
 * their real heights.
 */
function useReturned(): boolean {
  const kind = useNavigationType();
  useEffect(
    () => () => {
      hasMoved = true;
    },
    [kind],
  );
  return kind === 'POP' && hasMoved;
}

interface ResultsProps
  extends Pick<ReturnType<typeof useFilters>, 'filters' | 'count' | 'clear' | 'hrefFor'> {
  found: UseQueryResult<ResponseOf<typeof browseStreamers>>;
  zone: string;
  viewerId: string | null;
}

/** The list in its four states. */
export function Results({ found, zone, viewerId, filters, count, clear, hrefFor }: ResultsProps) {
  const { error, isPlaceholderData, refetch, isRefetching } = found;
  const returned = useReturned();
  const asked = hashKey(browseQuery(requestOf(filters, zone), viewerId).queryKey);
  const answer = useMemo(
    () => ({ data: found.data, to: isPlaceholderData ? null : asked }),
    [found.data, isPlaceholderData, asked],
  );
  // An answer is drawn in slices, between which a slow telephone still answers a finger.
  const { data, to } = useDeferredValue(answer);
  // Of another question than the one that stands in the address. The same question asked again in
  // the background changes nothing that one waits for.
  const stale = isPlaceholderData || to !== asked;
  if (error) {
    return (
      <ErrorState
        title="Les streamers n’ont pas pu être chargés"
        description={errorText(error)}
        onRetry={() => void refetch()}
        retrying={isRefetching}
      />
    );
  }
  if (!data) {
    const first = count === 0 && filters.query === '' ? firstList() : [];
    return first.length > 0 ? <FirstCards cards={first} /> : <CardGridSkeleton count={FIRST_CARDS} />;
  }
  if (filters.favourites && viewerId === null) return <FavouritesSignedOut />;
  if (data.cards.length === 0) {
    // That nobody was found says nothing of what is asked now.
    if (stale) return <CardGridSkeleton count={FIRST_CARDS} />;
    return (
      <Nobody
        narrowed={count > 0 || filters.query !== ''}
        query={filters.query.trim()}
        behind={data.total > 0}
        clear={clear}
        hrefFor={hrefFor}
      />
    );
  }
  const first = (data.page - 1) * BROWSE_PAGE + 1;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <CardGrid
        label="Streamers"
        cards={data.cards}
        zone={zone}
        viewerId={viewerId}
        level={2}
        stale={stale}
        whole={returned}
      />
      <Pagination
        page={data.page}
        pageCount={data.pages}
        hrefFor={hrefFor}
        summary={
          data.pages === 1
            ? undefined
            : pageSummary(first, first + data.cards.length - 1, formatCount(data.total))
        }
      />
    </div>
  );
}

/** The address asks for favourites, which belong to an account. */
function FavouritesSignedOut() {
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      icon={<Heart />}
      title="Vos favoris vous attendent"
      description="Connectez-vous pour retrouver les streamers que vous gardez."
      action={<ButtonLink to={withReturnPath('/auth', `${pathname}${search}`)}>Se connecter</ButtonLink>}
    />
  );
}

interface NobodyProps extends Pick<ReturnType<typeof useFilters>, 'clear' | 'hrefFor'> {
  narrowed: boolean;
  /** The words that were searched for. */
  query: string;
  /** The page is beyond the last one. */
  behind: boolean;
}

function Nobody({ narrowed, query, behind, clear, hrefFor }: NobodyProps) {
  if (behind) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="La liste s’arrête avant cette page"
        action={<ButtonLink to={hrefFor(1)}>Revenir au début</ButtonLink>}
      />
    );
  }
  if (!narrowed) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="Aucun streamer pour l’instant"
        description="Dès que quelqu’un publie sa page, vous le trouvez ici."
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title={query === '' ? 'Aucun streamer pour ces filtres' : `Aucun streamer pour « ${query} »`}
      description="Essayez un autre mot, une autre heure, ou élargissez le prix."
      action={<Button onClick={clear}>Effacer la recherche et les filtres</Button>}
    />
  );
}
