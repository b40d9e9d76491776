import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { devServer } from './scripts/vite-dev-server.ts';
import { developmentPages } from './scripts/vite-development-pages.ts';
import { effectFiles } from './scripts/vite-effect-files.ts';
import { firstLinesFile } from './scripts/vite-first-lines.ts';

/** The two faces of the first screen: asked for with the document, not when the style sheet arrives. */
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

/** Writes the .br and .gz that the server sends, so that it never compresses while someone waits. The document is filled in per server, hence left out. */
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

export default defineConfig({
  root: 'web',
  // `#web/...`, `#contracts/...` and `#domain/...` are Node subpath imports of package.json, which Vite resolves as they are.
  plugins: [
    react(),
    tailwindcss(),
    developmentPages(),
    preloadFonts(),
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
    // Fonts and pictures stay files: they are cached for ever under their hashed names.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
