import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminOneQuery } from '#web/features/marketplace-admin/admin-view.ts';
import { Facts } from '#web/features/marketplace-admin/facts.tsx';
import {
  type AdminPayment,
  PAYMENT_COLUMNS,
  PAYMENT_STATES,
} from '#web/features/marketplace-admin/payment.ts';
import { PaymentBooks } from '#web/features/marketplace-admin/payment-books.tsx';
import { RefundDialog } from '#web/features/marketplace-admin/refund-dialog.tsx';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** One payment over the list: its facts, its lines in the books, and giving back. */
export function PaymentWindow({ paymentId, onClose }: { paymentId: string | null; onClose: () => void }) {
  return (
    <Dialog open={paymentId !== null} onOpenChange={(open) => open || onClose()} title="Paiement" size="lg">
      {paymentId !== null && <PaymentContent id={paymentId} />}
    </Dialog>
  );
}

function PaymentContent({ id }: { id: string }) {
  const one = useQuery(adminOneQuery<AdminPayment>('admin_payments', PAYMENT_COLUMNS, id));
  if (one.isPending) return <SkeletonText lines={6} />;
  if (one.isError)
    return (
      <ErrorState
        title="Ce paiement n’a pas pu être chargé"
        onRetry={() => one.refetch()}
        retrying={one.isFetching}
      />
    );
  if (!one.data) return <EmptyState title="Paiement introuvable" />;
  return <PaymentBody payment={one.data} />;
}

const moment = (instant: string | null) =>
  instant ? formatDateTime(instant, deviceZone(), { weekday: false, year: true }) : 'Pas encore';

function PaymentBody({ payment }: { payment: AdminPayment }) {
  const [refunding, setRefunding] = useState(false);
  const { tone, label } = PAYMENT_STATES[payment.state];
  const left = payment.captured_cents - payment.refunded_cents - payment.refunding_cents;
  return (
    <div className="grid gap-7">
      <div className="grid gap-2">
        <h3 className="text-title">{payment.title}</h3>
        <StateDot tone={tone}>{label}</StateDot>
      </div>
      <Facts
        facts={[
          ['Montant', formatMoney(payment.amount_cents)],
          ['Débité', formatMoney(payment.captured_cents)],
          ['Rendu', formatMoney(payment.refunded_cents)],
          ['Remboursement en cours', formatMoney(payment.refunding_cents)],
          [
            'Payé par',
            payment.viewer_name
              ? `${payment.viewer_name} (${payment.viewer_email ?? ''})`
              : 'Compte supprimé',
          ],
          ['Pour', payment.streamer_name ?? 'Compte supprimé'],
          ['Débité le', moment(payment.captured_at)],
          [
            'Part du streamer disponible',
            payment.released_at ? `depuis le ${moment(payment.released_at)}` : moment(payment.release_due_at),
          ],
          ['Prestataire', payment.provider === 'sandbox' ? 'Bac à sable (fictif)' : 'Stripe'],
          ['Référence', payment.payment_reference ?? 'Aucune'],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/admin-dashboard/sessions?session=${payment.booking_id}`}>
          Voir la session
        </ButtonLink>
        {left > 0 && payment.disputed_cents === 0 && (
          <Button tone="danger-outline" onClick={() => setRefunding(true)}>
            Rembourser
          </Button>
        )}
      </div>
      <PaymentBooks paymentId={payment.id} />
      {left > 0 && (
        <RefundDialog payment={payment} left={left} open={refunding} onOpenChange={setRefunding} />
      )}
    </div>
  );
}
