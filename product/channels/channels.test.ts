import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStreamer } from '#product/availability/testing/marketplace.ts';
import { addCalendar, followSchedule, MOST_CALENDARS, removeCalendar } from '#product/calendars/contract.ts';
import { importCalendars } from '#product/calendars/import-calendars.ts';
import { browseStreamers } from '#product/discovery/contract.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { openCalendarHost } from '#server/integrations/calendars/testing/calendar-host.ts';
import { openSchedules } from '#server/integrations/twitch/testing/published.ts';

const product = await openProduct({ clockRuns: true });
const schedules = openSchedules();
const twitch = await openCalendarHost(schedules.answer, { host: 'api.twitch.tv' });
afterAll(() => twitch.close());

let streamer: SignedIn;
let channelId: string;
let made = 1_000;
beforeEach(async () => {
  await product.database.pool.query('delete from public.calendars');
  streamer = await product.join({ role: 'streamer', firstName: 'Paule' });
  await openStreamer(product.database.pool, streamer.id);
  channelId = String(++made);
});

/** Writes what a sign-in at Twitch, or a linking, leaves behind. */
const link = async (
  { id }: Pick<SignedIn, 'id'> = streamer,
  data: Record<string, unknown> = { name: 'Paule_Joue', nickname: 'Paule_Joue' },
  sub = channelId,
): Promise<string> => {
  const rows = await product.rows(
    `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'twitch', $2, $3) returning id`,
    [id, sub, { sub, ...data }],
  );
  return rows[0]!.id;
};
const unlink = (identityId: string) =>
  product.rows('delete from auth.identities where id = $1', [identityId]);
const channelsOf = (id = streamer.id) =>
  product.rows(
    'select provider, channel_id, login, name from public.streamer_channels where streamer_id = $1 order by provider',
    [id],
  );
const calendarsOf = (id = streamer.id) =>
  product.rows(
    'select id, label, url, state, busy_count, channel_provider from public.calendars where streamer_id = $1',
    [id],
  );

describe('a proven channel', () => {
  test('comes with the linked Twitch account, is named as Twitch names it, and goes with it', async () => {
    const identity = await link();
    const channel = { provider: 'twitch', channel_id: channelId, login: 'paule_joue', name: 'Paule_Joue' };
    expect(await channelsOf()).toEqual([channel]);
    await product.rows(
      `update auth.identities set identity_data = identity_data || '{"name": "paule_live", "nickname": "Paule Live"}' where id = $1`,
      [identity],
    );
    expect(await channelsOf()).toEqual([{ ...channel, login: 'paule_live', name: 'Paule Live' }]);
    await unlink(identity);
    expect(await channelsOf()).toEqual([]);
  });

  test('is there for a person who comes by Twitch first and becomes a streamer then', async () => {
    const person = await product.join({ role: 'viewer' });
    await link(person);
    expect(await channelsOf(person.id)).toEqual([]);
    await product.rows("update public.profiles set role = 'streamer' where id = $1", [person.id]);
    expect(await channelsOf(person.id)).toMatchObject([{ channel_id: channelId }]);
  });

  test('is never taken from what a person writes about themself, nor from another provider', async () => {
    await product.rows(
      `update auth.users set raw_user_meta_data = '{"provider": "twitch", "provider_id": "19571641", "name": "ninja"}' where id = $1`,
      [streamer.id],
    );
    await product.rows(
      `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'custom:twitch', $2, '{"name": "ninja"}')`,
      [streamer.id, channelId],
    );
    expect(await channelsOf()).toEqual([]);
  });

  test('with a name that no address has is no channel, and its sign-in works all the same', async () => {
    for (const [sub, data] of [
      [channelId, { name: 'a/../b' }],
      [`${channelId}x`, { name: 'paule' }],
      [`${channelId}0`, {}],
    ] as const) {
      await unlink(await link(streamer, data, sub));
      expect(await channelsOf()).toEqual([]);
    }
  });

  test('of two linked accounts is that of the first, and of the second once the first is gone', async () => {
    const first = await link();
    await link(streamer, { name: 'seconde' }, `${channelId}2`);
    expect(await channelsOf()).toMatchObject([{ login: 'paule_joue' }]);
    await unlink(first);
    expect(await channelsOf()).toMatchObject([{ login: 'seconde', name: 'seconde' }]);
    expect(await calendarsOf()).toMatchObject([{ url: expect.stringContaining(`=${channelId}2`) }]);
  });

  test('is on the card, and is found by its name', async () => {
    const identity = await link(streamer, { name: 'tres_unique_42', nickname: 'Très_Unique_42' });
    const found = async () =>
      (await ask(streamer, browseStreamers, { query: 'tres_unique_42' })).cards.filter(
        ({ id }) => id === streamer.id,
      );
    expect(await found()).toMatchObject([
      { channels: [{ provider: 'twitch', name: 'Très_Unique_42', live: false }] },
    ]);
    await product.rows('update public.streamer_channels set live_since = now() where streamer_id = $1', [
      streamer.id,
    ]);
    expect(await found()).toMatchObject([{ channels: [{ live: true }] }]);
    await unlink(identity);
    expect(await found()).toEqual([]);
  });
});

