/**
 * The pages for developers of Loge; a production build has none. See
 * scripts/vite-development-pages.ts.
 */
declare module 'virtual:development-routes' {
  import type { RouteObject } from 'react-router';

  export const developmentRoutes: RouteObject[];
  /** In the frame of the conference. */
  export const developmentRoomRoutes: RouteObject[];
}
