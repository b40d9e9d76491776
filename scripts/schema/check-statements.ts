import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStatements, statementFiles } from './find-statements.ts';

/** The files that put statements together while they run, and why; what such a statement gives is described where it is read. */
const PUT_TOGETHER: Readonly<Record<string, string>> = {
  'database/seed/marketplace-factories.ts': 'inserts the columns that a test or the seed names',
  'database/seed/rows.ts': 'inserts many rows at once, of any table',
  'server/integrations/payments/sandbox/passing-time.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/jobs/runner.ts': 'runs the statements of pg-boss',
  'server/platform/auth/admin-user-write.ts': 'merges into one of two json columns',
  'server/platform/auth/admin-users.ts': 'sorts by the columns that the request names',
  'server/platform/auth/mails.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/platform/auth/purge.ts': 'runs a list of deletions',
  'server/platform/auth/token-refresh.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/platform/auth/users.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/platform/realtime/changes/reader.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/platform/rest/respond/run.ts': 'rest makes one statement of each request (docs/decisions/0012)',
  'server/postgres/as-caller.ts': 'begins a transaction as its caller asks',
  'server/postgres/listener.ts': 'listens to channels by name',
  'server/postgres/migrate.ts': 'runs the files of database/',
  'server/product/accounts/export-data.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/administration/set-streamer-standing.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/conference/engine-of-room.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/conference/extension/obstacle.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/conference/moderate-room.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/discovery/find-streamers.ts': 'a search has a condition for each filter that is set',
  'server/product/discovery/refresh-free-times.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/lifecycle/admissions.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/lifecycle/booking-row.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/lifecycle/extension-row.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/lifecycle/load-availability-context.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/lifecycle/payment-row.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/messages/mail-unread.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/payments/apply-event.ts':
    'repeats a part of the text by a function or a constant without a literal type',
  'server/product/payments/claim.ts':
    'repeats a part of the text by a function or a constant without a literal type',
};

/**
 * The files that still say by hand what a statement gives: json that the statement builds, whose shape Postgres does not know, or a value
 * that a rule narrows further than a check. Postgres prepares these statements too; their rows alone are taken at their word.
 */
const DESCRIBED_BY_HAND: ReadonlySet<string> = new Set([
  'server/integrations/payments/sandbox/checkouts.ts',
  'server/integrations/payments/sandbox/passing-time.ts',
  'server/mail/outbox.ts',
  'server/platform/auth/admin-users.ts',
  'server/platform/auth/one-time-tokens.ts',
  'server/platform/auth/requester.ts',
  'server/platform/auth/token-pkce.ts',
  'server/platform/auth/token-refresh.ts',
  'server/platform/auth/users.ts',
  'server/platform/realtime/changes/reader.ts',
  'server/platform/realtime/changes/tables.ts',
  'server/platform/rest/respond/run.ts',
  'server/platform/rest/schema-cache/read.ts',
  'server/product/accounts/export-data.ts',
  'server/product/administration/set-streamer-standing.ts',
  'server/product/availability/load-move.ts',
  'server/product/availability/set-hours.ts',
  'server/product/booking/carry-out-deadlines.ts',
  'server/product/booking/send-reminders.ts',
  'server/product/booking/viewer-load.ts',
  'server/product/conference/engine-of-room.ts',
  'server/product/conference/extension/obstacle.ts',
  'server/product/conference/host-state.ts',
  'server/product/discovery/find-streamers.ts',
  'server/product/discovery/get-home.ts',
  'server/product/discovery/list-next-starts.ts',
  'server/product/discovery/public-streamer.ts',
  'server/product/discovery/read-cards.ts',
  'server/product/idempotency.ts',
  'server/product/lifecycle/admissions.ts',
  'server/product/lifecycle/attendance.ts',
  'server/product/lifecycle/extension-row.ts',
  'server/product/lifecycle/load-availability-context.ts',
  'server/product/lifecycle/open-checkout.ts',
  'server/product/lifecycle/payment-row.ts',
  'server/product/messages/mail-unread.ts',
  'server/product/payments/carry-out-orders.ts',
  'server/product/payments/payouts.ts',
  'server/product/payments/reconcile-payouts.ts',
]);

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
  return findStatements(root, statementFiles(root)).flatMap(({ path, line, texts, isDescribedByHand }) => {
    if (isDescribedByHand && !DESCRIBED_BY_HAND.has(path))
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
          `${path}:${line} statements: database/statements.ts does not know it; run node scripts/generate-schema.ts`,
        ];
  });
}
