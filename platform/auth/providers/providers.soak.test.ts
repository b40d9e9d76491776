import fc from 'fast-check';
import { expect, test } from 'vitest';
import { promptly } from '#platform/testing/promptly.ts';
import { newEmail, openAuth, PASSWORD } from '../testing/server.ts';
import { browse, openProvider } from './testing/oidc.ts';

const provider = await openProvider();
const server = await openAuth({
  autoconfirm: true,
  providers: [
    {
      id: 'custom:essai',
      label: 'Essai',
      clientIds: [provider.clientId],
      secret: provider.secret,
      apple: null,
      url: provider.issuer,
    },
  ],
});
await provider.allow(`${server.url}/auth/v1/callback`);

const wild = fc.oneof(
  fc.string({ maxLength: 200, unit: 'binary' }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    'x'.repeat(6_000),
    '../..',
    "'; drop table auth.users; --",
    '💥',
    'javascript:alert(1)',
  ),
);
const query = (names: readonly string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ minLength: 1, maxLength: 12 })), wild, {
    maxKeys: 8,
  });
/** As a browser encodes it; a lone surrogate becomes U+FFFD there too. */
const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

interface Case {
  method: string;
  path: string;
  query: Record<string, string>;
  form: Record<string, string> | string | null;
}

test('whatever is sent to the endpoints of providers is a redirect to our page or an error in the protocol’s shape, in less than a second, and changes nothing', async () => {
  const client = server.client();
  await client.auth.signUp({ email: newEmail(), password: PASSWORD });
  const { session } = (await client.auth.getSession()).data;
  const token = session!.access_token;
  const identity = session!.user.identities![0]!.identity_id;
  const begun = await fetch(`${server.url}/auth/v1/authorize?provider=custom:essai`, { redirect: 'manual' });
  const callback = await browse(begun.headers.get('location')!, (url) => url.pathname.endsWith('/callback'));
  const used = callback.searchParams.get('state')!;
  await fetch(callback, { redirect: 'manual' });
  const before = await server.database.pool.query(
    'select (select count(*) from auth.users)::int as users, (select count(*) from auth.identities)::int as identities, (select count(*) from auth.sessions)::int as sessions',
  );

  const state = fc.oneof(fc.constant(used), fc.uuid(), wild);
  const authorize = fc.record<Case>({
    method: fc.constant('GET'),
    path: fc.constantFrom('/authorize', '/user/identities/authorize'),
    query: fc
      .tuple(
        fc.oneof(fc.constant('custom:essai'), wild),
        query([
          'redirect_to',
          'scopes',
          'code_challenge',
          'code_challenge_method',
          'state',
          'client_id',
          'prompt',
          'skip_http_redirect',
          '__proto__',
        ]),
      )
      .map(([named, rest]) => ({ ...rest, provider: named })),
    form: fc.constant(null),
  });
  const names = ['code', 'error', 'error_description', 'iss', 'user'];
  const back = fc.record<Case>({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constant('/callback'),
    query: fc.tuple(state, query(names)).map(([of, rest]) => ({ ...rest, state: of })),
    form: fc.oneof(
      fc.constant(null),
      wild,
      fc.tuple(state, query(names)).map(([of, rest]) => ({ ...rest, state: of })),
    ),
  });
  const identities = fc.record<Case>({
    method: fc.constant('DELETE'),
    path: fc
      .oneof(
        fc.constant(identity),
        fc.uuid(),
        wild.filter((text) => text.length < 1_000).map((text) => encodeURIComponent(text.toWellFormed())),
      )
      .map((id) => `/user/identities/${id}`),
    query: fc.constant({}),
    form: fc.constant(null),
  });

  await fc.assert(
    fc.asyncProperty(fc.oneof(authorize, back, identities), async ({ method, path, query: asked, form }) => {
      const { answer, told } = await promptly(() =>
        fetch(`${server.url}/auth/v1${path}?${encode(asked)}`, {
          method,
          redirect: 'manual',
          headers: { Authorization: `Bearer ${token}` },
          ...(method !== 'POST' || form === null
            ? {}
            : { body: typeof form === 'string' ? form.toWellFormed() : new URLSearchParams(form) }),
        }),
      );
      expect([path, answer.status < 500]).toEqual([path, true]);
      if (answer.status === 302 || answer.status === 303) {
        // To the page, or to the provider: nowhere else, whatever `redirect_to` says.
        const to = new URL(answer.headers.get('location') ?? '');
        expect([server.url, provider.issuer]).toContain(to.origin);
      } else if (answer.status >= 400 && answer.status !== 431) {
        expect(JSON.parse(told)).toMatchObject({
          code: answer.status,
          error_code: expect.any(String),
          msg: expect.any(String),
        });
      }
    }),
    { numRuns: 600 },
  );
  const after = await server.database.pool.query(
    'select (select count(*) from auth.users)::int as users, (select count(*) from auth.identities)::int as identities, (select count(*) from auth.sessions)::int as sessions',
  );
  expect(after.rows).toEqual(before.rows);
});
