import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { tellOfOutagesOnceAMinute } from './away.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const ofStorage = (httpStatusCode?: number) =>
  Object.assign(new Error('S3'), { $metadata: { httpStatusCode } });

function openLog() {
  const lines: Record<string, unknown>[] = [];
  let at = Date.parse('2026-11-28T10:00:00Z');
  const logger = tellOfOutagesOnceAMinute(
    pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    () => new Date(at),
  );
  return { logger, lines, pass: (seconds: number) => (at += seconds * 1_000) };
}

describe('the log while something is away', () => {
  test('has one line of it a minute, which counts what it left out, whoever met it', () => {
    const { logger, lines, pass } = openLog();
    const ofTask = logger.child({ task: 'free-times' });
    for (let second = 0; second < 76; second++) {
      (second % 2 === 0 ? logger : ofTask).error({ err: refused }, 'task failed');
      pass(1);
    }
    expect(lines).toEqual([
      expect.objectContaining({ away: 'database', more: 0, msg: 'task failed' }),
      expect.objectContaining({ away: 'database', more: 59, msg: 'task failed' }),
    ]);
  });

  test.each([
    ['the payment provider', { err: new ProviderUnavailable('no answer') }, 'payments'],
    ['a storage that answers 503', { err: ofStorage(503) }, 'storage'],
    ['a storage that is not reached', { err: ofStorage() }, 'storage'],
    ['what the entry names', { away: 'redis', reason: 'Socket closed unexpectedly' }, 'redis'],
  ])('knows %s, apart from everything else that is away', (_, fields, away) => {
    const { logger, lines } = openLog();
    logger.error({ err: refused }, 'task failed');
    logger.warn(fields, 'it is away');
    logger.warn(fields, 'it is away');
    expect(lines.map((line) => line.away)).toEqual(['database', away]);
  });

  test.each([
    ['an error of ours', { err: new Error('undefined is not a function') }],
    ['an answer of the storage that is refused', { err: ofStorage(403) }],
    ['an entry without an error', { booking: 'b1' }],
  ])('has every line of %s', (_, fields) => {
    const { logger, lines } = openLog();
    for (let time = 0; time < 3; time++) logger.error(fields, 'a fault');
    logger.error('a sentence alone');
    expect(lines).toHaveLength(4);
    expect(lines[0]).not.toHaveProperty('away');
  });
});
