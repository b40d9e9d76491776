import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { bookingMail, policyInWords, see } from './booking-mail.ts';

/** The viewer took the start that the streamer proposed. */
export const proposalAccepted = bookingMail(
  'proposal_accepted',
  { previousStart: instant },
  {
    sample: { previousStart: sampleTime('2026-03-14T17:30:00Z') },
    viewer: ({ previousStart }, scene) => ({
      subject: `Session confirmée : ${scene.shortly(scene.ticket.start)}`,
      preview: 'Vous avez accepté le nouvel horaire.',
      title: 'Le nouvel horaire est confirmé',
      paragraphs: [
        `La session avec ${scene.other} aura lieu le ${scene.when(scene.ticket.start)}, au lieu du ${scene.when(previousStart)}.`,
      ],
      action: see(scene),
      notes: policyInWords(scene, scene.ticket.changedAt),
    }),
    streamer: ({ previousStart }, scene) => ({
      subject: `${scene.other} accepte le ${scene.shortly(scene.ticket.start)}`,
      preview: 'Votre proposition est acceptée.',
      title: 'Votre proposition est acceptée',
      paragraphs: [
        `La session avec ${scene.other} aura lieu le ${scene.when(scene.ticket.start)}, au lieu du ${scene.when(previousStart)}.`,
      ],
      action: see(scene),
    }),
  },
);
