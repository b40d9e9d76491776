import { useParams } from 'react-router';
import { payoutName } from '#web/entities/payment/earnings.ts';
import { useLivePayments } from '#web/entities/payment/payment.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { PayoutDetails } from '#web/features/earnings/payout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/streamer-dashboard/earnings/payouts/:payoutId`. */
export function Component() {
  const { state } = useAuth();
  const { payoutId = '' } = useParams();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <OwnPayout userId={state.user.id} payoutId={payoutId} />;
}

function OwnPayout({ userId, payoutId }: { userId: string; payoutId: string }) {
  useLivePayments(userId, 'streamer');
  return (
    <>
      <PageHeader
        title={payoutName(payoutId)}
        back={{ to: '/streamer-dashboard/earnings#payouts', label: 'Tous mes versements' }}
      />
      <PayoutDetails userId={userId} payoutId={payoutId} />
    </>
  );
}
