import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { arrivalPath } from '#web/app/arriving-link.ts';
import { createRouter, preloadPages } from '#web/app/router.tsx';
import { createAuthActions } from '#web/features/auth/auth-actions.ts';
import { AuthContext, type AuthContextValue } from '#web/features/auth/auth-context.ts';
import { createAuthStore } from '#web/features/auth/auth-store.ts';
import { createProfileMemory } from '#web/features/auth/profile-memory.ts';
import { createRecoveryMark } from '#web/features/auth/recovery-mark.ts';
import { nextTask } from '#web/lib/next-task.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { forgetStoredSession, hasStoredSession, loadClient, storedSession } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { readViewing } from '#web/lib/viewing.ts';

/**
 * The session of this page, followed from now on.
 * @param onSignedOut forgets what was fetched for the person who left
 * @param onRenewed fetches again what is shown
 */
function openSession(onSignedOut: () => void, onRenewed: () => void): AuthContextValue {
  const store = createAuthStore({
    loadClient,
    hasStoredSession,
    storedSession,
    forgetStoredSession,
    profiles: createProfileMemory(window.localStorage),
    recovery: createRecoveryMark(window.sessionStorage),
    onStoredSession(listener) {
      window.addEventListener('storage', () => {
        if (hasStoredSession()) listener();
      });
    },
    notifyError: (title, description) => toast({ variant: 'destructive', title, description }),
    onSignedOut,
    onRenewed,
  });
  store.start();
  return { store, actions: createAuthActions(store, window.location.origin, adviseOnPassword) };
}

/** A leaked password is accepted where the server says so: others try such passwords first. */
const adviseOnPassword = () =>
  void toast({
    title: 'Votre mot de passe est connu',
    description:
      'Il circule dans des fuites de données publiques : d’autres peuvent l’essayer. Vous pouvez le changer dans vos réglages.',
    duration: 15_000,
  });

/**
 * React reports a part of the document that was left to the browser, such as the market; this is
 * intended.
 */
const LEFT_TO_THE_BROWSER = /#419|could not finish this Suspense boundary/;
const onRecoverableError = (error: unknown) => {
  if (!LEFT_TO_THE_BROWSER.test(String(error)))
    console.error('The document is not what the page shows', error);
};

/**
 * How far somebody has read in the first lines; the router begins at the top of a page that it
 * shows for the first time.
 */
function keepPlace(): { restore: () => void } {
  let place = window.scrollY;
  const note = () => {
    place = window.scrollY;
  };
  window.addEventListener('scroll', note, { passive: true });
  return {
    restore() {
      window.removeEventListener('scroll', note);
      // Where a page is scrolled to is only known once it is laid out: who has not read on need not
      // wait for that.
      if (place > 0 && place > window.scrollY) window.scrollTo(0, place);
    },
  };
}

interface ReadyProps {
  root: HTMLElement;
  place: { restore: () => void };
  onReady: () => void;
}

/**
 * From here on the page can be used: until now its first lines, which came with the document, could
 * only be read.
 */
function Ready({ root, place, onReady }: ReadyProps) {
  useLayoutEffect(() => {
    root.removeAttribute('inert');
    place.restore();
    document.getElementById('loge-loading')?.remove();
    // While React still commits it brings nothing to life for a press: what is only written out yet
    // would do what the browser does by itself.
    setTimeout(onReady);
  }, [root, place, onReady]);
  return null;
}

/**
 * Brings the document to life. A slow telephone gets air between the steps: each is a task of its
 * own, and React shows the page in slices.
 * @param onReady called once the page can be used
 */
export async function openApp(root: HTMLElement, onReady: () => void): Promise<void> {
  const arrival = arrivalPath(new URL(window.location.href));
  if (arrival) window.history.replaceState(null, '', arrival);

  const queryClient = createQueryClient();
  const auth = openSession(
    () => queryClient.clear(),
    () => void queryClient.invalidateQueries(),
  );
  await nextTask();
  const router = createRouter({ client: queryClient, store: auth.store });
  await nextTask();
  await preloadPages(window.location.pathname);
  await nextTask();
  const place = arrival ? { restore: () => undefined } : keepPlace();
  const page = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AuthContext value={auth}>
          <RouterProvider router={router} />
          <Ready root={root} place={place} onReady={onReady} />
        </AuthContext>
      </QueryClientProvider>
    </StrictMode>
  );
  // A link from a mail opens another page at once, so the first lines of this document do not fit
  // it; nor do they fit another person's pages.
  const takesOver = root.hasAttribute('data-living') && !arrival && readViewing() === null;
  // As a transition React lets go of the thread every few milliseconds.
  startTransition(() => {
    if (takesOver) hydrateRoot(root, page, { onRecoverableError });
    else createRoot(root).render(page);
  });
}
