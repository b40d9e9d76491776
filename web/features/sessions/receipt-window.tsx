import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import { bookingQuery } from '#web/entities/booking/queries.ts';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import { documentsOfSessionsQuery } from '#web/entities/payment/documents.ts';
import { type Payment, paymentQuery, paymentStateOf } from '#web/entities/payment/payment.ts';
import { HelpButton } from '#web/entities/support/help-button.tsx';
import { formatDateTime, formatDuration, formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface ReceiptWindowProps {
  paymentId: string | null;
  /** The name of the payer. */
  payer: string;
  onClose: () => void;
}

/** The receipt of a payment, to read, print or keep as a PDF. */
export function ReceiptWindow({ paymentId, payer, onClose }: ReceiptWindowProps) {
  return (
    <Dialog
      open={paymentId !== null}
      onOpenChange={(open) => open || onClose()}
      title="Reçu"
      size="md"
      footer={
        <>
          {paymentId !== null && <HelpButton about={{ kind: 'payment', id: paymentId }} what="ce paiement" />}
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Imprimer
          </Button>
        </>
      }
    >
      {paymentId !== null && <Receipt paymentId={paymentId} payer={payer} />}
    </Dialog>
  );
}

/** Names the thing paid: the session as it was booked, or a prolongation of it. */
function soldOf({ kind, bookings }: Payment): string {
  if (!bookings) return '';
  if (kind === 'extension') return `${bookings.title}, prolongation`;
  const added = bookings.session_extensions
    .filter(({ state }) => state === 'done')
    .reduce((minutes, extension) => minutes + extension.minutes, 0);
  return `${bookings.title}, ${formatDuration(bookings.duration_minutes - added)}`;
}

const stateOf = ({ state, captured_cents, refunded_cents, payment_orders }: Payment) =>
  paymentStateOf({
    state,
    capturedCents: captured_cents,
    refundedCents: refunded_cents,
    refunding: payment_orders.some((order) => order.kind === 'refund' && order.state === 'pending'),
  });

/** Shows what a code took off the price of the session, before it was paid. */
function discountLines(
  { kind, captured_cents }: Payment,
  booking: BookingDetails | null | undefined,
): [string, string][] {
  const { discount_code: code, discount_cents: discount } = booking ?? {};
  if (kind === 'extension' || !code || !discount) return [];
  return [
    ['Prix de la session', formatMoney(captured_cents + discount)],
    [`Remise, code ${code}`, `−${formatMoney(discount)}`],
  ];
}

function Receipt({ paymentId, payer }: { paymentId: string; payer: string }) {
  const one = useQuery(paymentQuery(paymentId));
  const booking = useQuery(bookingQuery(one.data?.booking_id ?? null));
  const documents = useQuery(documentsOfSessionsQuery(one.data ? [one.data.booking_id] : []));
  if (one.isPending || booking.isLoading) return <Skeleton className="h-56" />;
  if (one.isError || booking.isError)
    return (
      <ErrorState
        title="Ce reçu n’a pas pu être chargé"
        onRetry={() => Promise.all([one.refetch(), booking.refetch()])}
        retrying={one.isFetching || booking.isFetching}
      />
    );
  const payment = one.data;
  if (!payment || payment.captured_cents === 0) {
    return (
      <EmptyState title="Pas de reçu" description="Ce paiement n’a pas été débité, ou n’est pas le vôtre." />
    );
  }
  const zone = payment.bookings?.viewer_zone ?? 'Europe/Paris';
  const refunds = payment.payment_orders.filter(({ kind, state }) => kind === 'refund' && state === 'done');
  const lines: [string, string][] = [
    ['Numéro', payment.id.slice(0, 13).toUpperCase()],
    ['Payé par', payer],
    ['Session', soldOf(payment)],
    ['Avec', booking.data?.streamer_name ?? 'Compte supprimé'],
    [
      'Date de la session',
      payment.bookings ? formatDateTime(payment.bookings.start_at, zone, { year: true }) : '',
    ],
    ['Débité le', payment.captured_at ? formatDateTime(payment.captured_at, zone, { year: true }) : ''],
    ...discountLines(payment, booking.data),
    ['Montant', formatMoney(payment.captured_cents)],
    ...refunds.map(({ amount_cents, done_at, created_at }): [string, string] => [
      `Remboursé le ${formatDateTime(done_at ?? created_at, zone, { weekday: false })}`,
      `−${formatMoney(amount_cents)}`,
    ]),
    ['Montant net payé', formatMoney(payment.captured_cents - payment.refunded_cents)],
    ['État', stateOf(payment).label],
  ];
  return (
    <div className="num grid gap-5">
      {payment.provider === 'sandbox' && (
        <p className="rounded-lg bg-spot-wash px-4 py-3 text-small">
          Bac à sable : aucun argent n’a été débité, ce reçu n’a aucune valeur.
        </p>
      )}
      <dl className="grid gap-2.5 text-small">
        {lines.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 border-b border-line pb-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {documents.data && documents.data.length > 0 && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {documents.data.map((document) => (
            <DocumentButton key={document.id} document={document} />
          ))}
        </div>
      )}
      <p className="text-kicker text-muted">
        Loge encaisse pour le compte du streamer. Le prix comprend la commission de Loge.
      </p>
    </div>
  );
}
