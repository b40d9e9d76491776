import { ofName } from '#product/shared/elision.ts';
import { again, bookingMail, euros, freed, see } from './booking-mail.ts';

/** The bank took its authorisation back, so the booking cannot stand. */
export const captureFailed = bookingMail(
  'capture_failed',
  {},
  {
    sample: {},
    viewer: (_event, scene) => ({
      subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
      preview: 'Votre banque n’a pas versé le montant réservé.',
      title: 'Le paiement n’a pas abouti',
      paragraphs: [
        `Votre banque avait réservé ${euros(scene.ticket.price)}, mais ne les a pas versés. La session avec ${scene.other} est annulée, et rien ne vous est débité.`,
      ],
      action: again(scene),
    }),
    streamer: (_event, scene) => ({
      subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
      preview: 'Le paiement n’a pas abouti.',
      title: 'La session est annulée',
      paragraphs: [
        `Le paiement ${ofName(scene.other)} n’a pas abouti : la session prévue le ${scene.when(scene.ticket.start)} est annulée. ${freed}`,
      ],
      action: see(scene),
    }),
  },
);
