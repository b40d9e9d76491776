import { expect, test } from 'vitest';
import { type ConnectionSample, figuresOf, readConnection, sampleOf } from './connection-stats.ts';

const sample = (more: Partial<ConnectionSample>): ConnectionSample => ({
  at: 0,
  bytesSent: 0,
  bytesReceived: 0,
  packetsSent: 0,
  packetsReceived: 0,
  framesSent: 0,
  available: null,
  lostUp: 0,
  lostDown: 0,
  roundTrip: null,
  jitter: null,
  protocol: null,
  ...more,
});

test('rates, and the loss of the worse direction, are those between the first and the last sample', () => {
  const figures = figuresOf([
    sample({ at: 1000, bytesSent: 1000, packetsSent: 10, roundTrip: 0.02 }),
    sample({
      at: 3000,
      bytesSent: 251_000,
      bytesReceived: 125_000,
      packetsSent: 110,
      framesSent: 60,
      available: 2_000_000,
      packetsReceived: 90,
      lostUp: 2,
      lostDown: 10,
      roundTrip: 0.04,
      protocol: 'udp',
    }),
  ]);
  expect(figures).toMatchObject({ frames: 30, available: 2000 });
  expect(figures).toMatchObject({ sent: 1000, received: 500, loss: 0.1, jitter: null, protocol: 'udp' });
  expect(figures?.roundTrip).toBeCloseTo(30);
});

test('one sample is no measure', () => {
  expect(figuresOf([sample({})])).toBeNull();
});

test('a sample is read from the reports of a connection', () => {
  const stats = new Map<string, { type: string; [name: string]: unknown }>([
    ['o', { type: 'outbound-rtp', bytesSent: 10, packetsSent: 1, framesEncoded: 4 }],
    ['i', { type: 'inbound-rtp', bytesReceived: 9, packetsReceived: 1, packetsLost: -1, jitter: 0.001 }],
    ['r', { type: 'remote-inbound-rtp', packetsLost: 3, roundTripTime: 0.5 }],
    [
      'p',
      {
        type: 'candidate-pair',
        nominated: true,
        state: 'succeeded',
        localCandidateId: 'l',
        currentRoundTripTime: 0.05,
        availableOutgoingBitrate: 900,
      },
    ],
    ['l', { type: 'local-candidate', protocol: 'udp' }],
  ]);
  expect(sampleOf(stats, 5)).toEqual({
    at: 5,
    bytesSent: 10,
    bytesReceived: 9,
    packetsSent: 1,
    packetsReceived: 1,
    framesSent: 4,
    available: 900,
    lostUp: 3,
    lostDown: -1,
    roundTrip: 0.05,
    jitter: 0.001,
    protocol: 'udp',
  });
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
  const first = readConnection(stats(1_000_000, 900, 100), 0, null);
  expect(first.reading).toMatchObject({ received: 0, relayed: true, roundTrip: 50, width: 640 });
  const second = readConnection(stats(1_250_000, 1_090, 110), 2_000, first.counters);
  expect(second.reading.received).toBeCloseTo(1_000);
  expect(second.reading.loss).toBeCloseTo(0.05);
});
