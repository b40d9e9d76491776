import { z } from 'zod';
import { cents, defineMail, sampleCents } from '#product/mail/mail-kind.ts';
import { formatEuros } from '#product/shared/money/format.ts';

/**
 * The statement of a year that is over can be read: what was credited in it, for one's own tax
 * return.
 */
export const statementReady = defineMail({
  name: 'notice.statement_ready',
  shows: 'finance',
  facts: z.object({ year: z.int(), sessions: z.int(), credited: cents }),
  samples: [{ year: 2025, sessions: 31, credited: sampleCents(118_575) }],
  content: ({ year, sessions, credited }, { site }) => ({
    subject: `Votre relevé ${year} est prêt`,
    preview: 'Les montants de l’année, trimestre par trimestre.',
    title: `Votre relevé de l’année ${year}`,
    paragraphs: [
      `En ${year}, ${sessions === 1 ? '1 session vous a' : `${sessions} sessions vous ont`} rapporté ${formatEuros(credited)}, commission déduite. Votre relevé les détaille par trimestre.`,
      'Ce sont les montants que la loi fait déclarer à l’administration fiscale (article 1649 ter A du code général des impôts). Ils vous aident à remplir votre déclaration.',
    ],
    action: { label: 'Lire mon relevé', link: `${site}/streamer-dashboard/earnings/statements/${year}` },
  }),
});
