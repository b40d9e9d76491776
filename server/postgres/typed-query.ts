import type { QueryResult } from 'pg';
import type { Statements } from '#database/generated/statements.ts';

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
 * The result type of a call whose parameters do not fit its statement: `await` refuses this type
 * ("must either be a valid promise…"). Without it the compiler would fall back on node-postgres's
 * own `query`, which accepts and returns anything.
 */
interface ParametersDoNotFitTheStatement {
  /** On purpose not the `then` of a promise. */
  then: (never: never) => undefined;
}

/**
 * Types `query` by the text of the statement: `database/generated/statements.ts` has the parameters
 * and columns of each statement as Postgres described them. So no row's shape is written by hand. A
 * text put together from parts needs `as const` to keep its type.
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
