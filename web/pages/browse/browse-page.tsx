import { useQuery } from '@tanstack/react-query';
import { BROWSE_SORTS } from '#product/shared/browsing.ts';
import { CATEGORY_ON_SEARCH, pictureSources } from '#product/shared/pictures.ts';
import { categoryName, categoryPicture } from '#web/entities/catalogue/catalogue.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { ChosenFilters } from '#web/features/discovery/chosen-filters.tsx';
import { FilterFields } from '#web/features/discovery/filter-fields.tsx';
import { FilterSheet } from '#web/features/discovery/filter-sheet.tsx';
import { isWhole, requestOf, SORT_TEXT, searchVisit, useFilters } from '#web/features/discovery/filters.ts';
import { LiveSearch } from '#web/features/discovery/live-search.tsx';
import { MetAgain } from '#web/features/discovery/met-again.tsx';
import { browseQuery } from '#web/features/discovery/queries.ts';
import { Results } from '#web/features/discovery/results.tsx';
import { ofCity, plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { hasStoredSession, storedRole } from '#web/lib/supabase/load.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { useVisit } from '#web/lib/visits.ts';
import { useZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';

/** Where the filters stand beside the list: `lg`. */
const WIDE = '(min-width: 64rem)';

/** `/browse`: search as one types, filters in the address, cards with the next free hour. */
export function Component() {
  const { state } = useAuth();
  const viewer = state.status === 'signed-in' ? state.user : null;
  const viewerId = viewer?.id ?? null;
  // Room for whom they met is kept from the first moment on, so that the list below does not move.
  // The build, which writes this page too, has no browser.
  const isAwaited =
    state.status === 'loading' &&
    'document' in globalThis &&
    hasStoredSession() &&
    (storedRole() ?? 'viewer') === 'viewer';
  const zone = useZone(viewerId);
  const filtering = useFilters();
  const { filters, change, clear, count } = filtering;
  const found = useQuery(browseQuery(requestOf(filters, zone), viewerId));
  useVisit(found.data && !found.isPlaceholderData ? searchVisit(filters, zone) : null, 2_000);
  const subject = filters.category === null ? 'Parcourir' : categoryName(filters.category);
  const picture = filters.category === null ? null : categoryPicture(filters.category);
  usePageTitle(subject);
  const total = found.data?.total ?? null;
  // A phone has the filters behind a button, and does not make what it would not show.
  const isWide = useMediaQuery(WIDE);

  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <div className="flex items-center gap-4">
        {picture && (
          <img
            {...pictureSources(picture.url, CATEGORY_ON_SEARCH)}
            alt={picture.alt}
            {...CATEGORY_ON_SEARCH}
            className="aspect-12/5 w-24 rounded-md bg-raised object-cover sm:w-30"
          />
        )}
        <h1 className="min-w-0 text-heading">
          {filters.category === null ? (
            <>
              Qui <span className="whitespace-nowrap">voulez-vous</span> rencontrer ?
            </>
          ) : (
            subject
          )}
        </h1>
      </div>
      <div className="mt-5 mb-6 grid gap-4 sm:mt-6 sm:mb-8">
        <LiveSearch
          query={filters.query}
          onQuery={(q) => change({ q }, { typing: true })}
          className="max-w-[640px]"
        />
        <ChosenFilters filters={filters} change={change} />
      </div>
      {(viewer !== null || isAwaited) && isWhole(filters) && (
        <MetAgain
          viewerId={viewerId}
          zone={zone}
          whenNobody={viewer === null || viewer.role === 'viewer' ? 'line' : 'nothing'}
          className="mb-6 sm:mb-8"
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        {isWide && (
          <section aria-label="Filtres" className="max-lg:hidden lg:sticky lg:top-6">
            <FilterFields filters={filters} change={change} signedIn={viewerId !== null} />
            {count > 0 && (
              <Button tone="quiet" onClick={clear} className="mt-5">
                Tout effacer
              </Button>
            )}
          </section>
        )}
        <section aria-label="Résultats" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="num text-small text-soft max-sm:w-full">
              {total === null
                ? 'Recherche…'
                : total === 0
                  ? 'Aucun résultat'
                  : plural(total, 'streamer', 'streamers')}
              <span className="text-muted"> · heure {ofCity(zone)}</span>
            </p>
            <div className="sm:ml-auto lg:hidden">
              <FilterSheet {...filtering} signedIn={viewerId !== null} total={total} />
            </div>
            <Select
              aria-label="Trier"
              options={BROWSE_SORTS.map((value) => ({ value, label: SORT_TEXT[value] }))}
              value={filters.sort}
              onChange={(event) => {
                const sort = event.target.value;
                change({ sort: sort === 'relevance' ? null : sort });
              }}
              className="min-w-48 max-sm:flex-1 sm:w-60"
            />
          </div>
          <Results found={found} zone={zone} viewerId={viewerId} {...filtering} />
        </section>
      </div>
    </div>
  );
}
