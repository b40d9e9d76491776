/**
 * Postgres' answer to a statement that did not run because one before it failed in the same
 * transaction (in_failed_sql_transaction).
 */
const NOT_RUN = '25P02';

const isNotRun = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NOT_RUN;

/**
 * Waits for work in one transaction that was sent together, for all of it: after a `Promise.all`
 * that fails, the rest would go on sending statements to a connection whose transaction is over.
 * @throws the error of the statement that failed, whichever was told first, and not that of one
 *   that was not run because of it
 */
export async function sentTogether<T extends readonly unknown[]>(
  ...work: { readonly [Each in keyof T]: Promise<T[Each]> }
): Promise<T> {
  const outcomes = await Promise.allSettled(work);
  const failures = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  const failed = failures.find(({ reason }) => !isNotRun(reason)) ?? failures[0];
  if (failed) throw failed.reason;
  return Promise.all(work) as unknown as Promise<T>;
}
