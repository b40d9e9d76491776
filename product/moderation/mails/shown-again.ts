import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';

/** Tells that content which the team had hidden was put right, and is shown again. */
export const shownAgain = defineMail({
  name: 'moderation.shown_again',
  shows: 'moderation',
  facts: z.object({ number: z.int(), title: z.string(), reason: z.string() }),
  samples: [{ number: 13, title: 'Parties rapides', reason: 'La description dit maintenant ce qui a lieu.' }],
  content: ({ number, title, reason }) => ({
    subject: `Votre contenu est de nouveau visible : décision ${caseNumber(number)}`,
    preview: 'L’équipe a relu ce que vous avez corrigé.',
    title: 'Votre contenu est de nouveau visible',
    paragraphs: [
      `L’équipe avait masqué : ${title}. Elle a relu ce que vous avez corrigé, et le montre à nouveau.`,
      `Motif : ${reason}`,
    ],
  }),
});
