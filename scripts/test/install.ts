import { type Command, written } from './browser-choice.ts';
import { runChild } from './child.ts';

/**
 * Says what it is about to install, with the commands, and only then runs them: the one way in which tests install anything into the
 * system. A command that fails does not stop the next: the lists of packages may be good enough where they could not be renewed.
 * @param limit milliseconds for each command
 */
export async function install(what: string, commands: readonly Command[], limit: number): Promise<void> {
  if (commands.length === 0) return;
  console.log(`Installing ${what}: ${commands.map(written).join('; ')}`);
  for (const { command, args, env } of commands) await runChild(command, args, { limit, env: env ?? {} });
}
