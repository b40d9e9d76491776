import { z } from 'zod';
import { frenchDuration } from '#product/mail/french.ts';
import { defineMail } from '#product/mail/mail-kind.ts';
import { once, sampleLink } from './link.ts';

/** Confirms the address of a new account. */
export const signup = defineMail({
  name: 'auth.signup',
  shows: 'example',
  // Mails that were waiting when the code was added have none.
  facts: z.object({ actionLink: z.string(), validitySeconds: z.number(), otp: z.string().optional() }),
  samples: [{ actionLink: sampleLink, validitySeconds: 3_600, otp: '482913' }],
  content: ({ actionLink, validitySeconds, otp }) => ({
    subject: 'Confirmez votre adresse e-mail',
    preview: 'Un geste, et votre compte Loge est ouvert.',
    title: 'Votre place vous attend',
    paragraphs: [
      'Confirmez que cette adresse est bien la vôtre, et votre compte Loge est ouvert.',
      ...(otp === undefined
        ? []
        : ['Ouvrez le lien, ou saisissez ce code là où vous avez créé votre compte.']),
    ],
    action: { label: 'Confirmer mon adresse', link: actionLink },
    ...(otp === undefined ? {} : { code: otp }),
    notes: [
      otp === undefined
        ? once(validitySeconds)
        : `Le lien et le code sont valables ${frenchDuration(validitySeconds)} et ne servent qu’une fois.`,
      'Vous n’avez pas créé de compte ? Ignorez ce message : il ne se passera rien.',
    ],
  }),
});
