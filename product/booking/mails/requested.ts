import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { ofName } from '#product/shared/elision.ts';
import { bookingMail, earning, reservedOnCard, see } from './booking-mail.ts';

/** An on-request offer waits for the streamer. */
export const requested = bookingMail(
  'requested',
  { answerBy: instant },
  {
    sample: { answerBy: sampleTime('2026-03-10T09:00:00Z') },
    viewer: ({ answerBy }, scene) => ({
      subject: `Demande envoyée à ${scene.other}`,
      preview: `Réponse attendue avant le ${scene.shortly(answerBy)}.`,
      title: 'Votre demande est envoyée',
      paragraphs: [
        `${scene.other} a jusqu’au ${scene.when(answerBy)} pour vous répondre. Ce créneau vous est gardé jusque-là.`,
        ...reservedOnCard(scene),
      ],
      action: see(scene, 'Voir ma demande'),
      notes: ['Vous pouvez retirer votre demande sans frais tant qu’elle n’est pas acceptée.'],
    }),
    streamer: ({ answerBy }, scene) => ({
      subject: `Demande ${ofName(scene.other)} à accepter avant le ${scene.shortly(answerBy)}`,
      preview: `Pour le ${scene.shortly(scene.ticket.start)}.`,
      title: `${scene.other} souhaite vous voir`,
      paragraphs: [
        `Vous avez jusqu’au ${scene.when(answerBy)} pour accepter, refuser ou proposer un autre horaire. Sans réponse, la demande prend fin.`,
        ...earning(scene),
      ],
      action: see(scene, 'Répondre à la demande'),
      notes: ['Le créneau est gardé en attendant votre réponse.'],
    }),
  },
);
