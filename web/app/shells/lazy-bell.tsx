import { lazy, Suspense } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';

const NotificationBell = lazy(() => import('#web/features/notifications/bell.tsx'));

/** The bell in a dashboard's head, loaded after the page itself. */
export function LazyBell() {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null;
  return (
    <Suspense fallback={<span className="size-11" />}>
      <NotificationBell userId={state.user.id} />
    </Suspense>
  );
}
