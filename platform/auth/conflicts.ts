function violates(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & { code?: string; constraint?: string };
  return code === '23505' && constraint === name;
}

/** Whether a statement failed because another account has that address. */
export const isEmailTaken = (error: unknown) => violates(error, 'users_email_key');

/** Whether a statement failed because another account has that number. */
export const isPhoneTaken = (error: unknown) => violates(error, 'users_phone_key');

/** Whether a statement failed because another account has that id. */
export const isIdTaken = (error: unknown) => violates(error, 'users_pkey');

/** Whether a statement failed because somebody has that account of a provider. */
export const isIdentityTaken = (error: unknown) => violates(error, 'identities_provider_key');
