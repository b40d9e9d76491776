import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { cents, defineMail, instant, sampleCents, sampleTime } from '#product/mail/mail-kind.ts';
import { formatEuros } from '#product/shared/money/format.ts';

/**
 * A payout was refused, or came back from the streamer’s bank days after it had arrived
 * (`returned`).
 */
export const payoutFailed = defineMail({
  name: 'notice.payout_failed',
  shows: 'finance',
  facts: z.object({ amount: cents, returned: z.boolean(), retriedAt: instant }),
  samples: [
    { amount: sampleCents(12_345), returned: false, retriedAt: sampleTime('2026-03-16T05:00:00Z') },
    { amount: sampleCents(12_345), returned: true, retriedAt: sampleTime('2026-03-16T05:00:00Z') },
  ],
  content: ({ amount, returned, retriedAt }, { site }) => ({
    subject: `Votre versement de ${formatEuros(amount)} n’est pas arrivé`,
    preview: 'La somme est de retour dans votre solde. Vérifiez votre compte bancaire.',
    title: 'Votre versement n’est pas arrivé',
    paragraphs: [
      returned
        ? `Votre banque nous a renvoyé votre versement de ${formatEuros(amount)}. La somme est de retour dans votre solde.`
        : `Votre versement de ${formatEuros(amount)} a été refusé. La somme est de retour dans votre solde.`,
      'Vérifiez votre compte bancaire chez notre prestataire de paiement : un compte fermé ou un IBAN mal saisi en est souvent la cause.',
      `Le prochain versement est prévu le ${frenchDateTime(new Date(retriedAt))}.`,
    ],
    action: {
      label: 'Vérifier mon compte bancaire',
      link: `${site}/streamer-dashboard/settings?tab=payouts`,
    },
  }),
});
