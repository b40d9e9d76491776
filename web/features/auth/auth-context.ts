import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AuthActions } from '#web/features/auth/auth-actions.ts';
import type { AuthState } from '#web/features/auth/auth-state.ts';
import type { AuthStore } from '#web/features/auth/auth-store.ts';

export interface AuthContextValue {
  store: AuthStore;
  actions: AuthActions;
}

export const AuthContext = createContext<AuthContextValue | null>(null);

/** @throws Error outside of `AuthProvider` */
function useAuthContext(): AuthContextValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth doit être utilisé à l’intérieur de AuthProvider.');
  return value;
}

export interface Auth extends AuthActions {
  state: AuthState;
  store: AuthStore;
}

/**
 * While a document that the server wrote is hydrated, nobody is known yet, as when it was written.
 */
const UNKNOWN: AuthState = { status: 'loading' };
const unknown = (): AuthState => UNKNOWN;

/**
 * Returns the signed-in person, and the actions that change the session.
 * @throws Error outside of `AuthProvider`
 */
export function useAuth(): Auth {
  const { store, actions } = useAuthContext();
  const state = useSyncExternalStore(store.subscribe, store.state, unknown);
  return { ...actions, store, state };
}
