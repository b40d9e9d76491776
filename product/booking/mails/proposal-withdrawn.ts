import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { bookingMail, see } from './booking-mail.ts';

/** The streamer took the proposed start back. */
export const proposalWithdrawn = bookingMail(
  'proposal_withdrawn',
  { start: instant },
  {
    sample: { start: sampleTime('2026-03-14T17:30:00Z') },
    viewer: ({ start }, scene) => ({
      subject: `${scene.other} a retiré sa proposition d’horaire`,
      preview: `La date reste le ${scene.shortly(scene.ticket.start)}.`,
      title: 'Rien ne change',
      paragraphs: [
        `${scene.other} ne propose plus le ${scene.when(start)}. La date reste le ${scene.when(scene.ticket.start)}.`,
      ],
      action: see(scene),
    }),
    streamer: ({ start }, scene) => ({
      subject: `Proposition retirée : la date reste le ${scene.shortly(scene.ticket.start)}`,
      preview: `${scene.other} vient de l’apprendre.`,
      title: 'Votre proposition est retirée',
      paragraphs: [
        `Vous ne proposez plus le ${scene.when(start)} à ${scene.other}. La date reste le ${scene.when(scene.ticket.start)}.`,
      ],
      action: see(scene),
    }),
  },
);
