import { describe, expect, test } from 'vitest';
import { benchOf } from '#web/features/auth/testing/platform.ts';

/** A platform that accepts everything. */
const accepting = () => benchOf(() => Response.json({}));
const redirectOf = (asked: string | undefined) =>
  new URL(`https://x${asked?.split(' ')[1]}`).searchParams.get('redirect_to');

describe('the links of mails', () => {
  test('Sign up: redirect to the site origin after e-mail confirmation', async () => {
    const { actions, asked } = accepting();
    const details = {
      email: 'a@b.fr',
      password: 'abricot',
      role: 'viewer',
      firstName: 'Al',
      lastName: 'Bo',
    } as const;
    expect(await actions.signUp(details)).toEqual({ kind: 'confirm-email' });
    expect(redirectOf(asked[0])).toBe('https://loge.example/');
    await actions.resendConfirmation('a@b.fr');
    expect(redirectOf(asked[1])).toBe('https://loge.example/');
  });

  test('a recovery comes back to /reset-password, a sign-in to where one was going', async () => {
    const { actions, asked } = accepting();
    await actions.sendRecovery('a@b.fr');
    await actions.sendMagicLink('a@b.fr', '/conference/setup');
    expect(asked.map(redirectOf)).toEqual([
      'https://loge.example/reset-password',
      'https://loge.example/auth/callback?next=%2Fconference%2Fsetup',
    ]);
  });

  test('an address without an account gets the same answer to a sign-in link', async () => {
    const { actions } = benchOf(() =>
      Response.json({ error_code: 'otp_disabled', msg: 'no' }, { status: 422 }),
    );
    await expect(actions.sendMagicLink('personne@exemple.fr', null)).resolves.toBeUndefined();
  });

  test('a limit that the platform sets is said with its delay', async () => {
    const { actions } = benchOf(() =>
      Response.json(
        { error_code: 'over_request_rate_limit', msg: 'slow' },
        { status: 429, headers: { 'retry-after': '125' } },
      ),
    );
    const error = await actions.sendRecovery('a@b.fr').catch((thrown: unknown) => thrown);
    expect((await actions.explain(error)).text).toBe(
      'Trop de tentatives. Vous pourrez réessayer dans 3\u00a0minutes.',
    );
  });
});
