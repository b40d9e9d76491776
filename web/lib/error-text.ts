import { CommandError } from '#web/lib/call-command.ts';

/** The French sentence for what a command threw. */
export const errorText = (error: unknown): string =>
  error instanceof CommandError
    ? error.message
    : 'Quelque chose n’a pas marché de notre côté. Réessayez dans un instant.';
