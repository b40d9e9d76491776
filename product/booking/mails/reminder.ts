import { z } from 'zod';
import { hoursAfter } from '#product/shared/time/instant.ts';
import { bookingMail, policyInWords, room, type Scene, see } from './booking-mail.ts';

const dayBefore = (scene: Scene, advice: string) => ({
  subject: `Votre session avec ${scene.other}, ${scene.shortly(scene.ticket.start)}`,
  preview: 'Dans 24 heures.',
  title: 'C’est dans 24 heures',
  paragraphs: [`Votre session avec ${scene.other} commence le ${scene.when(scene.ticket.start)}.`, advice],
  action: see(scene),
});

const hourBefore = (scene: Scene) => ({
  subject: `Dans une heure : votre session avec ${scene.other}`,
  preview: `À ${scene.hour(scene.ticket.start)}.`,
  title: 'C’est dans une heure',
  paragraphs: [
    `Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}. Vérifiez dès maintenant votre caméra et votre micro.`,
  ],
  action: room(scene, 'Préparer ma caméra et mon micro'),
});

/** Reminds both sides of a session that begins soon. */
export const reminder = bookingMail(
  'reminder',
  { minutesBefore: z.literal([1440, 60, 10]) },
  {
    sample: { minutesBefore: 1440 },
    viewer: ({ minutesBefore }, scene) =>
      ({
        1440: {
          ...dayBefore(
            scene,
            'Un empêchement ? Déplacez ou annulez dès maintenant, depuis votre réservation.',
          ),
          notes: policyInWords(scene, hoursAfter(scene.ticket.start, -24)),
        },
        60: hourBefore(scene),
        10: {
          subject: `Dans dix minutes : ${scene.other} vous attend`,
          preview: 'La loge est ouverte.',
          title: 'La loge est ouverte',
          paragraphs: [`Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}.`],
          action: room(scene, 'Rejoindre la loge'),
        },
      })[minutesBefore],
    streamer: ({ minutesBefore }, scene) =>
      ({
        1440: dayBefore(scene, 'Relisez ses réponses avant de vous retrouver.'),
        60: hourBefore(scene),
        10: {
          subject: `Dans dix minutes : votre session avec ${scene.other}`,
          preview: 'La loge est ouverte.',
          title: 'La loge est ouverte',
          paragraphs: [
            `Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}. Une absence de plus de dix minutes la ferait rembourser en entier.`,
          ],
          action: room(scene, 'Ouvrir la loge'),
        },
      })[minutesBefore],
  },
);
