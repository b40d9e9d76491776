import { z } from 'zod';
import { frenchDuration } from '#product/mail/french.ts';
import { defineMail } from '#product/mail/mail-kind.ts';
import { sampleLink } from './link.ts';

/** Signs in without a password. */
export const magiclink = defineMail({
  name: 'auth.magiclink',
  shows: 'example',
  facts: z.object({ actionLink: z.string(), validitySeconds: z.number(), otp: z.string() }),
  samples: [{ actionLink: sampleLink, validitySeconds: 3_600, otp: '482913' }],
  content: ({ actionLink, validitySeconds, otp }) => ({
    subject: 'Votre lien de connexion',
    preview: 'Connectez-vous à Loge sans mot de passe.',
    title: 'Entrez, sans mot de passe',
    paragraphs: [
      'Ouvrez le lien pour vous connecter, ou saisissez ce code là où vous avez demandé à entrer.',
    ],
    action: { label: 'Me connecter', link: actionLink },
    code: otp,
    notes: [
      `Le lien et le code sont valables ${frenchDuration(validitySeconds)}, pour une seule connexion.`,
      'Vous n’avez rien demandé ? Ignorez ce message, et ne donnez ce code à personne.',
    ],
  }),
});
