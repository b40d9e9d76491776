import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { BROWSE_PAGE } from '#product/shared/browsing.ts';
import { favouritesQuery } from '#web/entities/streamer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { CardGrid, CardGridSkeleton } from '#web/features/discovery/card-grid.tsx';
import { favouritesRequest } from '#web/features/discovery/filters.ts';
import { browseQuery } from '#web/features/discovery/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useZone } from '#web/lib/zone.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

/** `/viewer-dashboard/favourites`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader title="Favoris" description="Les streamers que vous gardez, les plus tôt libres d’abord." />
      <Favourites userId={state.user.id} />
    </>
  );
}

function Favourites({ userId }: { userId: string }) {
  const zone = useZone(userId);
  const { params, hrefFor } = useAddress();
  const page = Number(params.get('page') ?? 1) || 1;
  const kept = useQuery(favouritesQuery(userId));
  const found = useQuery(browseQuery(favouritesRequest(zone, page), userId));
  const failed = [kept, found].find(({ isError }) => isError);
  if (failed) {
    return (
      <ErrorState
        title="Vos favoris n’ont pas pu être chargés"
        description={errorText(failed.error)}
        onRetry={() => void Promise.all([kept.refetch(), found.refetch()])}
        retrying={kept.isFetching || found.isFetching}
      />
    );
  }
  if (!kept.data || !found.data) return <CardGridSkeleton count={3} />;
  const { cards, total, pages } = found.data;
  // A card whose favourite was just removed stays for now; only favourites that are not among the
  // results are out of sight.
  const hidden = kept.data.length - total;
  if (cards.length === 0 && kept.data.length === 0) {
    return (
      <EmptyState
        icon={<Heart />}
        title="Personne parmi vos favoris"
        description="Touchez le cœur d’un streamer : vous le retrouvez ici, avec sa prochaine heure libre."
        action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
      />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {cards.length > 0 && (
        <CardGrid
          label="Favoris"
          cards={cards}
          zone={zone}
          viewerId={userId}
          level={2}
          stale={found.isPlaceholderData}
        />
      )}
      {hidden > 0 && (
        <p className="text-small text-soft">
          {plural(hidden, 'favori n’est pas visible', 'favoris ne sont pas visibles')} en ce moment : page
          retirée, ou en pause.
        </p>
      )}
      {pages > 1 && (
        <Pagination
          page={page}
          pageCount={pages}
          hrefFor={hrefFor}
          summary={`${plural(Math.min(cards.length, BROWSE_PAGE), 'favori', 'favoris')} sur ${String(total)}`}
        />
      )}
    </div>
  );
}
