import { z } from 'zod';
import { unlinked } from '#product/mail/french.ts';
import { defineMail } from '#product/mail/mail-kind.ts';
import { STOP_INVITATIONS_PATH } from '../rules/absence.ts';

/**
 * A streamer invites a viewer who allowed it and has not come back. `streamerPath`: the end of the
 * booking page’s address.
 */
export const invitedBack = defineMail({
  name: 'notice.invited_back',
  shows: 'example',
  facts: z.object({ invitationId: z.uuid(), streamerName: z.string(), streamerPath: z.string() }),
  samples: [
    {
      invitationId: '0199d2c0-4d1e-4a70-9c51-0c4be27a91f3',
      streamerName: 'Léa Moreau',
      streamerPath: 'lea',
    },
  ],
  content: ({ invitationId, streamerName, streamerPath }, { site }) => ({
    subject: `${unlinked(streamerName)} vous propose de revenir`,
    preview: 'Ses prochains créneaux sont ouverts.',
    title: 'Et si vous reveniez ?',
    paragraphs: [
      `Votre dernière session avec ${unlinked(streamerName)} remonte à plus de deux mois. Ses prochains créneaux sont ouverts : choisissez celui qui vous va.`,
    ],
    action: {
      label: 'Voir ses créneaux',
      link: `${site}/book-session/${encodeURIComponent(streamerPath)}`,
    },
    further: {
      label: 'Vous ne voulez plus de ces e-mails ?',
      links: [{ label: 'Ne plus en recevoir', link: stopLink(site, invitationId) }],
    },
    notes: [
      `Vous avez permis à ${unlinked(streamerName)} de vous écrire ainsi, une fois tous les trois mois au plus. Vous pouvez revenir sur cet accord à tout moment, ici ou dans vos réglages.`,
    ],
  }),
  unsubscribe: ({ invitationId }, { site }) => stopLink(site, invitationId),
});

const stopLink = (site: string, invitationId: string) => `${site}${STOP_INVITATIONS_PATH}/${invitationId}`;
