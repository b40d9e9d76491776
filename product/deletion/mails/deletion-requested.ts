import { z } from 'zod';
import { CONVERSATION_DAYS } from '#product/booking/rules/conversation.ts';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';

/** The grace before an account is deleted began. */
export const deletionRequested = defineMail({
  name: 'account.deletion_requested',
  shows: 'support',
  facts: z.object({ deletedAt: instant, settingsPage: z.string() }),
  samples: [{ deletedAt: sampleTime('2026-03-12T17:30:00Z'), settingsPage: '/viewer-dashboard/settings' }],
  content: ({ deletedAt, settingsPage }, { site }) => ({
    subject: 'Votre compte sera supprimé',
    preview: `Le ${frenchDateTime(new Date(deletedAt))}, sauf si vous changez d’avis.`,
    title: 'Votre compte sera supprimé',
    paragraphs: [
      `Vous avez demandé la suppression de votre compte. Elle aura lieu le ${frenchDateTime(new Date(deletedAt))}.`,
      'D’ici là, vous pouvez changer d’avis : connectez-vous et annulez la suppression dans vos réglages.',
    ],
    action: { label: 'Garder mon compte', link: `${site}${settingsPage}` },
    notes: [
      `Après cette date, votre profil et vos connexions sont effacés pour de bon. Vos sessions, vos paiements et vos avis sont conservés sans votre nom ; chaque conversation s’efface ${CONVERSATION_DAYS}\u00a0jours après sa session.`,
      'Vous n’avez rien demandé ? Connectez-vous, annulez la suppression et changez votre mot de passe.',
    ],
  }),
});
