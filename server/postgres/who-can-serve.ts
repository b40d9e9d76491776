import type pg from 'pg';
import { isSame, MigrationError, type MigrationSet, repeatableFiles, sqlFiles } from './migration-files.ts';
import { statementsOf } from './sql-statements.ts';

/**
 * Which versions of Loge can serve a database after a migration. The version before must: it
 * answers while the new one is rolled out, and after a roll-back (docs/operate.md). So a migration
 * only adds to what is there, and what nothing uses any more is taken away by a later one, which
 * says since when: « -- Served since 0550_other.sql ».
 */
const SERVED_SINCE = /^-- Served since (\d{4}_\w+\.sql)$/m;

/**
 * Statements that take nothing from a process which does not know of them. Whatever is not among
 * them, and no clause of `alter table` that only adds, takes away until the file says otherwise.
 */
const ADDS = [
  /^(?:select|with|insert|update|delete|merge|values|comment|grant|set|reset|analyze|lock|refresh)\b/i,
  /^create (?:or replace )?(?:table|view|function|procedure|aggregate|type|domain|schema|sequence|extension|role|publication)\b/i,
  /^create (?:unlogged table|materialized view|statistics)\b/i,
  /^create index\b/i,
  /^create policy\b(?!.* as restrictive\b)/i,
  /^alter type \S+ add value\b/i,
  /^alter publication \S+ add\b/i,
];

/** Clauses of `alter table` that a process may meet without knowing of them. */
const CLAUSES_THAT_ADD = [
  /^alter (?:column )?\S+ (?:set (?:default|statistics|storage)|drop not null)\b/i,
  /^validate constraint\b/i,
  /^(?:set|reset) ?\(/i,
  /^(?:cluster on|set without cluster|replica identity|owner to)\b/i,
];

/** A clause `add [column] …` that every insert may leave out: null, or made by the database. */
function addsColumn(clause: string): boolean {
  const column =
    /^add (?:column (?:if not exists )?|(?!(?:constraint|check|primary|unique|foreign|exclude)\b))(.+)$/i.exec(
      clause,
    )?.[1];
  if (column === undefined) return false;
  const isMade = /\b(?:default|generated)\b/i.test(column);
  return isMade || !/\b(?:not null|primary key)\b/i.test(column);
}

/** Comments, and text in quotes, which are blanked out: what they say is done by nobody. */
const UNREAD =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|[eE]?'(?:[^'\\]|\\.|'')*'|"[^"]*"/g;

/** A statement in one line, without comments, quoted text and what stands in parentheses. */
function bareOf(text: string): string {
  let bare = text.replace(UNREAD, (quoted) => {
    if (quoted.startsWith('"')) return quoted.replace(/[^\w"]/g, '_');
    return quoted.startsWith('-') || quoted.startsWith('/') ? ' ' : "''";
  });
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]+\)/g, '()');
  }
  return bare.replace(/;$/, '').replace(/\s+/g, ' ').trim();
}

/** Of a name as it may be written, what tells two tables apart. */
const tableOf = (name: string): string =>
  name
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase();

