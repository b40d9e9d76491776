import { z } from 'zod';
import { unlinked } from '#product/mail/french.ts';
import { defineMail } from '#product/mail/mail-kind.ts';
import { ofName } from '#product/shared/elision.ts';

/**
 * Messages that nobody read for a while, newest conversation first; `other` is null when several
 * people wrote.
 */
export const unreadMessages = defineMail({
  name: 'notice.unread_messages',
  shows: 'support',
  facts: z.object({
    conversations: z.array(
      z.object({
        side: z.enum(['viewer', 'streamer']),
        bookingId: z.string(),
        title: z.string(),
        count: z.number(),
        other: z.string().nullable(),
      }),
    ),
  }),
  samples: [
    {
      conversations: [
        { side: 'streamer', bookingId: 'b1', title: 'Coaching', count: 2, other: 'Sacha P.' },
        { side: 'viewer', bookingId: 'b2', title: 'Relecture', count: 1, other: null },
      ],
    },
  ],
  content: ({ conversations }, { site }) => {
    const total = conversations.reduce((sum, { count }) => sum + count, 0);
    const [first] = conversations;
    const unread = (count: number) => (count > 1 ? `${count} messages non lus` : 'un message non lu');
    const about = conversations.map(
      ({ count, other, title }) =>
        `${unread(count)} ${other === null ? 'de plusieurs personnes' : ofName(unlinked(other))}, au sujet de « ${unlinked(title)} »`,
    );
    const link =
      first && `${site}/${first.side}-dashboard/bookings?booking=${encodeURIComponent(first.bookingId)}`;
    return {
      subject:
        conversations.length === 1 && first?.other
          ? `${unlinked(first.other)} vous a écrit`
          : `Vous avez ${unread(total)}`,
      preview: 'Votre réponse est attendue sur Loge.',
      title: total > 1 ? 'Des messages vous attendent' : 'Un message vous attend',
      paragraphs:
        about.length === 1
          ? [`Vous avez ${about[0]}.`]
          : ['Depuis votre dernière visite :', ...about.map((line) => `• ${line}`)],
      ...(link === undefined ? {} : { action: { label: 'Lire et répondre', link } }),
      notes: [
        'Nous ne vous écrivons pas à chaque message : au plus une fois toutes les deux heures, ou pas du tout si vous le préférez, depuis vos réglages.',
      ],
    };
  },
});
