import type pg from 'pg';
import { inTransaction } from '../../server/postgres/as-caller.ts';
import { readCatalog } from './catalog.ts';
import { describeStatements } from './describe-statements.ts';
import type { FoundStatement } from './find-statements.ts';
import { renderSchemaSql } from './schema-sql.ts';
import { renderStatements } from './statements-ts.ts';
import { createResolver } from './type-names.ts';
import { commentedImports, enumTypes, renderTypes } from './types-ts.ts';

/** Path from the root of the project -> text. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** What clients reach through rest; the server's types cover every schema. */
const EXPOSED = ['public'];

/**
 * Describes a migrated database, as SQL to review and as TypeScript.
 * @param statements of the server, which that database shall be able to prepare
 * @throws Error naming the statements that it cannot
 */
export async function generateFiles(
  pool: pg.Pool,
  statements: readonly FoundStatement[] = [],
): Promise<GeneratedFiles> {
  return inTransaction(pool, async (client) => {
    const catalog = await readCatalog(client);
    const files = new Map([
      ['database/schema.sql', renderSchemaSql(catalog)],
      ['database/types.ts', renderTypes(catalog, EXPOSED)],
    ]);
    if (statements.length === 0) return files;
    const { described, refused } = await describeStatements(client, [
      ...new Set(statements.flatMap(({ texts }) => texts ?? [])),
    ]);
    if (refused.length > 0) {
      const where = (text: string) => statements.find(({ texts }) => texts?.includes(text));
      const lines = refused.map(({ text, reason }) => `${where(text)?.path}:${where(text)?.line} ${reason}`);
      throw new Error(`Postgres cannot prepare\n${lines.join('\n')}`);
    }
    files.set(
      'database/statements.ts',
      renderStatements(
        described,
        commentedImports(catalog),
        enumTypes(catalog).map(({ name }) => name),
        createResolver(catalog),
      ),
    );
    return files;
  });
}
