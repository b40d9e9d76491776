import { z } from 'zod';
import { frenchDateTime, unlinked } from '#product/mail/french.ts';
import { cents, defineMail, instant, sampleCents, sampleTime } from '#product/mail/mail-kind.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import { formatDuration } from '#product/shared/time/duration.ts';

/**
 * A time came free for somebody on the waiting list; first come, first served. `streamerPath`: the
 * end of the booking page’s address.
 */
export const slotFree = defineMail({
  name: 'notice.slot_free',
  shows: 'support',
  facts: z.object({
    streamerName: z.string(),
    streamerPath: z.string(),
    title: z.string(),
    start: instant,
    durationMinutes: z.number(),
    price: cents,
    zone: z.string(),
    streamerZone: z.string(),
  }),
  samples: [
    {
      streamerName: 'Léa Moreau',
      streamerPath: 'lea',
      title: 'Coaching',
      start: sampleTime('2026-03-12T17:30:00Z'),
      durationMinutes: 45,
      price: sampleCents(0),
      zone: 'America/Montreal',
      streamerZone: 'Europe/Paris',
    },
  ],
  content: (
    { streamerName, streamerPath, title, start, durationMinutes, price, zone, ...rest },
    { site },
  ) => {
    const when = frenchDateTime(new Date(start), zone);
    const theirs = frenchDateTime(new Date(start), rest.streamerZone);
    const cost = price === 0 ? 'gratuit' : formatEuros(price);
    return {
      subject: `Une place se libère avec ${unlinked(streamerName)}`,
      preview: `Le ${when}.`,
      title: 'Une place se libère',
      paragraphs: [
        `Vous attendiez « ${unlinked(title)} » avec ${unlinked(streamerName)} : le ${when} est libre, pour ${formatDuration(durationMinutes)} (${cost}).`,
        ...(theirs === when ? [] : [`Là-bas, il sera le ${theirs}.`]),
        'La place va à qui la prend en premier.',
      ],
      action: {
        label: 'Prendre cette place',
        link: `${site}/book-session/${encodeURIComponent(streamerPath)}`,
      },
      notes: ['Vous ne voulez plus attendre ? Quittez la liste d’attente depuis votre tableau de bord.'],
    };
  },
});
