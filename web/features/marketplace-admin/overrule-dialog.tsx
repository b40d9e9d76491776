import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { overruleSettlement } from '#contracts/marketplace-administration.ts';
import { MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import { centsOf } from '#web/features/marketplace-admin/cents-of.ts';
import {
  givenBackOf,
  overruleCost,
  paidOf,
  type RefundablePayment,
} from '#web/features/marketplace-admin/overrule-cost.ts';
import type { AdminSession } from '#web/features/marketplace-admin/session.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatMoney } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface OverruleDialogProps {
  session: AdminSession;
  payments: readonly RefundablePayment[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const reasonField = {
  label: 'Motif',
  hint: 'Les deux personnes le liront. Gardé dans le journal, avec votre nom.',
  requiredMessage: 'Indiquez un motif',
};

class BadAmount extends Error {}

const stateText = (paid: number, before: number): string =>
  before === 0
    ? `Sur ${formatMoney(paid)} payés, rien n’a été rendu.`
    : `Sur ${formatMoney(paid)} payés, ${formatMoney(before)} sont déjà rendus : ce qui l’est ne se reprend pas.`;

/** Decides how much of a settled session goes back to its viewer, and says what it costs whom before it happens. */
export function OverruleDialog({ session, payments, open, onOpenChange }: OverruleDialogProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  // One decision, however often it has to be sent.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const paid = paidOf(payments);
  const before = givenBackOf(payments);
  const amount = centsOf(text);
  const wrong =
    amount === null || amount <= before || amount > paid
      ? `Indiquez un montant entre ${formatMoney(before + 1)} et ${formatMoney(paid)}`
      : undefined;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next) setKey(crypto.randomUUID());
        onOpenChange(next);
      }}
      title="Revoir le règlement ?"
      description={`${session.title}. ${stateText(paid, before)}`}
      cost={
        amount === null || wrong ? (
          'Indiquez ce que le viewer doit récupérer en tout.'
        ) : (
          <Cost {...{ payments, amount }} />
        )
      }
      confirmLabel="Décider"
      reason={reasonField}
      failure={(error) => (error instanceof BadAmount ? error.message : errorText(error))}
      onConfirm={async (reason) => {
        if (amount === null || wrong !== undefined) throw new BadAmount(wrong);
        await callCommand(overruleSettlement, {
          key,
          bookingId: session.id,
          refundCents: amount,
          expectedRefundedCents: before,
          reason,
        });
        setText('');
        toast({ title: 'Règlement revu', description: 'Les deux personnes sont prévenues.' });
        await client.invalidateQueries({ queryKey: MARKETPLACE_KEY });
      }}
    >
      <Field label="Total rendu au viewer, en euros" error={text === '' ? undefined : wrong}>
        <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
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
