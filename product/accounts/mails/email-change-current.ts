import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { once, sampleLink } from './link.ts';

/** Asks the old address for its consent to a change. */
export const emailChangeCurrent = defineMail({
  name: 'auth.email_change_current',
  shows: 'example',
  facts: z.object({ actionLink: z.string(), validitySeconds: z.number(), newEmail: z.string() }),
  samples: [{ actionLink: sampleLink, validitySeconds: 3_600, newEmail: 'nouvelle@exemple.fr' }],
  content: ({ actionLink, validitySeconds, newEmail }) => ({
    subject: 'Confirmez votre changement d’adresse',
    preview: 'Une nouvelle adresse est demandée pour votre compte Loge.',
    title: 'Changer d’adresse',
    paragraphs: [
      `Vous avez demandé que l’adresse de votre compte devienne ${newEmail}. Confirmez-le depuis votre adresse actuelle ; un second message vous attend à la nouvelle.`,
    ],
    action: { label: 'Confirmer le changement', link: actionLink },
    notes: [
      once(validitySeconds),
      'Vous n’avez rien demandé ? Ne confirmez rien et changez votre mot de passe : quelqu’un est peut-être connecté à votre place.',
    ],
  }),
});
