import { expect, test } from 'vitest';
import { HOST_ACTS, mayDo } from './host.ts';

test('a streamer leads the room, but no admin and not themself', () => {
  for (const act of HOST_ACTS) {
    expect(mayDo('streamer', act, 'viewer')).toBe(true);
    expect(mayDo('streamer', act, null)).toBe(true);
    expect(mayDo('streamer', act, 'admin')).toBe(false);
    expect(mayDo('streamer', act, 'streamer')).toBe(false);
  }
});

test('an admin puts people out, the streamer too, and ends the session; nothing else', () => {
  expect(HOST_ACTS.filter((act) => mayDo('admin', act, 'viewer'))).toEqual(['remove', 'end']);
  expect(mayDo('admin', 'remove', 'streamer')).toBe(true);
  expect(mayDo('admin', 'remove', 'admin')).toBe(false);
});

test('a viewer leads nothing', () => {
  for (const act of HOST_ACTS) expect(mayDo('viewer', act, 'viewer')).toBe(false);
});
