import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';

/** Another admin upheld a decision or overturned it (art. 20 § 5 DSA). */
export const appealDecided = defineMail({
  name: 'moderation.appeal_decided',
  shows: 'moderation',
  facts: z.object({ number: z.int(), overturned: z.boolean(), reason: z.string() }),
  samples: [
    { number: 12, overturned: true, reason: 'Le message parlait d’une session passée.' },
    { number: 12, overturned: false, reason: 'Les faits sont établis.' },
  ],
  content: ({ number, overturned, reason }) => ({
    subject: `La décision ${caseNumber(number)} est ${overturned ? 'annulée' : 'maintenue'}`,
    preview: overturned ? 'Ce qui pouvait être rétabli l’est.' : 'La mesure reste en vigueur.',
    title: overturned ? 'La décision est annulée' : 'La décision est maintenue',
    paragraphs: [
      overturned
        ? 'Une autre personne de l’équipe a relu le dossier et annulé la décision. Ce qui pouvait être rétabli l’est. Les sessions annulées le restent, puisque leurs viewers ont été remboursés.'
        : 'Une autre personne de l’équipe a relu le dossier et maintenu la décision.',
      `Motif : ${reason}`,
    ],
    ...(overturned
      ? {}
      : {
          notes: [
            'Vous pouvez encore saisir un organe de règlement extrajudiciaire des litiges, ou un tribunal.',
          ],
        }),
  }),
});
