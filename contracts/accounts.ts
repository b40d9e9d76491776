import { z } from 'zod';
import { contract } from './contract.ts';

/** The commands about one's own account. Instants are ISO 8601 in UTC. */

const nothing = z.strictObject({});

const session = z.object({
  id: z.uuid(),
  /** In words, such as 'Firefox sur Windows'. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** The last time its access was renewed, or its beginning. */
  lastActiveAt: z.iso.datetime(),
  /** The session that asks. */
  current: z.boolean(),
});
export type AccountSession = z.output<typeof session>;

/** The person's live sessions: the current one first, then the most recently active. */
export const listSessions = contract(
  'accounts/list-sessions',
  nothing,
  z.object({ sessions: z.array(session) }),
);

/** Ends one of the person's own sessions, the current one included. Refuses with `session_not_found`. */
export const revokeSession = contract(
  'accounts/revoke-session',
  z.strictObject({ sessionId: z.uuid() }),
  z.object({ sessionId: z.uuid() }),
);

/** Everything that Loge holds about the person (RGPD articles 15 and 20), as they may keep it in a file. */
export const exportData = contract(
  'accounts/export-data',
  nothing,
  z.object({
    exportedAt: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    profile: z.record(z.string(), z.unknown()),
    identities: z.array(z.record(z.string(), z.unknown())),
    sessions: z.array(z.record(z.string(), z.unknown())),
    adminRequests: z.array(z.record(z.string(), z.unknown())),
    suspensions: z.array(z.record(z.string(), z.unknown())),
    deletionRequest: z.record(z.string(), z.unknown()).nullable(),
    /** What was done to the account or by the person, admins' actions included. */
    history: z.array(z.record(z.string(), z.unknown())),
  }),
);

/**
 * Starts the grace period after which the account is deleted; every other session ends. Refuses with `wrong_password`,
 * `password_missing`, `deletion_already_requested` or `last_admin`.
 */
export const requestDeletion = contract(
  'accounts/request-deletion',
  z.strictObject({ password: z.string().min(1, 'Saisissez votre mot de passe').max(1024) }),
  z.object({ deletesAt: z.iso.datetime() }),
);

/** Keeps the account after all. Refuses with `deletion_not_requested`. */
export const cancelDeletion = contract('accounts/cancel-deletion', nothing, z.object({}));
