import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { once, sampleLink } from './link.ts';

/** Asks the new address of an account for its confirmation. */
export const emailChangeNew = defineMail({
  name: 'auth.email_change_new',
  shows: 'example',
  facts: z.object({ actionLink: z.string(), validitySeconds: z.number(), newEmail: z.string() }),
  samples: [{ actionLink: sampleLink, validitySeconds: 3_600, newEmail: 'nouvelle@exemple.fr' }],
  content: ({ actionLink, validitySeconds, newEmail }) => ({
    subject: 'Confirmez votre nouvelle adresse',
    preview: 'Cette adresse doit devenir celle de votre compte Loge.',
    title: 'Votre nouvelle adresse',
    paragraphs: [
      `L’adresse ${newEmail} doit devenir celle de votre compte Loge. Confirmez qu’elle est bien la vôtre.`,
    ],
    action: { label: 'Confirmer cette adresse', link: actionLink },
    notes: [
      once(validitySeconds),
      'Si un message vous attend aussi à l’ancienne adresse, le changement se fait quand les deux sont confirmés.',
      'Vous n’avez pas de compte Loge ? Ignorez ce message : il ne se passera rien.',
    ],
  }),
});
