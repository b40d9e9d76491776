import { Navigate, Outlet, useLocation } from 'react-router';
import { Waiting } from '#web/app/loading.tsx';
import { PublicFrame } from '#web/app/shells/public-layout.tsx';
import { type AccessRule, decideAccess } from '#web/features/auth/access.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { withReturnPath } from '#web/lib/return-path.ts';

/** Shows the routes inside it to those whom the rule lets in; see `decideAccess`. */
export function RequireAccess(rule: AccessRule) {
  const { state } = useAuth();
  const { pathname, search, hash } = useLocation();
  const verdict = decideAccess(state, rule);
  switch (verdict.show) {
    case 'spinner':
      return <Waiting />;
    case 'redirect': {
      const to =
        state.status === 'signed-out'
          ? withReturnPath(verdict.to, `${pathname}${search}${hash}`)
          : verdict.to;
      return <Navigate to={to} replace />;
    }
    // The specification's nothing: the page is empty. The frame around it says that the house is there, and how to leave.
    case 'nothing':
      return <PublicFrame />;
    case 'page':
      return <Outlet />;
  }
}
