import type { Queryable } from './users.ts';

/** GoTrue's names for what happened. */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_invited'
  | 'user_modified'
  | 'user_updated_password'
  | 'user_deleted'
  | 'generate_link'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'mfa_code_login'
  | 'factor_unenrolled'
  | 'factor_updated'
  | 'factor_deleted'
  | 'generate_recovery_codes'
  | 'passkey_created'
  | 'passkey_deleted'
  | 'identity_linked'
  | 'identity_unlinked';

const kinds: Record<AuditAction, 'account' | 'factor' | 'recovery_codes' | 'team' | 'token' | 'user'> = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_repeated_signup: 'user',
  user_confirmation_requested: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_invited: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_deleted: 'team',
  generate_link: 'user',
  factor_in_progress: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  mfa_code_login: 'factor',
  factor_unenrolled: 'factor',
  factor_updated: 'factor',
  factor_deleted: 'factor',
  generate_recovery_codes: 'recovery_codes',
  passkey_created: 'account',
  passkey_deleted: 'account',
  identity_linked: 'user',
  identity_unlinked: 'user',
};

/** The author of an action: the person, or anybody who holds the service key. */
export interface Actor {
  id: string;
  email: string | null;
}

export const SERVICE: Actor = { id: '00000000-0000-0000-0000-000000000000', email: 'service_role' };

export function auditPayload(action: AuditAction, actor: Actor, traits: Record<string, unknown> = {}) {
  return {
    action,
    actor_id: actor.id,
    actor_username: actor.email ?? '',
    actor_via_sso: false,
    log_type: kinds[action],
    ...(Object.keys(traits).length === 0 ? {} : { traits }),
  };
}

/**
 * Writes one entry; give the transaction of the act itself, so that no act is without its entry.
 */
export async function audit(
  db: Queryable,
  entry: {
    action: AuditAction;
    actor: Actor;
    address: string | null;
    at: Date;
    traits?: Record<string, unknown>;
  },
): Promise<void> {
  await db.query('insert into auth.audit_log_entries (payload, ip_address, created_at) values ($1, $2, $3)', [
    auditPayload(entry.action, entry.actor, entry.traits),
    entry.address ?? '',
    entry.at,
  ]);
}
