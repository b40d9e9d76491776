import { useAuth } from '#web/features/auth/auth-context.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import type { FormFailure } from '#web/lib/forms/use-schema-form.ts';

/** Codes of the auth service that are about one field of a form. */
export type FieldsOfCodes = Partial<Record<AuthFailure['code'], string>>;

/**
 * Returns the text that a form shows for a failure of the auth service.
 * @param fields the codes that are about one of the form's fields, with its name
 */
export function useExplain(
  fields: FieldsOfCodes = {},
): (error: unknown) => Promise<AuthFailure & FormFailure> {
  const { explain } = useAuth();
  return async (error) => {
    const failure = await explain(error);
    const field = fields[failure.code];
    return field === undefined ? failure : { ...failure, fields: { [field]: failure.text } };
  };
}
