import { describe, expect, test } from 'vitest';
import { isAllowedRedirect } from './redirects.ts';

describe('where a link may lead', () => {
  const site = 'https://loge.fr';
  const allowed = [
    'https://*.loge.fr/**',
    'loge://callback',
    'https://exemple.fr/retour',
    'http://192.0.2.1/**',
  ];
  test.each([
    ['https://loge.fr', true],
    ['https://loge.fr/auth/callback?x=1#y', true],
    ['https://staging.loge.fr/auth/callback', true],
    ['loge://callback', true],
    ['https://exemple.fr/retour#fragment', true],
    ['https://exemple.fr/retour/plus-loin', false],
    ['http://loge.fr/', false],
    ['https://loge.fr:8443/', false],
    ['https://loge.fr.evil.example/', false],
    ['https://loge.fr@evil.example/', false],
    ['https://evil.example/?https://loge.fr/', false],
    ['https://evil.example/#.loge.fr/', false],
    ['https://a.b.loge.fr/', false],
    ['https://evil.example\\.loge.fr/', false],
    ['https://loge.fr\n.evil.example/', false],
    ['//evil.example/', false],
    ['/auth/callback', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['http://192.0.2.1/x', false],
    ['http://localhost:3000/', false],
    ['', false],
  ])('%s: %s', (target, expected) => {
    expect(isAllowedRedirect(target, site, allowed)).toBe(expected);
  });

  test.each([
    ['https://loge-git-essai-equipe.vercel.app/auth/callback', true],
    ['https://loge-git-essai-equipe.vercel.app', true],
    // A browser reads the ideographic full stop as a dot, and ends the host at the question mark.
    ['https://evil。example?-equipe.vercel.app/', false],
    ['https://evil．example?-equipe.vercel.app/auth', false],
    ['https://evil?-equipe.vercel.app/', false],
    ['https://evil。example#-equipe.vercel.app/', false],
  ])('previews of a team, %s: %s', (target, expected) => {
    const globs = ['https://*-equipe.vercel.app', 'https://*-equipe.vercel.app/**'];
    expect(isAllowedRedirect(target, site, globs)).toBe(expected);
  });

  test('on one’s own machine the name and the port do not matter', () => {
    for (const target of ['http://127.0.0.1:5173/x', 'http://localhost:3000/', 'http://[::1]:3000/']) {
      expect(isAllowedRedirect(target, 'http://localhost:3000', [])).toBe(true);
    }
    expect(isAllowedRedirect('http://192.168.1.4:3000/', 'http://localhost:3000', [])).toBe(false);
    expect(isAllowedRedirect('http://127.0.0.1.evil.example/', 'http://localhost:3000', [])).toBe(false);
  });
});
