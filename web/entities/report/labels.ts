import type { Measure } from '#product/accounts/rules/sanctions.ts';
import type { SubjectKind } from '#product/moderation/rules/moderation.ts';

export const SUBJECT_LABELS = {
  profile: 'Profil',
  picture: 'Image',
  film: 'Film',
  offer: 'Offre',
  review: 'Avis',
  message: 'Message',
  session: 'Session',
} as const satisfies Record<SubjectKind, string>;

/** What a decision does, as the team chooses it and the person reads it. */
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
