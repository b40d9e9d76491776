import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';

/**
 * Somebody signed up with the address of an account: told to its person, and answered as if there
 * were none.
 */
export const accountExists = defineMail({
  name: 'auth.account_exists',
  shows: 'example',
  facts: z.object({}),
  samples: [{}],
  content: (_event, { site }) => ({
    subject: 'Vous avez déjà un compte',
    preview: 'Une inscription vient d’être demandée avec votre adresse.',
    title: 'Vous avez déjà un compte',
    paragraphs: [
      'Une inscription vient d’être demandée avec cette adresse, qui a déjà un compte Loge. Rien n’a changé : connectez-vous avec votre mot de passe habituel.',
    ],
    action: { label: 'Me connecter', link: `${site}/auth` },
    notes: [
      `Mot de passe oublié ? Choisissez-en un nouveau : ${site}/forgot-password`,
      'Ce n’était pas vous ? Vous n’avez rien à faire : personne n’est entré dans votre compte.',
    ],
  }),
});
