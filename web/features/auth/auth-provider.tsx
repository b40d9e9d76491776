import type { ReactNode } from 'react';
import { AuthContext, type AuthContextValue } from '#web/features/auth/auth-context.ts';

interface AuthProviderProps {
  auth: AuthContextValue;
  children: ReactNode;
}

/** Gives the session that the store follows to `useAuth`. */
export function AuthProvider({ auth, children }: AuthProviderProps) {
  return <AuthContext value={auth}>{children}</AuthContext>;
}
