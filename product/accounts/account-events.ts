import type pg from 'pg';

/**
 * Writes what the product itself did to somebody's sign-in into the log that the auth service
 * keeps, in which the person sees it.
 */
export async function recordEvent(
  db: pg.ClientBase,
  entry: { personId: string; action: 'logout' | 'factor_deleted'; traits: Record<string, string>; at: Date },
): Promise<void> {
  await db.query(
    `insert into auth.audit_log_entries (payload, created_at)
     values (jsonb_build_object('action', $2::text, 'actor_id', $1::text, 'actor_username', '', 'actor_via_sso', false,
       'log_type', 'account', 'traits', $3::jsonb), $4)`,
    [entry.personId, entry.action, entry.traits, entry.at],
  );
}
