import { z } from 'zod';
import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { bookingMail, see } from './booking-mail.ts';

/** A seat of a group session moved to another date: what is left of the one that it had. */
export const seatLeft = bookingMail(
  'seat_left',
  { start: instant, taken: z.number(), seats: z.number() },
  {
    sample: { start: sampleTime('2026-03-12T17:30:00Z'), taken: 3, seats: 6 },
    viewer: null,
    streamer: ({ start, taken, seats }, scene) =>
      taken === 0
        ? {
            subject: `Plus personne le ${scene.shortly(start)}`,
            preview: `${scene.other} a choisi une autre date.`,
            title: 'Cette date n’a plus personne',
            paragraphs: [
              `${scene.other} a choisi une autre date. Plus personne n’est inscrit le ${scene.when(start)} : la session quitte votre agenda, et le créneau est de nouveau libre.`,
            ],
            action: see(scene, 'Voir mes réservations'),
          }
        : {
            subject: `Une place se libère le ${scene.shortly(start)}`,
            preview: `${scene.other} a choisi une autre date.`,
            title: 'Une place se libère',
            paragraphs: [
              `${scene.other} a choisi une autre date. Le ${scene.when(start)}, il reste ${taken} ${taken === 1 ? 'place prise' : 'places prises'} sur ${seats}.`,
            ],
            action: see(scene),
          },
    // It speaks of the session, and a ticket of one seat.
    ticket: false,
  },
);
