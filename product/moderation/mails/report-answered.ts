import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { refusalLines } from '#product/mail/strangers.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';

/** The outcome for the reported content: whoever reported it sees it too (art. 16 § 5 DSA). */
const DONE = {
  hide: 'Ce que vous aviez signalé n’est plus montré.',
  remove: 'Ce que vous aviez signalé est retiré.',
} as const;

/** The team decided about what somebody reported (art. 16 § 5 DSA). */
export const reportAnswered = defineMail({
  name: 'moderation.report_answered',
  shows: 'moderation',
  facts: z.object({
    number: z.int(),
    /**
     * Null for who has no account: the address may be anybody's, and the title is somebody else's
     * words.
     */
    title: z.string().nullable(),
    acted: z.boolean(),
    content: z.enum(['hide', 'remove']).optional(),
    refusal: z.string().nullable().default(null),
  }),
  samples: [
    { number: 12, title: 'Avis de Camille M., 1 sur 5', acted: true, refusal: null },
    { number: 14, title: 'Parties rapides', acted: true, content: 'remove', refusal: null },
    { number: 13, title: 'Léa Moreau', acted: false, refusal: null },
    { number: 15, title: null, acted: false, refusal: 'b'.repeat(128) },
  ],
  content: ({ number, title, acted, content, refusal }, { site }) => ({
    subject: `Votre signalement ${caseNumber(number)} est tranché`,
    preview: acted ? 'Nous avons pris une mesure.' : 'Nous n’avons pas pris de mesure.',
    title: acted ? 'Nous avons pris une mesure' : 'Nous n’avons pas pris de mesure',
    paragraphs: [
      ...(title === null ? [] : [`Vous aviez signalé : ${title}.`]),
      ...(content ? [DONE[content]] : []),
      acted
        ? 'L’équipe a constaté un manquement aux règles de Loge et pris une mesure. Le détail reste entre l’équipe et la personne concernée. Merci de nous l’avoir dit.'
        : 'L’équipe a étudié votre signalement et n’a pas constaté de manquement aux règles de Loge.',
    ],
    ...refusalLines(refusal, site),
    notes: [
      'Vous n’êtes pas d’accord ? Répondez à ce message dans les six mois : une autre personne de l’équipe regardera.',
    ],
  }),
});
