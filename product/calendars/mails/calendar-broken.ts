import { z } from 'zod';
import { frenchDateTime, unlinked } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

/** An imported calendar could not be read for a day; `problem` is a French sentence. */
export const calendarBroken = defineMail({
  name: 'notice.calendar_broken',
  shows: 'support',
  facts: z.object({
    label: z.string(),
    problem: z.string(),
    lastGoodAt: instant.nullable(),
    zone: z.string(),
  }),
  samples: [
    {
      label: 'Perso',
      problem: 'Il est introuvable.',
      lastGoodAt: sampleTime('2026-03-12T17:30:00Z'),
      zone: 'Europe/Paris',
    },
  ],
  content: ({ label, problem, lastGoodAt, zone }, { site }) => ({
    subject: `Votre agenda « ${unlinked(label)} » ne répond plus`,
    preview: 'Vos créneaux suivent sa dernière version connue.',
    title: 'Un de vos agendas ne répond plus',
    paragraphs: [
      `Depuis un jour, nous ne parvenons plus à lire « ${unlinked(label)} ».`,
      problem,
      lastGoodAt === null
        ? 'Aucun de ses rendez-vous ne ferme de créneau pour l’instant.'
        : `Vos créneaux suivent sa version du ${frenchDateTime(new Date(lastGoodAt), zone)} : un rendez-vous pris depuis n’y est pas.`,
    ],
    action: { label: 'Voir mes agendas', link: `${site}/streamer-dashboard/availability` },
    notes: ['Nous réessayons régulièrement, et ne vous écrirons qu’une fois à ce sujet.'],
  }),
});
