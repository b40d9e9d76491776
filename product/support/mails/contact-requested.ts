import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { refusalLines } from '#product/mail/strangers.ts';
import { CONTACT_DAYS } from '../rules/support.ts';

/**
 * Somebody who is not signed in wrote to the team: the letter goes on once they follow the link.
 */
export const contactRequested = defineMail({
  name: 'support.contact_requested',
  shows: 'example',
  facts: z.object({ path: z.string().startsWith('/'), refusal: z.string().nullable().default(null) }),
  samples: [{ path: '/contact?key=k1', refusal: 'b'.repeat(128) }],
  content: ({ path, refusal }, { site }) => ({
    subject: 'Confirmez votre message à l’équipe Loge',
    preview: 'Un clic, et l’équipe le lit.',
    title: 'Votre message attend votre confirmation',
    paragraphs: [
      'Quelqu’un a écrit à l’équipe Loge en donnant cette adresse. Si c’est vous, relisez votre message et confirmez l’envoi.',
    ],
    action: { label: 'Confirmer et envoyer', link: `${site}${path}` },
    ...refusalLines(refusal, site),
    notes: [
      `Sans confirmation, le message est effacé au bout de ${String(CONTACT_DAYS)} jours. Vous n’avez rien écrit ? Ignorez cet e-mail.`,
    ],
  }),
});
