/** The account events that a person is shown. */
export const ACCOUNT_EVENTS = [
  'signed_in',
  'sign_in_disowned',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset_asked',
  'email_changed',
  'factor_added',
  'factor_removed',
  'factor_refused',
  'recovery_codes_made',
  'recovery_codes_removed',
  'recovery_code_used',
  'factors_removed_by_team',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

/** How far back recent events go. */
export const EVENT_DAYS = 90;

const of = (traits: Readonly<Record<string, unknown>>, name: string) => {
  const value = traits[name];
  return typeof value === 'string' ? value : null;
};

/**
 * Reads an entry of the auth service's log for the person whom it is about.
 * @param action GoTrue's name for it
 * @returns null for what tells a person nothing, such as a code that was sent
 */
export function accountEventOf(
  action: string,
  traits: Readonly<Record<string, unknown>>,
): { kind: AccountEvent; detail: string | null } | null {
  const event = (kind: AccountEvent, detail: string | null = null) => ({ kind, detail });
  const type = of(traits, 'factor_type');
  switch (action) {
    case 'login':
      return event('signed_in', of(traits, 'method'));
    case 'logout': {
      const scope = of(traits, 'scope');
      if (scope === 'disowned') return event('sign_in_disowned');
      return event(scope === 'device' || scope === 'local' ? 'session_ended' : 'sessions_ended');
    }
    case 'user_updated_password':
      return event('password_changed');
    case 'user_recovery_requested':
      return event('password_reset_asked');
    case 'user_modified':
      return of(traits, 'change') === 'email' ? event('email_changed') : null;
    case 'verification_attempted':
      if (traits.refused === true) return event('factor_refused', type);
      if (type === 'recovery_code') return event('recovery_code_used');
      return traits.added === true ? event('factor_added', type) : null;
    case 'factor_unenrolled':
      return type === null || type === 'recovery_code'
        ? event('recovery_codes_removed')
        : event('factor_removed', type);
    case 'factor_deleted':
      return event('factors_removed_by_team');
    case 'generate_recovery_codes':
      return event('recovery_codes_made');
    case 'passkey_created':
      return event('passkey_added');
    case 'passkey_deleted':
      return event('passkey_removed');
    case 'identity_linked':
      return event('identity_linked', of(traits, 'provider'));
    case 'identity_unlinked':
      return event('identity_unlinked', of(traits, 'provider'));
    default:
      return null;
  }
}
