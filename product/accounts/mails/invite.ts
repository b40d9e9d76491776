import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { once, sampleLink } from './link.ts';

/** An admin opened an account for somebody. */
export const invite = defineMail({
  name: 'auth.invite',
  shows: 'example',
  facts: z.object({ actionLink: z.string(), validitySeconds: z.number() }),
  samples: [{ actionLink: sampleLink, validitySeconds: 3_600 }],
  content: ({ actionLink, validitySeconds }) => ({
    subject: 'Une invitation à rejoindre Loge',
    preview: 'Un compte vous est ouvert.',
    title: 'On vous garde une place',
    paragraphs: [
      'Un compte vous est ouvert sur Loge, où les streamers reçoivent en tête à tête. Acceptez pour choisir votre mot de passe.',
    ],
    action: { label: 'Accepter l’invitation', link: actionLink },
    notes: [once(validitySeconds), 'Vous n’attendiez pas d’invitation ? Ignorez ce message.'],
  }),
});
