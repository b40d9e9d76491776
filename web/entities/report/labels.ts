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
