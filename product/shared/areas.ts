import { dashboardOf, type Role } from './roles.ts';

/**
 * The table of spec 6: which part of the page each role may see. `anyone` needs no account,
 * `signed-in` any account.
 */
export const AREAS = {
  public: 'anyone',
  dashboard: 'signed-in',
  conference: 'signed-in',
  viewer: ['viewer', 'admin'],
  streamer: ['streamer', 'admin'],
  admin: ['admin'],
} as const satisfies Record<string, 'anyone' | 'signed-in' | readonly Role[]>;
export type Area = keyof typeof AREAS;

/** @param role null for somebody who is not signed in */
export function maySee(area: Area, role: Role | null): boolean {
  const allowed: 'anyone' | 'signed-in' | readonly Role[] = AREAS[area];
  if (allowed === 'anyone') return true;
  if (role === null) return false;
  return allowed === 'signed-in' || allowed.includes(role);
}

/** The conditions of a route on a visitor. Without either rule, any signed-in person passes. */
export interface GuardRule {
  requiredRole?: Role | undefined;
  allowedRoles?: readonly Role[] | undefined;
  /** Where somebody without an account goes; `/auth` unless told (spec 2). */
  signInPath?: string | undefined;
}

/** The visitor's state: not known yet, signed out, or signed in with a role. */
export type Visitor = { state: 'loading' } | { state: 'signed-out' } | { state: 'signed-in'; role: Role };

export type GuardDecision =
  | { show: 'spinner' }
  | { show: 'page' }
  | { show: 'nothing' }
  | { show: 'redirect'; to: string };

/**
 * The guard of spec 2: wait while authentication loads; nobody goes to `/auth` or the given path; a
 * role other than the required one goes to its own dashboard; where the allowed roles do not match,
 * nothing is shown.
 */
export function guard(rule: GuardRule, visitor: Visitor): GuardDecision {
  if (visitor.state === 'loading') return { show: 'spinner' };
  if (visitor.state === 'signed-out') return { show: 'redirect', to: rule.signInPath ?? '/auth' };
  if (rule.requiredRole !== undefined && rule.requiredRole !== visitor.role) {
    return { show: 'redirect', to: dashboardOf(visitor.role) };
  }
  if (rule.allowedRoles !== undefined && !rule.allowedRoles.includes(visitor.role)) {
    return { show: 'nothing' };
  }
  return { show: 'page' };
}
