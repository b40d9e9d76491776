import { basename } from 'node:path';
import type { Command } from '#platform/functions/command.ts';
import type { ProductDeps } from './command/deps.ts';
import { loadRoomFiles } from './room-files.ts';
import type { Contract } from './shared/contract.ts';

/** A command with all that its contract says of it. */
export interface Served extends Command {
  contract: Contract & { undo: unknown };
}

const camelCase = (words: string) => words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const isServed = (value: unknown): value is Served =>
  typeof value === 'object' && value !== null && 'contract' in value && 'access' in value && 'run' in value;

/**
 * Every command of Loge: each `<room>/commands/<verb-noun>.ts` exports one under its name. A file
 * there is all that it takes to be served.
 * @throws Error when a file of commands has none of its name, or two have one name
 */
export async function createCommands(deps: ProductDeps): Promise<readonly Served[]> {
  const served = new Map<string, Served>();
  for (const [file, exports] of await loadRoomFiles('*/commands/*.ts')) {
    const exported = exports[camelCase(basename(file, '.ts'))];
    const command: unknown = typeof exported === 'function' ? exported(deps) : exported;
    if (!isServed(command)) throw new Error(`product/${file} exports no command of its name`);
    const { name } = command.contract;
    if (served.has(name)) throw new Error(`${name} is served twice, the second time by product/${file}`);
    served.set(name, command);
  }
  return [...served.values()];
}
