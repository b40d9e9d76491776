import type pg from 'pg';
import type { z } from 'zod';
import type { Caller } from '#platform/gateway/caller.ts';

/**
 * The arguments of a command. It writes through `db` only, so that its writes are committed or
 * rolled back with its answer.
 */
export interface Call<Person, Input> {
  db: pg.PoolClient;
  /** The result of the command's `access`: the person who calls. */
  person: Person;
  input: Input;
  now: Date;
  /** Identifies the request in the answer and in the log. */
  requestId: string;
  /**
   * Stands for the network that the request comes from, for budgets of people who are not signed
   * in; no address in clear.
   */
  place: string;
}

/** One decision, served at `POST /functions/v1/<contract.name>` in one transaction. */
export interface Command<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Person = unknown,
> {
  contract: {
    name: string;
    request: Request;
    response: Response;
    maxBytes: number;
    /** Whether somebody may send it who only looks at another person's pages. */
    viewing: boolean;
  };
  /**
   * Asks the database who calls and whether they may; throws otherwise. Runs before the body is
   * validated.
   */
  access(db: pg.PoolClient, caller: Caller): Promise<Person>;
  run(call: Call<Person, z.output<Request>>): Promise<Outcome<z.input<Response>>>;
}

/**
 * A refusal whose writes are committed, such as the count of failed attempts. `run` returns it,
 * because a thrown error would roll the writes back.
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
 * An answer that needs another server, or another effect outside the database: `finish` is called
 * once the writes of `run` are committed, and holds no database connection while it waits. When it
 * throws, the error is the answer and the committed writes stay.
 */
export class AfterCommit<Answer> {
  readonly finish: (transact: Transact) => Promise<Answer>;
  constructor(finish: (transact: Transact) => Promise<Answer>) {
    this.finish = finish;
  }
}

export type Outcome<Answer> = Answer | KeptRefusal | AfterCommit<Answer>;
