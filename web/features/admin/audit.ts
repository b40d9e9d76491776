import type { QueryData } from '@supabase/supabase-js';
import type { Act } from '#product/shared/audit-words.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';

const COLUMNS =
  'id,at,action,actor_id,actor_name,subject_table,subject_id,subject_name,subject_email,before,after,reason';

/** The log of decisions about people's accounts, with their exact count. */
export const readAudit = (supabase: LogeSupabase) =>
  supabase.from('audit_log_details').select(COLUMNS, { count: 'exact' });

/** The filter of what was done about somebody, or by them, by their id. */
export const aboutOrBy = (personId: string): string => `subject_id.eq.${personId},actor_id.eq.${personId}`;

/** An entry of the log; names are there while their people have an account. */
export type AuditEntry = QueryData<ReturnType<typeof readAudit>>[number];

/** Every export of every contract. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../../../product/*/*contract.ts', {
  eager: true,
});
const isKept = (value: unknown): value is Act =>
  typeof value === 'object' && value !== null && 'name' in value && 'audit' in value && value.audit !== null;

/**
 * Every act that the log may hold, by its name, in the order of what they are called: the commands
 * and the acts of tasks whose contracts say what is kept of them.
 */
export const ACTS: ReadonlyMap<string, Act> = new Map(
  Object.values(modules)
    .flatMap((exported) => Object.values(exported).filter(isKept))
    .toSorted((a, b) => a.audit.label.localeCompare(b.audit.label, 'fr'))
    .map((act) => [act.name, act]),
);

/** The label of each act, by its name. */
export const ACTION_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  [...ACTS.values()].map(({ name, audit }) => [name, audit.label]),
);

/** @returns the name itself for an action of before, which no command has any more */
export const actionLabel = (action: string): string => ACTS.get(action)?.audit.label ?? action;

/** The author of a decision; a decision without a person is the platform's own. */
export const actorText = ({ actor_name, actor_id }: Pick<AuditEntry, 'actor_name' | 'actor_id'>): string =>
  actor_name ?? (actor_id ? 'Compte supprimé' : 'Loge');

/** The subjects of decisions that are about no person. */
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
