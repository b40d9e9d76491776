import '#web/ui/tokens.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { arrivalPath } from '#web/app/arriving-link.ts';
import { createRouter, preloadPages } from '#web/app/router.tsx';
import { createAuthActions } from '#web/features/auth/auth-actions.ts';
import { AuthContext, type AuthContextValue } from '#web/features/auth/auth-context.ts';
import { createAuthStore } from '#web/features/auth/auth-store.ts';
import { createRecoveryMark } from '#web/features/auth/recovery-mark.ts';
import { QUERY_GC_TIME, QUERY_RETRIES, retryDelay } from '#web/lib/retry-delay.ts';
import { hasStoredSession, loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { readViewing } from '#web/lib/viewing.ts';

/**
 * The session of this page, followed from now on.
 * @param onSignedOut forgets what was fetched for the person who left
 */
function openSession(onSignedOut: () => void): AuthContextValue {
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

reloadWhenStale();
const arrival = arrivalPath(new URL(window.location.href));
if (arrival) window.history.replaceState(null, '', arrival);

/** The cache of fetched data, and its retries (spec, sections 7 and 9). */
const queryClient = new QueryClient({
  defaultOptions: {
    // What was fetched on the way to a page is not fetched again when the page appears.
    queries: { retry: QUERY_RETRIES, retryDelay, gcTime: QUERY_GC_TIME, staleTime: 2_000 },
  },
});
const auth = openSession(() => queryClient.clear());
const router = createRouter({ client: queryClient, store: auth.store });

const root = document.getElementById('root');
if (!root) throw new Error('Le document n’a pas d’élément #root.');
/** React reports a part of the document that was left to the browser, such as the market; this is intended. */
const LEFT_TO_THE_BROWSER = /#419|could not finish this Suspense boundary/;
const onRecoverableError = (error: unknown) => {
  if (!LEFT_TO_THE_BROWSER.test(String(error)))
    console.error('The document is not what the page shows', error);
};

/** From here on the page can be used: until now its first lines, which came with the document, could only be read. */
function Ready() {
  useLayoutEffect(() => {
    root?.removeAttribute('inert');
    document.getElementById('loge-loading')?.remove();
  }, []);
  return null;
}

// Not a top-level await: it would keep the bundler from letting the pages share the entry's chunk.
void preloadPages(window.location.pathname).then(() => {
  const page = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AuthContext value={auth}>
          <RouterProvider router={router} />
          <Ready />
        </AuthContext>
      </QueryClientProvider>
    </StrictMode>
  );
  // A link from a mail opens another page at once, so the first lines of this document do not fit it; nor do they fit another person's pages.
  if (root.hasAttribute('data-living') && !arrival && readViewing() === null)
    hydrateRoot(root, page, { onRecoverableError });
  else createRoot(root).render(page);
});

const KEY = 'loge-reloaded-at';
const ONCE_PER = 60_000;

/**
 * After a deployment an open tab asks for files that are gone. Reloading gets the new page; once a minute at most, so that a server
 * that is really broken does not make the page turn in circles.
 */
function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < ONCE_PER) return;
    event.preventDefault();
    window.sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
