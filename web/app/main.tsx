import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { arrivalPath } from '#web/app/arriving-link.ts';
import { preloadPages } from '#web/app/preload.ts';
import { createQueryClient } from '#web/app/query-client.ts';
import { createRouter, routes } from '#web/app/router.tsx';
import { openSession } from '#web/app/session.ts';
import { reloadWhenStale } from '#web/app/stale-build.ts';
import { AuthProvider } from '#web/features/auth/auth-provider.tsx';
import '#web/ui/tokens.css';

reloadWhenStale();
const arrival = arrivalPath(new URL(window.location.href));
if (arrival) window.history.replaceState(null, '', arrival);

const queryClient = createQueryClient();
const auth = openSession(() => queryClient.clear());
const router = createRouter();

const root = document.getElementById('root');
if (!root) throw new Error('Le document n’a pas d’élément #root.');
// Not a top-level await: it would keep the bundler from letting the pages share the entry's chunk.
void preloadPages(routes, window.location.pathname).then(() => {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AuthProvider auth={auth}>
          <RouterProvider router={router} />
        </AuthProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
});
