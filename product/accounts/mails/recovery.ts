import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { once, sampleLink } from './link.ts';

/** Somebody forgot their password. */
export const recovery = defineMail({
  name: 'auth.recovery',
  shows: 'example',
  facts: z.object({ actionLink: z.string(), validitySeconds: z.number(), otp: z.string() }),
  samples: [{ actionLink: sampleLink, validitySeconds: 3_600, otp: '482913' }],
  content: ({ actionLink, validitySeconds, otp }) => ({
    subject: 'Choisissez un nouveau mot de passe',
    preview: 'Le lien pour retrouver votre compte Loge.',
    title: 'Un nouveau mot de passe',
    paragraphs: [
      'Vous avez demandé à retrouver votre compte. Pour choisir un nouveau mot de passe, ouvrez le lien, ou saisissez ce code là où vous l’avez demandé.',
    ],
    action: { label: 'Choisir un nouveau mot de passe', link: actionLink },
    code: otp,
    notes: [
      once(validitySeconds),
      'Vous n’avez rien demandé ? Ignorez ce message : votre mot de passe actuel reste le bon.',
    ],
  }),
});
