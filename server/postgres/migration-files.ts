import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Brings a database to the state of the files in the tree. Migrations are append-only, ordered by
 * their number and checksummed; functions and policies are re-runnable files, applied again
 * whenever their text changed. Everything happens in one transaction under one advisory lock, so
 * two processes that start at once run each file once and a failure leaves nothing behind.
 */
export interface MigrationSet {
  /** Recorded with each file; renaming a set would run it again. */
  name: string;
  /** Folder of `NNNN_what.sql`, run once each. */
  migrations: string;
  /**
   * Folders of re-runnable files, applied after the migrations, by the name under which their files
   * are recorded.
   */
  repeatable: Readonly<Record<string, string>>;
}

export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface SqlFile {
  name: string;
  sql: string;
  checksum: string;
  /**
   * Of earlier texts of a migration: what they made, on a database that they could pass, is what
   * today's text makes.
   */
  earlier: readonly string[];
}

/**
 * In a migration that was mended because it failed on data of some age: the checksum of the text
 * that ran until then.
 */
const RAN_BEFORE = /^-- Ran before as ([0-9a-f]{64})$/gm;

export async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      const earlier = Array.from(sql.matchAll(RAN_BEFORE), ([, checksum = '']) => checksum);
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), earlier };
    }),
  );
}

/** A migration as a database recorded it. */
export interface Recorded {
  set: string;
  name: string;
  checksum: string;
}

export const isSame = (file: SqlFile, checksum: string): boolean =>
  checksum === file.checksum || file.earlier.includes(checksum);

/** A file and the folder of its set, as it is recorded. */
export interface Recordable {
  kind: string;
  file: SqlFile;
}

export async function repeatableFiles(set: MigrationSet): Promise<Recordable[]> {
  const folders = Object.entries(set.repeatable).map(async ([kind, folder]) =>
    (await sqlFiles(folder)).map((file) => ({ kind, file })),
  );
  return (await Promise.all(folders)).flat();
}
