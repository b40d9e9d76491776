import type { Role } from '#domain/account/roles.ts';

/** The signed-in person, as the page holds them (spec, section 3). */
export interface AuthUser {
  id: string;
  email: string;
  role: Role;
  isAuthenticated: true;
  avatarUrl: string | null;
  firstName: string;
  lastName: string;
}

/** What last happened to the session (spec, section 4). */
export type SessionPhase = 'signed-in' | 'token-refreshed' | 'password-recovery' | 'mfa-verified';

export type AuthState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | {
      status: 'signed-in';
      user: AuthUser;
      phase: SessionPhase;
      /** The session came from a recovery link, so a new password may be set without the old one. */
      recovery: boolean;
      /** The role that was asked for at sign-up, when an admin has not granted it (yet). */
      requestedRole: Role | null;
    };

/** The phase that an event of the client leads to, or null for an event that leads to none. */
export function phaseOf(event: string): SessionPhase | null {
  switch (event) {
    case 'INITIAL_SESSION':
    case 'SIGNED_IN':
    case 'USER_UPDATED':
      return 'signed-in';
    case 'TOKEN_REFRESHED':
      return 'token-refreshed';
    case 'PASSWORD_RECOVERY':
      return 'password-recovery';
    case 'MFA_CHALLENGE_VERIFIED':
      return 'mfa-verified';
    default:
      return null;
  }
}
