import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { STOP_ANNOUNCEMENTS_PATH } from '../rules/announcements.ts';

/**
 * The team's announcement to those who agreed to such mails. `receiptId`: null for the one who
 * tries it.
 */
export const announcement = defineMail({
  name: 'notice.announcement',
  shows: 'example',
  facts: z.object({ receiptId: z.uuid().nullable(), title: z.string(), body: z.string() }),
  samples: [
    {
      receiptId: '0199d2c0-4d1e-4a70-9c51-0c4be27a91f3',
      title: 'Les loges de groupe sont ouvertes',
      body: 'Vous pouvez proposer une session à plusieurs, jusqu’à douze places.\n\nTout est dans vos offres.',
    },
    { receiptId: null, title: 'Maintenance dans la nuit de mardi', body: 'Loge sera fermée dix minutes.' },
  ],
  content: ({ receiptId, title, body }, { site }) => ({
    subject: title,
    preview: body.replaceAll(/\s+/g, ' ').slice(0, 120),
    title,
    paragraphs: body.split(/\n{2,}/),
    action: { label: 'Ouvrir Loge', link: `${site}/dashboard` },
    ...(receiptId === null
      ? {}
      : {
          further: {
            label: 'Vous ne voulez plus recevoir d’annonces par e-mail ?',
            links: [{ label: 'Ne plus en recevoir', link: stopLink(site, receiptId) }],
          },
        }),
    notes: [
      'Vous avez accepté de recevoir les annonces de Loge par e-mail. Vous pouvez revenir sur cet accord à tout moment, ici ou dans vos réglages.',
    ],
  }),
  unsubscribe: ({ receiptId }, { site }) => (receiptId === null ? null : stopLink(site, receiptId)),
});

const stopLink = (site: string, receiptId: string) => `${site}${STOP_ANNOUNCEMENTS_PATH}/${receiptId}`;
