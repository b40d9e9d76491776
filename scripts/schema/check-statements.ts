import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStatements, statementFiles } from './find-statements.ts';

/** The files that put statements together while they run, and why; what such a statement gives is described where it is read. */
const PUT_TOGETHER: Readonly<Record<string, string>> = {
  'database/seed/marketplace-factories.ts': 'inserts what columns a test or the seed names',
  'database/seed/rows.ts': 'inserts many rows at once, of any table',
  'server/integrations/payments/sandbox/passing-time.ts': 'not typed yet',
  'server/jobs/runner.ts': 'the statements of pg-boss',
  'server/platform/auth/admin-user-write.ts': 'not typed yet',
  'server/platform/auth/admin-users.ts': 'not typed yet',
  'server/platform/auth/mails.ts': 'not typed yet',
  'server/platform/auth/purge.ts': 'not typed yet',
  'server/platform/auth/token-refresh.ts': 'not typed yet',
  'server/platform/auth/users.ts': 'not typed yet',
  'server/platform/realtime/bus/listener.ts': 'listens to channels by name',
  'server/platform/realtime/changes/reader.ts': 'not typed yet',
  'server/platform/rest/respond/run.ts': 'rest makes one statement of each request (docs/decisions/0012)',
  'server/platform/rest/schema-cache/follow.ts': 'listens to channels by name',
  'server/postgres/as-caller.ts': 'begins a transaction as its caller asks',
  'server/postgres/migrate.ts': 'runs the files of database/',
  'server/product/accounts/export-data.ts': 'not typed yet',
  'server/product/administration/set-streamer-standing.ts': 'not typed yet',
  'server/product/booking/insert-hold.ts': 'not typed yet',
  'server/product/conference/engine-of-room.ts': 'not typed yet',
  'server/product/conference/extension/obstacle.ts': 'not typed yet',
  'server/product/conference/moderate-room.ts': 'not typed yet',
  'server/product/discovery/find-streamers.ts': 'a search has a condition for each filter that is set',
  'server/product/discovery/refresh-free-times.ts': 'not typed yet',
  'server/product/lifecycle/admissions.ts': 'not typed yet',
  'server/product/lifecycle/booking-row.ts': 'not typed yet',
  'server/product/lifecycle/extension-row.ts': 'not typed yet',
  'server/product/lifecycle/load-availability-context.ts': 'not typed yet',
  'server/product/lifecycle/payment-row.ts': 'not typed yet',
  'server/product/messages/mail-unread.ts': 'not typed yet',
  'server/product/payments/apply-event.ts': 'not typed yet',
  'server/product/payments/claim.ts': 'not typed yet',
};

/** The statements that database/statements.ts knows. */
const knownStatements = (root: string): Set<string> =>
  new Set(
    [
      ...readFileSync(join(root, 'database/statements.ts'), 'utf8').matchAll(
        /^ {2}("(?:[^"\\]|\\.)*"): \{$/gm,
      ),
    ].map(([, text]) => String(JSON.parse(text ?? '""'))),
  );

/** Several commands at once: no parameters, no rows that anybody reads. */
const isOfSeveral = (text: string) => /;\s*\S/.test(text) && !/\$\d/.test(text);

/**
 * Finds the statements of a tree that nothing types, without a database: those that the generator has not seen.
 * @returns `path:line what is wrong`
 */
export function statementFaults(root: string): string[] {
  const known = knownStatements(root);
  return findStatements(root, statementFiles(root)).flatMap(({ path, line, texts }) => {
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
          `${path}:${line} statements: database/statements.ts does not know it; run node scripts/generate-schema.ts`,
        ];
  });
}
