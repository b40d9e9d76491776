import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteOf } from './sites.ts';

test.each([
  ['https://monsite.fr', 'https://monsite.fr'],
  ['monsite.fr', 'https://monsite.fr'],
  [' HTTPS://WWW.MonSite.FR/blog?x=1#y ', 'https://www.monsite.fr'],
  ['https://monsite.fr:8443/', 'https://monsite.fr:8443'],
  ['https://élan.example', 'https://xn--lan-9la.example'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://127.0.0.1:8080/page', 'http://127.0.0.1:8080'],
])('%s is the site %s', (typed, origin) => expect(siteOf(typed)).toEqual({ ok: true, origin }));

test.each([
  '',
  'http://monsite.fr',
  'ftp://monsite.fr',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://nom:secret@monsite.fr',
  'https://*.monsite.fr',
  '*',
  'https://192.168.1.4',
  'https://[::1]',
  'https://interne',
  "https://monsite.fr; script-src 'unsafe-inline'",
  'https://mon site.fr',
  'https://monsite.fr.',
  `https://${'a'.repeat(400)}.fr`,
])('%s is none, and a sentence says why', (typed) => {
  expect(siteOf(typed)).toEqual({ ok: false, why: expect.stringMatching(/\p{L}{3}/u) });
});

test('whatever is typed, a header is given an origin and nothing else', () => {
  const pieces = [
    'https://',
    'http://',
    'localhost',
    'site',
    '.fr',
    '.',
    ':80',
    ':',
    '/',
    '@',
    ' ',
    ';',
    "'",
    '*',
    'é',
    '\r\n',
    '%00',
    '?',
    '#',
  ];
  const typed = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const site = siteOf(text);
      if (site.ok) expect(site.origin).toMatch(/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/);
    }),
  );
});
