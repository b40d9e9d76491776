import { expect, test } from 'vitest';
import { HOST_ACTS, mayDo } from './host.ts';

test('a streamer may act on viewers, but on no admin and not on themself', () => {
  for (const act of HOST_ACTS) {
    expect(mayDo('streamer', act, 'viewer')).toBe(true);
    expect(mayDo('streamer', act, null)).toBe(true);
    expect(mayDo('streamer', act, 'admin')).toBe(false);
    expect(mayDo('streamer', act, 'streamer')).toBe(false);
  }
});

test('an admin may remove people, the streamer included, and end the session, and nothing else', () => {
  expect(HOST_ACTS.filter((act) => mayDo('admin', act, 'viewer'))).toEqual(['remove', 'end']);
  expect(mayDo('admin', 'remove', 'streamer')).toBe(true);
  expect(mayDo('admin', 'remove', 'admin')).toBe(false);
});

test('a viewer may do none of it', () => {
  for (const act of HOST_ACTS) expect(mayDo('viewer', act, 'viewer')).toBe(false);
});
