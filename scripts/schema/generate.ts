import type pg from 'pg';
import { inTransaction } from '../../server/postgres/as-caller.ts';
import { readCatalog } from './catalog.ts';
import { describeStatements } from './describe-statements.ts';
import type { FoundStatement } from './find-statements.ts';
import { renderSchemaSql } from './schema-sql.ts';
import { renderStatements } from './statements-ts.ts';
import { createResolver } from './type-names.ts';
import { commentedImports, enumTypes, renderTypes } from './types-ts.ts';

export interface Generated {
  /** Path from the root of the project -> text. */
  files: ReadonlyMap<string, string>;
  /** `path:line` and the reason of each statement that this database cannot prepare. */
  refused: readonly string[];
}

/** What clients reach through rest; the server's types cover every schema. */
const EXPOSED = ['public'];

/**
 * Describes a migrated database, as SQL to review and as TypeScript.
 * @param statements of the server, which that database shall be able to prepare
 */
export async function generateFiles(
  pool: pg.Pool,
  statements: readonly FoundStatement[] = [],
): Promise<Generated> {
  return inTransaction(pool, async (client) => {
    const catalog = await readCatalog(client);
    const files = new Map([
      ['database/schema.sql', renderSchemaSql(catalog)],
      ['database/types.ts', renderTypes(catalog, EXPOSED)],
    ]);
    if (statements.length === 0) return { files, refused: [] };
    const { described, refused } = await describeStatements(client, [
      ...new Set(statements.flatMap(({ texts }) => texts ?? [])),
    ]);
    files.set(
      'database/statements.ts',
      renderStatements(
        described,
        commentedImports(catalog),
        enumTypes(catalog).map(({ name }) => name),
        createResolver(catalog),
      ),
    );
    const faults = refused.flatMap(({ text, reason }) =>
      statements
        .filter(({ texts }) => texts?.includes(text))
        .map(({ path, line }) => `${path}:${line} statements: Postgres cannot prepare it: ${reason}`),
    );
    return { files, refused: [...new Set(faults)] };
  });
}
