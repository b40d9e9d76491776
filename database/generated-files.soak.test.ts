import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { findStatements, statementFiles } from '../tools/schema/find-statements.ts';
import { generateFiles } from '../tools/schema/generate.ts';
import { LISTS_FILE, renderLists } from '../tools/schema/lists-sql.ts';

const root = join(import.meta.dirname, '..');

// `npm test` asks the embedded engine (its check « generated »); this asks Postgres 15 too.
test('schema.sql, types.ts and statements.ts say what the migrations make, whichever Postgres carries them out', async () => {
  const { connection, close } = await createTestDatabase('product');
  // One statement after the other: a description is no query that could travel with others.
  const pool = new pg.Pool(connection);
  try {
    const { files, refused } = await generateFiles(pool, findStatements(root, statementFiles(root)));
    expect(refused).toEqual([]);
    for (const [path, text] of [...files, [LISTS_FILE, renderLists()] as const])
      expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  } finally {
    await pool.end();
    await close();
  }
});
