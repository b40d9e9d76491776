import type pg from 'pg';
import { AfterCommit, type Command, KeptRefusal } from '#platform/functions/command.ts';

/** A command as Loge itself sends it, for somebody: the demo data's past, a script. */
export interface CommandOrder {
  name: string;
  actorId: string;
  input: unknown;
  now: Date;
}

/**
 * Runs a command within the caller's transaction as the functions host would: access, contract,
 * action. What a command does after its commit is done at once.
 * @throws what the command throws
 */
export async function runCommand(
  commands: readonly Command[],
  db: pg.PoolClient,
  { name, actorId, input, now }: CommandOrder,
): Promise<unknown> {
  const command = commands.find(({ contract }) => contract.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const caller = { role: 'authenticated', claims: { sub: actorId }, userId: actorId, sessionId: null };
  const answer = await command.run({
    db,
    person: await command.access(db, caller),
    input: command.contract.request.parse(input),
    now,
    requestId: 'internal',
    place: 'internal',
  });
  if (answer instanceof KeptRefusal) throw answer.error;
  return answer instanceof AfterCommit ? await answer.finish((work) => work(db)) : answer;
}
