/**
 * Keeps a state of the database, from which the upgrade tests start (database/earlier/README.md).
 *
 * The tree's state, named after today and its commit:
 *   node scripts/keep-state.ts
 * The state that pg_dump wrote of an earlier one:
 *   pg_restore -f - 85a9794.dump | node scripts/keep-state.ts 2026-11-21-85a9794
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { EARLIER_STATES } from '#server/postgres/testing/earlier-states.ts';
import { writeDemonstration } from './earlier/write-demonstration.ts';

/**
 * The changes told to clients are forgotten within the hour, and are half of what a new
 * demonstration writes.
 */
const TOLD = /^(copy realtime\.changes [^\n]*\n)((?:(?!\\\.$)[^\n]*\n)*)/im;
const KEPT_CHANGES = 100;

/**
 * Smaller, and the same database: without pg_dump's headings, its commands for psql, and most of
 * the changes that were told.
 */
function shorten(sql: string): string {
  return sql
    .replace(/^\\(?:un)?restrict .*\n/gm, '')
    .replace(/^--\n-- Name: .*\n--\n/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(
      TOLD,
      (_, head: string, rows: string) =>
        head +
        rows
          .split('\n')
          .slice(-KEPT_CHANGES - 1)
          .join('\n'),
    );
}

const [given] = process.argv.slice(2);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const name = given ?? `${new Date().toISOString().slice(0, 10)}-${commit}`;
if (!/^\d{4}-\d\d-\d\d-[0-9a-f]{7,40}$/.test(name)) {
  console.error('Which state? <day>-<commit>, such as 2026-11-21-85a9794');
  process.exit(2);
}
const sql = given === undefined ? await writeDemonstration() : shorten(await text(process.stdin));
const packed = brotliCompressSync(sql, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: sql.length,
  },
});
const path = join(EARLIER_STATES, `${name}.sql.br`);
writeFileSync(path, packed);
console.log(`${path}: ${packed.length} bytes`);
