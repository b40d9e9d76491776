import { join } from 'node:path';
import type { Plugin } from 'vite';

const MODULE = 'virtual:development-routes';
const TESTING = /\/testing\//;

/**
 * The pages for those who build Loge, and the fake rooms that they show, are part of the tests:
 * they are in the page that `npm run dev` serves, and in a build only when it is made for its own
 * tests (VITE_DEV_PAGES). Any other build fails when a module of a folder `testing` found its way
 * in.
 */
export function developmentPages(): Plugin {
  let included = false;
  return {
    name: 'loge:development-pages',
    configResolved({ command, env }) {
      included = command === 'serve' || Boolean(env.VITE_DEV_PAGES);
    },
    resolveId(id) {
      if (id !== MODULE) return null;
      return included ? join(import.meta.dirname, '../web/testing/development-routes.ts') : `\0${MODULE}`;
    },
    generateBundle() {
      // The server answers 404 at their addresses unless it finds this.
      if (included)
        this.emitFile({
          type: 'asset',
          fileName: 'development-pages.json',
          source: '["/dev/ui","/dev/room"]',
        });
    },
    load(id) {
      if (id === `\0${MODULE}`)
        return 'export const developmentRoutes = []; export const developmentRoomRoutes = [];';
      if (!included && TESTING.test(id) && !id.includes('/node_modules/'))
        this.error(`${id} is for tests, and must not be part of a build`);
      return null;
    },
  };
}
