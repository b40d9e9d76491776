import { createAuthActions } from '#web/features/auth/auth-actions.ts';
import type { AuthContextValue } from '#web/features/auth/auth-context.ts';
import { createAuthStore } from '#web/features/auth/auth-store.ts';
import { createRecoveryMark } from '#web/features/auth/recovery-mark.ts';
import { hasStoredSession, loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';

/**
 * The session of this page, followed from now on.
 * @param onSignedOut forgets what was fetched for the person who left
 */
export function openSession(onSignedOut: () => void): AuthContextValue {
  const store = createAuthStore({
    loadClient,
    hasStoredSession,
    recovery: createRecoveryMark(window.sessionStorage),
    onStoredSession(listener) {
      window.addEventListener('storage', () => {
        if (hasStoredSession()) listener();
      });
    },
    notifyError: (title, description) => toast({ variant: 'destructive', title, description }),
    onSignedOut,
  });
  store.start();
  return { store, actions: createAuthActions(store, window.location.origin) };
}
