import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import {
  SEGMENTATION_FILES,
  SEGMENTATION_PATH,
  SEGMENTATION_VERSION,
} from '../web/conference-core/media/effects/assets.ts';

const NAME = '@shiguredo/virtual-background';

/**
 * Puts the segmentation model of the backgrounds into the build, under its version. Its own loader asks for these files by their names in
 * one folder, so they cannot have hashed ones.
 */
export function effectFiles(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve(NAME));
  return {
    name: 'loge:effect-files',
    async buildStart() {
      const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
        version: string;
      };
      if (version !== SEGMENTATION_VERSION)
        this.error(`${NAME} is ${version}: say so in effects/assets.ts, its files are cached for ever`);
    },
    async generateBundle() {
      for (const file of SEGMENTATION_FILES)
        this.emitFile({
          type: 'asset',
          fileName: `${SEGMENTATION_PATH.slice(1)}/${file}`,
          source: await readFile(join(folder, file)),
        });
    },
    configureServer(server) {
      server.middlewares.use(SEGMENTATION_PATH, (request, response, next) => {
        const file = SEGMENTATION_FILES.find((name) => `/${name}` === request.url);
        if (!file) return next();
        if (file.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
        if (file.endsWith('.wasm')) response.setHeader('Content-Type', 'application/wasm');
        createReadStream(join(folder, file)).pipe(response);
      });
    },
  };
}
