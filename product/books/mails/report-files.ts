import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { FILE_KINDS } from '../rules/files.ts';
import { FILE_LABELS, periodText, RHYTHMS } from '../rules/schedule.ts';

const fileId = '0199d2c0-4d1e-4a70-9c51-0c4be27a91f3';

/**
 * To some of the team: files of the books are made. They are read behind the sign-in, where who
 * takes one along is noted, and never in the mail.
 */
export const reportFiles = defineMail({
  name: 'notice.report_files',
  shows: 'finance',
  facts: z.object({
    kind: z.enum(FILE_KINDS),
    every: z.enum(RHYTHMS),
    /** The last one of its period. */
    month: z.string(),
    files: z.array(z.object({ fileId: z.uuid(), name: z.string() })).min(1),
  }),
  samples: [
    {
      kind: 'trial_balance' as const,
      every: 'month' as const,
      month: '2026-10',
      files: [{ fileId, name: 'loge-balance-2026-10.csv' }],
    },
    {
      kind: 'payouts' as const,
      every: 'quarter' as const,
      month: '2026-09',
      files: ['2026-07', '2026-08', '2026-09'].map((month) => ({
        fileId,
        name: `loge-versements-${month}.csv`,
      })),
    },
  ],
  content({ kind, every, month, files }, { site }) {
    const named = `${FILE_LABELS[kind]}, ${periodText(every, month)}`;
    const linkOf = (id: string) => `${site}/admin-dashboard/reports?file=${id}`;
    const [first] = files;
    const several = files.length > 1;
    return {
      subject: named,
      preview: several ? 'Les fichiers sont prêts.' : 'Le fichier est prêt.',
      title: named,
      paragraphs: [
        several ? 'Ces fichiers sont prêts :' : 'Ce fichier est prêt :',
        ...files.map(({ name }) => name),
        'Il faut se connecter à Loge pour les ouvrir : aucun fichier n’est joint, et chaque téléchargement est noté.',
      ],
      action: {
        label: several ? 'Ouvrir le premier' : 'Ouvrir le fichier',
        link: linkOf(first?.fileId ?? ''),
      },
      ...(several && {
        further: {
          label: 'Chaque fichier :',
          links: files.map(({ fileId: id, name }) => ({ label: name, link: linkOf(id) })),
        },
      }),
      notes: ['L’équipe a programmé cet envoi. Il s’arrête sur la page Rapports.'],
    };
  },
});
