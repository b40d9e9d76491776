import { useQuery } from '@tanstack/react-query';
import { ownOffersQuery } from '#web/entities/offer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { ownZoneQuery } from '#web/features/sessions/open-hours.ts';
import { AbsentViewers } from '#web/features/statistics/absent-viewers.tsx';
import { AskedControls } from '#web/features/statistics/asked-controls.tsx';
import { Curve } from '#web/features/statistics/curve.tsx';
import { DemandSection } from '#web/features/statistics/demand-section.tsx';
import { FigureRow } from '#web/features/statistics/figures.tsx';
import { FunnelSection } from '#web/features/statistics/funnel-section.tsx';
import { CategoryComparison, Loyalty } from '#web/features/statistics/loyalty.tsx';
import { OffersTable } from '#web/features/statistics/offers-table.tsx';
import { statisticsQuery } from '#web/features/statistics/queries.ts';
import { useAsked } from '#web/features/statistics/use-period.ts';
import { funnelQuery } from '#web/features/statistics/visit-queries.ts';
import type { ChartState } from '#web/ui/charts/chart-frame.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `/streamer-dashboard/statistics`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <OwnZone userId={state.user.id} />;
}

/** Days are the streamer's own: nothing is counted before their zone is known. */
function OwnZone({ userId }: { userId: string }) {
  const zone = useQuery(ownZoneQuery(userId));
  if (zone.isError)
    return (
      <>
        <PageHeader title="Statistiques" />
        <ErrorState
          title="Vos statistiques n’ont pas pu être lues"
          onRetry={() => zone.refetch()}
          retrying={zone.isFetching}
        />
      </>
    );
  if (zone.isPending)
    return (
      <>
        <PageHeader title="Statistiques" />
        <Skeleton className="h-160" />
      </>
    );
  return <Statistics userId={userId} zone={zone.data} />;
}

/**
 * The page's sections, in the order in which a streamer asks: how did it go, when, with which
 * offer, who looked, who found no slot, who comes back, and how that compares. Each is one
 * component that is given the streamer and what the address asks for.
 */
function Statistics({ userId, zone }: { userId: string; zone: string }) {
  const asked = useAsked(zone);
  const offers = useQuery(ownOffersQuery(userId));
  const read = useQuery(statisticsQuery(userId, asked.period, asked.offerId));
  const statistics = read.data;
  const visits = useQuery(funnelQuery(userId, asked.period)).data;
  const views = visits && new Map(visits.offers.map(({ offerId, opens }) => [offerId, opens]));
  const state: ChartState | undefined = statistics ? undefined : { kind: 'loading' };
  return (
    <>
      <PageHeader
        title="Statistiques"
        description="Qui vient, quand, et pour quoi."
        actions={<AskedControls asked={asked} offers={offers.data ?? []} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {read.isError ? (
          <ErrorState
            title="Vos statistiques n’ont pas pu être lues"
            onRetry={() => read.refetch()}
            retrying={read.isFetching}
          />
        ) : (
          <>
            <FigureRow now={statistics?.now} before={statistics?.before} />
            <Curve asked={asked} statistics={statistics} state={state} />
          </>
        )}
        <DemandSection userId={userId} days={asked.period} offers={offers.data ?? []} />
        <FunnelSection userId={userId} days={asked.period} offerId={asked.offerId} zone={zone} />
        {!read.isError && (
          <>
            <OffersTable offers={statistics?.offers} views={views} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
              <Loyalty statistics={statistics} state={state} />
              {statistics && <CategoryComparison statistics={statistics} />}
            </div>
            <AbsentViewers userId={userId} zone={zone} />
          </>
        )}
      </div>
    </>
  );
}
