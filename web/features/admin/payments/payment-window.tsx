import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refundPayment } from '#product/administration/marketplace-contract.ts';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import { documentsOfSessionsQuery } from '#web/entities/payment/documents.ts';
import { useActWindow } from '#web/features/admin/acts.ts';
import { ADMIN_KEY, DECISION, Facts, Loaded } from '#web/features/admin/admin.tsx';
import { AmountField, amountFailure, useAmount } from '#web/features/admin/amount.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { PaymentBooks } from '#web/features/admin/payments/payment-books.tsx';
import { PaymentCases } from '#web/features/admin/payments/payment-cases.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { Named } from '#web/features/admin/users/person-link.tsx';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

const COLUMNS =
  'id,booking_id,kind,provider,payment_reference,state,amount_cents,captured_cents,refunded_cents,refunding_cents,disputed_cents,standing,has_failed_order,created_at,captured_at,release_due_at,released_at,title,viewer_id,viewer_name,viewer_email,streamer_id,streamer_name';

/** Every payment, with their exact count. */
export const readPayments = (supabase: LogeSupabase) =>
  supabase.from('admin_payments').select(COLUMNS, { count: 'exact' });

/** The filter of what somebody paid, or was paid to them, by their id. */
export const eitherSide = (personId: string): string => `viewer_id.eq.${personId},streamer_id.eq.${personId}`;

/** A payment as an admin sees it. Cents. */
export type AdminPayment = QueryData<ReturnType<typeof readPayments>>[number];

export const PAYMENT_LABELS = {
  open: 'Page ouverte',
  authorised: 'Autorisé',
  captured: 'Débité',
  voided: 'Libéré',
  declined: 'Refusé',
  expired: 'Expiré',
} as const satisfies Record<AdminPayment['state'], string>;

/** The filters of payments: their state, and later events of the money. */
export const STANDING_LABELS = {
  ...PAYMENT_LABELS,
  refunded: 'Remboursé',
  partially_refunded: 'Partiellement remboursé',
  disputed: 'Litige',
} as const;

const TONES: Partial<Record<AdminPayment['state'], StateTone>> = {
  open: 'spot',
  authorised: 'spot',
  captured: 'settled',
};

/** The state of a payment; a refunded one says that it was refunded. */
export function paymentStanding({
  state,
  captured_cents,
  refunded_cents,
}: Pick<AdminPayment, 'state' | 'captured_cents' | 'refunded_cents'>): { tone: StateTone; label: string } {
  if (state === 'captured' && refunded_cents > 0)
    return {
      tone: 'neutral',
      label: refunded_cents === captured_cents ? 'Remboursé' : 'Partiellement remboursé',
    };
  return { tone: TONES[state] ?? 'neutral', label: PAYMENT_LABELS[state] };
}

/** That a bank takes, or took, the money back; null: it never asked. */
export const disputeLabel = ({
  standing,
  disputed_cents,
}: Pick<AdminPayment, 'standing' | 'disputed_cents'>): string | null => {
  if (standing !== 'disputed') return null;
  return disputed_cents > 0 ? 'Litige' : 'Litige clos';
};

const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment', id],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await readPayments(supabase)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

/** One payment over the list: its facts, its lines in the books, and giving back. */
export function PaymentWindow({ id }: { id: string }) {
  const payment = useQuery(paymentQuery(id));
  return (
    <Loaded query={payment} failed="Ce paiement n’a pas pu être chargé" gone="Paiement introuvable">
      {(found) => <PaymentBody payment={found} />}
    </Loaded>
  );
}

const moment = (instant: string | null) =>
  instant ? formatDateTime(instant, TEAM_ZONE, { weekday: false, year: true }) : 'Pas encore';

function PaymentBody({ payment }: { payment: AdminPayment }) {
  const mayRefund = useDuty('support', 'finance');
  const mayReadBooks = useDuty('finance');
  const documents = useQuery(documentsOfSessionsQuery([payment.booking_id]));
  const { tone, label } = paymentStanding(payment);
  const left = payment.captured_cents - payment.refunded_cents - payment.refunding_cents;
  const canRefund = left > 0 && payment.disputed_cents === 0 && mayRefund;
  const [refunding, setRefunding] = useActWindow('refund', canRefund);
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
          ['Remboursé', formatMoney(payment.refunded_cents)],
          ['Remboursement en cours', formatMoney(payment.refunding_cents)],
          [
            'Payé par',
            <Named
              key="viewer"
              id={payment.viewer_id}
              name={payment.viewer_name}
              email={payment.viewer_email}
            />,
          ],
          ['Pour', <Named key="streamer" id={payment.streamer_id} name={payment.streamer_name} />],
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
        {documents.data?.map((document) => (
          <DocumentButton key={document.id} document={document} />
        ))}
        {canRefund && (
          <Button tone="danger-outline" onClick={() => setRefunding(true)}>
            Rembourser
          </Button>
        )}
      </div>
      {mayReadBooks && <PaymentCases paymentId={payment.id} />}
      {mayReadBooks && <PaymentBooks paymentId={payment.id} />}
      {left > 0 && (
        <RefundDialog payment={payment} left={left} open={refunding} onOpenChange={setRefunding} />
      )}
    </div>
  );
}

interface RefundDialogProps {
  payment: AdminPayment;
  /** Cents that may still be refunded. */
  left: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Refunds part or all of a payment, with a reason. */
function RefundDialog({ payment, left, open, onOpenChange }: RefundDialogProps) {
  const amount = useAmount(1, left, (left / 100).toFixed(2).replace('.', ','));
  const refunding = useCommand(refundPayment, {
    changes: [ADMIN_KEY],
    done: (_, { amountCents }) => ({
      title: 'Remboursement ordonné',
      description: formatMoney(amountCents),
    }),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rembourser ce paiement ?"
      description={`${payment.title}, payé par ${payment.viewer_name ?? 'un compte supprimé'}.`}
      cost={
        <>
          Montant net payé : <b>{formatMoney(left)}</b>. La part du streamer et la commission baissent en
          proportion.
        </>
      }
      confirmLabel="Rembourser"
      reason={DECISION.reason}
      failure={amountFailure}
      onConfirm={async (reason) => {
        await refunding.run({
          paymentId: payment.id,
          amountCents: amount.decided(),
          expectedRefundedCents: payment.refunded_cents + payment.refunding_cents,
          reason,
        });
      }}
    >
      <AmountField label="Montant en euros" amount={amount} />
    </ConfirmDialog>
  );
}
