import { Hono } from 'hono';
import { createEmbeds } from './embed/embed-routes.ts';
import { createOverlay, type OverlayDeps } from './overlay/overlay-routes.ts';
import { createPanels } from './panel/panel-routes.ts';

/**
 * Serves what leads from streams and other sites to a streamer's places: overlays, pictures for panels,
 * and the booker in frames. `close` ends the overlays that are open.
 */
export function createStreamRoutes(deps: OverlayDeps): { app: Hono; close: () => void } {
  const overlay = createOverlay(deps);
  const app = new Hono();
  app.route('/', overlay.app);
  app.route('/', createPanels(deps));
  app.route('/', createEmbeds(deps));
  return { app, close: overlay.close };
}
