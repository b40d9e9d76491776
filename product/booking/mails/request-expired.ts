import { ofName } from '#product/shared/elision.ts';
import { again, bookingMail, freed, refundToViewer, see } from './booking-mail.ts';

/** Nobody answered a request in time. */
export const requestExpired = bookingMail(
  'request_expired',
  {},
  {
    sample: {},
    viewer: (_event, scene) => ({
      subject: `Votre demande à ${scene.other} est restée sans réponse`,
      preview: 'Le délai pour y répondre est passé.',
      title: 'Votre demande est restée sans réponse',
      paragraphs: [
        `Personne n’a répondu à temps : la demande pour le ${scene.when(scene.ticket.start)} prend fin.`,
        ...refundToViewer(scene, scene.ticket.price, false),
      ],
      action: again(scene),
    }),
    streamer: (_event, scene) => ({
      subject: `La demande ${ofName(scene.other)} a pris fin`,
      preview: 'Elle est restée sans réponse.',
      title: 'La demande a pris fin sans réponse',
      paragraphs: [
        `La demande ${ofName(scene.other)} pour le ${scene.when(scene.ticket.start)} est restée sans réponse. ${freed}`,
        'Répondre vite, même pour refuser, donne envie de revenir.',
      ],
      action: see(scene),
    }),
  },
);
