import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';

/** The account is gone. */
export const deletionDone = defineMail({
  name: 'account.deletion_done',
  shows: 'support',
  facts: z.object({}),
  samples: [{}],
  content: () => ({
    subject: 'Votre compte est supprimé',
    preview: 'Vos données personnelles sont effacées.',
    title: 'Votre compte est supprimé',
    paragraphs: [
      'Vos données personnelles sont effacées, et cette adresse ne recevra plus de message de notre part.',
      'Merci du temps passé avec nous. La porte reste ouverte : vous pourrez créer un nouveau compte quand vous voudrez.',
    ],
    notes: ['Vos sessions, vos paiements et vos avis sont conservés sans votre nom.'],
  }),
});
