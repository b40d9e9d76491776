import pg from 'pg';
import pino from 'pino';
import { DEMONSTRATION } from '#product/shared/operator.ts';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { sendReports } from '../send-reports.ts';

/** A round of sending files of the books as a process, so that it can be killed in the middle. */
const [, , connectionString, at = ''] = process.argv;
const pool = new pg.Pool({ connectionString, max: 2 });
const deps = { operator: DEMONSTRATION, seal: identitySeal([Buffer.alloc(32)]) };
await sendReports(deps)({
  pool,
  now: new Date(at),
  signal: new AbortController().signal,
  logger: pino({ level: 'silent' }),
});
await pool.end();
