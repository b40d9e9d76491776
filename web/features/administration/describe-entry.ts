import { isRole } from '#domain/account/roles.ts';
import type { AuditEntry } from '#web/features/administration/audit-query.ts';
import { ROLE_LABELS } from '#web/features/administration/labels.ts';
import { formatDateTime } from '#web/lib/format.ts';

/** Every action that the log may hold, as one reads it. */
export const ACTION_LABELS: Readonly<Record<string, string>> = {
  'administration/change-role': 'Rôle changé',
  'administration/suspend-person': 'Compte suspendu',
  'administration/restore-person': 'Compte rétabli',
  'administration/sign-out-everywhere': 'Déconnecté partout',
  'administration/decide-admin-request': 'Demande d’accès tranchée',
  'administration/make-admin': 'Premier admin nommé',
  'administration/cancel-booking': 'Session annulée',
  'administration/refund-payment': 'Paiement remboursé',
  'administration/set-streamer-standing': 'Page de streamer décidée',
  'administration/change-settings': 'Conditions changées',
  'administration/replay-mail': 'Courriel renvoyé',
  'accounts/request-deletion': 'Suppression demandée',
  'accounts/cancel-deletion': 'Suppression annulée',
  'accounts/purge-deleted': 'Compte supprimé',
};

export const actionLabel = (action: string): string => ACTION_LABELS[action] ?? action;

const roleLabel = (value: unknown): string => (isRole(value) ? ROLE_LABELS[value] : 'aucun rôle');

const decisions: Readonly<Record<string, string>> = { approved: 'acceptée', refused: 'refusée' };

/** What changed, in a few words; empty when the action says it all. */
export function changeText({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string {
  const decision =
    after && typeof after.adminRequest === 'string' ? decisions[after.adminRequest] : undefined;
  if (decision !== undefined) return decision;
  if (before && after && 'role' in before && 'role' in after && before.role !== after.role) {
    return `${roleLabel(before.role)} → ${roleLabel(after.role)}`;
  }
  if (after?.state === 'suspended') {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return typeof after.until === 'string' ? `jusqu’au ${formatDateTime(after.until, zone)}` : 'sans limite';
  }
  return '';
}
