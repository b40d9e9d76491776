import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { developmentPages } from './scripts/vite-development-pages.ts';
import { appScripts, firstLinesFile } from './scripts/vite-first-lines.ts';
import {
  SEGMENTATION_FILES,
  SEGMENTATION_PATH,
  SEGMENTATION_VERSION,
} from './web/conference-core/media/effects/assets.ts';

const SEGMENTATION_PACKAGE = '@shiguredo/virtual-background';

/**
 * Puts the segmentation model of the backgrounds into the build, under its version. Its own loader
 * asks for these files by their names in one folder, so they cannot have hashed ones.
 */
function effectFiles(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve(SEGMENTATION_PACKAGE));
  return {
    name: 'loge:effect-files',
    async buildStart() {
      const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as {
        version: string;
      };
      if (version !== SEGMENTATION_VERSION)
        this.error(
          `${SEGMENTATION_PACKAGE} is ${version}: say so in effects/assets.ts, its files are cached for ever`,
        );
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

const CONFIG_PLACEHOLDER = '<!--loge-config-->';

/**
 * The server starts beside Vite and restarts after each change: a page asked for meanwhile waits
 * for it.
 */
async function configOf(target: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${target}/loge-config.json`).catch((error: unknown) => {
      if (attempt === 100) throw error;
      return null;
    });
    if (answer?.ok) return answer.text();
    if (answer) throw new Error(`Le serveur répond ${answer.status} sur /loge-config.json`);
    await sleep(200);
  }
}

/**
 * `npm run dev`: Vite serves the page and hands everything else to the server behind it, at
 * `LOGE_SERVER`; the page's configuration, which that server otherwise writes into the document, is
 * asked from it.
 */
function devServer(): Plugin {
  const target = process.env.LOGE_SERVER ?? 'http://127.0.0.1:3001';
  const proxied = [
    '/auth/v1',
    '/rest/v1',
    '/realtime/v1',
    '/storage/v1',
    '/functions/v1',
    '/dev/mail',
    '/dev/provider',
    '/health',
  ];
  return {
    name: 'loge:dev-server',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: Object.fromEntries(
          proxied.map((path) => [path, { target, xfwd: true, ws: path === '/realtime/v1' }]),
        ),
      },
    }),
    transformIndexHtml: async (html) => {
      const script = `<script type="application/json" id="loge-config">${(await configOf(target)).replaceAll('<', '\\u003c')}</script>`;
      return html.replace(CONFIG_PLACEHOLDER, script);
    },
  };
}

/**
 * The two faces of the first screen: asked for with the document, not when the style sheet arrives.
 */
const firstFonts = [/bricolage-grotesque-latin-opsz-normal/, /instrument-sans-latin-wght-normal/];

/** Puts a preload for the first fonts, under their hashed names, into the document. */
function preloadFonts(): Plugin {
  return {
    name: 'loge:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFonts.some((font) => font.test(file)))
          .sort()
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/**
 * The app's own scripts, asked for together with the one that starts it. Where the document shows
 * its first lines, the server leaves them to that one.
 */
function preloadApp(): Plugin {
  return {
    name: 'loge:preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        appScripts(bundle ?? {}).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
    },
  };
}

/**
 * Writes the .br and .gz that the server sends, so that it never compresses while someone waits.
 * The document is filled in per server, hence left out.
 */
function compress(): Plugin {
  const worth = /\.(js|css|svg|json|webmanifest|txt|wasm|tflite)$/;
  /** At the highest quality a program of megabytes takes a quarter of a minute, for 5 % less. */
  const LARGE = 1_000_000;
  return {
    name: 'loge:compress',
    apply: 'build',
    // After everything else: Vite itself fills the list of preloads into the chunks in this hook.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!worth.test(file.fileName)) continue;
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (source.length < 1024) continue;
          const brotli = await promisify(brotliCompress)(source, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: source.length > LARGE ? 9 : 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
            },
          });
          const zipped = await promisify(gzip)(source, { level: 9 });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: zipped });
        }
      },
    },
  };
}

const packages = (...names: string[]) =>
  new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

/**
 * Each in a file of its own, which changes with its release alone, and which a slow telephone runs
 * in a task of its own.
 */
const libraries = [
  { name: 'react', test: packages('react', 'react-dom', 'scheduler'), priority: 2 },
  { name: 'router', test: packages('react-router'), priority: 2 },
  { name: 'query', test: packages('@tanstack'), priority: 2 },
];

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * A module of the page and all that it imports, directly or not; what is only imported later is not
 * among them.
 */
function neededBy(file: string, modules: Modules): ReadonlySet<string> {
  const needed = new Set([join(import.meta.dirname, 'web', file)]);
  for (const id of needed)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) needed.add(imported);
  return needed;
}

/**
 * Puts into one file the modules that the list and a profile need besides those of the app and the
 * home page: a slow telephone spends a third of a millisecond on each file before a byte of it has
 * come. What signing in needs of it is another.
 */
function ofDiscovery(): (id: string, modules: Modules) => string | null {
  let known: Record<'elsewhere' | 'shared' | 'auth', ReadonlySet<string>> | null = null;
  return (id, modules) => {
    known ??= {
      elsewhere: new Set([
        ...neededBy('app/start.ts', modules),
        ...neededBy('app/main.tsx', modules),
        ...neededBy('pages/home/home-page.tsx', modules),
      ]),
      shared: neededBy('pages/browse/browse-page.tsx', modules).intersection(
        neededBy('pages/streamer/streamer-page.tsx', modules),
      ),
      auth: neededBy('pages/auth/auth-page.tsx', modules),
    };
    if (!known.shared.has(id) || known.elsewhere.has(id)) return null;
    return known.auth.has(id) ? 'common' : 'discovery';
  };
}

/** The files of the app itself, and the one that starts it. */
const everywhere = /assets\/(?:react|router|query|main|rolldown-runtime)-[^/]+\.js$/;
const startsWithout = /assets\/index-[^/]+\.js$/;

export default defineConfig({
  root: 'web',
  // `#web/...` and `#product/...` are Node subpath imports of package.json, which Vite resolves as
  // they are.
  plugins: [
    react(),
    tailwindcss(),
    developmentPages(),
    preloadFonts(),
    preloadApp(),
    effectFiles(),
    firstLinesFile(),
    compress(),
    devServer(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    rolldownOptions: {
      // Somebody who starts Loge for the first time reads what it prints.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            ...libraries,
            {
              name: ofDiscovery(),
              debugName: 'discovery',
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    modulePreload: {
      // The files of every page are there when a page is asked for: they need not stand in the list
      // of each.
      resolveDependencies: (_file, files, { hostId, hostType }) =>
        hostType === 'js' && !startsWithout.test(hostId)
          ? files.filter((file) => !everywhere.test(file))
          : files,
    },
    // Fonts and pictures stay files: they are cached for ever under their hashed names.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
