import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AvailabilityEditor } from '#web/features/availability/availability-editor.tsx';
import { hoursQuery } from '#web/features/availability/queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `/streamer-dashboard/availability`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader title="Disponibilités" description="Les heures où l’on peut vous réserver." />
      <Availability userId={state.user.id} />
    </>
  );
}

function Availability({ userId }: { userId: string }) {
  const hours = useQuery(hoursQuery(userId));
  if (hours.isPending) {
    return (
      <div aria-busy="true" className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-[36rem]" />
        <Skeleton className="h-96" />
      </div>
    );
  }
  if (hours.isError) {
    return (
      <ErrorState
        title="Vos horaires n’ont pas pu être chargés"
        onRetry={() => hours.refetch()}
        retrying={hours.isFetching}
      />
    );
  }
  if (hours.data === null) {
    return (
      <EmptyState
        icon={<Clock />}
        title="Seuls les streamers ont des horaires"
        description="Votre compte n’a pas de page de streamer : il n’y a rien à ouvrir ici."
      />
    );
  }
  return <AvailabilityEditor key={userId} userId={userId} saved={hours.data} />;
}
