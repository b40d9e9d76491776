import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

/** Somebody of the team looked at the person's pages as they see them. */
export const viewed = defineMail({
  name: 'account.viewed',
  shows: 'support',
  facts: z.object({ reason: z.string(), at: instant }),
  samples: [
    { reason: 'Votre question sur un paiement affiché deux fois', at: sampleTime('2026-03-12T17:30:00Z') },
  ],
  content: ({ reason, at }, { site }) => ({
    subject: 'L’équipe Loge a ouvert vos pages',
    preview: 'Pour un quart d’heure au plus, sans rien pouvoir y changer.',
    title: 'Quelqu’un de l’équipe a vu vos pages',
    paragraphs: [
      `Le ${frenchDateTime(new Date(at))}, une personne de l’équipe Loge a ouvert votre espace tel que vous le voyez, pour un quart d’heure au plus.`,
      `Motif : ${reason}`,
      'Rien n’a pu être changé en votre nom. Vos messages privés, votre compte bancaire, vos documents et vos agendas ne lui ont pas été montrés.',
    ],
    action: { label: 'Écrire à l’équipe', link: `${site}/contact` },
    notes: ['Cet e-mail vous est envoyé à chaque fois, pour que vous le sachiez.'],
  }),
});
