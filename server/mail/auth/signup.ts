import { z } from 'zod';
import { defineMail } from '../mail-kind.ts';
import { once, sampleLink } from './link.ts';

/** Confirms the address of a new account. */
export const signup = defineMail({
  name: 'auth.signup',
  facts: z.object({ actionLink: z.string(), validitySeconds: z.number() }),
  samples: [{ actionLink: sampleLink, validitySeconds: 3_600 }],
  content: ({ actionLink, validitySeconds }) => ({
    subject: 'Confirmez votre adresse e-mail',
    preview: 'Un geste, et votre compte Loge est ouvert.',
    title: 'Votre place vous attend',
    paragraphs: ['Confirmez que cette adresse est bien la vôtre, et votre compte Loge est ouvert.'],
    action: { label: 'Confirmer mon adresse', link: actionLink },
    notes: [
      once(validitySeconds),
      "Vous n'avez pas créé de compte ? Ignorez ce message : il ne se passera rien.",
    ],
  }),
});
