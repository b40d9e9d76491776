import type pg from 'pg';
import { columnsIn } from './query-columns.ts';
import type { QueryColumn } from './query-scope.ts';
import { queryIn, readSurroundings } from './surroundings.ts';

/** Postgres' description of a statement, and the parsed query of its columns. */
export interface DescribedStatement {
  text: string;
  /** Type oids of `$1`, `$2`, … */
  parameters: readonly number[];
  columns: readonly QueryColumn[];
}

interface Message {
  dataTypeIDs?: number[];
  fields?: { name: string; dataTypeID: number }[];
}

/** The part of node-postgres's connection that sends single messages of the protocol. */
type Wire = Pick<pg.Connection, 'parse' | 'describe' | 'sync' | 'once' | 'off'>;

/** `Parse` and `Describe` of a statement, which runs nothing. */
class Description {
  parameters: number[] = [];
  columns: { name: string; typeOid: number }[] = [];
  private readonly text: string;
  private readonly done: (error: Error | null) => void;

  constructor(text: string, done: (error: Error | null) => void) {
    this.text = text;
    this.done = done;
  }

  submit(connection: Wire) {
    const described = ({ dataTypeIDs }: Message) => {
      this.parameters = dataTypeIDs ?? [];
    };
    connection.once('parameterDescription', described);
    this.forget = () => connection.off('parameterDescription', described);
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  private forget: () => unknown = () => undefined;

  handleRowDescription({ fields }: Message) {
    this.columns = (fields ?? []).map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID }));
  }

  /** After an error node-postgres forgets the query, so no `handleReadyForQuery` comes. */
  handleError(error: Error) {
    this.forget();
    this.done(error);
  }

  handleReadyForQuery() {
    this.forget();
    this.done(null);
  }
}

async function describe(client: pg.ClientBase, text: string): Promise<Description> {
  let description: Description | undefined;
  await new Promise<void>((resolve, reject) => {
    description = new Description(text, (error) => (error ? reject(error) : resolve()));
    client.query(description);
  });
  if (!description) throw new Error('nothing was described');
  return description;
}

/**
 * Describes statements by the database that they are written for, without running one.
 * @param client in a transaction that is rolled back
 * @returns those that it can prepare, and of the others what it says of them
 */
export async function describeStatements(
  client: pg.ClientBase,
  texts: readonly string[],
): Promise<{ described: DescribedStatement[]; refused: { text: string; reason: string }[] }> {
  const surroundings = await readSurroundings(client);
  const described: DescribedStatement[] = [];
  const refused: { text: string; reason: string }[] = [];
  for (const text of texts) {
    await client.query('savepoint before_statement');
    try {
      const { parameters, columns } = await describe(client, text);
      const known = columns.length === 0 ? [] : await columnsOf(client, text, parameters, surroundings);
      described.push({
        text,
        parameters,
        columns: columns.map((one, index) => ({
          notNull: false,
          origin: null,
          values: null,
          told: null,
          json: null,
          ...known[index],
          ...one,
        })),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Several commands at once take no parameters and give no rows that anybody reads.
      if (!reason.includes('multiple commands')) refused.push({ text, reason });
    }
    await client.query('rollback to before_statement');
  }
  return { described, refused };
}

/**
 * A function with the statement for its body shows how Postgres has understood it; `show` and the
 * like have no such tree.
 */
async function columnsOf(
  client: pg.ClientBase,
  text: string,
  parameters: readonly number[],
  surroundings: Awaited<ReturnType<typeof readSurroundings>>,
): Promise<QueryColumn[]> {
  if (/^\s*show\b/i.test(text)) return [];
  const { rows: types } = await client.query<{ type: string }>(
    'select format_type(oid, null) as type from unnest($1::oid[]) with ordinality as given (oid, place) order by place',
    [parameters],
  );
  const declared = types.map(({ type }) => type).join(', ');
  await client.query(
    `create function pg_temp.of_statement(${declared}) returns setof record language sql begin atomic ${text}\n; end`,
  );
  const { rows } = await client.query<{ tree: string }>(
    "select prosqlbody::text as tree from pg_proc where oid = 'pg_temp.of_statement'::regproc",
  );
  return columnsIn(queryIn(rows[0]?.tree ?? ''), surroundings);
}
