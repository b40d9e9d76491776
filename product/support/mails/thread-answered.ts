import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { threadNumber } from '#product/shared/reference-numbers.ts';

/** The team answered in a thread: the answer itself, so that nobody has to sign in to read it. */
export const threadAnswered = defineMail({
  name: 'support.thread_answered',
  shows: 'example',
  facts: z.object({
    path: z.string().startsWith('/'),
    /** Not of mails that were written before replies by mail. */
    threadId: z.uuid().optional(),
    number: z.int(),
    subject: z.string(),
    body: z.string(),
  }),
  samples: [
    {
      path: '/viewer-dashboard/requests?thread=t1',
      threadId: '0199d2c0-4d1e-4a70-9c51-0c4be27a91f3',
      number: 12,
      subject: 'Je n’ai pas reçu mon billet',
      body: 'Votre place est bien prise.\n\nNous vous renvoyons le billet. Sophie, pour l’équipe Loge',
    },
    {
      path: '/contact?key=k1',
      number: 13,
      subject: 'Mon compte est suspendu',
      body: 'Votre compte est rétabli.\n\nSophie, pour l’équipe Loge',
    },
  ],
  threadId: ({ threadId }) => threadId ?? null,
  content: ({ path, threadId, number, subject, body }, { site, canReply }) => ({
    subject: `Réponse à votre demande ${threadNumber(number)}`,
    preview: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    title: subject,
    paragraphs: body.split(/\n{2,}/),
    action: { label: 'Lire et répondre', link: `${site}${path}` },
    // A person who wrote from the contact page has no list of requests: the link is their way back.
    notes: [
      ...(canReply && threadId !== undefined
        ? [
            path.startsWith('/contact')
              ? 'Vous pouvez aussi répondre à cet e-mail, depuis cette adresse, sans pièce jointe.'
              : 'Vous pouvez aussi répondre à cet e-mail, depuis cette adresse, avec quatre pièces jointes au plus.',
          ]
        : []),
      path.startsWith('/contact')
        ? `Demande ${threadNumber(number)}. Tout ce qui s’y est écrit se lit par ce lien, sans vous connecter.`
        : `Demande ${threadNumber(number)}. Tout ce qui s’y est écrit est sur Loge, parmi vos demandes.`,
    ],
  }),
});
