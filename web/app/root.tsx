import { lazy, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { documentTitle, withoutSecret } from '#product/shared/pages.ts';
import { ViewingBanner } from '#web/app/shells/viewing-banner.tsx';
import { SecondFactorWindow } from '#web/features/auth/second-factor-window.tsx';
import { WaitingNotice } from '#web/features/auth/waiting-notice.tsx';
import { useStays } from '#web/lib/stays.ts';
import { currentToasts, subscribeToToasts } from '#web/lib/toast.ts';
import { readViewing } from '#web/lib/viewing.ts';

/**
 * Toasts mostly answer what somebody does: what draws them is fetched once somebody stays, and no
 * later, since it has to say that the network is gone.
 */
const Toaster = lazy(() =>
  import('#web/ui/toast/toaster.tsx').then((module) => ({ default: module.Toaster })),
);

/** A route's handle holds the title of its page. */
const titleOf = (handle: unknown): string | null =>
  typeof handle === 'object' && handle && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : null;

/**
 * The frame of every page: its title, the log of page views, the scroll position and the region of
 * toasts.
 */
export function Root() {
  const { pathname } = useLocation();
  const title = useMatches()
    .map((match) => titleOf(match.handle))
    .findLast((found) => found !== null);

  // Before the effects of the page itself, which may know a better title.
  useLayoutEffect(() => {
    document.title = documentTitle(title ?? null);
  }, [title, pathname]);
  const [viewing] = useState(readViewing);
  const isStaying = useStays();
  const hasToast = useSyncExternalStore(
    subscribeToToasts,
    () => currentToasts().length > 0,
    () => false,
  );
  const [wantsToasts, setWantsToasts] = useState(false);
  useEffect(() => {
    // The key by which a visitor asks for the region may be the first thing they do, before it is
    // there.
    const onKey = ({ key }: KeyboardEvent) => key === 'F8' && setWantsToasts(true);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    console.info(`Page vue : ${withoutSecret(pathname)}`);
  }, [pathname]);

  return (
    <>
      {viewing && <ViewingBanner viewing={viewing} />}
      <Outlet />
      {/* The first page of a visit has no key of its own: without its path, every address would
          share one position. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
      {(isStaying || hasToast) && (
        <Suspense>
          <Toaster focused={wantsToasts} />
        </Suspense>
      )}
      <SecondFactorWindow />
      <WaitingNotice />
    </>
  );
}
