import type pg from 'pg';
import { inTransaction } from '../../server/postgres/as-caller.ts';
import { readCatalog } from './catalog.ts';
import { renderSchemaSql } from './schema-sql.ts';
import { renderTypes } from './types-ts.ts';

/** Path from the root of the project -> text. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** What clients reach through rest; the server's types cover every schema. */
const EXPOSED = ['public'];

/** Describes a migrated database, as SQL to review and as TypeScript. */
export async function generateFiles(pool: pg.Pool): Promise<GeneratedFiles> {
  const catalog = await inTransaction(pool, readCatalog);
  return new Map([
    ['database/schema.sql', renderSchemaSql(catalog)],
    ['database/types.ts', renderTypes(catalog, EXPOSED)],
  ]);
}
