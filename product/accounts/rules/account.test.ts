import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deletionDate } from '#product/deletion/rules/deletion.ts';
import { type Area, guard, maySee, type Visitor } from '#product/shared/areas.ts';
import { fullName, isName, searchText, tidyName } from '#product/shared/names.ts';
import {
  avatarOf,
  dashboardOf,
  guessRole,
  isRole,
  ROLES,
  type Role,
  roleOrGuess,
  settingsPageOf,
} from '#product/shared/roles.ts';
import { deviceName } from './device-name.ts';
import { accountEventOf } from './events.ts';

const signedIn = (role: Role): Visitor => ({ state: 'signed-in', role });

describe('spec 6: who may see which area', () => {
  test.each<[Area, string]>([
    ['viewer', 'viewer, admin'],
    ['streamer', 'admin, streamer'],
    ['admin', 'admin'],
    ['dashboard', 'viewer, streamer, admin'],
    ['conference', 'viewer, streamer, admin'],
    ['public', 'viewer, streamer, admin, nobody'],
  ])('%s: %s', (area, allowed) => {
    const seeing = [...ROLES, null].filter((role) => maySee(area, role)).map((role) => role ?? 'nobody');
    expect(seeing.sort()).toEqual(allowed.split(', ').sort());
  });
});

describe('spec 2: the guard', () => {
  test('while authentication loads, it shows a spinner and waits', () => {
    expect(guard({ requiredRole: 'admin' }, { state: 'loading' })).toEqual({ show: 'spinner' });
  });
  test('with no user it redirects to /auth (or a given alternative path)', () => {
    expect(guard({}, { state: 'signed-out' })).toEqual({ show: 'redirect', to: '/auth' });
    expect(guard({ signInPath: '/' }, { state: 'signed-out' })).toEqual({ show: 'redirect', to: '/' });
  });
  test.each(ROLES)('if a required role is given and differs, a %s is sent to their own dashboard', (role) => {
    for (const requiredRole of ROLES) {
      expect(guard({ requiredRole }, signedIn(role))).toEqual(
        requiredRole === role ? { show: 'page' } : { show: 'redirect', to: `/${role}-dashboard` },
      );
    }
  });
  test('where the allowed roles do not match, nothing is shown', () => {
    expect(guard({ allowedRoles: ['viewer', 'admin'] }, signedIn('streamer'))).toEqual({ show: 'nothing' });
    expect(guard({ allowedRoles: ['viewer', 'admin'] }, signedIn('admin'))).toEqual({ show: 'page' });
    expect(guard({ allowedRoles: [] }, signedIn('admin'))).toEqual({ show: 'nothing' });
  });
  test('otherwise access is allowed', () => {
    for (const role of ROLES) expect(guard({}, signedIn(role))).toEqual({ show: 'page' });
  });
});

describe('spec 5: the guess of a missing role', () => {
  test.each([
    ['admin@loge.test', 'admin'],
    ['the.ADMIN@x.fr', 'admin'],
    ['streamer.admin@x.fr', 'admin'],
    ['mystreamer@x.fr', 'streamer'],
    ['someone@streamer.tv', 'streamer'],
    ['camille@x.fr', 'viewer'],
    ['', 'viewer'],
  ])('%s is guessed %s', (email, role) => expect(guessRole(email)).toBe(role));

  test('is not made where the profile has a role', () => {
    expect(roleOrGuess('viewer', 'admin@loge.test')).toBe('viewer');
    expect(roleOrGuess(null, 'admin@loge.test')).toBe('admin');
    expect(roleOrGuess('root', 'a@b.fr')).toBe('viewer');
  });
});

test('every role has its dashboard, settings and picture', () => {
  for (const role of ROLES) {
    expect(dashboardOf(role)).toBe(`/${role}-dashboard`);
    expect(settingsPageOf(role)).toBe(`/${role}-dashboard/settings`);
    expect(avatarOf({ role, avatarUrl: null })).toBe(`/avatars/${role}.svg`);
    expect(avatarOf({ role, avatarUrl: '/storage/me.png' })).toBe('/storage/me.png');
  }
  expect([isRole('admin'), isRole('Admin'), isRole(undefined), isRole('constructor')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe('names', () => {
  test.each([
    ['Al', true],
    [' A ', false],
    ['', false],
    ['é\u0301a', true],
    ['e\u0301', false],
    ['田辺', true],
    ['👩', false],
    ['x'.repeat(80), true],
    ['x'.repeat(81), false],
  ])('%j is a name: %s', (name, expected) => expect(isName(name)).toBe(expected));

  test('are trimmed and composed in the same way everywhere', () => {
    expect(tidyName('  Marie \t Lou ')).toBe('Marie Lou');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => tidyName(tidyName(name)) === tidyName(name)),
    );
  });

  test('are shown together, or only the one that is known', () => {
    expect(fullName({ firstName: 'Inès', lastName: 'Carvalho' })).toBe('Inès Carvalho');
    expect(fullName({ firstName: null, lastName: 'Carvalho' })).toBe('Carvalho');
    expect(fullName({ firstName: null, lastName: null }, 'Sans nom')).toBe('Sans nom');
  });

  test('are found without accents and capitals', () => {
    expect(searchText(' Éloïse D’Aubigné ')).toBe('eloise d’aubigne');
    expect(searchText('Œuvrard')).toBe('oeuvrard');
  });
});

test('an account is deleted 30 days after it was asked for, to the second', () => {
  expect(deletionDate(new Date('2026-10-20T12:00:00Z'))).toEqual(new Date('2026-11-19T12:00:00Z'));
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome sur Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge sur Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari sur Mac',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome sur Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome sur iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox sur Linux'],
  ['curl/8.5.0', 'Appareil inconnu'],
  [null, 'Appareil inconnu'],
])('%s is %s', (agent, words) => expect(deviceName(agent)).toBe(words));

describe('what the auth service logged, as a person reads it', () => {
  test.each<[string, Record<string, unknown>, ReturnType<typeof accountEventOf>]>([
    ['login', { method: 'passkey' }, { kind: 'signed_in', detail: 'passkey' }],
    ['logout', { scope: 'global' }, { kind: 'sessions_ended', detail: null }],
    ['logout', { scope: 'local' }, { kind: 'session_ended', detail: null }],
    ['logout', { scope: 'disowned' }, { kind: 'sign_in_disowned', detail: null }],
    ['user_modified', { change: 'email' }, { kind: 'email_changed', detail: null }],
    ['user_modified', {}, null],
    [
      'verification_attempted',
      { factor_type: 'totp', added: true },
      { kind: 'factor_added', detail: 'totp' },
    ],
    ['verification_attempted', { factor_type: 'totp' }, null],
    [
      'verification_attempted',
      { factor_type: 'phone', refused: true },
      { kind: 'factor_refused', detail: 'phone' },
    ],
    [
      'verification_attempted',
      { factor_type: 'recovery_code' },
      { kind: 'recovery_code_used', detail: null },
    ],
    ['factor_unenrolled', { factor_type: 'webauthn' }, { kind: 'factor_removed', detail: 'webauthn' }],
    ['factor_unenrolled', {}, { kind: 'recovery_codes_removed', detail: null }],
    ['identity_linked', { provider: 'twitch' }, { kind: 'identity_linked', detail: 'twitch' }],
    ['challenge_created', {}, null],
    ['what nobody knows', { method: 7 }, null],
  ])('%s %j', (action, traits, expected) => {
    expect(accountEventOf(action, traits)).toEqual(expected);
  });
});
