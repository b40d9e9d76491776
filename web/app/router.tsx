import { developmentRoomRoutes, developmentRoutes } from 'virtual:development-routes';
import { type ReactNode, useEffect, useState } from 'react';
import {
  createBrowserRouter,
  createContext,
  type LoaderFunction,
  matchRoutes,
  Navigate,
  Outlet,
  type RouteObject,
  RouterContextProvider,
  useLocation,
} from 'react-router';
import { AREAS, type Area } from '#product/shared/areas.ts';
import { PAGES } from '#product/shared/pages.ts';
import { ErrorScreen, RootErrorScreen } from '#web/app/error-screen.tsx';
import { Waiting } from '#web/app/loading.tsx';
import { type LazyPage, type PageModule, page, route } from '#web/app/page.tsx';
import type { DataSource } from '#web/app/public-page-data.ts';
import { Root } from '#web/app/root.tsx';
import { PublicFrame, PublicLayout } from '#web/app/shells/public-layout.tsx';
import { type AccessRule, decideAccess } from '#web/features/auth/access.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { factorStep } from '#web/features/auth/auth-state.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { withReturnPath } from '#web/lib/return-path.ts';
import { askFactor } from '#web/lib/second-factor.ts';

/** Shows the routes inside it to those whom the rule lets in; see `decideAccess`. */
function RequireAccess(rule: AccessRule) {
  const { state } = useAuth();
  const { pathname, search, hash } = useLocation();
  const decision = decideAccess(state, rule);
  // A newcomer from a provider first confirms their name and role, also after leaving that page
  // before.
  if (state.status === 'signed-in' && state.newcomer)
    return <Navigate to={withReturnPath('/auth/callback', `${pathname}${search}${hash}`)} replace />;
  switch (decision.show) {
    case 'spinner':
      return <Waiting />;
    case 'redirect': {
      const to =
        state.status === 'signed-out'
          ? withReturnPath(decision.to, `${pathname}${search}${hash}`)
          : decision.to;
      return <Navigate to={to} replace />;
    }
    // The specification says that nothing is shown: the page is empty, in a frame from which one
    // can leave.
    case 'nothing':
      return <PublicFrame />;
    case 'page':
      return <Outlet />;
  }
}

/**
 * Shows a dashboard once the second factor that is asked for was shown. The step itself is part of
 * `/auth`, which leads back. Where it is wanted again in a dashboard that is open, as after one of
 * two factors was removed, a window asks for it there; anybody who closes that goes to the step.
 */
function RequireFactor() {
  const { state } = useAuth();
  const { pathname, search, hash } = useLocation();
  const [entered, setEntered] = useState(false);
  const step = factorStep(state, readPageConfig().teamNeedsFactor);
  const known = state.status === 'signed-in';
  useEffect(() => {
    // Before somebody is known to be signed in nothing is asked of them, and nobody has entered.
    if (known && step === null) setEntered(true);
    if (step === null || !entered) return;
    let left = false;
    void askFactor().then((shown) => {
      if (!shown && !left) setEntered(false);
    });
    return () => {
      left = true;
    };
  }, [known, step, entered]);
  return step && !entered ? (
    <Navigate to={withReturnPath('/auth', `${pathname}${search}${hash}`)} replace />
  ) : (
    <Outlet />
  );
}

/** The modules of all pages, each fetched when it is first asked for. */
const modules = import.meta.glob<PageModule>(['../pages/**/*-page.tsx', '../features/admin/*/*-page.tsx']);

/**
 * @param name of the page's module, as in the table of pages
 * @throws Error when there is no such module
 */
function moduleOf(name: string): () => Promise<PageModule> {
  const load = modules[`../${name}-page.tsx`];
  if (!load) throw new Error(`There is no module web/${name}-page.tsx`);
  return load;
}

const dataSource = createContext<DataSource>();

