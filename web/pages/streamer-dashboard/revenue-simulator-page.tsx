import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { beginningQuery } from '#web/features/revenue-simulator/queries.ts';
import { Simulator } from '#web/features/revenue-simulator/simulator.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `/streamer-dashboard/revenue-simulator`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return (
    <>
      <PageHeader
        title="Simulateur de revenus"
        description="Net en poche : ce qui vous reste une fois retirés la commission, les cotisations et l’impôt."
      />
      <Beginning userId={state.user.id} />
    </>
  );
}

function Beginning({ userId }: { userId: string }) {
  const beginning = useQuery(beginningQuery(userId));
  if (beginning.isPending) return <Skeleton className="h-160" />;
  if (beginning.isError)
    return (
      <ErrorState
        title="Vos chiffres n’ont pas pu être lus"
        onRetry={() => beginning.refetch()}
        retrying={beginning.isFetching}
      />
    );
  return <Simulator userId={userId} beginning={beginning.data} />;
}
