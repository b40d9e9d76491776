import { describe, expect, test } from 'vitest';
import type { ProviderSettings } from '#server/settings-providers.ts';
import { newEmail, openAuth } from '../testing/server.ts';
import { browse } from './testing/oidc.ts';
import { openApple, openDiscord, openGithub, openGoogle, openTwitch } from './testing/published.ts';

// Each provider is bound to our callback, whose address is known once the server listens.
let callback = '';
const client = (clientId: string) => ({
  clientId,
  secret: `${clientId}-secret`,
  redirectUri: () => callback,
});

const email = newEmail('paule');
const twitch = await openTwitch(client('twitch-client'), {
  id: '141981764',
  login: 'paule_joue',
  display_name: 'Paule_Joue',
  type: '',
  broadcaster_type: 'partner',
  description: 'Des jeux et des gens.',
  profile_image_url: 'https://static-cdn.jtvnw.net/paule.png',
  offline_image_url: '',
  view_count: 5980557,
  email: email.toUpperCase(),
  created_at: '2016-12-14T20:32:28Z',
});
const secondEmail = newEmail('secondaire');
const github = await openGithub(
  client('github-client'),
  { id: 583231, login: 'paule', name: 'Paule Code', avatar_url: 'https://avatars.example/1', email: null },
  [
    { email: secondEmail, primary: false, verified: true, visibility: null },
    { email, primary: true, verified: true, visibility: 'private' },
  ],
);
const discord = await openDiscord(client('discord-client'), {
  id: '80351110224678912',
  username: 'paule',
  discriminator: '0',
  global_name: 'Paule',
  avatar: 'a_8342729096ea3675442027381ff50dfe',
  verified: true,
  email,
});
const google = await openGoogle(client('google-client'), {
  sub: '10769150350006150715113082367',
  email,
  name: 'Paule Chaîne',
  picture: 'https://lh3.googleusercontent.com/paule',
});
const appleClient = { clientId: 'fr.loge.web', teamId: 'TEAM123456', keyId: 'KEY1234567' };
const appleEmail = newEmail('relais');
const apple = await openApple(appleClient, {
  sub: '001999.b9ae.1234',
  email: appleEmail,
  firstName: 'Paule',
  lastName: 'Pomme',
});

const settingsOf = (id: string, url: string): ProviderSettings => ({
  id,
  label: id,
  clientIds: [`${id}-client`],
  secret: `${id}-client-secret`,
  apple: null,
  url,
});
const server = await openAuth({
  providers: [
    settingsOf('twitch', twitch.url),
    settingsOf('github', github.url),
    settingsOf('discord', discord.url),
    settingsOf('google', google.url),
    {
      ...settingsOf('apple', apple.url),
      clientIds: [appleClient.clientId],
      secret: apple.privateKey.replaceAll('\n', '\\n'),
      apple: { teamId: appleClient.teamId, keyId: appleClient.keyId },
    },
  ],
});
callback = `${server.url}/auth/v1/callback`;

const authorizeUrl = (provider: string) => `${server.url}/auth/v1/authorize?provider=${provider}`;
const onPage = (url: URL) => url.origin === server.url && !url.pathname.startsWith('/auth/v1');
const userOf = async (landed: URL) => {
  const hash = new URLSearchParams(landed.hash.slice(1));
  expect(landed.search).toBe('');
  expect(hash.get('provider_token')).toBeTruthy();
  const { data, error } = await server.client().auth.getUser(hash.get('access_token')!);
  expect(error).toBeNull();
  return { user: data.user!, hash };
};
const signIn = async (provider: string, more = '') =>
  userOf(await browse(`${authorizeUrl(provider)}${more}`, onPage));
const identityOf = (user: Awaited<ReturnType<typeof userOf>>['user'], provider: string) =>
  user.identities!.find((one) => one.provider === provider)!;

