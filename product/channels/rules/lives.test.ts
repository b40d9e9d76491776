import { expect, test } from 'vitest';
import { channelAddress } from '#product/discovery/rules/channels.ts';
import { hoursAfter, minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { isLiveWarningDue, isMessageFresh, liveAtStart, subscriptionsToChange } from './lives.ts';

const start = parseInstant('2026-11-26T19:00:00Z');
const live = (from: number, to: number) => ({
  start: minutesAfter(start, from),
  end: minutesAfter(start, to),
});

test.each([
  ['around the start', live(-60, 60), true],
  ['that begins with the session', live(0, 60), true],
  ['that ends with its start', live(-60, 0), false],
  ['that begins a minute later', live(1, 60), false],
])('a live %s overlaps the start or not', (_, announced, overlaps) => {
  expect(liveAtStart(start, [live(-600, -500), announced])).toEqual(overlaps ? announced : null);
});

test('both sides are told from two hours before the start until it', () => {
  expect(isLiveWarningDue(start, minutesAfter(start, -121))).toBe(false);
  expect(isLiveWarningDue(start, minutesAfter(start, -120))).toBe(true);
  expect(isLiveWarningDue(start, minutesAfter(start, -1))).toBe(true);
  expect(isLiveWarningDue(start, start)).toBe(false);
});

test('a message is fresh for ten minutes, and none comes from the future', () => {
  expect(isMessageFresh(start, minutesAfter(start, 10))).toBe(true);
  expect(isMessageFresh(start, minutesAfter(start, 11))).toBe(false);
  expect(isMessageFresh(hoursAfter(start, 1), start)).toBe(false);
});

test('both topics of each channel are asked for once; what failed, came twice or is of no channel is ended', () => {
  const present = [
    { id: 'a', topic: 'stream.online', channelId: '1', status: 'enabled' },
    { id: 'b', topic: 'stream.offline', channelId: '1', status: 'notification_failures_exceeded' },
    { id: 'c', topic: 'stream.online', channelId: '1', status: 'enabled' },
    { id: 'd', topic: 'stream.online', channelId: '3', status: 'enabled' },
    { id: 'e', topic: 'stream.offline', channelId: '2', status: 'webhook_callback_verification_pending' },
  ];
  expect(subscriptionsToChange(['1', '2'], present)).toEqual({
    ask: [
      { topic: 'stream.offline', channelId: '1' },
      { topic: 'stream.online', channelId: '2' },
    ],
    end: ['b', 'c', 'd'],
  });
});

test('a channel’s address has the login at Twitch and the id at YouTube', () => {
  expect(channelAddress({ provider: 'twitch', channelId: '12', login: 'paule_joue' })).toBe(
    'https://www.twitch.tv/paule_joue',
  );
  expect(channelAddress({ provider: 'youtube', channelId: 'UCabc', login: null })).toBe(
    'https://www.youtube.com/channel/UCabc',
  );
});
