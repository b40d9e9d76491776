import { paymentsViewOf, useLivePayments } from '#web/entities/payment/payment.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { PaymentsTable } from '#web/features/sessions/payments-table.tsx';
import { ReceiptWindow } from '#web/features/sessions/receipt-window.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/viewer-dashboard/payments`. */
export function Component() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  const { id, firstName, lastName, email } = state.user;
  const payer = [firstName, lastName].filter(Boolean).join(' ') || email;
  return <Payments userId={id} payer={payer} />;
}

function Payments({ userId, payer }: { userId: string; payer: string }) {
  useLivePayments(userId, 'viewer');
  const { params, change, hrefFor } = useAddress();
  const page = params.get('page');
  const receiptHref = (paymentId: string) => {
    const next = new URLSearchParams(params);
    next.set('receipt', paymentId);
    return `?${next}`;
  };
  return (
    <>
      <PageHeader title="Paiements" description="Ce que vous avez payé, et ce qui vous a été remboursé." />
      <PaymentsTable
        userId={userId}
        view={paymentsViewOf(params)}
        change={change}
        hrefFor={hrefFor}
        receiptHref={receiptHref}
      />
      <ReceiptWindow
        paymentId={params.get('receipt')}
        payer={payer}
        onClose={() => change({ receipt: null, page })}
      />
    </>
  );
}
