import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { bookingMail, euros, see } from './booking-mail.ts';

/** The refund left for the viewer’s means of payment. */
export const refunded = bookingMail(
  'refunded',
  { amount: cents },
  {
    sample: { amount: sampleCents(2_500) },
    viewer: ({ amount }, scene) => ({
      subject: `Remboursement de ${euros(amount)}`,
      preview: `Pour la session avec ${scene.other}.`,
      title: 'Votre remboursement est parti',
      paragraphs: [
        `Nous avons remboursé ${euros(amount)} sur votre moyen de paiement. Ils arrivent sous 5 à 10 jours selon votre banque.`,
      ],
      action: see(scene, 'Voir le détail'),
    }),
    streamer: null,
  },
);
