import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined } from 'lucide-react';
import { ownOffersQuery } from '#web/entities/offer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { ownZoneQuery } from '#web/features/sessions/open-hours.ts';
import { AskedControls } from '#web/features/statistics/asked-controls.tsx';
import { DemandSection } from '#web/features/statistics/demand-section.tsx';
import { FunnelSection } from '#web/features/statistics/funnel-section.tsx';
import { useAsked } from '#web/features/statistics/use-period.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
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
 * The page's sections, in the order in which a streamer asks: how did it go, when, with which offer, who looked, who found no slot, who comes
 * back, and how that compares. Each is one component that is given the streamer and what the address asks for.
 */
function Statistics({ userId, zone }: { userId: string; zone: string }) {
  const asked = useAsked(zone);
  const offers = useQuery(ownOffersQuery(userId));
  return (
    <>
      <PageHeader
        title="Statistiques"
        description="Qui vient, quand, et pour quoi."
        actions={<AskedControls asked={asked} offers={offers.data ?? []} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {/* figures */}
        <EmptyState
          icon={<ChartNoAxesCombined />}
          title="Les courbes ne sont pas encore là"
          description="Elles se dessineront à partir de vos vraies sessions. En attendant, vos réservations et vos revenus disent tout au jour le jour."
          action={<ButtonLink to="/streamer-dashboard/bookings">Voir mes réservations</ButtonLink>}
        />
        {/* sessions and revenue */}
        <DemandSection userId={userId} days={asked.period} offers={offers.data ?? []} />
        <FunnelSection userId={userId} days={asked.period} offerId={asked.offerId} zone={zone} />
        {/* offers */}
        {/* loyalty */}
        {/* category */}
      </div>
    </>
  );
}
