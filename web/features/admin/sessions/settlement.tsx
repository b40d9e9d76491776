import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { overruleSettlement } from '#product/administration/marketplace-contract.ts';
import {
  givenBackOf,
  overruleCost,
  paidOf,
  type RefundablePayment,
} from '#product/payments/rules/overrule-cost.ts';
import { STATUS_LABELS } from '#product/shared/booking-statuses.ts';
import { ADMIN_KEY, DECISION, Facts, Loaded } from '#web/features/admin/admin.tsx';
import { AmountField, amountFailure, useAmount } from '#web/features/admin/amount.tsx';
import { type AdminSession, sessionTimes } from '#web/features/admin/sessions/session.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatDuration, formatMoney } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/**
 * The team's decisions about a booking's money, and its captured payments, the session's own before
 * its extensions'.
 */
const sessionMoneyQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'money', bookingId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const [overrules, payments] = await Promise.all([
        supabase
          .from('settlement_overrules')
          .select('id,at,refund_cents,refunded_before_cents,reason')
          .eq('booking_id', bookingId)
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
        supabase
          .from('admin_payments')
          .select('captured_cents,refunded_cents,refunding_cents,disputed_cents,fee_basis_points')
          .eq('booking_id', bookingId)
          .eq('state', 'captured')
          .order('kind')
          .order('created_at')
          .abortSignal(signal)
          .throwOnError(),
      ]);
      return { overrules: overrules.data, payments: payments.data };
    },
  });
type SessionMoney = Awaited<ReturnType<NonNullable<ReturnType<typeof sessionMoneyQuery>['queryFn']>>>;

const SETTLED = ['completed', 'viewer_no_show', 'streamer_no_show'];

/** How a session was settled, and what the team decided about it since; nothing while it is not. */
export function SessionSettlement({ session }: { session: AdminSession }) {
  const settled = SETTLED.includes(session.status);
  const money = useQuery({ ...sessionMoneyQuery(session.id), enabled: settled });
  if (!settled) return null;
  return (
    <Loaded query={money} failed="Le règlement n’a pas pu être chargé">
      {(found) => <Settlement session={session} money={found} />}
    </Loaded>
  );
}

function Settlement({
  session,
  money: { overrules, payments },
}: {
  session: AdminSession;
  money: SessionMoney;
}) {
  const [deciding, setDeciding] = useState(false);
  const mayOverrule = useDuty('support', 'finance');
  const paid = paidOf(payments);
  const left = paid - givenBackOf(payments);
  const disputed = payments.some(({ disputed_cents }) => disputed_cents > 0);
  return (
    <section className="grid gap-4">
      <h3 className="text-title">Règlement</h3>
      <Facts
        facts={[
          ['Relevé', STATUS_LABELS[session.status]],
          [
            'Temps donné',
            `${formatDuration(session.delivered_minutes ?? 0)} sur ${formatDuration(session.duration_minutes)}`,
          ],
          ['Payé', formatMoney(paid)],
          ['Remboursé au viewer', formatMoney(paid - left)],
        ]}
      />
      {overrules.map(({ id, at, refund_cents, refunded_before_cents, reason }) => (
        <div key={id} className="num grid gap-1 rounded-lg bg-wash px-4 py-3.5 text-small">
          <b>Décision de l’équipe Loge</b>
          <span className="text-soft">
            {sessionTimes(session).moment(at)} : {formatMoney(refund_cents)} remboursés en tout
            {refunded_before_cents > 0 && `, au lieu de ${formatMoney(refunded_before_cents)}`}.
          </span>
          <span className="break-words">« {reason} »</span>
        </div>
      ))}
      {disputed && (
        <p className="text-small text-soft">
          Ce paiement est contesté auprès de la banque : attendez sa décision pour revoir le règlement.
        </p>
      )}
      {left > 0 && !disputed && mayOverrule && (
        <div>
          <Button onClick={() => setDeciding(true)}>Revoir le règlement</Button>
        </div>
      )}
      {left > 0 && (
        <OverruleDialog session={session} payments={payments} open={deciding} onOpenChange={setDeciding} />
      )}
    </section>
  );
}

interface OverruleDialogProps {
  session: AdminSession;
  payments: readonly RefundablePayment[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const stateText = (paid: number, before: number): string =>
  before === 0
    ? `Sur ${formatMoney(paid)} payés, rien n’a été remboursé.`
    : `Sur ${formatMoney(paid)} payés, ${formatMoney(before)} sont déjà remboursés : ce qui l’est ne se reprend pas.`;

/**
 * Decides how much of a settled session is refunded, and shows beforehand what it costs each side.
 */
function OverruleDialog({ session, payments, open, onOpenChange }: OverruleDialogProps) {
  const paid = paidOf(payments);
  const before = givenBackOf(payments);
  const amount = useAmount(before + 1, paid);
  const deciding = useCommand(overruleSettlement, {
    changes: [ADMIN_KEY],
    done: () => ({ title: 'Règlement revu', description: 'Les deux personnes sont prévenues.' }),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Revoir le règlement ?"
      description={`${session.title}. ${stateText(paid, before)}`}
      cost={
        amount.cents === null ? (
          'Indiquez ce que le viewer doit récupérer en tout.'
        ) : (
          <Cost payments={payments} amount={amount.cents} />
        )
      }
      confirmLabel="Décider"
      reason={{
        ...DECISION.reason,
        hint: 'Les deux personnes le liront. Gardé dans le journal, avec votre nom.',
      }}
      failure={amountFailure}
      onConfirm={async (reason) => {
        await deciding.run({
          bookingId: session.id,
          refundCents: amount.decided(),
          expectedRefundedCents: before,
          reason,
        });
        amount.setText('');
      }}
    >
      <AmountField label="Total remboursé au viewer, en euros" amount={amount} />
    </ConfirmDialog>
  );
}

function Cost({ payments, amount }: { payments: readonly RefundablePayment[]; amount: number }) {
  const { toViewer, fromStreamer, fromLoge } = overruleCost(payments, amount);
  return (
    <>
      Le viewer reçoit encore <b>{formatMoney(toViewer)}</b> : <b>{formatMoney(fromStreamer)}</b> de la part
      du streamer, <b>{formatMoney(fromLoge)}</b> de la commission. Les deux sont prévenus.
    </>
  );
}
