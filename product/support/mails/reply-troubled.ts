import { z } from 'zod';
import { unlinked } from '#product/mail/french.ts';
import { defineMail } from '#product/mail/mail-kind.ts';
import { refusalLines } from '#product/mail/strangers.ts';

/** Why a reply by mail did not arrive, or not whole. */
export const REPLY_TROUBLES = [
  'unknown',
  'expired',
  'empty',
  'too_long',
  'too_many',
  'files_left',
  'files_refused',
] as const;
export type ReplyTrouble = (typeof REPLY_TROUBLES)[number];

const WHY: Readonly<Record<ReplyTrouble, string>> = {
  // Also for the thread of somebody else: it must not say that there is one.
  unknown:
    'Cette adresse de réponse ne correspond pas à la vôtre. Répondez depuis l’adresse qui a reçu notre e-mail, ou écrivez-nous sur Loge.',
  expired: 'Notre e-mail est trop ancien pour qu’on y réponde ainsi. Écrivez-nous sur Loge.',
  empty:
    'Nous n’y avons trouvé aucun texte de votre part, seulement notre e-mail. Écrivez votre réponse au-dessus, ou sur Loge.',
  too_long: 'Elle dépasse 4 000 caractères. Raccourcissez-la, ou écrivez-nous en plusieurs fois.',
  too_many:
    'Vous nous avez écrit plusieurs fois en peu de temps. Réessayez dans une heure, ou écrivez-nous sur Loge.',
  files_left: 'Votre texte est bien arrivé, sans les pièces jointes. Ajoutez-les à votre demande sur Loge.',
  files_refused:
    'Votre texte est bien arrivé, mais pas toutes les pièces jointes. Loge prend des images, des PDF et de courts films, quatre au plus, de 25 Mo chacun.',
};

const isOfFiles = (why: ReplyTrouble): boolean => why === 'files_left' || why === 'files_refused';

/**
 * Somebody replied by mail and their words, or their files, did not reach the team. Nothing of
 * their mail is repeated, since its sender may be forged, but the names of refused files: those of
 * a mail that was taken, whose sender is the thread's own address.
 */
export const replyTroubled = defineMail({
  name: 'support.reply_troubled',
  shows: 'support',
  facts: z.object({
    why: z.enum(REPLY_TROUBLES),
    names: z.array(z.string()).optional(),
    refusal: z.string().nullable().default(null),
  }),
  samples: REPLY_TROUBLES.map((why) => ({
    why,
    ...(why === 'files_refused' && { names: ['installer.exe', 'capture.tiff'] }),
    refusal: 'b'.repeat(128),
  })),
  content: ({ why, names = [], refusal }, { site }) => ({
    subject: isOfFiles(why)
      ? 'Vos pièces jointes ne nous sont pas parvenues'
      : 'Votre réponse ne nous est pas parvenue',
    preview: WHY[why].split('. ')[0] ?? '',
    title: isOfFiles(why)
      ? 'Votre réponse est arrivée sans ses pièces jointes'
      : 'Nous n’avons pas pu lire votre réponse',
    paragraphs: [WHY[why], ...(names.length > 0 ? [`Refusé : ${names.map(unlinked).join(', ')}.`] : [])],
    action: { label: 'Écrire sur Loge', link: `${site}/contact` },
    ...refusalLines(refusal, site),
    notes: ['Vous ne nous avez pas écrit ? Ignorez cet e-mail.'],
  }),
});
