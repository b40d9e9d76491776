import pg from 'pg';
import { DEMONSTRATION } from '#product/shared/operator.ts';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { writeFile } from '../write-file.ts';

/** A process that writes the FEC of a year, and says which file it is and how much memory it took at most, in bytes. */
const [, , url, month = '', authorId = ''] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 1 });
const deps = { operator: DEMONSTRATION, seal: identitySeal([Buffer.alloc(32)]) };
const { fileId } = await inTransaction(pool, (db) =>
  writeFile(db, deps, { kind: 'fec', month, format: 'csv', authorId, now: new Date() }),
);
process.stdout.write(`${JSON.stringify({ fileId, peak: process.resourceUsage().maxRSS * 1024 })}\n`);
await pool.end();
