import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { ofName } from '#product/shared/elision.ts';
import { bookingMail, euros, see } from './booking-mail.ts';

/** The viewer's bank took the money of a session back, and decides. */
export const disputed = bookingMail(
  'disputed',
  { amount: cents },
  {
    sample: { amount: sampleCents(2_500) },
    viewer: null,
    streamer: ({ amount }, scene) => ({
      subject: `Un paiement de ${euros(amount)} est contesté`,
      preview: `La session avec ${scene.other}. L’équipe Loge répond à la banque.`,
      title: 'Un paiement est contesté',
      paragraphs: [
        `La banque ${ofName(scene.other)} a repris ${euros(amount)} le temps de trancher. Votre part de cette session est retenue jusque-là.`,
        'L’équipe Loge répond à la banque avec les présences enregistrées. Vous n’avez rien à faire ; si vous avez autre chose à montrer, écrivez-nous par le centre d’aide.',
      ],
      action: see(scene, 'Voir la session'),
    }),
  },
);
