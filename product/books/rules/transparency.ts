import { CATEGORIES, type CategoryName, MEASURES, type Measure } from '#product/accounts/rules/sanctions.ts';
import { csvText } from './files.ts';

/**
 * The figures that a platform publishes of its moderation, and of how many use it (regulation (EU)
 * 2022/2065, « DSA », art. 15 § 1, 23, 24 §§ 1 and 2). Counts of a period; a median is null when
 * nothing was decided in it.
 */
export interface TransparencyFigures {
  readonly notices: ReadonlyMap<CategoryName, number>;
  readonly noticesWithoutAccount: number;
  readonly medianHoursToDecision: number | null;
  /**
   * By what was decided and the rule that was named; `signalled` were found by a rule of Loge's,
   * without a notice.
   */
  readonly decisions: readonly {
    measure: Measure;
    rule: CategoryName;
    signalled: number;
    reported: number;
  }[];
  readonly appeals: number;
  readonly appealsUpheld: number;
  readonly appealsOverturned: number;
  readonly medianHoursToAppeal: number | null;
  readonly suspendedForContent: number;
  readonly slowedReporters: number;
  /** Averages of the months. */
  readonly activeAccounts: number;
  readonly visitors: number;
}

const MEASURE_TEXT: Readonly<Record<Measure, string>> = {
  none: 'Sans suite',
  warn: 'Avertissement',
  hide: 'Contenu masqué',
  remove: 'Contenu retiré',
  no_messages: 'Messages suspendus',
  no_bookings: 'Réservations suspendues',
  suspend: 'Compte suspendu',
  close: 'Compte fermé',
};

const total = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0);
/** Hours, or a dash where there is nothing to take a median of. */
const hours = (value: number | null): string => (value === null ? '—' : String(Math.round(value)));

interface Line {
  article: string;
  topic: string;
  what: string;
  value: (figures: TransparencyFigures) => string;
  definition: string;
}

const count = (value: (figures: TransparencyFigures) => number) => (figures: TransparencyFigures) =>
  String(value(figures));

