import type pg from 'pg';
import type { z } from 'zod';
import type { Caller } from '#server/platform/gateway/caller.ts';

/** What a command is told. Everything it writes goes through `db` and is committed, or not, with its answer. */
export interface Call<Person, Input> {
  db: pg.PoolClient;
  /** Whoever the command's access check found behind the token. */
  person: Person;
  input: Input;
  now: Date;
  /** Stands in the answer and in the log. */
  requestId: string;
}

/** One decision, served at `POST /functions/v1/<contract.name>` in one transaction. */
export interface Command<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Person = unknown,
> {
  contract: { name: string; request: Request; response: Response };
  /** Asks the database who calls and whether they may; throws otherwise. Runs before the body is looked at. */
  access(db: pg.PoolClient, caller: Caller): Promise<Person>;
  run(call: Call<Person, z.output<Request>>): Promise<z.input<Response> | KeptRefusal>;
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

/** Checks a command's types against its contract, then forgets them, so that all commands fit one list. */
export const defineCommand = <Request extends z.ZodType, Response extends z.ZodType, Person>(
  command: Command<Request, Response, Person>,
): Command => command as unknown as Command;
