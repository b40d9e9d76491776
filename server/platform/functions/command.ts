import type pg from 'pg';
import type { z } from 'zod';
import type { Caller } from '#server/platform/gateway/caller.ts';

/** What a command gets. Everything it writes goes through `db` and is committed, or not, with its answer. */
export interface Call<Person, Input> {
  db: pg.PoolClient;
  /** The person whom the command's access check found behind the token. */
  person: Person;
  input: Input;
  now: Date;
  /** The code in the answer and in the log. */
  requestId: string;
}

/** One decision, served at `POST /functions/v1/<contract.name>` in one transaction. */
export interface Command<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Person = unknown,
> {
  contract: { name: string; request: Request; response: Response; maxBytes: number };
  /** Asks the database who calls and whether they may; throws otherwise. Runs before the body is looked at. */
  access(db: pg.PoolClient, caller: Caller): Promise<Person>;
  run(call: Call<Person, z.output<Request>>): Promise<Outcome<z.input<Response>>>;
}

/**
 * A refusal whose writes are kept, such as a counted failed attempt: returned by `run`, where a thrown error would roll
 * back.
 */
export class KeptRefusal {
  readonly error: Error;
  constructor(error: Error) {
    this.error = error;
  }
}

/** Runs work in a transaction of its own. */
export type Transact = <T>(work: (db: pg.PoolClient) => Promise<T>) => Promise<T>;

/**
 * An answer that needs another server, or another effect outside the database: `finish` is called once what `run` wrote is committed, and
 * holds no connection while it waits. What it throws is the answer; what was committed stays.
 */
export class AfterCommit<Answer> {
  readonly finish: (transact: Transact) => Promise<Answer>;
  constructor(finish: (transact: Transact) => Promise<Answer>) {
    this.finish = finish;
  }
}

export type Outcome<Answer> = Answer | KeptRefusal | AfterCommit<Answer>;

/** Checks a command's types against its contract, then forgets them, so that all commands fit one list. */
export const defineCommand = <Request extends z.ZodType, Response extends z.ZodType, Person>(
  command: Command<Request, Response, Person>,
): Command => command as unknown as Command;
