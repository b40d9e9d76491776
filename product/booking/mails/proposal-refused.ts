import { z } from 'zod';
import { cents, instant, sampleCents, sampleTime } from '#product/mail/mail-kind.ts';
import { again, bookingMail, freed, refundToViewer, see } from './booking-mail.ts';

/** The viewer turned the proposed start down, which ends the booking. */
export const proposalRefused = bookingMail(
  'proposal_refused',
  { start: instant, refund: cents, charged: z.boolean() },
  {
    sample: { start: sampleTime('2026-03-14T17:30:00Z'), refund: sampleCents(2_500), charged: true },
    viewer: ({ refund, charged }, scene) => ({
      subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
      preview: 'Vous avez refusé le nouvel horaire.',
      title: 'La session n’aura pas lieu',
      paragraphs: [
        `Vous avez refusé l’horaire que proposait ${scene.other}.`,
        ...refundToViewer(scene, refund, charged),
      ],
      action: again(scene),
    }),
    streamer: ({ start }, scene) => ({
      subject: `${scene.other} n’est pas disponible le ${scene.shortly(start)}`,
      preview: 'Votre proposition est refusée.',
      title: 'Votre proposition est refusée',
      paragraphs: [
        `${scene.other} ne peut pas venir le ${scene.when(start)}. La session est annulée et son paiement remboursé en entier. ${freed}`,
      ],
      action: see(scene),
    }),
  },
);
