import { z } from 'zod';
import { defineMail } from '#product/mail/mail-kind.ts';
import { refusalLines } from '#product/mail/strangers.ts';
import { GUARDIAN_ANSWER_DAYS } from '../rules/guardian.ts';

/**
 * A minor names who answers for them: the link opens a page that says what Loge is, and nothing
 * happens before they decide there.
 */
export const guardianAsked = defineMail({
  name: 'guardian.asked',
  shows: 'example',
  facts: z.object({ minorName: z.string(), token: z.string(), refusal: z.string().nullable().default(null) }),
  samples: [{ minorName: 'Léa M.', token: 'a'.repeat(64), refusal: 'b'.repeat(128) }],
  content: ({ minorName, token, refusal }, { site }) => ({
    subject: 'Votre accord est demandé pour un mineur sur Loge',
    preview: 'Vous décidez, vous fixez une limite, et vous pouvez tout arrêter.',
    title: 'Votre accord est demandé',
    paragraphs: [
      `${minorName} a un compte sur Loge et nous a donné votre adresse comme celle de son parent ou représentant légal. Loge est un site où l’on réserve des sessions vidéo avec des streamers : une heure de coaching, de jeu ou de musique, à prix affiché.`,
      'Avant 18 ans, rien ne se paie sans vous. Ouvrez la page pour voir de quoi il s’agit, fixer une limite par mois, puis accepter ou refuser. Vous n’avez pas besoin de compte.',
    ],
    action: { label: 'Voir et décider', link: `${site}/guardian/${token}` },
    ...refusalLines(refusal, site),
    notes: [
      `Sans réponse de votre part sous ${String(GUARDIAN_ANSWER_DAYS)} jours, la demande est abandonnée et rien ne peut être payé.`,
      'Vous n’êtes pas le parent ou le représentant légal de cette personne ? Ouvrez la page et refusez, pour cette fois ou pour toujours : nous ne vous écrirons plus.',
    ],
  }),
});
