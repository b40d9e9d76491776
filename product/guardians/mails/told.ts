import { z } from 'zod';
import { euros } from '#product/booking/mails/booking-mail.ts';
import { frenchDateTime } from '#product/mail/french.ts';
import { cents, defineMail, instant, sampleCents, sampleTime } from '#product/mail/mail-kind.ts';
import { ofName, thatName } from '#product/shared/elision.ts';

const token = 'a'.repeat(64);
const common = { minorName: z.string(), token: z.string() };
const sample = { minorName: 'Léa M.', token };

/**
 * The mails to a guardian after they decided: each with a link that shows the sessions, changes the
 * limit and stops.
 */
export const guardianTold = defineMail({
  name: 'guardian.told',
  shows: 'example',
  facts: z.discriminatedUnion('event', [
    z.object({ ...common, event: z.literal('confirmed'), monthly: cents }),
    z.object({
      ...common,
      // Of a request, nothing is debited before the streamer accepts.
      event: z.enum(['paid', 'requested']),
      amount: cents,
      title: z.string(),
      streamerName: z.string(),
      start: instant,
    }),
    z.object({ ...common, event: z.literal('stopped'), cancelled: z.int() }),
    z.object({ event: z.enum(['of_age', 'age_corrected']), minorName: z.string() }),
  ]),
  samples: [
    { ...sample, event: 'confirmed' as const, monthly: sampleCents(10_000) },
    {
      ...sample,
      event: 'paid' as const,
      amount: sampleCents(4_500),
      title: 'Une heure d’échecs',
      streamerName: 'Camille R.',
      start: sampleTime('2026-03-12T17:30:00Z'),
    },
    {
      ...sample,
      event: 'requested' as const,
      amount: sampleCents(4_500),
      title: 'Une heure d’échecs',
      streamerName: 'Camille R.',
      start: sampleTime('2026-03-12T17:30:00Z'),
    },
    { ...sample, event: 'stopped' as const, cancelled: 2 },
    { event: 'of_age' as const, minorName: 'Léa M.' },
    { event: 'age_corrected' as const, minorName: 'Léa M.' },
  ],
  content: (event, { site }) => {
    const { minorName } = event;
    const see = (secret: string, label: string) => ({ label, link: `${site}/guardian/${secret}` });
    const stop =
      'Par ce lien, vous changez la limite ou vous arrêtez tout, quand vous voulez. Ne le transmettez pas.';
    switch (event.event) {
      case 'confirmed':
        return {
          subject: `Votre accord pour ${minorName} est noté`,
          preview: `Jusqu’à ${euros(event.monthly)} par mois.`,
          title: 'Votre accord est noté',
          paragraphs: [
            `${minorName} peut payer des sessions sur Loge, jusqu’à ${euros(event.monthly)} par mois. Vous recevrez un e-mail à chaque paiement.`,
          ],
          action: see(event.token, 'Voir ses sessions'),
          notes: [stop],
        };
      case 'paid':
        return {
          subject: `${minorName} a payé ${euros(event.amount)}`,
          preview: `${event.title}, avec ${event.streamerName}.`,
          title: `${euros(event.amount)} pour une session`,
          paragraphs: [
            `${minorName} a réservé « ${event.title} » avec ${event.streamerName}, le ${frenchDateTime(new Date(event.start))}.`,
          ],
          action: see(event.token, 'Voir ses sessions'),
          notes: [stop],
        };
      case 'requested':
        return {
          subject: `${minorName} a demandé une session à ${euros(event.amount)}`,
          preview: `${event.title}, avec ${event.streamerName}. Rien n’est débité avant sa réponse.`,
          title: `Une session à ${euros(event.amount)} est demandée`,
          paragraphs: [
            `${minorName} a demandé une session à ${euros(event.amount)}, débitée si le streamer accepte : « ${event.title} » avec ${event.streamerName}, le ${frenchDateTime(new Date(event.start))}.`,
          ],
          action: see(event.token, 'Voir ses sessions'),
          notes: [stop],
        };
      case 'stopped':
        return {
          subject: `Les paiements ${ofName(minorName)} sont arrêtés`,
          preview: 'Plus rien ne peut être payé sans un nouvel accord.',
          title: 'Les paiements sont arrêtés',
          paragraphs: [
            `${minorName} ne peut plus rien payer sur Loge.`,
            event.cancelled === 0
              ? 'Aucune session n’a été annulée.'
              : event.cancelled === 1
                ? 'Une session a été annulée, et remboursée selon ses conditions.'
                : `${String(event.cancelled)} sessions ont été annulées, et remboursées selon leurs conditions.`,
          ],
          action: see(event.token, 'Voir ses sessions'),
        };
      case 'of_age':
        return {
          subject: `${minorName} a 18 ans`,
          preview: 'Votre accord n’est plus nécessaire.',
          title: 'Votre accord prend fin',
          paragraphs: [
            `${minorName} a 18 ans aujourd’hui et paie désormais sous sa seule responsabilité. Nous ne vous écrirons plus, et vos liens ne montrent plus rien.`,
          ],
        };
      case 'age_corrected':
        return {
          subject: `L’âge ${ofName(minorName)} a été corrigé`,
          preview: 'Selon l’équipe de Loge, votre accord n’est plus nécessaire.',
          title: 'Votre accord prend fin',
          paragraphs: [
            `L’équipe de Loge a noté ${thatName(minorName)} est majeur, après une erreur de date : votre accord n’est plus nécessaire, et vos liens ne montrent plus rien.`,
            'Si cette personne a moins de 18 ans, dites-le-nous tout de suite.',
          ],
          action: { label: 'Écrire à l’équipe', link: `${site}/contact` },
        };
    }
  },
});
