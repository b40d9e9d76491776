import { useAuth } from '#web/features/auth/auth-context.ts';
import { Requests } from '#web/features/support/requests.tsx';
import { useAddress } from '#web/lib/use-address.ts';

/** `/viewer-dashboard/requests` and `/streamer-dashboard/requests`: what one wrote to the team. */
export function Component() {
  const { state } = useAuth();
  const { params } = useAddress();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  return <Requests userId={state.user.id} threadId={params.get('thread')} />;
}
