import { z } from 'zod';
import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { again, bookingMail, see } from './booking-mail.ts';

const failures = {
  declined: 'Votre banque a refusé le paiement.',
  authentication: 'La vérification demandée par votre banque n’a pas abouti.',
  abandoned: 'Le paiement a été interrompu avant la fin.',
  too_late: 'Votre paiement est arrivé après la fin du délai.',
  guardian: 'Votre parent ou représentant légal a retiré son accord avant la fin du paiement.',
};

/**
 * The means of payment did not go through while the time was held; `retryUntil` is null when the
 * hold is over.
 */
export const paymentFailed = bookingMail(
  'payment_failed',
  {
    cause: z.enum(['declined', 'authentication', 'abandoned', 'too_late', 'guardian']),
    retryUntil: instant.nullable(),
  },
  {
    sample: { cause: 'declined', retryUntil: sampleTime('2026-03-10T09:00:00Z') },
    // Money alone changes nothing in a calendar.
    calendar: false,
    viewer: ({ cause, retryUntil }, scene) => ({
      subject: 'Votre paiement n’est pas passé',
      preview:
        retryUntil === null
          ? 'Le créneau est de nouveau libre.'
          : `Votre créneau vous attend jusqu’à ${scene.hour(retryUntil)}.`,
      title: 'Le paiement n’est pas passé',
      paragraphs: [
        `${failures[cause]} Rien ne vous a été débité.`,
        retryUntil === null
          ? 'Le créneau n’est plus réservé. S’il est encore libre, vous pouvez le reprendre.'
          : `Votre créneau avec ${scene.other} vous attend jusqu’à ${scene.hour(retryUntil)} : reprenez le paiement, au besoin avec une autre carte.`,
      ],
      action: retryUntil === null ? again(scene) : see(scene, 'Reprendre le paiement'),
    }),
    // Between the viewer and their bank.
    streamer: null,
  },
);
