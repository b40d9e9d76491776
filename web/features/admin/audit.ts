import type { QueryData } from '@supabase/supabase-js';
import type { AuditAction } from '#product/audit-actions.ts';
import type { Role } from '#product/shared/roles.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';

const COLUMNS =
  'id,at,action,actor_id,actor_name,subject_table,subject_id,subject_name,subject_email,before,after,reason';

/** The log of decisions about people's accounts, with their exact count. */
export const readAudit = (supabase: LogeSupabase) =>
  supabase.from('audit_log_details').select(COLUMNS, { count: 'exact' });

/** An entry of the log; names are there while their people have an account. */
export type AuditEntry = QueryData<ReturnType<typeof readAudit>>[number];

/** What roles are called on the admin's pages. */
export const ROLE_LABELS = {
  viewer: 'Viewer',
  streamer: 'Streamer',
  admin: 'Admin',
} as const satisfies Record<Role, string>;

/** Every action that the log may hold, as one reads it. */
export const ACTION_LABELS = {
  'accounting/close-month': 'Mois clôturé',
  'accounting/make-file': 'Identités réunies pour le fisc',
  'accounting/read-file': 'Fichier d’identités lu',
  'accounting/record-deposit': 'Déclaration déposée',
  'accounting/schedule-report': 'Envoi de rapports programmé',
  'accounting/stop-report': 'Envoi de rapports arrêté',
  'guardians/confirm-guardianship': 'Accord d’un parent donné',
  'guardians/stop-guardianship': 'Accord d’un parent retiré',
  'administration/change-role': 'Rôle changé',
  'administration/correct-age': 'Âge corrigé',
  'administration/suspend-person': 'Compte suspendu',
  'administration/restore-person': 'Compte rétabli',
  'administration/open-viewing': 'Pages vues comme cette personne',
  'administration/sign-out-everywhere': 'Déconnecté partout',
  'administration/decide-admin-request': 'Demande d’accès tranchée',
  'server/make-admin': 'Premier admin nommé',
  'administration/cancel-booking': 'Place annulée',
  'administration/cancel-session': 'Session annulée',
  'administration/propose-session-start': 'Autre horaire proposé',
  'administration/refund-payment': 'Paiement remboursé',
  'administration/set-streamer-standing': 'Page de streamer décidée',
  'administration/set-team-roles': 'Rôle dans l’équipe changé',
  'administration/change-settings': 'Conditions changées',
  'administration/replay-mail': 'E-mail renvoyé',
  'accounts/request-deletion': 'Suppression demandée',
  'accounts/cancel-deletion': 'Suppression annulée',
  'accounts/request-factor-removal': 'Retrait du second facteur demandé',
  'accounts/decide-factor-removal': 'Retrait du second facteur tranché',
  'accounts/keep-factors': 'Retrait du second facteur arrêté',
  'accounts/remove-factors': 'Seconds facteurs retirés',
  'accounts/purge-deleted': 'Compte effacé au terme du délai',
  'administration/overrule-settlement': 'Règlement revu',
  'catalogue/add-entry': 'Catégorie ou langue ajoutée',
  'catalogue/merge-categories': 'Catégories fusionnées',
  'catalogue/merge-languages': 'Langues fusionnées',
  'catalogue/order-entries': 'Catégories ou langues rangées',
  'catalogue/rename-entry': 'Catégorie ou langue renommée',
  'catalogue/retire-entry': 'Catégorie ou langue retirée, ou proposée de nouveau',
  'catalogue/set-picture': 'Image d’une catégorie changée',
  'discovery/arrange-home': 'Mises en avant de l’accueil changées',
  'content/preview-mail': 'E-mail d’une personne regardé',
  'content/test-mail': 'E-mail d’essai envoyé',
  'announcements/plan-announcement': 'Annonce envoyée ou programmée',
  'announcements/stop-announcement': 'Annonce arrêtée',
  'conference/enter-room': 'Entrée dans une loge',
  'conference/moderate-room': 'Loge modérée',
  'content/publish-text': 'Texte publié',
  'documents/inspect-fiscal-identity': 'Identité fiscale consultée',
  'moderation/decide-case': 'Signalement tranché',
  'moderation/decide-appeal': 'Contestation tranchée',
  'moderation/open-conversation': 'Conversation privée ouverte',
  'moderation/show-again': 'Contenu montré à nouveau',
  'moderation/take-case': 'Dossier pris',
  'support/assign-thread': 'Demande confiée',
  'support/set-thread-state': 'Demande classée',
  'payments/answer-case': 'Banque ou réseau de cartes répondu',
  'payments/close-order': 'Ordre de paiement clos',
  'payments/relaunch-order': 'Ordre de paiement relancé',
} as const satisfies Record<AuditAction, string>;

/** @returns the name itself for an action of before, which no command has any more */
export const actionLabel = (action: string): string =>
  Object.hasOwn(ACTION_LABELS, action) ? ACTION_LABELS[action as AuditAction] : action;

/** Who decided; a decision without a person is the platform's own. */
export const actorText = ({ actor_name, actor_id }: Pick<AuditEntry, 'actor_name' | 'actor_id'>): string =>
  actor_name ?? (actor_id ? 'Compte supprimé' : 'Loge');

/** What a decision was about, where that is no person. */
const SUBJECTS: Readonly<Record<string, string>> = {
  accounting_files: 'Un fichier de la comptabilité',
  accounting_months: 'Un mois des comptes',
  announcements: 'Une annonce',
  bookings: 'Une place',
  categories: 'Une catégorie',
  languages: 'Une langue',
  'mail.messages': 'Un e-mail',
  moderation_cases: 'Un dossier',
  payment_orders: 'Un ordre de paiement',
  payments: 'Un paiement',
  platform_settings: 'Les réglages',
  report_schedules: 'Un envoi de rapports',
  streamers: 'Une page de streamer',
  support_threads: 'Une demande',
  text_versions: 'Un texte',
};

/** Whom or what a decision was about; a person is named for as long as they have an account. */
export const subjectText = ({
  subject_name,
  subject_email,
  subject_table,
}: Pick<AuditEntry, 'subject_name' | 'subject_email' | 'subject_table'>): string =>
  subject_name ??
  subject_email ??
  (subject_table === 'profiles' ? 'Compte supprimé' : (SUBJECTS[subject_table] ?? 'Loge'));
