import type { FactorRecord, IdentityRecord, UserRecord } from './users.ts';

/** GoTrue omits what is empty instead of sending null. */
function present<T extends Record<string, unknown>>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Partial<T>;
}

/**
 * Postgres writes JSON times in the time zone of the session and to the microsecond; the protocol
 * wants UTC.
 */
const instant = (value: string | null) => (value === null ? null : new Date(value).toISOString());

const identityJson = (identity: IdentityRecord) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  last_sign_in_at: instant(identity.last_sign_in_at),
  created_at: instant(identity.created_at),
  updated_at: instant(identity.updated_at),
  email: identity.email ?? '',
});

export const factorJson = (factor: FactorRecord) => ({
  id: factor.id,
  created_at: instant(factor.created_at),
  updated_at: instant(factor.updated_at),
  status: factor.status,
  ...present({ friendly_name: factor.friendly_name }),
  factor_type: factor.factor_type,
  ...present({
    phone: factor.phone,
    last_challenged_at: instant(factor.last_challenged_at),
    web_authn_aaguid: factor.web_authn_aaguid,
  }),
});

/** The user object of the protocol. */
export function userJson(user: UserRecord) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...present({ email_confirmed_at: user.email_confirmed_at, invited_at: user.invited_at }),
    phone: user.phone ?? '',
    ...present({
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.email_confirmed_at ?? user.phone_confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      new_phone: user.phone_change,
      phone_change_sent_at: user.phone_change_sent_at,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length > 0 ? { factors: user.factors.map(factorJson) } : {}),
    identities: user.identities.map(identityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present({ banned_until: user.banned_until, deleted_at: user.deleted_at }),
    is_anonymous: user.is_anonymous,
  };
}

export type UserJson = ReturnType<typeof userJson>;
