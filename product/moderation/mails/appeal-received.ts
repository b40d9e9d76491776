import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';

/** A person appealed against a decision about them. */
export const appealReceived = defineMail({
  name: 'moderation.appeal_received',
  shows: 'moderation',
  facts: z.object({ number: z.int() }),
  samples: [{ number: 12 }],
  content: ({ number }) => ({
    subject: `Votre contestation de la décision ${caseNumber(number)} est reçue`,
    preview: 'Une autre personne de l’équipe la lit.',
    title: 'Votre contestation est reçue',
    paragraphs: [
      'Une autre personne de l’équipe que celle qui a décidé relit tout le dossier, et vous répond par e-mail. La décision reste en vigueur jusque-là.',
    ],
  }),
});
