import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

/** Tells the person, even when somebody else changed it. */
export const passwordChanged = defineMail({
  name: 'auth.password_changed',
  shows: 'example',
  facts: z.object({ at: instant }),
  samples: [{ at: sampleTime('2026-03-12T17:30:00Z') }],
  content: ({ at }, { site }) => ({
    subject: 'Votre mot de passe a changé',
    preview: 'Si ce n’était pas vous, agissez maintenant.',
    title: 'Votre mot de passe a changé',
    paragraphs: [
      `Le mot de passe de votre compte a été changé le ${frenchDateTime(new Date(at))}. Vos autres appareils sont déconnectés.`,
      'C’était vous ? Vous n’avez rien à faire. Sinon, reprenez votre compte sans attendre.',
    ],
    action: { label: 'Ce n’était pas moi', link: `${site}/forgot-password` },
  }),
});
