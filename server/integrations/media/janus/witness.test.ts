import { expect, test } from 'vitest';
import { createWitness, observationOf } from './witness.ts';

const media = (mid: string, receiving: boolean, seconds = 0) =>
  ({ janus: 'media', sender: 1, mid, receiving, seconds }) as const;

test('who sends nothing was not seen sending, connected or not', () => {
  const witness = createWitness(0);
  expect(observationOf(witness.seen(), 5_000)).toEqual({ connected: false, packetsReceived: 0 });
  expect(witness.hear({ janus: 'webrtcup', sender: 1 }, 1_000)).toBe(true);
  expect(observationOf(witness.seen(), 60_000)).toEqual({ connected: true, packetsReceived: 0 });
});

test('a second with media counts as one packet, the silence before Janus noticed does not', () => {
  const witness = createWitness(0);
  witness.hear(media('0', true), 10_000);
  expect(witness.hear(media('1', true), 10_500)).toBe(false); // media come already
  expect(observationOf(witness.seen(), 14_000).packetsReceived).toBe(4);
  witness.hear(media('0', false, 1), 15_000);
  witness.hear(media('1', false, 1), 16_000);
  expect(observationOf(witness.seen(), 90_000).packetsReceived).toBe(5);
  witness.hear(media('0', true), 100_000);
  witness.hear({ janus: 'hangup', sender: 1 }, 102_000);
  expect(observationOf(witness.seen(), 200_000)).toEqual({ connected: false, packetsReceived: 7 });
});

test('what was published earlier still counts, and a clock that is behind takes nothing away', () => {
  const witness = createWitness(3_000);
  witness.hear(media('0', true), 10_000);
  expect(observationOf(witness.seen(), 9_000).packetsReceived).toBeGreaterThanOrEqual(3);
});
