import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { refusalLines } from '#product/mail/strangers.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';

/** Somebody reported something (art. 16 § 4 DSA). */
export const reportReceived = defineMail({
  name: 'moderation.report_received',
  shows: 'moderation',
  // Of what is reported, only who has an account is told: another's address may be anybody's.
  facts: z.object({
    number: z.int(),
    title: z.string().nullable(),
    refusal: z.string().nullable().default(null),
  }),
  samples: [
    { number: 12, title: 'Avis de Camille M., 1 sur 5', refusal: null },
    { number: 13, title: null, refusal: 'b'.repeat(128) },
  ],
  content: ({ number, title, refusal }, { site }) => ({
    subject: `Votre signalement ${caseNumber(number)} est bien reçu`,
    preview: 'Une personne de l’équipe l’étudie, et vous répond.',
    title: 'Nous avons reçu votre signalement',
    paragraphs: [
      title === null
        ? 'Ce que vous avez signalé est gardé tel que vous l’avez vu.'
        : `Vous avez signalé : ${title}. Nous l’avons gardé tel que vous l’avez vu.`,
      'Une personne de l’équipe l’étudie. Nous vous écrirons dès que la décision sera prise. La personne concernée ne sait pas qui a signalé.',
    ],
    ...refusalLines(refusal, site),
    notes: ['Vous n’avez rien signalé ? Répondez à ce message : quelqu’un a donné votre adresse.'],
  }),
});
