import { expect, test } from 'vitest';
import { faultsOf, healthSentence, isLate, rhythmOf, type SystemFacts, type TaskFacts } from './health.ts';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const task = (given: Partial<TaskFacts> = {}): TaskFacts => ({
  name: 'mail/deliver',
  every_milliseconds: 60_000,
  last_started_at: '2026-11-23T09:59:00Z',
  last_ended_at: '2026-11-23T09:59:01Z',
  is_failing: false,
  is_running: false,
  ...given,
});
const system = (given: Partial<SystemFacts> = {}): SystemFacts => ({
  tasks: [task()],
  failedOrders: 0,
  processFaults: 0,
  failedPayouts: 0,
  brokenCalendars: 0,
  keptReports: 0,
  recentErrors: 0,
  deadLetters: 0,
  ledger: 0,
  findings: 0,
  lastBackup: 'made',
  ...given,
});

test.each([
  [60_000, true, 'Dès qu’il faut, sinon 1\u00a0min'],
  [10_000, false, '10\u00a0s'],
  [null, false, 'À la demande'],
])('of a task every %s ms, with a probe: %s, the page says what begins it', (every, hasProbe, told) => {
  expect(rhythmOf(every, hasProbe).replaceAll('\u202f', '\u00a0')).toBe(told);
});

test('all is well while nothing failed, nothing is late and the ledger is at nothing', () => {
  expect(faultsOf(system(), NOW)).toEqual([]);
  expect(healthSentence([])).toBe('Tout va bien');
});

test('each fault is said, the ledger first', () => {
  const faults = faultsOf(
    system({ ledger: 1, failedOrders: 2, deadLetters: 1, tasks: [task({ is_failing: true }), task()] }),
    NOW,
  );
  expect(faults).toHaveLength(4);
  expect(faults[0]).toContain('0,01');
  expect(healthSentence(faults)).toMatch(/^Tout va bien, sauf.: le grand livre .* et 1.e-mail abandonné$/);
});

test('what does not agree and a backup that failed are faults', () => {
  expect(faultsOf(system({ findings: 2, lastBackup: 'failed' }), NOW)).toEqual([
    '2\u00a0écarts d’intégrité',
    'la dernière sauvegarde a échoué',
  ]);
});

test('without any backup, not all is well', () => {
  expect(healthSentence(faultsOf(system({ lastBackup: 'none' }), NOW)).replaceAll('\u202f', ' ')).toBe(
    'Tout va bien, sauf : aucune sauvegarde n’existe encore',
  );
});

test('what a part below tells of is in the sentence: reports that did not leave, calendars, errors', () => {
  expect(faultsOf(system({ keptReports: 1, brokenCalendars: 2, recentErrors: 1 }), NOW)).toEqual([
    '1\u00a0rapport n’est pas parti',
    '2\u00a0agendas ne se lisent pas',
    '1\u00a0sorte d’erreur depuis un jour',
  ]);
});

test('a task is late once it missed its time twice, never while it runs, waits to be asked, or has yet to run', () => {
  const old = { last_ended_at: '2026-11-23T09:55:00Z' };
  expect(isLate(task(old), NOW)).toBe(true);
  expect(isLate(task({ ...old, is_running: true }), NOW)).toBe(false);
  expect(isLate(task({ ...old, every_milliseconds: null }), NOW)).toBe(false);
  expect(isLate(task({ ...old, every_milliseconds: 86_400_000 }), NOW)).toBe(false);
  expect(isLate(task({ last_ended_at: null }), NOW)).toBe(false);
});
