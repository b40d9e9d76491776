import pg from 'pg';
import pino from 'pino';
import { deliverMail } from '../deliver.ts';
import { testIdentity } from './read-mails.ts';

/** A round of delivery as a process, so that it can be killed in the middle. */
const [, , connectionString, smtp = ''] = process.argv;
const pool = new pg.Pool({ connectionString, max: 2 });
await deliverMail({
  pool,
  mail: { url: smtp, concurrency: 1, onlyTo: null },
  identity: testIdentity,
  logger: pino({ level: 'silent' }),
});
await pool.end();
