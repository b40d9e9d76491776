import { avatarOf } from '#product/shared/roles.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { SetupScreen } from '#web/features/conference/setup/setup-screen.tsx';
import { useAddress } from '#web/lib/use-address.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** `/conference/setup`, for a booking (`?booking=`) or a free test. */
export function Component() {
  const { state } = useAuth();
  const { params } = useAddress();
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  const { user } = state;
  const booking = params.get('booking');
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  const initial = user.lastName ? `${[...user.lastName][0] ?? ''}.` : '';
  // As rooms show viewers; a streamer is shown by the name of their public profile.
  const shownName = user.role === 'viewer' ? [user.firstName, initial].filter(Boolean).join(' ') : null;
  return (
    <SetupScreen
      user={{ id: user.id, role: user.role, name, shownName, avatarUrl: avatarOf(user) }}
      bookingId={booking !== null && UUID.test(booking) ? booking : null}
    />
  );
}
