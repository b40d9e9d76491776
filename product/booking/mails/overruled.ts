import { z } from 'zod';
import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { bookingMail, euros, quoting, see } from './booking-mail.ts';

/**
 * The team decided otherwise than attendance: the viewer gets `refund` back in all, the streamer
 * keeps `share`.
 */
export const overruled = bookingMail(
  'overruled',
  { refund: cents, share: cents, reason: z.string() },
  {
    sample: { refund: sampleCents(2_500), share: sampleCents(1_275), reason: 'Le son manquait' },
    // Money alone changes nothing in a calendar.
    calendar: false,
    viewer: ({ refund, reason }, scene) => ({
      subject: `Décision de l’équipe Loge : ${euros(refund)} vous sont remboursés`,
      preview: `Pour la session avec ${scene.other}.`,
      title: 'L’équipe Loge a revu le règlement',
      paragraphs: [
        `Pour votre session avec ${scene.other} du ${scene.when(scene.ticket.start)}, ${euros(refund)} vous sont remboursés en tout, y compris ce qui l’avait déjà été.`,
        ...quoting('Motif', reason),
        'Le complément arrive sur votre moyen de paiement sous 5 à 10 jours selon votre banque.',
      ],
      action: see(scene, 'Voir le détail'),
    }),
    streamer: ({ refund, share, reason }, scene) => ({
      subject: `Décision de l’équipe Loge sur votre session avec ${scene.other}`,
      preview: `${euros(refund)} sont remboursés au viewer.`,
      title: 'L’équipe Loge a revu le règlement',
      paragraphs: [
        `Pour votre session avec ${scene.other} du ${scene.when(scene.ticket.start)}, ${euros(refund)} lui sont remboursés en tout. Votre part est désormais de ${euros(share)}.`,
        ...quoting('Motif', reason),
        'Vous pensez que c’est une erreur ? Répondez à ce message en expliquant pourquoi.',
      ],
      action: see(scene),
    }),
  },
);
