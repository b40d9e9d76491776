import { expect, test } from 'vitest';
import { parsePageConfig } from '#web/lib/page-config.ts';

test('the platform is on the page’s own origin unless the server says otherwise', () => {
  const given = JSON.stringify({ supabaseUrl: null, publishableKey: 'sb_publishable_x' });
  expect(parsePageConfig(given, 'https://loge.example')).toEqual({
    supabaseUrl: 'https://loge.example',
    publishableKey: 'sb_publishable_x',
    providers: [],
    provesYouTube: false,
    teamNeedsFactor: false,
    paidBy: null,
    sendsSms: false,
    catalogue: { categories: [], languages: [] },
  });
  const elsewhere = JSON.stringify({ supabaseUrl: 'https://api.example', publishableKey: 'k' });
  expect(parsePageConfig(elsewhere, 'https://loge.example').supabaseUrl).toBe('https://api.example');
});

test('the providers are those that the server names', () => {
  const providers = [{ id: 'twitch', label: 'Twitch' }, 7, { id: 'google' }];
  const given = JSON.stringify({ publishableKey: 'k', providers });
  expect(parsePageConfig(given, 'https://loge.example').providers).toEqual([
    { id: 'twitch', label: 'Twitch' },
  ]);
});

test.each([null, '{}', '{"publishableKey":""}', '{"publishableKey":3}', '[]', '7'])(
  'a page without configuration says so: %s',
  (text) => {
    expect(() => parsePageConfig(text, 'https://loge.example')).toThrow(/configuration/);
  },
);
