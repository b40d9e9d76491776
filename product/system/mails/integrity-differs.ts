import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { INTEGRITY_CHECKS, type IntegrityCheck } from '../rules/integrity.ts';

const check = z.custom<IntegrityCheck>(
  (value) => typeof value === 'string' && Object.hasOwn(INTEGRITY_CHECKS, value),
  'not a check of integrity',
);

/** To the team: what belongs together does not agree. */
export const integrityDiffers = defineMail({
  name: 'notice.integrity_differs',
  shows: 'finance',
  facts: z.object({ findings: z.array(z.object({ check, count: z.int().positive() })) }),
  samples: [
    {
      findings: [
        { check: 'provider' as const, count: 1 },
        { check: 'lost_files' as const, count: 3 },
      ],
    },
  ],
  content: ({ findings }, { site }) => ({
    subject: 'La vérification de Loge a trouvé un écart',
    preview: 'Ce qui devrait concorder ne concorde plus.',
    title: 'Un écart a été trouvé',
    paragraphs: [
      'La vérification d’intégrité a comparé le grand livre, les paiements, le prestataire, les documents et les fichiers. Ceci ne concorde pas :',
      ...findings.map(({ check: one, count }) => `${INTEGRITY_CHECKS[one]} : ${count}.`),
      'La page Système donne les références. Vous ne recevrez pas d’autre courrier tant que rien ne change.',
    ],
    action: { label: 'Ouvrir la page Système', link: `${site}/admin-dashboard/system` },
  }),
});