/** @param made the tables that are new with this migration, of which nobody knows */
function takesAway(statement: string, made: ReadonlySet<string>): boolean {
  const text = bareOf(statement);
  const on = /^create (?:unique index|(?:constraint )?trigger|policy)\b.*? on (?:only )?([\w".]+)/i.exec(
    text,
  )?.[1];
  if (on !== undefined && made.has(tableOf(on))) return false;
  const revoked = /^revoke .+? on (?:table )?(.+) from /i.exec(text)?.[1];
  if (revoked?.split(',').every((name) => made.has(tableOf(name.trim())))) return false;
  const altered = /^alter table (?:if exists )?(?:only )?([\w".]+)(?: ?\*)? (.+)$/i.exec(text);
  if (altered === null) return !ADDS.some((pattern) => pattern.test(text));
  const [, name = '', clauses = ''] = altered;
  if (made.has(tableOf(name))) return false;
  return clauses
    .split(',')
    .map((clause) => clause.trim())
    .some((clause) => !addsColumn(clause) && !CLAUSES_THAT_ADD.some((pattern) => pattern.test(clause)));
}

/**
 * @param name of a migration's file
 * @param sql its text
 * @returns the migrations that a version must have to serve a database on which this one ran: none
 *   where it only adds, itself where it takes away and does not say since when nobody needs it
 */
export function neededToServe(name: string, sql: string): string[] {
  const since = SERVED_SINCE.exec(sql)?.[1];
  if (since !== undefined) return [since];
  const statements = statementsOf(sql).map(({ text }) => text);
  const made = new Set(
    statements.flatMap((text) => {
      const table = /^create (?:unlogged )?table ([\w".]+)/i.exec(bareOf(text))?.[1];
      return table === undefined ? [] : [tableOf(table)];
    }),
  );
  return statements.some((text) => takesAway(text, made)) ? [name] : [];
}

/** A file of a set as a database recorded it. */
interface Applied {
  kind: string;
  name: string;
  /** Of its text; empty once the file was gone. */
  checksum: string;
  /** Of the texts that were applied before. */
  earlier: string[];
  /** Of a migration: those that a version must have to serve after it; null: recorded before that was. */
  needs: string[] | null;
}

export async function appliedOf(client: pg.ClientBase | pg.Pool, set: MigrationSet): Promise<Applied[]> {
  const { rows } = await client.query(
    'select kind, name, checksum, earlier, needs from migrations.applied where set_name = $1',
    [set.name],
  );
  return rows;
}

/**
 * Whether a newer version of Loge updated the database, in such a way that this version serves it
 * as it is.
 * @throws MigrationError when this version cannot
 */
export async function isAhead(
  client: pg.ClientBase | pg.Pool,
  sets: readonly MigrationSet[],
): Promise<boolean> {
  const ours = new Set<string>();
  const ran: Applied[] = [];
  for (const set of sets) {
    for (const { name } of await sqlFiles(set.migrations)) ours.add(name);
    ran.push(...(await appliedOf(client, set)).filter(({ kind }) => kind === 'migration'));
  }
  const unknown = ran.filter(({ name }) => !ours.has(name));
  for (const { name, needs } of unknown) {
    const missing = needs === null ? name : needs.find((needed) => !ours.has(needed));
    if (missing !== undefined)
      throw new MigrationError(
        `A newer version of Loge updated this database (${name}). A version without ${missing}, such as this one, cannot serve it.`,
      );
  }
  const had = new Set(ran.map(({ name }) => name));
  const lacking = [...ours].find((name) => !had.has(name));
  if (unknown.length > 0 && lacking !== undefined)
    throw new MigrationError(
      `This database has ${unknown[0]?.name}, which this version of Loge does not know, and lacks ${lacking}: neither version follows the other.`,
    );
  return unknown.length > 0;
}

/**
 * Which files of this version a database never had: `npm run migrate` has yet to come. Another
 * version's functions in the place of ours count as ours, which came before or after.
 * @throws MigrationError when this version cannot serve the database, because it is newer
 */
export async function filesDue(pool: pg.Pool, sets: readonly MigrationSet[]): Promise<string[]> {
  const { rows } = await pool.query(
    `select count(*)::int as columns from pg_attribute
     where attrelid = to_regclass('migrations.applied') and attname in ('earlier', 'needs')`,
  );
  const isMigrated = rows[0]?.columns === 2;
  if (isMigrated) await isAhead(pool, sets);
  const due: string[] = [];
  for (const set of sets) {
    const applied = isMigrated ? await appliedOf(pool, set) : [];
    const migrations = await sqlFiles(set.migrations);
    const known = new Map(applied.map((row) => [`${row.kind}/${row.name}`, row]));
    const files = [
      ...migrations.map((file) => ({ kind: 'migration', file })),
      ...(await repeatableFiles(set)),
    ];
    for (const { kind, file } of files) {
      const row = known.get(`${kind}/${file.name}`);
      const had = row !== undefined && [row.checksum, ...row.earlier].some((sum) => isSame(file, sum));
      if (!had) due.push(`${set.name}/${kind}/${file.name}`);
    }
  }
  return due;
}
