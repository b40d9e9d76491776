import type { Role } from '#domain/account/roles.ts';
import type { PersonState } from '#web/features/administration/people.ts';
import type { StateTone } from '#web/ui/badge.tsx';

/** What roles and states are called on the admin's pages. */
export const ROLE_LABELS = {
  viewer: 'Viewer',
  streamer: 'Streamer',
  admin: 'Admin',
} as const satisfies Record<Role, string>;

export const STATE_LABELS = {
  active: 'Actif',
  unconfirmed: 'E-mail à confirmer',
  suspended: 'Suspendu',
  deletion_pending: 'Suppression demandée',
} as const satisfies Record<PersonState, string>;

export const STATE_TONES = {
  active: 'settled',
  unconfirmed: 'spot',
  suspended: 'live',
  deletion_pending: 'neutral',
} as const satisfies Record<PersonState, StateTone>;
