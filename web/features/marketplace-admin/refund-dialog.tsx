import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refundPayment } from '#contracts/marketplace-administration.ts';
import { MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import { centsOf } from '#web/features/marketplace-admin/cents-of.ts';
import type { AdminPayment } from '#web/features/marketplace-admin/payment.ts';
import { reasonField } from '#web/features/marketplace-admin/reason-field.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatMoney } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface RefundDialogProps {
  payment: AdminPayment;
  /** Cents that may still be given back. */
  left: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

class BadAmount extends Error {}

/** Gives back part or all of a payment, with a reason. */
export function RefundDialog({ payment, left, open, onOpenChange }: RefundDialogProps) {
  const client = useQueryClient();
  const [text, setText] = useState(euros(left));
  const amount = centsOf(text);
  const wrong =
    amount === null || amount <= 0 || amount > left
      ? `Indiquez un montant entre 0,01 € et ${formatMoney(left)}`
      : undefined;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rembourser ce paiement ?"
      description={`${payment.title}, payé par ${payment.viewer_name ?? 'un compte supprimé'}.`}
      cost={
        <>
          Reste payé : <b>{formatMoney(left)}</b>. La part du streamer et la commission baissent en
          proportion.
        </>
      }
      confirmLabel="Rembourser"
      reason={reasonField}
      failure={(error) => (error instanceof BadAmount ? error.message : errorText(error))}
      onConfirm={async (reason) => {
        if (amount === null || wrong !== undefined) throw new BadAmount(wrong);
        await callCommand(refundPayment, {
          paymentId: payment.id,
          amountCents: amount,
          expectedRefundedCents: payment.refunded_cents + payment.refunding_cents,
          reason,
        });
        toast({ title: 'Remboursement ordonné', description: formatMoney(amount) });
        await client.invalidateQueries({ queryKey: MARKETPLACE_KEY });
      }}
    >
      <Field label="Montant en euros" error={text === '' ? undefined : wrong}>
        <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
