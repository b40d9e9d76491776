import { expect, test } from 'vitest';
import { type ProcessFigures, processFaults } from './process-figures.ts';

const well: ProcessFigures = {
  version: '1.0.0',
  node: '24.0.0',
  eventLoop: { median: 1, late: 40 },
  memory: { resident: 1, heap: 1 },
  pools: [{ name: 'server', size: 20, busy: 20, waiting: 3 }],
  sockets: 0,
  channels: 0,
  disk: { free: 50, size: 100 },
  media: [{ engine: 'p2p', ok: true, detail: '' }],
  turn: false,
};

test('a process that is busy for a moment is well', () => {
  expect(processFaults(well)).toEqual([]);
  expect(processFaults({ ...well, disk: null })).toEqual([]);
});

test.each([
  ['slow_loop', { eventLoop: { median: 1, late: 1_500 } }],
  ['pool_waits', { pools: [{ name: 'rest' as const, size: 10, busy: 10, waiting: 11 }] }],
  ['disk_scarce', { disk: { free: 9, size: 100 } }],
  ['media_fails', { media: [{ engine: 'janus', ok: false, detail: 'away' }] }],
])('%s is told', (fault, change) => {
  expect(processFaults({ ...well, ...change })).toEqual([fault]);
});
