import { Navigate } from 'react-router';
import { dashboardOf } from '#product/shared/roles.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';

/** `/dashboard` sends each role home. */
export function Component() {
  const { state } = useAuth();
  return state.status === 'signed-in' ? <Navigate to={dashboardOf(state.user.role)} replace /> : null;
}
