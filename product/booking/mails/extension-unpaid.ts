import { z } from 'zod';
import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { formatDuration } from '#product/shared/time/duration.ts';
import { endOf } from '../rules/booking.ts';
import { bookingMail, euros, see } from './booking-mail.ts';

/** The bank did not pay for the extension after all: the session is as long as it was before. */
export const extensionUnpaid = bookingMail(
  'extension_unpaid',
  { minutes: z.number(), amount: cents },
  {
    sample: { minutes: 15, amount: sampleCents(1_125) },
    viewer: ({ minutes, amount }, scene) => ({
      subject: 'La prolongation de votre session n’a pas pu être payée',
      preview: 'Rien ne vous est débité pour elle.',
      title: 'Votre session retrouve sa durée',
      paragraphs: [
        `Votre banque avait réservé ${euros(amount)} pour prolonger la session de ${formatDuration(minutes)}, mais ne les a pas versés. Rien ne vous est débité pour cette prolongation, et la session finit à ${scene.hour(endOf(scene.ticket))}.`,
      ],
      action: see(scene),
    }),
    streamer: ({ minutes, amount }, scene) => ({
      subject: 'La prolongation de la session n’a pas pu être payée',
      preview: 'La session retrouve sa durée.',
      title: 'La session retrouve sa durée',
      paragraphs: [
        `Le paiement de ${euros(amount)} pour prolonger de ${formatDuration(minutes)} la session avec ${scene.other} n’a pas abouti. Elle finit à ${scene.hour(endOf(scene.ticket))}, et votre part est de nouveau de ${euros(scene.ticket.streamerShare)}.`,
      ],
      action: see(scene),
    }),
  },
);