/**
 * Starts what a page shows first while the page's own module is on its way; a fetch that fails is
 * tried again by the page.
 */
const dataOf =
  (area: Area, name: string, load: () => Promise<PageModule>): LoaderFunction =>
  ({ params, request, context }) => {
    const start = async () => {
      const known =
        area === 'public'
          ? (await import('#web/app/public-page-data.ts')).PUBLIC_PAGE_DATA
          : (await import('#web/app/page-data.ts')).PAGE_DATA;
      const search = new URL(request.url).searchParams;
      await known[name]?.({ params, search, source: context.get(dataSource) });
    };
    for (const begun of [load(), start()])
      begun.catch((error: unknown) => console.warn('Not preloaded', error));
    return null;
  };

/** The pages of an area. One that throws leaves the frame around it standing. */
const pagesIn = (area: Area, ...more: RouteObject[]): RouteObject => ({
  ErrorBoundary: ErrorScreen,
  children: [
    ...PAGES.filter((each) => each.area === area).map(({ path, title, page: name, data }) =>
      route(path, title, moduleOf(name), data && dataOf(area, name, moduleOf(name))),
    ),
    ...more,
  ],
});

/**
 * The guard of an area: where only one role is allowed, others are redirected to their own
 * dashboard; where several are, others see nothing.
 */
function guardOf(area: Area): ReactNode {
  const allowed = AREAS[area];
  if (typeof allowed === 'string') return <RequireAccess />;
  const [only, ...others] = allowed;
  return others.length === 0 ? (
    <RequireAccess requiredRole={only} />
  ) : (
    <RequireAccess allowedRoles={allowed} />
  );
}

/** An area behind its guard, in its own frame: the frame too is loaded when it is first needed. */
const guarded = (area: Area, frame: () => Promise<PageModule>): RouteObject => ({
  element: guardOf(area),
  children: [{ Component: page(frame), children: [pagesIn(area)] }],
});

/**
 * The same for a dashboard. A room asks for no second factor: it is entered at its time, even with
 * the telephone lost.
 */
const dashboard = (area: Area, frame: () => Promise<PageModule>): RouteObject => ({
  Component: RequireFactor,
  children: [guarded(area, frame)],
});

const dashboards = () => import('#web/app/shells/dashboard-layouts.tsx');
const room = () => import('#web/app/shells/room-layout.tsx');

/** Any other path. */
const notFound = route('*', 'Page introuvable', moduleOf('pages/not-found/not-found'));

/** Every page of the table, inside the guard and the frame of its area. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootErrorScreen,
    children: [
      { Component: PublicLayout, children: [pagesIn('public', ...developmentRoutes, notFound)] },
      { element: guardOf('dashboard'), children: [pagesIn('dashboard')] },
      dashboard('viewer', () => dashboards().then((m) => ({ Component: m.ViewerLayout }))),
      dashboard('streamer', () => dashboards().then((m) => ({ Component: m.StreamerLayout }))),
      dashboard('admin', () => dashboards().then((m) => ({ Component: m.AdminLayout }))),
      guarded('conference', room),
      { Component: page(room), children: [{ ErrorBoundary: ErrorScreen, children: developmentRoomRoutes }] },
    ],
  },
];

export const createRouter = (source: DataSource) =>
  createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[dataSource, source]])),
  });

const isLazyPage = (component: unknown): component is LazyPage =>
  typeof component === 'function' && 'preload' in component && typeof component.preload === 'function';

/**
 * Fetches what the first address needs, so that the first render is the page itself: React holds a
 * fallback that it has once shown for 300 ms (its throttle), which is longer than the page takes.
 * Until then the document says 'Loading...'. A fetch that fails is not lost: the page tries again
 * as it is shown, and its error goes to the error boundary.
 */
export async function preloadPages(pathname: string): Promise<void> {
  const pages = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.Component).filter(isLazyPage);
  await Promise.allSettled(pages.map((each) => each.preload()));
}
