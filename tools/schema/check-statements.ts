import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStatements, statementFiles } from './find-statements.ts';

/**
 * The files that put statements together while they run, and why no catalogue can describe those;
 * what they give is said where it is read.
 */
const PUT_TOGETHER: Readonly<Record<string, string>> = {
  'database/seed/marketplace-factories.ts':
    'sets the columns that a test or the seed names; the compiler knows which there are',
  'database/seed/rows.ts': 'inserts many rows at once, of any table; the compiler knows its columns',
  'server/backup/back-up.ts': 'copies every table that there is, whatever its name',
  'server/backup/restore.ts': 'likewise, and puts back their foreign keys and triggers',
  'server/jobs/registry.ts': 'asks the probes of all tasks at once',
  'server/jobs/runner.ts': 'runs the statements of pg-boss',
  'platform/rest/respond/run.ts': 'rest makes one statement of each request (docs/decisions/0012)',
  'server/postgres/as-caller.ts': 'begins a transaction as rest asks: read-only or not, for so many seconds',
  'server/postgres/listener.ts': 'LISTEN takes names and no parameters',
  'server/postgres/migrate.ts': 'runs the files of database/',
  'product/discovery/find-streamers.ts':
    'a search has a condition for each filter that is set; the compiler knows its columns',
};

/** The statements that database/generated/statements.ts knows. */
const knownStatements = (root: string): Set<string> =>
  new Set(
    [
      ...readFileSync(join(root, 'database/generated/statements.ts'), 'utf8').matchAll(
        /^ {2}("(?:[^"\\]|\\.)*"): \{$/gm,
      ),
    ].map(([, text]) => String(JSON.parse(text ?? '""'))),
  );

/** Several commands at once: no parameters, no rows that anybody reads. */
const isOfSeveral = (text: string) => /;\s*\S/.test(text) && !/\$\d/.test(text);

/**
 * Finds the statements of a tree that nothing types, without a database: those that the generator
 * has not seen.
 * @returns `path:line what is wrong`
 */
export function statementFaults(root: string): string[] {
  const known = knownStatements(root);
  return findStatements(root, statementFiles(root)).flatMap(({ path, line, texts, isDescribedByHand }) => {
    if (isDescribedByHand && !(path in PUT_TOGETHER))
      return [`${path}:${line} statements: its text types it; leave the type of its rows out`];
    if (texts === null) {
      return path in PUT_TOGETHER
        ? []
        : [
            `${path}:${line} statements: put together while it runs; make its parts constants ("as const"), or list the file`,
          ];
    }
    return texts.every((text) => known.has(text) || isOfSeveral(text))
      ? []
      : [
          `${path}:${line} statements: database/generated/statements.ts does not know it; run node tools/schema/generate-schema.ts`,
        ];
  });
}
