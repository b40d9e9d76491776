import {
  AuthApiError,
  AuthPKCECodeVerifierMissingError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { describeAuthError, waitText, withoutOtherMeans } from '#web/lib/auth-error.ts';

const api = (code: string, status = 400, message = 'English text') => new AuthApiError(message, status, code);

describe('a failed call of the auth service, in words', () => {
  test('a wrong address and a wrong password are the same sentence', () => {
    expect(describeAuthError(api('invalid_credentials')).text).toMatch(/ne correspond pas/);
  });

  test('a rate limit says how long to wait, from the header or from the sentence', () => {
    expect(describeAuthError(api('over_request_rate_limit', 429), 754).text).toBe(
      'Trop de tentatives. Vous pourrez réessayer dans 13\u00a0minutes.',
    );
    const mail = api(
      'over_email_send_rate_limit',
      429,
      'For security purposes, you can only request this after 42 seconds.',
    );
    expect(describeAuthError(mail).text).toMatch(/dans 42\u00a0secondes\.$/);
    expect(describeAuthError(api('over_request_rate_limit', 429)).text).toMatch(/quelques minutes/);
  });

  test('a leaked password is told apart from a short and from an easy one', () => {
    const weak = (...reasons: ('pwned' | 'length' | 'characters')[]) =>
      describeAuthError(new AuthWeakPasswordError('weak', 422, reasons)).text;
    expect(weak('pwned')).toMatch(/fuite de données/);
    expect(weak('length')).toBe('Le mot de passe doit contenir au moins 6 caractères');
    expect(weak('characters')).toMatch(/trop facile/);
  });

  test('a network that is down is not confused with a server that fails', () => {
    expect(describeAuthError(new AuthRetryableFetchError('Failed to fetch', 0)).code).toBe('unreachable');
    expect(describeAuthError(new AuthRetryableFetchError('Bad gateway', 502)).code).toBe(
      'unexpected_failure',
    );
  });

  test('a link opened in another browser is explained', () => {
    const { code, text } = describeAuthError(new AuthPKCECodeVerifierMissingError());
    expect(code).toBe('pkce_code_verifier_not_found');
    expect(text).toMatch(/autre navigateur/);
  });

  test.each([
    ['a window that was closed', 'NotAllowedError', /fenêtre a été fermée.*autre moyen/],
    ['a request that was broken off', 'AbortError', /interrompue/],
    ['a key that is registered already', 'InvalidStateError', /déjà enregistrée/],
  ])('%s in the browser’s request for a key is no fault of ours', (_, name, words) => {
    const told = describeAuthError(Object.assign(new Error('English text'), { name }));
    expect(told).toMatchObject({ code: 'key_not_used', text: expect.stringMatching(words) });
    expect(told.text).not.toMatch(/de notre côté/);
  });

  test('where there is no other means, none is offered', () => {
    const told = (name: string) =>
      withoutOtherMeans(describeAuthError(Object.assign(new Error('English text'), { name })).text);
    expect(told('AbortError')).toBe('La demande de clé a été interrompue. Réessayez.');
    expect(told('NotSupportedError')).toBe('Cet appareil ne sait pas garder une clé.');
  });

  test('a key that was removed, and one that answered too late, say what to do', () => {
    expect(describeAuthError(api('webauthn_verification_failed')).text).toMatch(/autrement/);
    expect(describeAuthError(api('webauthn_challenge_expired')).text).toMatch(/Recommencez/);
  });

  test('a session that is gone, an unknown code and an unknown error all have a sentence', () => {
    expect(describeAuthError(new AuthSessionMissingError()).text).toMatch(/Reconnectez-vous/);
    for (const error of [api('a_code_of_tomorrow'), new Error('x'), 'x', null, undefined]) {
      expect(describeAuthError(error)).toMatchObject({ code: 'unknown', text: expect.stringMatching(/\.$/) });
    }
  });
});

test.each([
  [1, '1\u00a0seconde'],
  [0.4, '1\u00a0seconde'],
  [42, '42\u00a0secondes'],
  [60, '1\u00a0minute'],
  [61, '2\u00a0minutes'],
  [3_600, '60\u00a0minutes'],
  [3_601, '2\u00a0heures'],
])('%d s is « %s »', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
