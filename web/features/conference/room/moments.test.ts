import { expect, test } from 'vitest';
import { qualityOf, readLine, typicalOf } from './line-quality.ts';
import { momentOf, sayMoment, sayNext } from './moments.ts';

const MINUTE = 60_000;
const at = (minutesToEnd: number) => ({
  toStart: Math.max(0, minutesToEnd - 60) * MINUTE,
  toEnd: Math.max(0, minutesToEnd) * MINUTE,
  toClose: Math.max(0, minutesToEnd + 5) * MINUTE,
});

test.each([
  [65, 'before', ''],
  [59, 'going', 'La session commence.'],
  [10, 'ten', 'Il reste 10 minutes.'],
  [5, 'five', 'Il reste 5 minutes.'],
  [1, 'one', 'Il reste 1 minute.'],
  [-1, 'ended', expect.stringContaining('sauf si vous y restez ensemble')],
  [-4.5, 'closing', expect.stringContaining('ferme dans 1 minute')],
  [-6, 'beyond', expect.stringContaining('Vous continuez ensemble')],
])('%i minutes before its end a session is at %s', (minutes, moment, said) => {
  expect(momentOf(at(minutes))).toBe(moment);
  expect(sayMoment(momentOf(at(minutes)))).toEqual(said);
});

test('a session that was made longer is not told anew that it begins', () => {
  expect(sayNext('five', 'going')).toBe('');
  expect(sayNext('ended', 'ten')).toBe('');
  expect(sayNext('ten', 'five')).toBe('Il reste 5 minutes.');
});

test('the line is judged by loss and delay', () => {
  expect(qualityOf({ loss: 0.01, roundTrip: 80 })).toBe('good');
  expect(qualityOf({ loss: 0.07, roundTrip: 80 })).toBe('fair');
  expect(qualityOf({ loss: 0, roundTrip: 700 })).toBe('poor');
  expect(qualityOf({ loss: 0, roundTrip: null })).toBe('good');
});

test('one weak line of several is that person’s, most of them are one’s own', () => {
  const good = { loss: 0, roundTrip: 50 };
  const poor = { loss: 0.2, roundTrip: 50 };
  expect(typicalOf([])).toBeNull();
  expect(typicalOf([poor])).toBe('poor');
  expect(typicalOf([poor, good, good])).toBe('good');
  expect(typicalOf([poor, poor, good])).toBe('poor');
});

test('rates and loss are between two readings, not since the beginning', () => {
  const stats = (bytes: number, packets: number, lost: number) =>
    new Map<string, Record<string, unknown>>([
      [
        'p',
        {
          type: 'candidate-pair',
          nominated: true,
          state: 'succeeded',
          bytesReceived: bytes,
          bytesSent: 0,
          currentRoundTripTime: 0.05,
          localCandidateId: 'l',
        },
      ],
      ['l', { type: 'local-candidate', candidateType: 'relay' }],
      [
        'v',
        {
          type: 'inbound-rtp',
          kind: 'video',
          frameWidth: 640,
          frameHeight: 360,
          framesPerSecond: 30,
          packetsReceived: packets,
          packetsLost: lost,
        },
      ],
    ]);
  const first = readLine(stats(1_000_000, 900, 100), 0, null);
  expect(first.reading).toMatchObject({ received: 0, relayed: true, roundTrip: 50, width: 640 });
  const second = readLine(stats(1_250_000, 1_090, 110), 2_000, first.counters);
  expect(second.reading.received).toBeCloseTo(1_000);
  expect(second.reading.loss).toBeCloseTo(0.05);
});
