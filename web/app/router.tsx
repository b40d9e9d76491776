import { developmentRoomRoutes, developmentRoutes } from 'virtual:development-routes';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { AREAS } from '#domain/account/areas.ts';
import { ErrorScreen, RootErrorScreen } from '#web/app/error-screen.tsx';
import {
  adminRoutes,
  conferenceRoutes,
  dashboardRoute,
  streamerRoutes,
  viewerRoutes,
} from '#web/app/guarded-routes.ts';
import { PublicLayout } from '#web/app/layouts.tsx';
import { type PageModule, page } from '#web/app/page.tsx';
import { notFoundRoute, publicRoutes } from '#web/app/public-routes.ts';
import { RequireAccess } from '#web/app/require-access.tsx';
import { Root } from '#web/app/root.tsx';
import type { AccessRule } from '#web/features/auth/access.ts';

/** Routes behind the guard, in their own frame: the frame too is loaded when it is first needed. */
const guarded = (
  rule: AccessRule,
  frame: () => Promise<PageModule>,
  children: RouteObject[],
  path?: string,
): RouteObject => ({
  ...(path === undefined ? {} : { path }),
  element: <RequireAccess {...rule} />,
  children: [{ Component: page(frame), children: [{ ErrorBoundary: ErrorScreen, children }] }],
});

const dashboards = () => import('#web/app/dashboard-layouts.tsx');
const room = () => import('#web/app/room-layout.tsx').then((module) => ({ Component: module.RoomLayout }));

/** Every route of the product (spec, section 2). */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RootErrorScreen,
    children: [
      {
        path: '/',
        Component: PublicLayout,
        children: [
          { ErrorBoundary: ErrorScreen, children: [...publicRoutes, ...developmentRoutes, notFoundRoute] },
        ],
      },
      { element: <RequireAccess />, children: [dashboardRoute] },
      guarded(
        { allowedRoles: AREAS.viewer },
        () => dashboards().then((m) => ({ Component: m.ViewerLayout })),
        viewerRoutes,
        'viewer-dashboard',
      ),
      guarded(
        { allowedRoles: AREAS.streamer },
        () => dashboards().then((m) => ({ Component: m.StreamerLayout })),
        streamerRoutes,
        'streamer-dashboard',
      ),
      guarded(
        { requiredRole: 'admin' },
        () => dashboards().then((m) => ({ Component: m.AdminLayout })),
        adminRoutes,
        'admin-dashboard',
      ),
      guarded({}, room, conferenceRoutes),
      { Component: page(room), children: [{ ErrorBoundary: ErrorScreen, children: developmentRoomRoutes }] },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
