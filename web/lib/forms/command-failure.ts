import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { FormFailure } from '#web/lib/forms/use-schema-form.ts';

/**
 * Of a refused command: the fields that the server named. Apart from the forms, so that signing in
 * does not wait for the texts of all commands' errors.
 */
export const commandFailure = (error: unknown): FormFailure => ({
  text: errorText(error),
  fields: error instanceof CommandError ? error.fields : {},
});
