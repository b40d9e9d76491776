import { useQuery } from '@tanstack/react-query';
import { earningsQuery } from '#web/entities/payment/earnings.ts';
import { Figures, Months, NextPayout } from '#web/features/earnings/figures.tsx';
import { Payouts } from '#web/features/earnings/payouts.tsx';
import { EarnedSessions } from '#web/features/earnings/sessions.tsx';
import { deviceZone } from '#web/lib/zone.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * Where a streamer's money is: what it comes to, when the next payout leaves, each session, each
 * payout.
 */
export function Earnings({ userId }: { userId: string }) {
  const earnings = useQuery(earningsQuery(userId));
  const zone = earnings.data?.zone ?? deviceZone();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 sm:gap-10">
      {earnings.isPending ? (
        <div aria-busy="true" className="grid gap-6">
          <Skeleton className="h-[11.4rem] lg:h-24" />
          <Skeleton className="h-96" />
        </div>
      ) : earnings.isError ? (
        <ErrorState
          title="Vos chiffres n’ont pas pu être lus"
          onRetry={() => earnings.refetch()}
          retrying={earnings.isFetching}
        />
      ) : (
        <>
          <Figures earnings={earnings.data} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Months earnings={earnings.data} />
            <NextPayout earnings={earnings.data} />
          </div>
        </>
      )}
      <EarnedSessions userId={userId} zone={zone} months={earnings.data?.months ?? []} />
      <Payouts userId={userId} zone={zone} />
    </div>
  );
}
