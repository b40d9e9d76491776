import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

/** How each way to prove oneself is called, and what a participle agrees with. */
const NAMES = {
  totp: { name: 'Une application d’authentification', isFeminine: true },
  phone: { name: 'Un numéro de téléphone', isFeminine: false },
  webauthn: { name: 'Une clé de sécurité', isFeminine: true },
  passkey: { name: 'Une clé d’accès', isFeminine: true },
} as const;

const facts = z.object({
  at: instant,
  factor: z.object({
    type: z.enum(['totp', 'phone', 'webauthn', 'passkey']),
    change: z.enum(['added', 'removed']),
  }),
});

const at = sampleTime('2026-03-12T17:30:00Z');

/**
 * Tells the person that a second factor or a passkey is there or gone, even when somebody else did
 * it.
 */
export const factorChanged = defineMail({
  name: 'auth.factor_changed',
  shows: 'example',
  facts,
  samples: [
    { at, factor: { type: 'totp' as const, change: 'added' as const } },
    { at, factor: { type: 'phone' as const, change: 'removed' as const } },
  ],
  content: ({ at: when, factor }, { site }) => {
    const { name, isFeminine } = NAMES[factor.type];
    const verb = `${factor.change === 'added' ? 'ajouté' : 'retiré'}${isFeminine ? 'e' : ''}`;
    const isPasskey = factor.type === 'passkey';
    const change = factor.change === 'added' ? 'ajouté' : 'retiré';
    const subject = isPasskey ? `Une clé d’accès a été ${change}e` : `Un second facteur a été ${change}`;
    return {
      subject,
      preview: 'Si ce n’était pas vous, agissez maintenant.',
      title: subject,
      paragraphs: [
        `${name} a été ${verb} le ${frenchDateTime(new Date(when))}.`,
        // An added factor is asked for before the password can be changed: who did not add it is
        // helped by the team alone.
        factor.change === 'added'
          ? 'C’était vous ? Vous n’avez rien à faire. Sinon, quelqu’un d’autre s’est connecté à votre compte : écrivez-nous sans attendre, et nous vous aiderons à le récupérer.'
          : 'C’était vous ? Vous n’avez rien à faire. Sinon, changez de mot de passe sans attendre : vos autres appareils seront déconnectés.',
      ],
      action: {
        label: 'Ce n’était pas moi',
        link: factor.change === 'added' ? `${site}/contact` : `${site}/forgot-password`,
      },
    };
  },
});
