import { z } from 'zod';
import { frenchDay, frenchYear } from '#product/mail/french.ts';
import { cents, defineMail, instant, sampleCents, sampleTime } from '#product/mail/mail-kind.ts';
import { formatEuros } from '#product/shared/money/format.ts';

/**
 * A streamer has sold enough in a year to be asked who they are, for the tax office: the request, a
 * reminder, and the second one, which says from when payouts wait (`waitsFrom`).
 */
export const identityRequested = defineMail({
  name: 'notice.identity_requested',
  shows: 'finance',
  facts: z.object({
    step: z.enum(['asked', 'reminded', 'reminded_again']),
    year: z.int(),
    sessions: z.int(),
    credited: cents,
    waitsFrom: instant,
  }),
  samples: (['asked', 'reminded', 'reminded_again'] as const).map((step) => ({
    step,
    year: 2026,
    sessions: 25,
    credited: sampleCents(96_500),
    waitsFrom: sampleTime('2026-05-11T08:00:00Z'),
  })),
  content({ step, year, sessions, credited, waitsFrom }, { site }) {
    const from = new Date(waitsFrom);
    const day = `${frenchDay(from, 'Europe/Paris')} ${frenchYear(from, 'Europe/Paris')}`;
    return {
      subject:
        step === 'asked'
          ? 'Complétez votre identité fiscale'
          : step === 'reminded'
            ? 'Rappel : votre identité fiscale est à compléter'
            : 'Dernier rappel : vos versements vont attendre votre identité fiscale',
      preview: 'La loi nous demande de savoir qui nous payons.',
      title: 'Votre identité fiscale est à compléter',
      paragraphs: [
        `En ${year}, ${sessions === 1 ? '1 session vous a' : `${sessions} sessions vous ont`} rapporté ${formatEuros(credited)}, commission déduite. La loi nous demande alors de savoir qui nous payons, et de le déclarer chaque année à l’administration fiscale (article 1649 ter A du code général des impôts).`,
        'Il nous faut votre nom déclaré, votre adresse, votre numéro fiscal, et votre SIREN ou votre date de naissance. Deux minutes suffisent, et tout est gardé chiffré.',
        step === 'reminded_again'
          ? `Sans réponse, vos versements attendront à partir du ${day}. Rien ne se perd : ils repartent d’eux-mêmes dès que tout est complet.`
          : `Sans réponse après deux rappels, vos versements attendront, au plus tôt le ${day}. Vos sessions, elles, continuent.`,
      ],
      action: {
        label: 'Compléter mon identité fiscale',
        link: `${site}/streamer-dashboard/earnings#documents`,
      },
    };
  },
});
