import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { bookingMail, see } from './booking-mail.ts';

/** Nobody answered a proposed start in time: the session stays where it was. */
export const proposalLapsed = bookingMail(
  'proposal_lapsed',
  { start: instant },
  {
    sample: { start: sampleTime('2026-03-14T17:30:00Z') },
    viewer: ({ start }, scene) => ({
      subject: `Votre session reste le ${scene.shortly(scene.ticket.start)}`,
      preview: 'La proposition d’un autre horaire a pris fin.',
      title: 'Rien ne change',
      paragraphs: [
        `La proposition du ${scene.when(start)} a pris fin sans réponse. La session avec ${scene.other} reste prévue le ${scene.when(scene.ticket.start)}.`,
      ],
      action: see(scene),
    }),
    streamer: ({ start }, scene) => ({
      subject: `La session avec ${scene.other} reste le ${scene.shortly(scene.ticket.start)}`,
      preview: 'Votre proposition est restée sans réponse.',
      title: 'Votre proposition a pris fin',
      paragraphs: [
        `${scene.other} n’a pas répondu à votre proposition du ${scene.when(start)}. La session reste prévue le ${scene.when(scene.ticket.start)}.`,
      ],
      action: see(scene),
    }),
  },
);
