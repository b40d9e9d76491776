import { expect, test } from 'vitest';
import { pageAt } from './pages.ts';
import { canStandTogether, hasDuty, mayOpenPage, TEAM_ROLES, type TeamRole } from './team-roles.ts';

test.each<[readonly TeamRole[], boolean]>([
  [['all'], true],
  [['read_only'], true],
  [['support', 'finance'], true],
  [['support', 'moderation', 'finance'], true],
  [[], false],
  [['support', 'support'], false],
  [['all', 'support'], false],
  [['read_only', 'moderation'], false],
])('%j together: %s', (roles, together) => expect(canStandTogether(roles)).toBe(together));

test('all has each duty, read_only none, and without a duty only all', () => {
  expect(TEAM_ROLES.filter((role) => hasDuty([role], 'finance'))).toEqual(['all', 'finance']);
  expect(TEAM_ROLES.filter((role) => hasDuty([role], 'support', 'moderation'))).toEqual([
    'all',
    'support',
    'moderation',
  ]);
  expect(TEAM_ROLES.filter((role) => hasDuty([role]))).toEqual(['all']);
});

test('pages that are of use to some roles alone exist', () => {
  for (const [path, role] of [
    ['/admin-dashboard/messages', 'support'],
    ['/admin-dashboard/moderation', 'moderation'],
    ['/admin-dashboard/reports', 'finance'],
  ] as const) {
    expect(pageAt(path)).not.toBeNull();
    expect(TEAM_ROLES.filter((each) => mayOpenPage(path, [each]))).toEqual(['all', role]);
  }
  expect(mayOpenPage('/admin-dashboard/users', ['read_only'])).toBe(true);
});
