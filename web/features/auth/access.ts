import { type GuardDecision, guard, type Visitor } from '#product/shared/areas.ts';
import type { Role } from '#product/shared/roles.ts';
import type { AuthState } from '#web/features/auth/auth-state.ts';

/** The condition of access to a page. Neither role nor roles: anyone who is signed in. */
export interface AccessRule {
  /** People with another role are redirected to their own dashboard. */
  requiredRole?: Role | undefined;
  /** People with another role see an empty page. */
  allowedRoles?: readonly Role[] | undefined;
  /** Where a visitor without a session is redirected; `/auth` unless set. */
  redirectTo?: string | undefined;
}

const visitorOf = (state: AuthState): Visitor =>
  state.status === 'signed-in' ? { state: 'signed-in', role: state.user.role } : { state: state.status };

/**
 * Decides how the guard of a route answers the person or visitor who opens it (spec, section 2). It
 * decides what is shown; what may be read is decided by the database.
 */
export const decideAccess = (state: AuthState, { redirectTo, ...rule }: AccessRule): GuardDecision =>
  guard({ ...rule, signInPath: redirectTo }, visitorOf(state));