/** Each figure with the article that asks for it and a definition that one can read. */
const LINES: readonly Line[] = [
  {
    article: 'art. 15 § 1 b',
    topic: 'Signalements',
    what: 'Reçus',
    value: count(({ notices }) => total(notices.values())),
    definition:
      'Signalements envoyés pendant la période, chacun compté une fois, quelle que soit leur suite.',
  },
  {
    article: 'art. 15 § 1 b',
    topic: 'Signalements',
    what: 'Dont sans compte',
    value: count(({ noticesWithoutAccount }) => noticesWithoutAccount),
    definition:
      'Envoyés avec une adresse, sans être connecté. Loge n’a pas de signaleur de confiance désigné (art. 22).',
  },
  ...Object.entries(CATEGORIES).map(
    ([name, { label }]): Line => ({
      article: 'art. 15 § 1 b',
      topic: 'Signalements par motif',
      what: label,
      value: count(({ notices }) => total([...notices].filter(([key]) => key === name).map(([, n]) => n))),
      definition: 'Motif choisi par la personne qui signale.',
    }),
  ),
  {
    article: 'art. 15 § 1 b',
    topic: 'Signalements',
    what: 'Délai médian de décision, en heures',
    value: ({ medianHoursToDecision }) => hours(medianHoursToDecision),
    definition:
      'De chaque signalement tranché pendant la période, le temps écoulé entre son envoi et la décision.',
  },
  ...MEASURES.flatMap((measure) =>
    Object.entries(CATEGORIES).map(
      ([rule, { rule: text }]): Line => ({
        article: 'art. 15 § 1 b et c',
        topic: 'Décisions par mesure et par motif',
        what: `${MEASURE_TEXT[measure]} : ${text.title}`,
        value: count(({ decisions }) =>
          total(
            decisions
              .filter((one) => one.measure === measure && one.rule === rule)
              .map(({ signalled, reported }) => signalled + reported),
          ),
        ),
        definition: 'Décisions prises pendant la période, avec la règle qu’elles nomment.',
      }),
    ),
  ),
  {
    article: 'art. 15 § 1 c',
    topic: 'Décisions',
    what: 'Après un signalement',
    value: count(({ decisions }) => total(decisions.map(({ reported }) => reported))),
    definition: 'Décisions sur un dossier ouvert par quelqu’un.',
  },
  {
    article: 'art. 15 § 1 c et e',
    topic: 'Décisions',
    what: 'Après une détection automatique',
    value: count(({ decisions }) => total(decisions.map(({ signalled }) => signalled))),
    definition:
      'Décisions sur un dossier qu’une règle de Loge a ouvert d’elle-même : coordonnées échangées, absences, refus, contestations.',
  },
  {
    article: 'art. 15 § 1 e',
    topic: 'Décisions',
    what: 'Entièrement automatisées',
    value: () => '0',
    definition: 'Aucune : une règle ouvre un dossier, et une personne de l’équipe décide toujours.',
  },
  {
    article: 'art. 15 § 1 d',
    topic: 'Contestations',
    what: 'Reçues',
    value: count(({ appeals }) => appeals),
    definition: 'Décisions contestées pendant la période par la personne concernée.',
  },
  {
    article: 'art. 15 § 1 d',
    topic: 'Contestations',
    what: 'Décision maintenue',
    value: count(({ appealsUpheld }) => appealsUpheld),
    definition: 'Contestations tranchées pendant la période par une autre personne de l’équipe.',
  },
  {
    article: 'art. 15 § 1 d',
    topic: 'Contestations',
    what: 'Décision annulée',
    value: count(({ appealsOverturned }) => appealsOverturned),
    definition: 'Contestations tranchées pendant la période par une autre personne de l’équipe.',
  },
  {
    article: 'art. 15 § 1 d',
    topic: 'Contestations',
    what: 'Délai médian de réponse, en heures',
    value: ({ medianHoursToAppeal }) => hours(medianHoursToAppeal),
    definition: 'De chaque contestation tranchée pendant la période, le temps écoulé depuis son envoi.',
  },
  {
    article: 'art. 24 § 1 b',
    topic: 'Suspensions pour abus',
    what: 'Pour des contenus ou des actes contraires aux règles',
    value: count(({ suspendedForContent }) => suspendedForContent),
    definition:
      'Décisions de la période qui suspendent un compte, le ferment, ou suspendent ses messages ou ses réservations.',
  },
  {
    article: 'art. 24 § 1 b',
    topic: 'Suspensions pour abus',
    what: 'Pour des signalements manifestement infondés',
    value: count(({ slowedReporters }) => slowedReporters),
    definition:
      'Personnes dont, à un moment de la période, au moins trois signalements des 90 jours d’avant, et la moitié de ceux qui ont eu une réponse, ont été jugés manifestement infondés : elles n’en envoient plus qu’un par jour.',
  },
  {
    article: 'art. 24 § 1 b',
    topic: 'Suspensions pour abus',
    what: 'Pour des contestations manifestement infondées',
    value: () => '0',
    definition: 'Aucune : contester n’est jamais suspendu.',
  },
  {
    article: 'art. 24 § 2',
    topic: 'Destinataires actifs par mois',
    what: 'Comptes actifs, en moyenne',
    value: count(({ activeAccounts }) => Math.round(activeAccounts)),
    definition:
      'Comptes distincts qui, dans le mois, ont réservé, ont eu une session ou ont écrit un message ; moyenne des mois de la période. Tous sont comptés dans l’Union.',
  },
  {
    article: 'art. 24 § 2',
    topic: 'Destinataires actifs par mois',
    what: 'Visiteurs, en moyenne, au plus',
    value: count(({ visitors }) => Math.round(visitors)),
    definition:
      'Visiteurs des pages de streamers, comptés une fois par jour et additionnés sur le mois ; moyenne des mois. Loge ne suit personne d’un jour à l’autre : c’est donc un plafond, et le nombre de personnes est plus bas.',
  },
];

/** The lines that only the team can fill in: nothing in the database tells them. */
const BY_HAND = [
  ['art. 15 § 1 a', 'Injonctions', 'Reçues des autorités (art. 9 et 10)', 'Registre tenu par l’équipe.'],
  ['art. 24 § 1 a', 'Litiges', 'Portés devant un organe certifié (art. 21)', 'Registre tenu par l’équipe.'],
];

/**
 * @param half the six months that end with the month (art. 24 § 2)
 * @param year the twelve (art. 15 § 1)
 */
export const transparencyCsv = (half: TransparencyFigures, year: TransparencyFigures): string =>
  csvText(
    ['Article', 'Rubrique', 'Chiffre', 'Six mois', 'Douze mois', 'Définition'],
    [
      ...LINES.map(({ article, topic, what, value, definition }) => [
        article,
        topic,
        what,
        value(half),
        value(year),
        definition,
      ]),
      ...BY_HAND.map(([article = '', topic = '', what = '', definition = '']) => [
        article,
        topic,
        what,
        'à compléter',
        'à compléter',
        definition,
      ]),
    ],
  );
