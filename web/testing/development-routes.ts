import type { RouteObject } from 'react-router';
import { route } from '#web/app/page.tsx';

/** Pages for developers of Loge; scripts/vite-development-pages.ts says which builds have them. */
export const developmentRoutes: RouteObject[] = [
  route('/dev/ui', 'Composants', () => import('./ui/ui-page.tsx')),
];

/** The same, in the frame of the conference. */
export const developmentRoomRoutes: RouteObject[] = [
  route('/dev/room', 'La loge', () => import('./room/room-page.tsx')),
];
