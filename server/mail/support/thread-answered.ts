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
  ],
  content: ({ path, number, subject, body }, { site }) => ({
    subject: `Réponse à votre demande ${threadNumber(number)}`,
    preview: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    title: subject,
    paragraphs: body.split(/\n{2,}/),
    action: { label: 'Lire et répondre', link: `${site}${path}` },
    notes: [`Demande ${threadNumber(number)}. Tout ce qui s’y est écrit est sur Loge, parmi vos demandes.`],
  }),
});
