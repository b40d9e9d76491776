import pg from 'pg';

/** A prepared statement, or one without a name that Postgres parses each time. */
export interface Step {
  name?: string | undefined;
  text: string;
  values: readonly unknown[];
}

declare module 'pg' {
  // The fields of the driver's query that its types leave out; pg-cursor and pg-query-stream are
  // made of the same.
  interface Query {
    name: string | undefined;
    text: string;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
  interface Connection {
    /**
     * The names under which the connection has prepared statements, and those that are on their
     * way.
     */
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
    sync(): void;
  }
}

/**
 * As Postgres reads a parameter in text.
 * @throws TypeError for what has no text of its own, such as an object
 */
function parameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  throw new TypeError('a parameter is a text, a number, a truth value or bytes');
}

/**
 * Several statements that Postgres runs as one transaction without `begin` and `commit`: nothing
 * but one Sync follows all of them, and what stands before a Sync is one implicit transaction
 * (https://www.postgresql.org/docs/15/protocol-flow.html#PROTOCOL-FLOW-PIPELINING). They need one
 * packet in each direction; with a Sync of its own for each of four statements the server answered
 * in four packets, each of which wakes Node. When a statement fails, those after it are not run,
 * and nothing of those before it stays.
 */
export class OneTransaction extends pg.Query {
  /**
   * The results of the statements in their order.
   * @throws DatabaseError of the first that failed
   */
  readonly done: Promise<pg.QueryResult[]>;
  readonly steps: readonly Step[];
  /** Which statement Postgres answers next. */
  #at = 0;

  constructor(steps: readonly [Step, Step, ...Step[]]) {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>();
    super(
      { text: steps[0].text, name: steps[0].name },
      (error: Error | null | undefined, results: unknown) =>
        // The driver gives a list as soon as there is more than one result.
        error ? reject(error) : resolve(results as pg.QueryResult[]),
    );
    this.done = promise;
    this.steps = steps;
    const bound = steps.map((step) => ({ ...step, values: step.values.map(parameter) }));
    this.submit = (connection) => {
      connection.stream.cork();
      try {
        for (const { name = '', text, values } of bound) {
          if (name === '' || !isKnown(connection, name)) {
            connection.parse({ name, text, types: [] }, true);
            if (name !== '') connection.submittedNamedStatements[name] = text;
          }
          connection.bind({ statement: name, values }, true);
          connection.describe({ type: 'P', name: '' }, true);
          connection.execute({}, true);
        }
        connection.sync();
      } finally {
        connection.stream.uncork();
      }
    };
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    // The client notes the name of the current statement when Postgres has parsed it.
    this.#at += 1;
    const next = this.steps[this.#at];
    this.name = next?.name;
    this.text = next?.text ?? '';
  }

  override handleError(error: Error, connection: pg.Connection): void {
    // Postgres has skipped what came after the failure: those were not prepared.
    for (const { name } of this.steps.slice(this.#at))
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }
}

const isKnown = ({ parsedStatements, submittedNamedStatements }: pg.Connection, name: string): boolean =>
  parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;

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
