import { beforeEach, expect, test } from 'vitest';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { openYouTube } from '#server/integrations/youtube/testing/published.ts';
import { createYouTube } from '#server/integrations/youtube/youtube.ts';
import { verifyChannel as contract } from '../contract.ts';

const google = await openYouTube();
const product = await openProduct({ youtube: createYouTube(google.settings) });
let streamer: SignedIn;
let made = 0;

const linkGoogle = async ({ id }: SignedIn): Promise<string> => {
  const sub = `10769150350006150${++made}`;
  await product.rows(
    `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'google', $2, '{"name": "Jade"}')`,
    [id, sub],
  );
  return sub;
};
const channelsOf = ({ id }: SignedIn) =>
  product.rows(
    'select provider, channel_id, login, name from public.streamer_channels where streamer_id = $1',
    [id],
  );
const channel = () => ({ id: `UC-lHJZR3Gqxm24_Vd${++made}`, title: 'Jade monte' });

beforeEach(async () => {
  google.setAway(false);
  google.tokens.clear();
  streamer = await product.join({ role: 'streamer' });
});

test('the channel that YouTube names to the token of the linked account is verified, and goes with the account', async () => {
  const sub = await linkGoogle(streamer);
  expect(await channelsOf(streamer)).toEqual([]); // a Google account by itself is no channel
  const mine = channel();
  google.tokens.set('handed-over', { sub, channel: mine });
  expect(await ask(streamer, contract, { token: 'handed-over' })).toEqual({ name: 'Jade monte' });
  expect(google.refusals).toEqual([]);
  expect(await channelsOf(streamer)).toEqual([
    { provider: 'youtube', channel_id: mine.id, login: null, name: 'Jade monte' },
  ]);
  const { rows } = await product.database.pool.query(
    `select count(*)::int as calendars from public.calendars where streamer_id = $1`,
    [streamer.id],
  );
  expect(rows).toEqual([{ calendars: 0 }]);
  await product.rows("delete from auth.identities where provider = 'google' and user_id = $1", [streamer.id]);
  expect(await channelsOf(streamer)).toEqual([]);
});

test('a token of another account, of another program, or that may not read YouTube proves nothing', async () => {
  const sub = await linkGoogle(streamer);
  const mine = channel();
  google.tokens.set('of-another', { sub: '999', channel: mine });
  google.tokens.set('of-another-program', { sub, aud: 'evil.apps.googleusercontent.com', channel: mine });
  google.tokens.set('of-less', { sub, scope: 'openid email profile', channel: mine });
  google.tokens.set('of-no-channel', { sub, channel: null });
  for (const token of ['invented', 'of-another', 'of-another-program', 'of-less', 'of-no-channel'])
    expect([token, await codeOf(streamer, contract, { token })]).toEqual([token, 'channel_unproven']);
  expect(await channelsOf(streamer)).toEqual([]);
});

test('a channel is one streamer’s', async () => {
  const mine = channel();
  google.tokens.set('first', { sub: await linkGoogle(streamer), channel: mine });
  await ask(streamer, contract, { token: 'first' });
  const other = await product.join({ role: 'streamer' });
  google.tokens.set('second', { sub: await linkGoogle(other), channel: mine });
  expect(await codeOf(other, contract, { token: 'second' })).toBe('channel_taken');
});

test('while Google is away it is said so, and a viewer has no channel', async () => {
  google.tokens.set('t', { sub: await linkGoogle(streamer), channel: channel() });
  google.setAway(true);
  expect(await codeOf(streamer, contract, { token: 't' })).toBe('channel_unasked');
  expect(await codeOf(await product.join(), contract, { token: 't' })).toBe('forbidden');
});
