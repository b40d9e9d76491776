import { z } from 'zod';
import { threadNumber } from '#domain/support/rules.ts';
import { defineMail } from '../mail-kind.ts';

/** The team answered in a thread: the answer itself, so that nobody has to sign in to read it. */
export const threadAnswered = defineMail({
  name: 'support.thread_answered',
  facts: z.object({
    path: z.string().startsWith('/'),
    number: z.int(),
    subject: z.string(),
    body: z.string(),
  }),
  samples: [
    {
      path: '/viewer-dashboard/requests?thread=t1',
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
  content: ({ path, number, subject, body }, { site }) => ({
    subject: `Réponse à votre demande ${threadNumber(number)}`,
    preview: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    title: subject,
    paragraphs: body.split(/\n{2,}/),
    action: { label: 'Lire et répondre', link: `${site}${path}` },
    // Who wrote from the contact page has no list of requests: the link is their way back.
    notes: [
      path.startsWith('/contact')
        ? `Demande ${threadNumber(number)}. Tout ce qui s’y est écrit se lit par ce lien, sans vous connecter.`
        : `Demande ${threadNumber(number)}. Tout ce qui s’y est écrit est sur Loge, parmi vos demandes.`,
    ],
  }),
});
