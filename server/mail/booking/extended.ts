import { z } from 'zod';
import { endOf } from '#domain/booking/booking.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { bookingMail, euros, room } from '../booking-mail.ts';
import { cents, sampleCents } from '../mail-kind.ts';

/** Both agreed in the room on an extension; the ticket is the longer session’s. */
export const extended = bookingMail(
  'extended',
  { minutes: z.number(), amount: cents },
  {
    sample: { minutes: 15, amount: sampleCents(1_125) },
    viewer: ({ minutes, amount }, scene) => ({
      subject: `Session prolongée jusqu’à ${scene.hour(endOf(scene.ticket))}`,
      preview: `${formatDuration(minutes)} de plus avec ${scene.other}.`,
      title: 'Votre session est prolongée',
      paragraphs: [
        `Votre session avec ${scene.other} dure ${formatDuration(minutes)} de plus, jusqu’à ${scene.hour(endOf(scene.ticket))}.`,
        ...(amount === 0 ? [] : [`Vous avez réglé ${euros(amount)} pour cette prolongation.`]),
      ],
      action: room(scene, 'Revenir dans la loge'),
      notes: ['Le rendez-vous de votre agenda s’allonge avec ce message.'],
    }),
    streamer: ({ minutes, amount }, scene) => ({
      subject: `Session prolongée jusqu’à ${scene.hour(endOf(scene.ticket))}`,
      preview: `${formatDuration(minutes)} de plus avec ${scene.other}.`,
      title: 'Votre session est prolongée',
      paragraphs: [
        `Votre session avec ${scene.other} dure ${formatDuration(minutes)} de plus, jusqu’à ${scene.hour(endOf(scene.ticket))}.`,
        ...(amount === 0
          ? []
          : [
              `La prolongation de ${euros(amount)} est payée. Votre part pour toute la session : ${euros(scene.ticket.streamerShare)}.`,
            ]),
      ],
      action: room(scene, 'Revenir dans la loge'),
      notes: ['Le rendez-vous de votre agenda s’allonge avec ce message.'],
    }),
  },
);
