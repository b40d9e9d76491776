import { z } from 'zod';
import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import type { Cents } from '#product/shared/money/cents.ts';
import { formatDuration } from '#product/shared/time/duration.ts';
import { endOf } from '../rules/booking.ts';
import { bookingMail, euros, room, type Scene } from './booking-mail.ts';

const longer = (minutes: number, amount: Cents, scene: Scene, paid: string) => ({
  subject: `Session prolongée jusqu’à ${scene.hour(endOf(scene.ticket))}`,
  preview: `${formatDuration(minutes)} de plus avec ${scene.other}.`,
  title: 'Votre session est prolongée',
  paragraphs: [
    `Votre session avec ${scene.other} dure ${formatDuration(minutes)} de plus, jusqu’à ${scene.hour(endOf(scene.ticket))}.`,
    ...(amount === 0 ? [] : [paid]),
  ],
  action: room(scene, 'Revenir dans la loge'),
  notes: ['Le rendez-vous de votre agenda s’allonge avec ce message.'],
});

/** Both agreed in the room on an extension; the ticket is the longer session’s. */
export const extended = bookingMail(
  'extended',
  { minutes: z.number(), amount: cents },
  {
    sample: { minutes: 15, amount: sampleCents(1_125) },
    viewer: ({ minutes, amount }, scene) =>
      longer(minutes, amount, scene, `Vous avez réglé ${euros(amount)} pour cette prolongation.`),
    streamer: ({ minutes, amount }, scene) =>
      longer(
        minutes,
        amount,
        scene,
        `La prolongation de ${euros(amount)} est payée. Votre part pour toute la session : ${euros(scene.ticket.streamerShare)}.`,
      ),
  },
);
