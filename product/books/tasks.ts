import { HOUR, MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { type DocumentDeps, makeDocuments } from './make-documents.ts';
import { makeStatements } from './make-statements.ts';
import { requestIdentities } from './request-identities.ts';
import { sealAgain } from './seal-again.ts';
import { sendReports } from './send-reports.ts';
import type { BooksDeps } from './write-file.ts';

/** Everything that this room does later. */
export const booksTasks = (documents: DocumentDeps, books: BooksDeps): readonly Task[] => [
  {
    name: 'documents/make',
    every: MINUTE,
    probe: 'exists (select from private.due_documents where look_at <= at)',
    run: ({ signal }) => makeDocuments(documents, signal),
  },
  { name: 'accounting/send-reports', every: MINUTE, run: sendReports(books) },
  { name: 'documents/request-identities', every: HOUR, run: requestIdentities },
  { name: 'documents/seal-again', every: HOUR, run: sealAgain(documents.seal) },
  { name: 'documents/make-statements', every: HOUR, run: ({ signal }) => makeStatements(documents, signal) },
];