const HOUR = 3_600_000;
const now = () => Date.now() + product.clock.ahead;
const importNow = (at = new Date(now())) =>
  importCalendars({ network: twitch.network, siteUrl: () => 'http://loge.test' })({
    pool: product.database.pool,
    logger: pino({ level: 'silent' }),
    now: at,
    signal: new AbortController().signal,
  });
const busyOf = (id = streamer.id) =>
  product.rows('select starts_at, ends_at from public.busy_times where streamer_id = $1 order by starts_at', [
    id,
  ]);

describe('the schedule of a linked Twitch channel', () => {
  test('is a calendar by itself, asked for as Twitch publishes it, and its lives close the hours', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 48 * HOUR;
    schedules.announce(channelId, [{ start, hours: 3 }]);
    const identity = await link();
    expect(await calendarsOf()).toMatchObject([
      { label: 'Planning Twitch', state: 'pending', channel_provider: 'twitch' },
    ]);
    await importNow();
    expect(schedules.refusals).toEqual([]);
    expect(await calendarsOf()).toMatchObject([{ state: 'working', busy_count: 1 }]);
    expect(await busyOf()).toEqual([{ starts_at: new Date(start), ends_at: new Date(start + 3 * HOUR) }]);
    schedules.announce(channelId, []);
    await importNow(new Date(now() + HOUR));
    expect(await busyOf()).toEqual([]);
    await unlink(identity);
    expect(await calendarsOf()).toEqual([]);
  });

  test('of a channel that announces nothing is an empty calendar, not a broken one', async () => {
    await link();
    await importNow();
    expect(await calendarsOf()).toMatchObject([{ state: 'working', busy_count: 0 }]);
  });

  test('is turned off by its streamer, stays off when they sign in again, and is turned on again', async () => {
    const start = Math.ceil(now() / HOUR) * HOUR + 48 * HOUR;
    schedules.announce(channelId, [{ start, hours: 1 }]);
    const identity = await link();
    await importNow();
    const [calendar] = await calendarsOf();
    await ask(streamer, removeCalendar, { calendarId: calendar!.id });
    expect([await calendarsOf(), await busyOf()]).toEqual([[], []]);
    await product.rows(
      `update auth.identities set identity_data = identity_data || '{"nickname": "Paule"}' where id = $1`,
      [identity],
    );
    expect(await calendarsOf()).toEqual([]);
    await ask(streamer, followSchedule, {});
    await importNow();
    expect(await busyOf()).toHaveLength(1);
    const stranger = await product.join({ role: 'streamer' });
    expect(await codeOf(stranger, followSchedule, {})).toBe('calendar_not_found');
    const [again] = await calendarsOf();
    expect(await codeOf(stranger, removeCalendar, { calendarId: again!.id })).toBe('calendar_not_found');
  });

  test('takes none of the places for added calendars, and takes over the same address', async () => {
    const add = (url: string) => ask(streamer, addCalendar, { key: randomUUID(), label: 'Mien', url });
    const { calendarId } = await add(
      `https://api.twitch.tv/helix/schedule/icalendar?broadcaster_id=${channelId}`,
    );
    await link();
    expect(await calendarsOf()).toMatchObject([{ id: calendarId, channel_provider: 'twitch' }]);
    for (let place = 0; place < MOST_CALENDARS; place++) await add(`https://agenda.exemple.fr/${place}.ics`);
    expect(await calendarsOf()).toHaveLength(MOST_CALENDARS + 1);
  });
});
