import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sessionTimes } from './session.ts';

beforeAll(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

test('a session is told in the zone of its streamer, wherever the admin reads it', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Asia/Tokyo');
  const { zoneName, moment, time } = sessionTimes({ streamer_zone: 'America/Montreal' });
  expect(zoneName).toBe('heure de Montréal');
  // Already another day in Paris and in Tokyo.
  expect(moment('2026-03-12T23:30:00Z')).toMatch(/^12\smars\s2026 à\s19\sh\s30$/);
  expect(time(new Date('2026-03-12T23:30:00Z'))).toMatch(/^19\sh\s30$/);
});
