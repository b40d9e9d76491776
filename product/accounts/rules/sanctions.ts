/** Why something is reported, and the rule that a decision about it names. */
interface Category {
  /** As who reports chooses it. */
  label: string;
  /** 3: somebody may come to harm; 2: somebody loses money, or the law is broken; 1: the rest. */
  severity: 1 | 2 | 3;
  /** As the statement of reasons quotes it. */
  rule: { number: string; title: string; text: string };
}

export const CATEGORIES = {
  minors: {
    label: 'Un mineur est en danger',
    severity: 3,
    rule: {
      number: '1.1',
      title: 'Protection des mineurs',
      text: 'Rien sur Loge ne met un mineur en danger ni ne le représente de façon sexualisée.',
    },
  },
  harassment: {
    label: 'Menaces ou harcèlement',
    severity: 3,
    rule: {
      number: '2.1',
      title: 'Menaces et harcèlement',
      text: 'On ne menace, n’insulte ni ne poursuit personne, en session comme par écrit.',
    },
  },
  hate: {
    label: 'Haine ou discrimination',
    severity: 3,
    rule: {
      number: '2.2',
      title: 'Haine et discrimination',
      text: 'On ne s’en prend à personne pour son origine, sa religion, son genre, son orientation ou un handicap.',
    },
  },
  sexual: {
    label: 'Contenu ou avances sexuels',
    severity: 3,
    rule: {
      number: '2.3',
      title: 'Contenu sexuel',
      text: 'Loge n’accueille ni contenu sexuel ni avances, même entre adultes.',
    },
  },
  fraud: {
    label: 'Arnaque ou usurpation d’identité',
    severity: 2,
    rule: {
      number: '4.1',
      title: 'Tromperie sur la personne ou l’argent',
      text: 'On est qui l’on dit être, et l’on ne prend d’argent que pour ce que l’on tient.',
    },
  },
  off_platform: {
    label: 'Paiement demandé hors de Loge',
    severity: 2,
    rule: {
      number: '4.2',
      title: 'Paiement en dehors de Loge',
      text: 'Une session se paie sur Loge. Ailleurs, le viewer perd sa protection et la session n’est pas réglée d’après les présences.',
    },
  },
  illegal: {
    label: 'Contenu illicite',
    severity: 2,
    rule: {
      number: '3.1',
      title: 'Contenu contraire à la loi',
      text: 'Ce que la loi française ou européenne interdit n’a pas sa place sur Loge.',
    },
  },
  misleading: {
    label: 'Offre ou avis trompeur',
    severity: 1,
    rule: {
      number: '4.3',
      title: 'Offres et avis sincères',
      text: 'Une offre décrit ce qui a lieu, un avis ce que l’on a vécu.',
    },
  },
  other: {
    label: 'Autre chose',
    severity: 1,
    rule: {
      number: '5.1',
      title: 'Respect des autres et du service',
      text: 'On se conduit sur Loge de sorte que chacun y garde sa place.',
    },
  },
} as const satisfies Record<string, Category>;

export type CategoryName = keyof typeof CATEGORIES;
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as [CategoryName, ...CategoryName[]];

/** The measures of a decision, from the mildest to the gravest. */
export const MEASURES = [
  'none',
  'warn',
  'hide',
  'remove',
  'no_messages',
  'no_bookings',
  'suspend',
  'close',
] as const;
export type Measure = (typeof MEASURES)[number];

/** The names of the measures, as the team chooses them and the person reads them. */
export const MEASURE_LABELS = {
  none: 'Aucune mesure',
  warn: 'Avertissement',
  hide: 'Contenu masqué',
  remove: 'Contenu retiré',
  no_messages: 'Plus de messages',
  no_bookings: 'Plus de nouvelles réservations',
  suspend: 'Compte suspendu',
  close: 'Compte fermé',
} as const satisfies Record<Measure, string>;
