import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';

/** The team corrected an age that was written wrongly. */
export const ageCorrected = defineMail({
  name: 'account.age_corrected',
  shows: 'support',
  facts: z.object({ isMinor: z.boolean(), reason: z.string(), ended: z.int().optional() }),
  samples: [
    { isMinor: false, reason: 'L’année de naissance avait été mal saisie.' },
    { isMinor: true, reason: 'Un parent nous a écrit.' },
    { isMinor: true, reason: 'Un parent nous a écrit.', ended: 2 },
  ],
  content: ({ isMinor, reason, ended = 0 }, { site }) => ({
    subject: 'Votre âge a été corrigé',
    preview: isMinor
      ? 'L’accord d’un parent est nécessaire avant de payer.'
      : 'Vous réservez comme un adulte.',
    title: 'Votre âge a été corrigé',
    paragraphs: [
      isMinor
        ? `L’équipe a noté que vous avez moins de 18 ans. L’accord d’un parent ou représentant légal est nécessaire avant de payer, et les sessions réservées aux personnes majeures ne vous sont plus proposées. ${
            ended > 0
              ? 'Les sessions à venir qui ne vous sont pas ouvertes sont annulées, et ce que vous aviez payé vous est remboursé.'
              : 'Vos réservations ne changent pas.'
          }`
        : 'L’équipe a noté que vous êtes majeur. Vous payez vos sessions sans l’accord d’un parent, et nous ne gardons plus votre date de naissance.',
      `Motif : ${reason}`,
    ],
    action: { label: 'C’est une erreur', link: `${site}/contact` },
  }),
});
