import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';

/** Somebody asked to be an admin, and an admin decided. */
export const adminRequestDecided = defineMail({
  name: 'account.admin_request_decided',
  shows: 'support',
  facts: z.object({ granted: z.boolean(), reason: z.string().nullable() }),
  samples: [
    { granted: true, reason: null },
    { granted: false, reason: 'Équipe complète' },
  ],
  content: ({ granted, reason }, { site }) => ({
    subject: granted
      ? 'Votre demande d’administration est acceptée'
      : 'Votre demande d’administration est refusée',
    preview: granted
      ? 'L’administration de Loge vous est ouverte.'
      : 'Votre compte reste celui que vous avez.',
    title: granted ? 'Demande acceptée' : 'Demande refusée',
    paragraphs: [
      granted
        ? 'Vous pouvez maintenant administrer Loge. Reconnectez-vous pour ouvrir votre tableau de bord.'
        : 'Votre demande d’administrer Loge n’a pas été acceptée. Votre compte reste ouvert, avec son rôle actuel.',
      ...(reason === null || reason === '' ? [] : [`Motif : ${reason}`]),
    ],
    ...(granted ? { action: { label: 'Ouvrir l’administration', link: `${site}/admin-dashboard` } } : {}),
  }),
});
