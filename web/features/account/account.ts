import type { Role } from '#domain/account/roles.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';

/** Whose settings these are, and what the page around them can do; `web/features/auth` provides it. */
export interface Account {
  id: string;
  email: string;
  role: Role;
  firstName: string;
  lastName: string;
  avatarUrl: string | null;
}

export interface AccountSectionProps {
  account: Account;
  /** Puts a failure of the auth service into words. */
  explain: (error: unknown) => Promise<AuthFailure>;
}
