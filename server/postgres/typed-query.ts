import type { QueryResult } from 'pg';
import type { Statements } from '#database/statements.ts';

/** A row that a statement gives: `Row<typeof SELECT>`. */
export type Row<Text extends keyof Statements> = Statements[Text]['row'];

type Taken<Text extends keyof Statements> = Statements[Text]['parameters'];
type Given<Text extends keyof Statements> = Promise<QueryResult<Row<Text>>>;
type Values<Text extends keyof Statements> = Taken<Text> extends [] ? [values?: []] : [values: Taken<Text>];

interface Config<Text extends keyof Statements> {
  name?: string;
  text: Text;
  values: Taken<Text>;
}

/**
 * What a call gives whose parameters are not those of its statement: `await` refuses it ("must either be a valid promise…"). Without it
 * the compiler would fall back on node-postgres's own `query`, which takes and gives anything.
 */
interface ParametersDoNotFitTheStatement {
  /** Not that of a promise, on purpose. */
  then: (never: never) => undefined;
}

/**
 * `query` knows each statement of the server by its text: `database/statements.ts` has its parameters and columns as Postgres described
 * them. So no row's shape is written by hand, and a text put together from parts keeps its type by `as const`.
 */
declare module 'pg' {
  interface ClientBase {
    query<Text extends keyof Statements>(text: Text, ...values: Values<Text>): Given<Text>;
    query<Text extends keyof Statements>(config: Config<Text>): Given<Text>;
    query<Text extends keyof Statements>(
      statement: Text | { name?: string; text: Text; values?: readonly unknown[] },
      values?: readonly unknown[],
    ): ParametersDoNotFitTheStatement;
  }
  interface Pool {
    query<Text extends keyof Statements>(text: Text, ...values: Values<Text>): Given<Text>;
    query<Text extends keyof Statements>(config: Config<Text>): Given<Text>;
    query<Text extends keyof Statements>(
      statement: Text | { name?: string; text: Text; values?: readonly unknown[] },
      values?: readonly unknown[],
    ): ParametersDoNotFitTheStatement;
  }
}
