import { z } from 'zod';
import { CATEGORIES, CATEGORY_NAMES, MEASURES, type Measure } from '#product/accounts/rules/sanctions.ts';
import { frenchDateTime } from '#product/mail/french.ts';
import { cents, defineMail, instant, sampleCents, sampleTime } from '#product/mail/mail-kind.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';
import { effectOf } from '../rules/effects.ts';
import { SUBJECT_KINDS } from '../rules/moderation.ts';

/** Says the measure, to the person whom it concerns. */
const DONE: Readonly<Record<Measure, string>> = {
  none: 'Aucune mesure n’est prise',
  warn: 'Vous recevez un avertissement',
  hide: 'Votre contenu n’est plus montré aux autres',
  remove: 'Votre contenu est retiré',
  no_messages: 'Vous ne pouvez plus écrire de messages',
  no_bookings: 'Vous ne pouvez plus prendre de nouvelles réservations',
  suspend: 'Votre compte est suspendu',
  close: 'Votre compte est fermé',
};

const FACTS = z.object({
  token: z.string(),
  number: z.int(),
  title: z.string(),
  /** Decisions from before anything was taken away do not say. */
  kind: z.enum(SUBJECT_KINDS).optional(),
  measure: z.enum(MEASURES),
  rule: z.enum(CATEGORY_NAMES),
  facts: z.string(),
  reason: z.string(),
  endsAt: instant.nullable(),
  cancelledSessions: z.int(),
  refunded: cents,
  /**
   * A rule had pointed at it, and nobody reported it; decisions from before there were such rules
   * do not say.
   */
  detected: z.boolean().optional(),
});

/**
 * The statement of reasons (art. 17 DSA), with the address where it can be read and appealed
 * against.
 */
export const statement = defineMail<z.output<typeof FACTS>>({
  name: 'moderation.statement',
  shows: 'example',
  facts: FACTS,
  samples: [
    {
      token: 'lien-de-la-decision',
      number: 12,
      title: 'Message de Yanis R.',
      measure: 'suspend',
      rule: 'off_platform',
      facts: 'Le message du 22 novembre demande un paiement sur un autre site.',
      reason: 'Deuxième demande en deux mois.',
      endsAt: sampleTime('2026-11-29T09:00:00Z'),
      cancelledSessions: 3,
      refunded: sampleCents(9750),
    },
    {
      token: 'lien-de-la-decision',
      number: 13,
      title: 'Avis de Camille M., 1 sur 5',
      kind: 'review',
      measure: 'hide',
      rule: 'harassment',
      facts: 'L’avis insulte la personne.',
      reason: 'Un avis porte sur la session.',
      endsAt: null,
      cancelledSessions: 0,
      refunded: sampleCents(0),
      detected: true,
    },
    {
      token: 'lien-de-la-decision',
      number: 14,
      title: 'Parties rapides',
      kind: 'offer',
      measure: 'remove',
      rule: 'illegal',
      facts: 'L’offre propose des paris d’argent.',
      reason: 'La loi réserve ces paris à qui y est autorisé.',
      endsAt: null,
      cancelledSessions: 0,
      refunded: sampleCents(0),
      detected: false,
    },
  ],
  content: (
    {
      token,
      number,
      title,
      kind,
      measure,
      rule,
      facts,
      reason,
      endsAt,
      cancelledSessions,
      refunded,
      detected,
    },
    { site },
  ) => {
    const { rule: broken } = CATEGORIES[rule];
    const effect = kind && effectOf(measure, kind, 'author');
    const until = endsAt === null ? '' : `, jusqu’au ${frenchDateTime(new Date(endsAt))}`;
    return {
      subject: `${DONE[measure]} : décision ${caseNumber(number)}`,
      preview: `${broken.title}. Vous pouvez contester cette décision pendant six mois.`,
      title: DONE[measure],
      paragraphs: [
        `${DONE[measure]}${until}. La décision porte sur : ${title}.`,
        `Règle ${broken.number}, ${broken.title} : ${broken.text}`,
        `Ce que nous avons constaté : ${facts}`,
        `Pourquoi cette mesure : ${reason}`,
        ...(effect ? [effect] : []),
        ...(cancelledSessions === 0
          ? []
          : [
              `${cancelledSessions === 1 ? 'Une session à venir est annulée' : `${cancelledSessions} sessions à venir sont annulées`}, et ${formatEuros(refunded)} sont remboursés aux viewers.`,
            ]),
        `La décision a été prise par une personne de l’équipe, à la suite d’un ${detected ? 'repérage automatique' : 'signalement'}. Vous pouvez la contester pendant six mois, sans frais : une autre personne la reverra. Vous pouvez aussi saisir un organe de règlement extrajudiciaire des litiges, ou un tribunal.`,
      ],
      action: { label: 'Lire et contester', link: `${site}/decision/${token}` },
      notes: ['Ce lien vous est propre : il ouvre la décision sans mot de passe.'],
    };
  },
});
