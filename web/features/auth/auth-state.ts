import type { Role } from '#product/shared/roles.ts';

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

/** The last event of the session (spec, section 4). */
export type SessionPhase = 'signed-in' | 'token-refreshed' | 'password-recovery' | 'mfa-verified';

/**
 * A person's second factor in this session: they have none, have yet to show it (aal1), or showed
 * it (aal2).
 */
export type FactorState = 'none' | 'to-show' | 'shown';

export type AuthState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | {
      status: 'signed-in';
      user: AuthUser;
      phase: SessionPhase;
      /**
       * The session came from a recovery link, so a new password may be set without the old one.
       */
      recovery: boolean;
      /** The role that was asked for at sign-up, when an admin has not granted it (yet). */
      requestedRole: Role | null;
      factor: FactorState;
      /**
       * Somebody who came by a provider and has not said who they are, with the name that it told.
       */
      newcomer: { name: string } | null;
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

/**
 * The step between a sign-in and the dashboard: to show a second factor, or to enrol one.
 * @param teamNeedsFactor whether admins must have a second factor here
 */
export function factorStep(state: AuthState, teamNeedsFactor: boolean): 'show' | 'enrol' | null {
  if (state.status !== 'signed-in' || state.factor === 'shown') return null;
  if (state.factor === 'to-show') return 'show';
  return teamNeedsFactor && state.user.role === 'admin' ? 'enrol' : null;
}
