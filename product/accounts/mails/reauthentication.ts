import { z } from 'zod';
import { frenchDuration } from '#product/mail/french.ts';
import { defineMail } from '#product/mail/mail-kind.ts';

/** A code alone, before something that matters. */
export const reauthentication = defineMail({
  name: 'auth.reauthentication',
  shows: 'example',
  facts: z.object({ validitySeconds: z.number(), otp: z.string() }),
  samples: [{ validitySeconds: 3_600, otp: '482913' }],
  content: ({ validitySeconds, otp }) => ({
    subject: 'Votre code de vérification',
    preview: 'Pour confirmer que c’est bien vous.',
    title: 'Est-ce bien vous ?',
    paragraphs: ['Saisissez ce code dans Loge pour confirmer le changement que vous avez commencé.'],
    code: otp,
    notes: [
      `Ce code est valable ${frenchDuration(validitySeconds)}. Ne le donnez à personne : nous ne vous le demanderons jamais.`,
      'Vous n’avez rien commencé ? Changez votre mot de passe.',
    ],
  }),
});
