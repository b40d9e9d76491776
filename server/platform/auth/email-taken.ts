/** Whether a statement failed because another account has that address. */
export function isEmailTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & { code?: string; constraint?: string };
  return code === '23505' && constraint === 'users_email_key';
}
