import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

/** Told to the old address. */
export const emailChanged = defineMail({
  name: 'auth.email_changed',
  shows: 'example',
  facts: z.object({ at: instant, newEmail: z.string() }),
  samples: [{ at: sampleTime('2026-03-12T17:30:00Z'), newEmail: 'nouvelle@exemple.fr' }],
  content: ({ at, newEmail }) => ({
    subject: 'L’adresse de votre compte a changé',
    preview: 'Si ce n’était pas vous, écrivez-nous.',
    title: 'L’adresse de votre compte a changé',
    paragraphs: [
      `Depuis le ${frenchDateTime(new Date(at))}, votre compte Loge est lié à l’adresse ${newEmail}. Celle-ci ne sert plus à vous connecter.`,
    ],
    notes: [
      'Ce n’était pas vous ? Répondez à ce message sans attendre : nous vous aiderons à reprendre votre compte.',
    ],
  }),
});
