import { z } from 'zod';
import { hoursAfter } from '#domain/time/instant.ts';
import { bookingMail, policyInWords, room, see } from '../booking-mail.ts';

/** The session comes closer. */
export const reminder = bookingMail(
  'reminder',
  { minutesBefore: z.literal([1440, 60, 10]) },
  {
    sample: { minutesBefore: 1440 },
    viewer: ({ minutesBefore }, scene) =>
      ({
        1440: {
          subject: `Votre session avec ${scene.other}, ${scene.shortly(scene.ticket.start)}`,
          preview: 'Dans 24 heures.',
          title: 'C’est dans 24 heures',
          paragraphs: [
            `Votre session avec ${scene.other} commence le ${scene.when(scene.ticket.start)}.`,
            'Un empêchement ? Déplacez ou annulez dès maintenant, depuis votre réservation.',
          ],
          action: see(scene),
          notes: policyInWords(scene, hoursAfter(scene.ticket.start, -24)),
        },
        60: {
          subject: `Dans une heure : votre session avec ${scene.other}`,
          preview: `À ${scene.hour(scene.ticket.start)}.`,
          title: 'C’est dans une heure',
          paragraphs: [
            `Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}. Vérifiez dès maintenant votre caméra et votre micro.`,
          ],
          action: room(scene, 'Préparer ma caméra et mon micro'),
          notes: [],
        },
        10: {
          subject: `Dans dix minutes : ${scene.other} vous attend`,
          preview: 'La loge est ouverte.',
          title: 'La loge est ouverte',
          paragraphs: [`Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}.`],
          action: room(scene, 'Rejoindre la loge'),
          notes: [],
        },
      })[minutesBefore],
    streamer: ({ minutesBefore }, scene) =>
      ({
        1440: {
          subject: `Votre session avec ${scene.other}, ${scene.shortly(scene.ticket.start)}`,
          preview: 'Dans 24 heures.',
          title: 'C’est dans 24 heures',
          paragraphs: [
            `Votre session avec ${scene.other} commence le ${scene.when(scene.ticket.start)}.`,
            'Relisez ses réponses avant de vous retrouver.',
          ],
          action: see(scene),
          notes: [],
        },
        60: {
          subject: `Dans une heure : votre session avec ${scene.other}`,
          preview: `À ${scene.hour(scene.ticket.start)}.`,
          title: 'C’est dans une heure',
          paragraphs: [
            `Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}. Vérifiez dès maintenant votre caméra et votre micro.`,
          ],
          action: room(scene, 'Préparer ma caméra et mon micro'),
          notes: [],
        },
        10: {
          subject: `Dans dix minutes : votre session avec ${scene.other}`,
          preview: 'La loge est ouverte.',
          title: 'La loge est ouverte',
          paragraphs: [
            `Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}. Une absence de plus de dix minutes la ferait rembourser en entier.`,
          ],
          action: room(scene, 'Ouvrir la loge'),
          notes: [],
        },
      })[minutesBefore],
  },
);