describe('what each provider publishes is what it is sent, and its profile is read as GoTrue reads it', () => {
  test('Twitch', async () => {
    const { user, hash } = await signIn('twitch');
    expect(twitch.refusals).toEqual([]);
    expect(hash.get('provider_refresh_token')).toMatch(/^again-/);
    expect(user.email).toBe(email);
    expect(identityOf(user, 'twitch')).toMatchObject({
      id: '141981764',
      identity_data: {
        sub: '141981764',
        provider_id: '141981764',
        name: 'paule_joue',
        full_name: 'paule_joue',
        nickname: 'Paule_Joue',
        slug: 'Paule_Joue',
        picture: 'https://static-cdn.jtvnw.net/paule.png',
        email,
        email_verified: true,
        custom_claims: { broadcaster_type: 'partner', view_count: 5980557 },
      },
    });
  });

  test('GitHub, whose primary address counts', async () => {
    const { user } = await signIn('github');
    expect(github.refusals).toEqual([]);
    expect(user.email).toBe(email);
    expect(identityOf(user, 'github')).toMatchObject({
      id: '583231',
      identity_data: { user_name: 'paule', preferred_username: 'paule', full_name: 'Paule Code', email },
    });
  });

  test('Discord', async () => {
    const { user } = await signIn('discord');
    expect(discord.refusals).toEqual([]);
    expect(identityOf(user, 'discord')).toMatchObject({
      id: '80351110224678912',
      identity_data: {
        name: 'paule#0',
        full_name: 'paule',
        custom_claims: { global_name: 'Paule' },
        picture:
          'https://cdn.discordapp.com/avatars/80351110224678912/a_8342729096ea3675442027381ff50dfe.gif',
      },
    });
    // The three accounts of one verified address are ways into one account.
    expect(new Set(user.app_metadata.providers)).toEqual(new Set(['twitch', 'github', 'discord']));
  });

  test('Google, which is asked for more where the page wants it, and hands over a refresh token only then', async () => {
    const { user, hash } = await signIn('google');
    expect(google.refusals).toEqual([]);
    expect(hash.get('provider_refresh_token')).toBeNull();
    expect(identityOf(user, 'google')).toMatchObject({
      id: '10769150350006150715113082367',
      identity_data: {
        full_name: 'Paule Chaîne',
        picture: 'https://lh3.googleusercontent.com/paule',
        email,
        email_verified: true,
      },
    });
    const youtube = encodeURIComponent('https://www.googleapis.com/auth/youtube.readonly');
    const more = await signIn('google', `&scopes=${youtube}&access_type=offline&prompt=consent`);
    expect(google.refusals).toEqual([]);
    expect(more.user.id).toBe(user.id);
    expect(more.hash.get('provider_refresh_token')).toMatch(/^1\/\//);
  });

  test('a code that somebody else used is refused, also where the refusal comes with a 200', async () => {
    for (const [provider, double] of [
      ['github', github],
      ['twitch', twitch],
      ['discord', discord],
      ['google', google],
    ] as const) {
      const back = await browse(authorizeUrl(provider), (url) => url.pathname.endsWith('/callback'));
      back.searchParams.set('code', crypto.randomUUID());
      const answer = await fetch(back, { redirect: 'manual' });
      const landed = new URL(answer.headers.get('location')!);
      expect([provider, landed.searchParams.get('error')]).toEqual([provider, 'server_error']);
      expect(double.refusals.splice(0)).toEqual(['Refusal: code']);
    }
  });
});

describe('Apple', () => {
  const post = async (change: (form: URLSearchParams) => void = () => {}) => {
    const begun = await fetch(authorizeUrl('apple'), { redirect: 'manual' });
    const shown = await fetch(begun.headers.get('location')!);
    const { action, form } = (await shown.json()) as { action: string; form: Record<string, string> };
    const fields = new URLSearchParams(form);
    change(fields);
    const answer = await fetch(action, { method: 'POST', body: fields, redirect: 'manual' });
    return { fields, landed: new URL(answer.headers.get('location')!) };
  };

  test('posts its answer, takes a client secret signed by the developer’s key, and gives the name once', async () => {
    const first = await post();
    expect(first.fields.has('user')).toBe(true);
    const { user } = await userOf(first.landed);
    expect(apple.refusals).toEqual([]);
    expect(identityOf(user, 'apple').identity_data).toMatchObject({
      sub: '001999.b9ae.1234',
      full_name: 'Paule Pomme',
      email: appleEmail,
      email_verified: true,
      custom_claims: { is_private_email: 'true' },
    });
    const second = await post();
    expect(second.fields.has('user')).toBe(false);
    const again = await userOf(second.landed);
    expect(again.user.id).toBe(user.id);
    expect(again.user.user_metadata.full_name).toBe('Paule Pomme');
  });

  test.each([
    'not JSON',
    '{"name":null}',
    '{"name":{"firstName":{"a":1}}}',
    `{"name":{"firstName":"${'x'.repeat(9_000)}"}}`,
  ])('a name that the browser changed to %.30s is left out, and the sign-in goes on', async (sent) => {
    const { landed } = await post((form) => form.set('user', sent));
    expect((await userOf(landed)).user.user_metadata.full_name).toBe('Paule Pomme');
  });

  test('an application hands in the ID token that it got, with the access token of the same answer only', async () => {
    const [first, second] = [await apple.issue(), await apple.issue()];
    const redeem = (access_token: string) =>
      server.client().auth.signInWithIdToken({ provider: 'apple', token: first.id_token, access_token });
    expect((await redeem(second.access_token)).error).toMatchObject({ status: 400 });
    const { data, error } = await redeem(first.access_token);
    expect([error, data.user?.email]).toEqual([null, appleEmail]);
  });

  test('somebody who cancels comes back with Apple’s own error', async () => {
    const { landed } = await post((form) => {
      form.delete('code');
      form.set('error', 'user_cancelled_authorize');
    });
    expect(landed.searchParams.get('error')).toBe('user_cancelled_authorize');
  });
});
