import pg from 'pg';
import { finishMerges } from '../finish-merges.ts';

/** A round of renaming what merged categories were called, as a process, so that it can be killed in the middle. */
const [, , connectionString] = process.argv;
const pool = new pg.Pool({ connectionString, max: 2 });
await finishMerges({ pool, now: new Date(), signal: new AbortController().signal });
await pool.end();
