import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { bookingMail, see } from './booking-mail.ts';

/** The streamer asks for another start, and the viewer answers. */
export const proposed = bookingMail(
  'proposed',
  { start: instant, answerBy: instant },
  {
    sample: { start: sampleTime('2026-03-14T17:30:00Z'), answerBy: sampleTime('2026-03-10T09:00:00Z') },
    viewer: ({ start, answerBy }, scene) => ({
      subject: `${scene.other} vous propose le ${scene.shortly(start)}`,
      preview: `Votre réponse avant le ${scene.shortly(answerBy)}.`,
      title: 'Un autre horaire vous est proposé',
      paragraphs: [
        `${scene.other} vous propose le ${scene.when(start)}, au lieu du ${scene.when(scene.ticket.start)}.`,
        `Vous avez jusqu’au ${scene.when(answerBy)} pour répondre.`,
        scene.ticket.status === 'confirmed'
          ? 'Si vous acceptez, vous n’avez rien à payer. Si vous refusez, la session est annulée et tout vous est remboursé. Sans réponse, elle reste à l’heure prévue.'
          : 'Si vous acceptez, la session est confirmée. Si vous refusez, ou sans réponse, la demande prend fin sans frais.',
      ],
      action: see(scene, 'Répondre à la proposition'),
    }),
    streamer: ({ start, answerBy }, scene) => ({
      subject: `Proposition envoyée à ${scene.other}`,
      preview: `Le ${scene.shortly(start)}, au lieu du ${scene.shortly(scene.ticket.start)}.`,
      title: 'Votre proposition est envoyée',
      paragraphs: [
        `Vous proposez à ${scene.other} le ${scene.when(start)}, au lieu du ${scene.when(scene.ticket.start)}.`,
        `Sa réponse est attendue avant le ${scene.when(answerBy)}.`,
      ],
      action: see(scene),
    }),
  },
);
