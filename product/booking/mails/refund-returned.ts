import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { bookingMail, euros, see } from './booking-mail.ts';

/** The viewer's bank sent the refund back: they had read that it was on its way. */
export const refundReturned = bookingMail(
  'refund_returned',
  { amount: cents },
  {
    sample: { amount: sampleCents(2_500) },
    viewer: ({ amount }, scene) => ({
      subject: `Votre remboursement de ${euros(amount)} n’est pas arrivé`,
      preview: 'Votre banque nous l’a renvoyé. Rien n’est perdu.',
      title: 'Votre remboursement n’est pas arrivé',
      paragraphs: [
        `Votre banque nous a renvoyé ${euros(amount)} : la carte de la session avec ${scene.other} est peut-être remplacée ou son compte fermé.`,
        'La somme est à vous. L’équipe Loge la rembourse de nouveau ou vous écrit pour un autre moyen ; si vous avez changé de carte ou de compte, répondez-nous par le centre d’aide.',
      ],
      action: see(scene, 'Voir le détail'),
    }),
    streamer: null,
  },
);
