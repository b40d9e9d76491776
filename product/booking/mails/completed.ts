import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { bookingMail, euros, refundToViewer, room } from './booking-mail.ts';

/**
 * It took place. `refund`: what the viewer gets back for the part that did not; `share`: what the
 * streamer earns.
 */
export const completed = bookingMail(
  'completed',
  { refund: cents, share: cents },
  {
    sample: { refund: sampleCents(1_000), share: sampleCents(1_275) },
    viewer: ({ refund }, scene) => ({
      subject: `Comment s’est passée votre session avec ${scene.other} ?`,
      preview: 'Votre avis aide les suivants à choisir.',
      title: 'Merci, et à bientôt',
      paragraphs: [
        `Votre session avec ${scene.other} est terminée.`,
        ...(refund === 0
          ? scene.ticket.price === 0
            ? []
            : [`Elle a été donnée en entier : ${euros(scene.ticket.price)} réglés.`]
          : [
              'Elle n’a pas été donnée en entier : vous ne réglez que le temps passé ensemble.',
              ...refundToViewer(scene, refund, true),
            ]),
        'Vous avez quatorze jours pour donner votre avis. Il est public, sous votre prénom.',
      ],
      action: room(scene, 'Donner mon avis'),
    }),
    streamer: ({ refund, share }, scene) => ({
      subject: `Session terminée avec ${scene.other}`,
      preview: scene.ticket.price === 0 ? 'Elle était gratuite.' : `Votre part : ${euros(share)}.`,
      title: 'Merci pour ce moment',
      paragraphs: [
        `Votre session avec ${scene.other} est terminée.`,
        ...(refund === 0
          ? []
          : [
              `Elle n’a pas été donnée en entier : ${euros(refund)} reviennent à ${scene.other}, au prorata du temps passé ensemble.`,
            ]),
        ...(scene.ticket.price === 0
          ? []
          : [
              `Votre part est de ${euros(share)}. Elle reste parmi vos fonds retenus quelques jours, puis devient disponible.`,
            ]),
      ],
      action: room(scene, 'Voir le bilan'),
    }),
  },
);
