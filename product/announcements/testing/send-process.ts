import pg from 'pg';
import pino from 'pino';
import { sendAnnouncements } from '../send-announcements.ts';

/** A round of sending as a process, so that it can be killed in the middle. */
const [, , connectionString] = process.argv;
const pool = new pg.Pool({ connectionString, max: 2 });
await sendAnnouncements({
  pool,
  now: new Date(),
  signal: new AbortController().signal,
  logger: pino({ level: 'silent' }),
});
await pool.end();
