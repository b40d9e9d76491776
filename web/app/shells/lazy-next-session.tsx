import { lazy, Suspense } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';

const NextSessionChip = lazy(() =>
  import('#web/features/sessions/next-session-chip.tsx').then((module) => ({
    default: module.NextSessionChip,
  })),
);

/** The next session in a dashboard's head, loaded after the page itself. */
export function LazyNextSession({ side }: { side: 'viewer' | 'streamer' }) {
  const { state } = useAuth();
  if (state.status !== 'signed-in') return null;
  return (
    <Suspense fallback={null}>
      <NextSessionChip userId={state.user.id} side={side} />
    </Suspense>
  );
}
