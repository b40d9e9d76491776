import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';

/** A text message as the development mailbox shows it, where nothing sends any. */
export const sms = defineMail({
  name: 'auth.sms',
  shows: 'example',
  facts: z.object({ phone: z.string(), otp: z.string() }),
  samples: [{ phone: '33612345678', otp: '482913' }],
  content: ({ phone, otp }) => ({
    subject: `SMS au +${phone}`,
    preview: 'Un SMS, lu ici pendant le développement.',
    title: 'Un SMS pour vous',
    paragraphs: [`Au +${phone} : votre code Loge est celui-ci. Ne le donnez à personne.`],
    code: otp,
  }),
});
