import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

const effect = sampleTime('2026-03-12T17:30:00Z');
const token = 'a'.repeat(64);

/**
 * Each step of a request to remove lost second factors. While it is open, the link calls it off:
 * anybody who knows the password alone may have asked. It opens a page, and only the button there
 * does it.
 */
export const factorRemoval = defineMail({
  name: 'account.factor_removal',
  shows: 'example',
  facts: z.discriminatedUnion('step', [
    z.object({ step: z.literal('asked'), token: z.string() }),
    z.object({ step: z.literal('granted'), token: z.string(), effectAt: instant }),
    z.object({ step: z.literal('refused'), reason: z.string() }),
    z.object({ step: z.literal('done') }),
  ]),
  samples: [
    { step: 'asked' as const, token },
    { step: 'granted' as const, token, effectAt: effect },
    {
      step: 'refused' as const,
      reason: 'Votre réponse ne correspond pas à ce que nous savons de ce compte.',
    },
    { step: 'done' as const },
  ],
  content: (event, { site }) => {
    switch (event.step) {
      case 'asked':
        return {
          subject: 'Vous demandez le retrait de votre second facteur',
          preview: 'Si ce n’était pas vous, arrêtez cette demande.',
          title: 'Le retrait de votre second facteur est demandé',
          paragraphs: [
            'Quelqu’un qui connaît votre mot de passe nous dit avoir perdu le second facteur et les codes de secours de votre compte.',
            'C’était vous ? L’équipe vous écrira ici pour s’assurer que c’est bien vous. Après son accord, il faudra encore 24 heures. Vous avez retrouvé votre téléphone ? Connectez-vous avec lui : la demande s’arrête d’elle-même.',
          ],
          action: { label: 'Ce n’était pas moi', link: `${site}/keep-factors/${event.token}` },
          notes: ['Le lien ouvre une page : rien ne change avant que vous ne le confirmiez.'],
        };
      case 'granted':
        return {
          subject: 'Votre second facteur sera bientôt retiré',
          preview: `Le ${frenchDateTime(new Date(event.effectAt))}, sauf si vous l’arrêtez.`,
          title: 'Votre second facteur sera retiré',
          paragraphs: [
            `L’équipe a accepté la demande. Le ${frenchDateTime(new Date(event.effectAt))}, vos seconds facteurs et vos codes de secours seront retirés, et votre mot de passe suffira de nouveau pour entrer.`,
            'D’ici là, une connexion avec votre second facteur arrête tout.',
          ],
          action: { label: 'Ce n’était pas moi', link: `${site}/keep-factors/${event.token}` },
          notes: ['Le lien ouvre une page : rien ne change avant que vous ne le confirmiez.'],
        };
      case 'refused':
        return {
          subject: 'Votre second facteur est conservé',
          preview: 'La demande de retrait n’a pas été acceptée.',
          title: 'Votre second facteur est conservé',
          paragraphs: [
            'L’équipe n’a pas accepté de retirer le second facteur de votre compte.',
            `Motif : ${event.reason}`,
          ],
          action: { label: 'Écrire à l’équipe', link: `${site}/contact` },
        };
      case 'done':
        return {
          subject: 'Votre second facteur a été retiré',
          preview: 'Votre mot de passe suffit de nouveau. Ajoutez vite un nouveau second facteur.',
          title: 'Votre second facteur a été retiré',
          paragraphs: [
            'Vos seconds facteurs et vos codes de secours ont été retirés, comme vous l’aviez demandé à l’équipe. Votre mot de passe suffit de nouveau pour entrer : ajoutez un nouveau second facteur dès votre prochaine connexion, dans vos réglages.',
          ],
          action: { label: 'Me connecter', link: `${site}/auth` },
          notes: [
            `Ce n’était pas vous ? Changez de mot de passe (${site}/forgot-password), puis écrivez-nous : ${site}/contact`,
          ],
        };
    }
  },
});
