import { z } from 'zod';
import { euros } from '#product/booking/mails/booking-mail.ts';
import { cents, defineMail, sampleCents } from '#product/mail/mail-kind.ts';

/** Tells a minor what their guardian decided. */
export const guardianAnswered = defineMail({
  name: 'guardian.answered',
  shows: 'example',
  facts: z.discriminatedUnion('answer', [
    z.object({ answer: z.literal('confirmed'), monthly: cents }),
    z.object({ answer: z.literal('limited'), monthly: cents }),
    z.object({ answer: z.literal('refused') }),
    z.object({ answer: z.literal('stopped') }),
  ]),
  samples: [
    { answer: 'confirmed' as const, monthly: sampleCents(10_000) },
    { answer: 'limited' as const, monthly: sampleCents(5_000) },
    { answer: 'refused' as const },
    { answer: 'stopped' as const },
  ],
  content: (event, { site }) => {
    switch (event.answer) {
      case 'confirmed':
        return {
          subject: 'Votre parent ou représentant légal a donné son accord',
          preview: `Vous pouvez payer jusqu’à ${euros(event.monthly)} par mois.`,
          title: 'Vous pouvez réserver',
          paragraphs: [
            `Votre parent ou représentant légal a donné son accord. Vous pouvez payer des sessions jusqu’à ${euros(event.monthly)} par mois ; il est prévenu de chaque paiement.`,
          ],
          action: { label: 'Choisir une session', link: `${site}/browse` },
        };
      case 'limited':
        return {
          subject: 'Votre limite par mois a changé',
          preview: `${euros(event.monthly)} par mois.`,
          title: 'Votre limite a changé',
          paragraphs: [
            `Votre parent ou représentant légal a fixé votre limite à ${euros(event.monthly)} par mois. Vos réservations ne changent pas.`,
          ],
        };
      case 'refused':
        return {
          subject: 'Votre parent ou représentant légal n’a pas donné son accord',
          preview: 'Les sessions gratuites restent ouvertes.',
          title: 'Pas d’accord pour payer',
          paragraphs: [
            'La personne à qui nous avons écrit n’a pas donné son accord : vous ne pouvez rien payer sur Loge. Les sessions gratuites restent ouvertes.',
          ],
          action: { label: 'Voir les streamers', link: `${site}/browse` },
        };
      case 'stopped':
        return {
          subject: 'Votre parent ou représentant légal a arrêté vos paiements',
          preview: 'Les sessions gratuites restent ouvertes.',
          title: 'Vos paiements sont arrêtés',
          paragraphs: [
            'Votre parent ou représentant légal a retiré son accord : vous ne pouvez plus rien payer sur Loge. Si des sessions ont été annulées, chacune vous est annoncée par son propre e-mail.',
          ],
          action: { label: 'Voir mes réservations', link: `${site}/viewer-dashboard/bookings` },
        };
    }
  },
});
