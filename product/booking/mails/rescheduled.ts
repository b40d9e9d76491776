import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { bookingMail, policyInWords, see } from './booking-mail.ts';

/** The viewer moved it. */
export const rescheduled = bookingMail(
  'rescheduled',
  { previousStart: instant },
  {
    sample: { previousStart: sampleTime('2026-03-14T17:30:00Z') },
    viewer: ({ previousStart }, scene) => ({
      subject: `Session déplacée au ${scene.shortly(scene.ticket.start)}`,
      preview: `Elle était prévue le ${scene.shortly(previousStart)}.`,
      title: 'Votre session est déplacée',
      paragraphs: [
        `La session avec ${scene.other}, prévue le ${scene.when(previousStart)}, aura lieu le ${scene.when(scene.ticket.start)}. Vous n’avez rien à payer.`,
      ],
      action: see(scene),
      notes: policyInWords(scene, scene.ticket.changedAt),
    }),
    streamer: ({ previousStart }, scene) => ({
      subject: `Session déplacée au ${scene.shortly(scene.ticket.start)}`,
      preview: `${scene.other} a choisi un autre créneau.`,
      title: `${scene.other} a déplacé la session`,
      paragraphs: [
        `Prévue le ${scene.when(previousStart)}, elle aura lieu le ${scene.when(scene.ticket.start)}. L’ancien créneau est de nouveau libre.`,
      ],
      action: see(scene),
    }),
  },
);
