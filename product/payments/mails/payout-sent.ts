import { z } from 'zod';
import { cents, defineMail, sampleCents } from '#product/mail/mail-kind.ts';
import { formatEuros } from '#product/shared/money/format.ts';

/** A payout left for the streamer’s bank. */
export const payoutSent = defineMail({
  name: 'notice.payout_sent',
  shows: 'finance',
  facts: z.object({ amount: cents }),
  samples: [{ amount: sampleCents(12_345) }],
  content: ({ amount }, { site }) => ({
    subject: `Versement de ${formatEuros(amount)}`,
    preview: 'Il est en route vers votre compte bancaire.',
    title: 'Votre versement est parti',
    paragraphs: [
      `Nous vous versons ${formatEuros(amount)}.`,
      'La somme arrive sur votre compte bancaire sous un à trois jours ouvrés.',
    ],
    action: { label: 'Voir mes revenus', link: `${site}/streamer-dashboard/settings` },
  }),
});
