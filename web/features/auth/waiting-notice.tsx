import { useSyncExternalStore } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';

const never = () => false;

/**
 * Says that the session waits for the server. What was loaded stays on the page below; what was
 * asked for comes once the server is back.
 */
export function WaitingNotice() {
  const { store } = useAuth();
  const isWaiting = useSyncExternalStore(store.subscribe, store.isWaiting, never);
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-20 z-40 mx-auto w-fit max-w-[calc(100%-2rem)] rounded-full border border-line-strong bg-raised px-4 py-2 text-center text-small text-soft empty:hidden lg:bottom-5"
    >
      {isWaiting && 'Connexion au service impossible, nous réessayons'}
    </p>
  );
}
