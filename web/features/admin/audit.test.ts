import { describe, expect, test } from 'vitest';
import { changeText } from './audit.ts';

describe('an entry of the log', () => {
  test.each([
    ['a role', { role: 'viewer' }, { role: 'streamer' }, 'Viewer → Streamer'],
    ['a first role', { role: null }, { role: 'viewer' }, 'aucun rôle → Viewer'],
    [
      'a refused request',
      { role: 'viewer', adminRequest: 'pending' },
      { role: 'viewer', adminRequest: 'refused' },
      'refusée',
    ],
    [
      'a granted request',
      { role: 'viewer', adminRequest: 'pending' },
      { role: 'admin', adminRequest: 'approved' },
      'acceptée',
    ],
    ['a suspension without end', { state: 'active' }, { state: 'suspended', until: null }, 'sans limite'],
    ['a suspension lifted', { state: 'suspended', until: null }, { state: 'active' }, ''],
    ['sessions ended', { sessions: 2 }, { sessions: 0 }, ''],
    ['a purged account', { deletesAt: '2026-01-01' }, null, ''],
  ])('says %s', (_, before, after, text) => {
    expect(changeText({ before, after })).toBe(text);
  });

  test('says until when somebody is suspended', () => {
    const after = { state: 'suspended', until: '2026-11-28T10:00:00.000Z' };
    expect(changeText({ before: { state: 'active' }, after })).toMatch(/^jusqu’au samedi 28\u00a0novembre/);
  });
});
