import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

/** The team suspended the account; `until` is null when no end is set. */
export const suspended = defineMail({
  name: 'account.suspended',
  shows: 'support',
  facts: z.object({ reason: z.string(), until: instant.nullable() }),
  samples: [
    { reason: 'Propos insultants', until: sampleTime('2026-03-12T17:30:00Z') },
    { reason: 'Fraude', until: null },
  ],
  content: ({ reason, until }, { site }) => ({
    subject: 'Votre compte est suspendu',
    preview: until ? `Jusqu’au ${frenchDateTime(new Date(until))}.` : 'Jusqu’à nouvel ordre.',
    title: 'Votre compte est suspendu',
    paragraphs: [
      until
        ? `Votre compte est suspendu jusqu’au ${frenchDateTime(new Date(until))}. D’ici là, vous ne pouvez pas vous connecter.`
        : 'Votre compte est suspendu jusqu’à nouvel ordre. Vous ne pouvez pas vous connecter.',
      `Motif : ${reason}`,
    ],
    action: { label: 'Écrire à l’équipe', link: `${site}/contact` },
    notes: [
      'Vous pensez que c’est une erreur ? Expliquez-nous pourquoi depuis la page Contact : elle s’ouvre sans se connecter.',
    ],
  }),
});
