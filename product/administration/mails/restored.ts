import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';

/** A suspension ended before its time. */
export const restored = defineMail({
  name: 'account.restored',
  shows: 'support',
  facts: z.object({}),
  samples: [{}],
  content: (_event, { site }) => ({
    subject: 'Votre compte est rétabli',
    preview: 'Vous pouvez vous connecter à nouveau.',
    title: 'Content de vous revoir',
    paragraphs: ['Votre compte est rétabli. Vous pouvez vous connecter à nouveau.'],
    action: { label: 'Me connecter', link: `${site}/auth` },
  }),
});
