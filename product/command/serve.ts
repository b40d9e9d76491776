import type { z } from 'zod';
import type { Call, Command, Outcome } from '#platform/functions/command.ts';
import type { Access } from '#product/shared/access.ts';
import type { Contract } from '#product/shared/contract.ts';
import { type Callers, letIn } from './access.ts';

type CallerOf<Of extends Contract> = Of['access'] extends Access<infer Kind> ? Callers[Kind] : never;

/**
 * Serves a contract by what carries it out. Who may send it, what it takes and what it answers
 * stand in the contract, and the types of `run` follow from it.
 */
export const serve = <Of extends Contract>(command: {
  contract: Of;
  run(call: Call<CallerOf<Of>, z.output<Of['request']>>): Promise<Outcome<z.input<Of['response']>>>;
}): Command => {
  const served: Omit<Command, 'run'> = {
    contract: command.contract,
    access: (db, caller) => letIn(db, caller, command.contract.access),
  };
  // The types of one command are checked here and forgotten, so that all commands fit one list.
  return { ...served, run: command.run as Command['run'] };
};
