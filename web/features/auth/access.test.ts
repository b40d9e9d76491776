import { describe, expect, test } from 'vitest';
import type { Role } from '#product/shared/roles.ts';
import { decideAccess } from '#web/features/auth/access.ts';
import type { AuthState } from '#web/features/auth/auth-state.ts';

const signedIn = (role: Role): AuthState => ({
  status: 'signed-in',
  phase: 'signed-in',
  recovery: false,
  requestedRole: null,
  factor: 'none',
  newcomer: null,
  user: {
    id: '1',
    email: 'camille@exemple.fr',
    role,
    isAuthenticated: true,
    avatarUrl: null,
    firstName: 'Camille',
    lastName: 'Roux',
  },
});

describe('Guard', () => {
  test('while authentication loads, it shows a spinner and waits', () => {
    expect(decideAccess({ status: 'loading' }, { requiredRole: 'admin' })).toEqual({ show: 'spinner' });
  });

  test('with no user it redirects to /auth (or a given alternative path)', () => {
    expect(decideAccess({ status: 'signed-out' }, {})).toEqual({ show: 'redirect', to: '/auth' });
    expect(decideAccess({ status: 'signed-out' }, { redirectTo: '/browse' })).toEqual({
      show: 'redirect',
      to: '/browse',
    });
  });

  test.each([
    ['viewer', '/viewer-dashboard'],
    ['streamer', '/streamer-dashboard'],
  ] as const)('a required role is given and the user’s role differs: a %s is sent to %s', (role, to) => {
    expect(decideAccess(signedIn(role), { requiredRole: 'admin' })).toEqual({ show: 'redirect', to });
  });

  test('where the allowed roles do not match, nothing is shown', () => {
    expect(decideAccess(signedIn('streamer'), { allowedRoles: ['viewer', 'admin'] })).toEqual({
      show: 'nothing',
    });
  });

  test('otherwise access is allowed', () => {
    expect(decideAccess(signedIn('admin'), { allowedRoles: ['viewer', 'admin'] })).toEqual({ show: 'page' });
    expect(decideAccess(signedIn('admin'), { requiredRole: 'admin' })).toEqual({ show: 'page' });
    expect(decideAccess(signedIn('viewer'), {})).toEqual({ show: 'page' });
  });
});
