import { z } from 'zod';
import { ofName } from '#product/shared/elision.ts';
import { again, bookingMail, freed, quoting, refundToViewer, see } from './booking-mail.ts';

/** The streamer turned a request down. */
export const declined = bookingMail(
  'declined',
  { reason: z.string().nullable() },
  {
    sample: { reason: 'En déplacement' },
    viewer: ({ reason }, scene) => ({
      subject: `${scene.other} ne peut pas vous recevoir`,
      preview: 'Votre demande n’a pas été acceptée.',
      title: 'Ce ne sera pas cette fois',
      paragraphs: [
        `${scene.other} n’a pas pu accepter votre demande pour le ${scene.when(scene.ticket.start)}.`,
        ...quoting('Son message', reason),
        ...refundToViewer(scene, scene.ticket.price, false),
      ],
      action: again(scene),
    }),
    streamer: (_event, scene) => ({
      subject: `Demande ${ofName(scene.other)} refusée`,
      preview: freed,
      title: 'Vous avez refusé la demande',
      paragraphs: [`${scene.other} vient de l’apprendre, et rien ne lui est débité. ${freed}`],
      action: see(scene),
    }),
  },
);
