import { useAuth } from '#web/features/auth/auth-context.ts';
import { EARNINGS_KEY, Earnings } from '#web/features/earnings/earnings.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { useLive } from '#web/lib/use-live.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/earnings`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <OwnEarnings userId={state.user.id} />;
}

function OwnEarnings({ userId }: { userId: string }) {
  const { params, hrefFor } = useAddress();
  const filter = `streamer_id=eq.${userId}`;
  useLive(
    [
      { table: 'payments', filter },
      { table: 'payouts', filter },
    ],
    EARNINGS_KEY,
  );
  return (
    <>
      <PageHeader title="Revenus" description="Ce qui est gagné, ce qui est en attente, ce qui est versé." />
      <Earnings userId={userId} page={Number(params.get('page') ?? 1) || 1} hrefFor={hrefFor} />
    </>
  );
}
